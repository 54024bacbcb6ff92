// SPDX-License-Identifier: MIT OR Apache-2.0

//! Time to compile, encode and decode a generated database.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use mkpat::{Database, Options, compile};

mod generated;

use generated::generated;

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("database");
    group.sample_size(10);
    // 1,415 of them have 15,000 lines.
    for entries in [350, 1_000, 1_415, 10_000] {
        let source = [generated(entries)];
        let compiled = compile(&source, &Options::default());
        assert!(!compiled.has_errors());
        assert_eq!(compiled.database.patterns.len(), entries);
        let lines = source[0].text.lines().count();
        let table = compiled.database.encode();
        println!(
            "{entries} entries: {lines} lines, {} variants, {} bytes of table",
            compiled.database.variants.len(),
            table.len()
        );
        group.throughput(Throughput::Elements(lines as u64));
        group.bench_function(format!("compile/{entries}"), |b| {
            b.iter(|| compile(black_box(&source), &Options::default()));
        });
        group.throughput(Throughput::Bytes(table.len() as u64));
        group.bench_function(format!("encode/{entries}"), |b| {
            b.iter(|| black_box(&compiled.database).encode());
        });
        group.bench_function(format!("decode/{entries}"), |b| {
            b.iter_batched(
                || (),
                |()| Database::decode(black_box(&table)).expect("a sound table"),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
