// SPDX-License-Identifier: MIT OR Apache-2.0

//! Speed of reading connections and races, in positions of played games.
//!
//! A position's questions: of each pair of strings of one colour that have a stone three steps or less apart,
//! can they be joined and cut apart; of each pair of strings of different colours that touch and have two or
//! three liberties each, the winner of the race. Every bench first prints the answers, with the nodes for
//! each question.

use std::hint::black_box;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use katachi_engine::reading::{Reader, Verdict};
use katachi_rules::{Board, Point};

mod common;

/// Nodes for one question.
const BUDGET: u32 = 3_000;

/// Asks all questions of a position: the nodes that it took, and the answers.
type Ask = fn(&Board) -> (u64, Vec<Verdict>);

/// Pairs of strings with stones near each other, each pair once, by one stone of each string.
fn pairs(board: &Board, steps: u32, wanted: impl Fn(Point, Point) -> bool) -> Vec<(Point, Point)> {
    let stones = || board.size().points().filter(|&p| board.cell(p).is_stone());
    let mut pairs = Vec::new();
    for a in stones() {
        for b in stones().filter(|&b| a < b && a.distance(b) <= steps) {
            let heads = (board.head(a).min(board.head(b)), board.head(a).max(board.head(b)));
            if heads.0 != heads.1 && wanted(a, b) {
                pairs.push(heads);
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn near_friends(board: &Board) -> Vec<(Point, Point)> {
    pairs(board, 3, |a, b| board.cell(a) == board.cell(b))
}

fn short_neighbours(board: &Board) -> Vec<(Point, Point)> {
    let short = |p| (2..=3).contains(&board.liberties(p));
    pairs(board, 1, |a, b| {
        board.cell(a) != board.cell(b) && short(a) && short(b)
    })
}

fn connections(board: &Board) -> (u64, Vec<Verdict>) {
    let mut reader = Reader::new(board, BUDGET);
    let verdicts = near_friends(board)
        .into_iter()
        .flat_map(|(a, b)| {
            [
                reader.connections().connect(a, b).verdict,
                reader.connections().disconnect(a, b).verdict,
            ]
        })
        .collect();
    (reader.counts().nodes, verdicts)
}

fn races(board: &Board) -> (u64, Vec<Verdict>) {
    let mut reader = Reader::new(board, BUDGET);
    let verdicts = short_neighbours(board)
        .into_iter()
        .map(|(a, b)| reader.races().race(a, b).killed)
        .collect();
    (reader.counts().nodes, verdicts)
}

fn bench(criterion: &mut Criterion) {
    let boards: Vec<Board> = common::positions().into_iter().step_by(10).collect();
    let mut group = criterion.benchmark_group("connections");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    let questions: [(&str, Ask); 2] = [("connections", connections), ("races", races)];
    for (name, ask) in questions {
        let answers: Vec<_> = boards.iter().map(ask).collect();
        let nodes: u64 = answers.iter().map(|(nodes, _)| nodes).sum();
        let verdicts = || answers.iter().flat_map(|(_, verdicts)| verdicts);
        let unknown = verdicts().filter(|&&v| v == Verdict::Unknown).count();
        let possible = verdicts().filter(|v| v.is_possible()).count();
        let all = verdicts().count();
        println!(
            "{name}: {} positions, {all} answers, {possible} possible, {unknown} unknown, {} nodes an answer",
            boards.len(),
            nodes / all.max(1) as u64
        );
        assert!(possible > 0 && unknown < all, "the questions are worth asking");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for board in &boards {
                    black_box(ask(board));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
