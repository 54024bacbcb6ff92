// SPDX-License-Identifier: MIT OR Apache-2.0

//! Benchmarks of the matcher, on positions of played games, with the built-in database and with larger ones
//! that are cut out of other positions.
//! What was tried: `docs/experiments/patterns.md`.

mod common;

#[path = "../tests/engine/matcher/boards.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod boards;
#[path = "../tests/engine/matcher/databases.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod databases;
#[path = "../tests/engine/matcher/plain.rs"]
mod plain;

use std::hint::black_box;

use boards::Random;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use databases::{Cut, Shape, cut, database};
use katachi_engine::matcher::{Matcher, PatternBoard};
use katachi_engine::{Engine, Settings};
use katachi_rules::{Board, Color};
use mkpat::Database;
use plain::{Plain, sorted_matches};

/// Positions to match, and positions to cut shapes from.
fn positions() -> (Vec<Board>, Vec<Board>) {
    let mut boards = common::positions();
    let others = boards.split_off(boards.len() / 2);
    (boards, others)
}

/// A database as authors write them: shapes of 3x3 to 13x13 cells that fix about half of their cells, so 3 to
/// 5 of the neighbours of a stone, with two stones or more, or one and an edge. Their density on the board,
/// about one match for each pattern, is that of the built-in database.
fn cut_database(boards: &[Board], count: usize) -> Database {
    database(&cut_shapes(boards, count))
}

fn cut_shapes(boards: &[Board], count: usize) -> Vec<Shape> {
    let mut random = Random::new(count as u64);
    let mut shapes = Vec::with_capacity(count);
    while shapes.len() < count {
        let how = Cut {
            side: [3, 4, 4, 5, 5, 6, 6, 7, 9, 13][random.random_below(10)],
            exact: 55,
            loose: 5,
            edge: 75,
        };
        let board = &boards[random.random_below(boards.len())];
        let color = Color::BOTH[random.random_below(2)];
        let Some(shape) = cut(board, color, how, &mut random) else {
            continue;
        };
        // A real pattern asks for enough cells that it does not match everywhere.
        let cells = || shape.rows.iter().flatten();
        let stones = cells().filter(|c| b"OX".contains(c)).count() + usize::from(!shape.edges.is_empty());
        let fixed = cells().filter(|c| b"OX.".contains(c)).count();
        if stones >= 2 && fixed >= 6 {
            shapes.push(shape);
        }
    }
    shapes
}

fn built_in() -> Database {
    Engine::new(Settings::default()).database().clone()
}

/// The measured databases: the engine's, and larger ones.
fn all_databases() -> Vec<(String, Database)> {
    let (_, others) = positions();
    let mut all = vec![("built-in".to_owned(), built_in())];
    for count in [1_000, 10_000, 50_000] {
        all.push((count.to_string(), cut_database(&others, count)));
    }
    all
}

/// One answer must be that of the plain matcher.
fn assert_agreement(database: &Database, matcher: &Matcher, board: &Board) {
    let (plain, prepared) = (Plain::new(database), PatternBoard::new(board));
    for color in Color::BOTH {
        let expected = plain.matches(board, color);
        assert!(!expected.is_empty());
        assert_eq!(sorted_matches(matcher, &prepared, color), expected);
    }
}

fn matching(c: &mut Criterion) {
    let (boards, _) = positions();
    let seen: Vec<PatternBoard> = boards.iter().map(PatternBoard::new).collect();
    for (name, database) in all_databases() {
        let start = std::time::Instant::now();
        let matcher = Matcher::new(&database, |_| true);
        let build = start.elapsed();
        assert_agreement(&database, &matcher, &boards[7]);
        let count = || -> usize {
            let each = seen
                .iter()
                .flat_map(|board| Color::BOTH.map(|color| sorted_matches(&matcher, board, color)));
            each.map(|found| found.len()).sum()
        };
        let total = count();
        println!(
            "{name}: {} patterns, {} variants, index made in {build:.1?}, {:.1} matches per position and colour",
            database.patterns.len(),
            database.variants.len(),
            total as f64 / 2.0 / seen.len() as f64
        );

        let mut group = c.benchmark_group("match");
        // One element is one position for one colour.
        group.throughput(Throughput::Elements(2 * seen.len() as u64));
        group.sample_size(20);
        group.bench_function(BenchmarkId::new("board", &name), |b| {
            b.iter(|| assert_eq!(count(), total));
        });
        group.finish();
    }
}

/// Growth of the cost: 10,000 patterns in ten databases of 1,000, which have the same matches together.
fn tenths(c: &mut Criterion) {
    let (boards, others) = positions();
    let seen: Vec<PatternBoard> = boards.iter().map(PatternBoard::new).collect();
    let matchers: Vec<Matcher> = cut_shapes(&others, 10_000)
        .chunks(1_000)
        .map(|shapes| Matcher::new(&database(shapes), |_| true))
        .collect();
    let mut group = c.benchmark_group("match");
    group.sample_size(20);
    group.throughput(Throughput::Elements((2 * seen.len() * matchers.len()) as u64));
    group.bench_function(BenchmarkId::new("board", "tenths of 10000"), |b| {
        b.iter(|| {
            let mut sum = 0;
            for matcher in &matchers {
                for board in &seen {
                    for color in Color::BOTH {
                        sum += sorted_matches(matcher, board, color).len();
                    }
                }
            }
            sum
        });
    });
    group.finish();
}

/// The cost of preparation.
fn preparing(c: &mut Criterion) {
    let (boards, others) = positions();
    let mut group = c.benchmark_group("prepare");
    group.sample_size(10);
    for (name, database) in [
        ("built-in", built_in()),
        ("1000", cut_database(&others, 1_000)),
        ("10000", cut_database(&others, 10_000)),
    ] {
        group.bench_function(BenchmarkId::new("index", name), |b| {
            b.iter(|| Matcher::new(&database, |_| true));
        });
    }
    group.bench_function("engine", |b| b.iter(|| Engine::new(Settings::default())));
    group.bench_function("board", |b| b.iter(|| PatternBoard::new(black_box(&boards[9]))));
    group.finish();
}

criterion_group!(benches, preparing, tenths, matching);
criterion_main!(benches);
