// SPDX-License-Identifier: MIT OR Apache-2.0

//! Benchmarks of influence and of the judgement of final positions, on positions of played games visited in
//! turn.

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use katachi_engine::analysis::influence::{InfluenceMap, MOYO};
use katachi_engine::analysis::{FinalStatus, Influence, KnownLife, Unconditional};
use katachi_rules::{Color, PointSet};

fn score(c: &mut Criterion) {
    let boards = common::positions();
    let dead = PointSet::EMPTY;
    let mut next = boards.iter().cycle();
    let mut board = || next.next().expect("there are positions");
    c.bench_function("influence/moyo map", |b| {
        b.iter(|| black_box(InfluenceMap::new(board(), &dead, MOYO)));
    });
    c.bench_function("influence/delta_moyo of all points and colours", |b| {
        b.iter(|| {
            let board = board();
            let influence = Influence::new(board, &dead);
            for color in Color::BOTH {
                for p in board.size().points() {
                    black_box(influence.delta_moyo(p, color));
                }
            }
        });
    });
    c.bench_function("unconditional", |b| {
        b.iter(|| black_box(Unconditional::new(board())))
    });
    c.bench_function("final status, 300 playouts", |b| {
        b.iter(|| black_box(FinalStatus::new(board(), &KnownLife::default(), 300)));
    });
    c.bench_function("final status, 300 playouts and reading", |b| {
        b.iter(|| {
            black_box(FinalStatus::with_reading(
                board(),
                &KnownLife::default(),
                300,
                20_000,
            ))
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(2));
    targets = score
}
criterion_main!(benches);
