// SPDX-License-Identifier: MIT OR Apache-2.0

//! Speed of a whole analysis of mid-game positions on 19x19, and of its parts.
//!
//! Each bench goes through the same positions with an empty cache. Its time divided by the number of
//! positions is the time of one.

use std::hint::black_box;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use katachi_engine::analysis::eye::Eyes;
use katachi_engine::analysis::{Analysis, Dragons, Effort, Influence, Ownership, Worms};
use katachi_engine::reading::Reader;
use katachi_rules::{Board, PointSet};

mod common;

/// The effort of the engine at its usual level.
const EFFORT: Effort = Effort {
    reading_nodes: 2000,
    playouts: 100,
};

fn bench(criterion: &mut Criterion) {
    let boards: Vec<Board> = common::positions().into_iter().step_by(5).collect();
    let dragons: usize = boards
        .iter()
        .map(|board| Analysis::new(board, EFFORT).dragons.iter().count())
        .sum();
    println!("{} positions, {dragons} dragons", boards.len());
    assert!(dragons > boards.len(), "the positions have something to analyse");
    let mut group = criterion.benchmark_group("analysis");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    let mut part = |name: &str, work: &dyn Fn(&Board)| {
        group.bench_function(name, |bencher| bencher.iter(|| boards.iter().for_each(work)));
    };
    part("whole", &|board| {
        black_box(Analysis::new(board, EFFORT));
    });
    part("worms", &|board| {
        black_box(Worms::new(board, &mut Reader::new(board, EFFORT.reading_nodes)));
    });
    part("worms, eyes and dragons", &|board| {
        let mut reader = Reader::new(board, EFFORT.reading_nodes);
        let worms = Worms::new(board, &mut reader);
        let knowledge = katachi_engine::knowledge::Knowledge::default();
        let dragons = Dragons::joined(board, &worms, &knowledge, &mut reader);
        let eyes = Eyes::new(
            &mut reader,
            &worms,
            &worms.dead_stones(),
            &dragons.connections.inhibited,
            &knowledge,
        );
        let ownership = Ownership::estimate(board, 0);
        black_box(dragons.read(board, &worms, &eyes, &ownership, &mut reader));
    });
    part("ownership by playouts", &|board| {
        black_box(Ownership::estimate(board, EFFORT.playouts));
    });
    part("influence", &|board| {
        black_box(Influence::new(board, &PointSet::EMPTY));
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
