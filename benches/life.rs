// SPDX-License-Identifier: MIT OR Apache-2.0

//! Benchmarks of life and death: problems solved a second and moves played a second in searching, on shapes
//! that every book has, and judgements a second of the groups of played games.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use katachi_engine::reading::Reader;
use katachi_rules::{Board, Color, PointSet};

/// Moves that may be played for one problem.
const BUDGET: u32 = 100_000;
/// The same for one question about a group, as in a game.
const QUICK: u32 = 1_000;

/// Problems in which Black, the group inside, moves first or last.
const PROBLEMS: [&str; 5] = [
    "
    . . . . . . . . .
    . O O O O O O . .
    . O X X X X O . .
    . O X . . X O . .
    . O X X . X O . .
    . O O X X X O . .
    . . O O O O O . .
    . . . . . . . . .",
    "
    . . . . . . . . .
    . . O O O O O O .
    . O . X X X X O .
    . O . . . . . O .
    . O . X X X X O .
    . . O O O O O O .
    . . . . . . . . .",
    "
    . . . . . . . . . .
    . . . . . . . . . .
    . O O O O O O . . .
    . O X X X X O O . .
    O O X . . . X O . .
    . X . . . . X O . .",
    "
    . . . . . . . . . .
    . O . O O O . . . .
    . . O X X . O O . .
    O O X . . X X O . .
    . O X . . . X O . .
    . X . . . . X O . .",
    "
    . . . . . . . . . . .
    . O O O . O O O . . .
    . O X X O X X O . . .
    . O X . X . X . O . .
    . . X . . . X . O . .
    . . . . . . . . . . .",
];

/// Solves each problem for both sides; returns the moves played.
fn solve_all(boards: &[Board]) -> u64 {
    let mut nodes = 0;
    for board in boards {
        for to_play in Color::BOTH {
            let mut reader = Reader::new(board, BUDGET);
            black_box(reader.life().solve(to_play));
            nodes += reader.counts().nodes;
        }
    }
    nodes
}

/// The groups of a position, as reading sees them.
fn groups(board: &Board) -> Vec<PointSet> {
    let mut reader = Reader::new(board, QUICK);
    let mut seen = PointSet::EMPTY;
    let mut groups = Vec::new();
    for stone in board.size().points().filter(|&p| board.cell(p).is_stone()) {
        if !seen.contains(stone) {
            let group = reader.life().group_of(stone);
            seen.extend_with(&group);
            seen.extend(board.string(stone));
            groups.push(group);
        }
    }
    groups
}

fn life(c: &mut Criterion) {
    let problems = PROBLEMS.map(Board::from_diagram);
    let mut bench = c.benchmark_group("life");
    bench.sample_size(10);
    bench.throughput(Throughput::Elements(2 * problems.len() as u64));
    bench.bench_function("problems", |b| b.iter(|| solve_all(&problems)));
    bench.throughput(Throughput::Elements(solve_all(&problems)));
    bench.bench_function("moves played", |b| b.iter(|| solve_all(&problems)));

    let boards: Vec<Board> = common::positions().into_iter().step_by(10).collect();
    let asked: Vec<(&Board, PointSet)> = boards
        .iter()
        .flat_map(|board| groups(board).into_iter().map(move |group| (board, group)))
        .collect();
    bench.throughput(Throughput::Elements(asked.len() as u64));
    bench.bench_function("groups of played games", |b| {
        b.iter(|| {
            for (board, group) in &asked {
                black_box(Reader::new(board, QUICK).life().kill(group));
            }
        });
    });
    bench.finish();
}

criterion_group!(benches, life);
criterion_main!(benches);
