// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eyes in positions of played games: all eye spaces of both sides, once their worms are known, and what of
//! that time is spent on each position by a reader that has answered the same questions before.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use katachi_engine::analysis::Worms;
use katachi_engine::analysis::eye::Eyes;
use katachi_engine::reading::Reader;
use katachi_rules::ByColor;

/// Nodes for one question, as in a game.
const BUDGET: u32 = 2000;

fn eyes(c: &mut Criterion) {
    let boards = common::positions();
    let mut known: Vec<(Reader, Worms)> = boards
        .iter()
        .map(|board| {
            let mut reader = Reader::new(board, BUDGET);
            let worms = Worms::new(board, &mut reader);
            (reader, worms)
        })
        .collect();
    let knowledge = katachi_engine::knowledge::Knowledge::default();
    let inhibited = ByColor::default();
    let mut group = c.benchmark_group("eyes");
    group.sample_size(10);
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("with new readers", |b| {
        b.iter(|| {
            for (board, (_, worms)) in boards.iter().zip(&known) {
                black_box(Eyes::new(
                    &mut Reader::new(board, BUDGET),
                    worms,
                    &worms.dead_stones(),
                    &inhibited,
                    &knowledge,
                ));
            }
        });
    });
    group.bench_function("again", |b| {
        b.iter(|| {
            for (reader, worms) in &mut known {
                let dead = worms.dead_stones();
                black_box(Eyes::new(reader, worms, &dead, &inhibited, &knowledge));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, eyes);
criterion_main!(benches);
