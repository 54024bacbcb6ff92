// SPDX-License-Identifier: MIT OR Apache-2.0

//! Benchmarks of tactical reading, on positions of played games: moves played a second while every string is
//! attacked and defended, positions a second of which all worms are read by a new reader, and by one that has
//! read them before.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use katachi_engine::analysis::Worms;
use katachi_engine::reading::Reader;
use katachi_rules::Board;

/// Nodes for one question, as in a game.
const BUDGET: u32 = 2000;

/// Attack and defense of every string, each position with a new reader; returns the nodes.
fn read_all(boards: &[Board]) -> u64 {
    let mut nodes = 0;
    for board in boards {
        let mut reader = Reader::new(board, BUDGET);
        for stone in board.strings() {
            black_box(reader.tactics().attack(stone));
            black_box(reader.tactics().defend(stone));
        }
        nodes += reader.counts().nodes;
    }
    nodes
}

fn reading(c: &mut Criterion) {
    let boards = common::positions();
    let mut group = c.benchmark_group("reading");
    group.sample_size(10);
    group.throughput(Throughput::Elements(read_all(&boards)));
    group.bench_function("nodes", |b| b.iter(|| read_all(&boards)));
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("worms", |b| {
        b.iter(|| {
            for board in &boards {
                black_box(Worms::new(board, &mut Reader::new(board, BUDGET)));
            }
        });
    });
    group.bench_function("worms again", |b| {
        let mut readers: Vec<Reader> = boards.iter().map(|board| Reader::new(board, BUDGET)).collect();
        b.iter(|| {
            for (board, reader) in boards.iter().zip(&mut readers) {
                black_box(Worms::new(board, reader));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
