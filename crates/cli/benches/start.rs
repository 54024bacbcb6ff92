// SPDX-License-Identifier: MIT OR Apache-2.0

//! How long the program takes to start, and to load a database at run time, its index included.
//!
//! `start/version` is what any start costs: process, linking, arguments. What `start/gtp` takes beyond it is
//! the engine's own.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use criterion::{Criterion, criterion_group, criterion_main};
use katachi_engine::play::Loaded;

#[path = "../../../mkpat/benches/generated/mod.rs"]
mod generated;

use generated::generated;

fn start(c: &mut Criterion) {
    let mut group = c.benchmark_group("start");
    for (name, argument) in [("version", "--version"), ("gtp", "gtp")] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
                    .arg(argument)
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .spawn()
                    .expect("the program starts");
                // The program may end without reading.
                let _ = child.stdin.take().expect("piped").write_all(b"quit\n");
                child.wait().expect("the program ends")
            });
        });
    }
    group.finish();
}

fn load(c: &mut Criterion) {
    let mut group = c.benchmark_group("load");
    group.sample_size(10);
    for entries in [1_000, 10_000] {
        let file = std::env::temp_dir().join(format!("katachi-{}-{entries}.db", std::process::id()));
        fs::write(&file, generated(entries).text).expect("it can be written");
        let paths = [file];
        group.bench_function(entries.to_string(), |b| {
            b.iter(|| Loaded::read(&paths, false).expect("it is sound"));
        });
        let _ = fs::remove_file(&paths[0]);
    }
    group.finish();
}

criterion_group!(all, start, load);
criterion_main!(all);
