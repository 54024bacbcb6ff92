// SPDX-License-Identifier: MIT OR Apache-2.0

//! Benchmarks of the matcher, on positions of played games, with the built-in database and with larger ones
//! that are cut out of other positions.
//!
//! What was tried, in microseconds for all matches of one colour on a 19x19 board in the middle of a game:
//! the mean over 50 positions visited in turn, the best of 60 passes, on one core at 2.6 GHz of a machine
//! with other work; 354 patterns (built in), 1,000 and 10,000. Kept is the last.
//!
//! | index | 354 | 1,000 | 10,000 |
//! |---|---:|---:|---:|
//! | plain matcher (`tests/engine/matcher/plain.rs`) | 1,500 | 4,400 | |
//! | bitsets, an early exit after each of 16 sets | 14.7 | 39.9 | 332 |
//! | no exit: 16 loads a word | 13.1 | 29.9 | |
//! | and words that are not zero listed without a branch | 12.2 | 27.4 | |
//! | and the sets of the outer ring only for words that the others leave | 11.4 | 22.5 | 211 to 266 |
//! | and rows of fixed length, stages for all anchors, edges two by two | 11.7 | 16 | 184 to 250 |
//!
//! In the last row, and in the notes on it, each position has its own best pass of 300, old and new program
//! in turn: measured like that, the row before it takes 12.0, 23.7 and 231 to 330.
//!
//! The best pass is what the code can do; with more programs running than cores, means of this benchmark were
//! up to twice that. For 10,000 patterns the last row but one is processor time, and the others are the clock
//! on the wall.
//!
//! - One position again and again takes less, because the processor learns its branches (1,000 patterns: 12.8
//!   with early exits, 14.8 in the last form). So positions have to be visited in turn, or the wrong form
//!   wins.
//! - Rows of 64 words (72 with the gap that keeps them apart in the cache) in arrays: no index is checked and
//!   none computed for a word, and a word takes about 5 cycles for eight sets (from a profile). With stages
//!   (words of all anchors, their bits, one window of each without a branch, the few that have more) 1,000
//!   patterns went from 24.5 to 18.2.
//! - Two edges in one table, exact up to 9 lines and one test beyond them: 16.0. Exact up to 4 lines it took
//!   20.2, up to 6 lines 16.6: the tests cost more than the tables.
//! - The outer ring not by sets but by one comparison for each variant that the inner rings leave (half the
//!   table): 31 for 1,000 patterns, 27 with the ring's masks apart; it leaves twice the variants. Bits tested
//!   one by one with branches took 37.
//! - Two words at a time, 8,192 variants in a block: as fast for 10,000 patterns, 6 % slower for others.
//! - Branches of the tree divided down to 8 variants instead of 64: no gain.
//! - For 10,000 patterns the tables are 20 MB and lie in the third cache, so that the time depends on what
//!   other programs do to it. At an anchor 83 words are looked at, 33 are left by the edges and inner rings,
//!   24 by the outer one, for 36 matches (1,000 patterns: 17, 5, 3, and 3). Ten databases of 1,000 with the
//!   same matches as one of 10,000 take 17 each, so tenfold patterns cost 11 to 14 times as much. Fewer words
//!   would help both: see the numbering below.
//! - Tables word by word, served to queues of anchors, instead of block by block: 23 against 18, one position
//!   again and again, both without exits; neighbouring words share cache lines. Not measured with positions
//!   in turn.
//! - Rows with their gaps take longer to fill: the built-in index needs 2.4 ms instead of 1.5.
//! - Numbering bits by a decision tree instead of sorting them by edges and cells in a fixed order: 7 % fewer
//!   words visited (28 to 26 at each anchor, of which 4 have a match), and the built-in index takes 1.05 ms,
//!   not 0.53.
//! - Blocks of 64 words and a radix sort of the matches, introduced together: 10.3 to 7.8 for the built-in
//!   database, 13.8 to 12.7 for 1,000 patterns, one position again and again. The sort is now the standard
//!   library's.
//! - Matches kept up to date after a move: 1.6 instead of 11.7 (354 patterns). Nothing in the engine follows
//!   one position move by move, so this went.

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
use katachi_engine::matcher::{Facts, MatchPlace, Matcher, PatternBoard, evaluate};
use katachi_engine::{Engine, Settings};
use katachi_rules::{Board, Color, Point};
use mkpat::{Database, Function};
use plain::Plain;

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
    let plain = Plain::new(database);
    for color in Color::BOTH {
        let expected = plain.matches(board, color);
        assert!(!expected.is_empty());
        assert_eq!(matcher.matches(board, color), expected);
    }
}

fn matching(c: &mut Criterion) {
    let (boards, _) = positions();
    let seen: Vec<PatternBoard> = boards.iter().map(PatternBoard::new).collect();
    for (name, database) in all_databases() {
        let start = std::time::Instant::now();
        let matcher = Matcher::new(&database);
        let build = start.elapsed();
        assert_agreement(&database, &matcher, &boards[7]);
        let count = || -> usize {
            let each = seen
                .iter()
                .flat_map(|board| Color::BOTH.map(|color| matcher.find(board, color)));
            each.map(|found| found.len()).sum()
        };
        let total = count();
        println!(
            "{name}: {} patterns, {} variants, index of {:.1} MB made in {build:.1?}, {:.1} matches per position and colour",
            database.patterns.len(),
            database.variants.len(),
            matcher.size() as f64 / 1e6,
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
        .map(|shapes| Matcher::new(&database(shapes)))
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
                        sum += matcher.find(board, color).len();
                    }
                }
            }
            sum
        });
    });
    group.finish();
}

/// The plain matcher, for comparison.
fn plainly(c: &mut Criterion) {
    let (boards, others) = positions();
    let mut group = c.benchmark_group("plain");
    group.sample_size(10);
    group.throughput(Throughput::Elements(4));
    for (name, database) in [
        ("built-in", built_in()),
        ("1000", cut_database(&others, 1_000)),
        ("10000", cut_database(&others, 10_000)),
    ] {
        let plain = Plain::new(&database);
        group.bench_function(BenchmarkId::new("board", name), |b| {
            b.iter(|| {
                let sum: usize = boards[..2]
                    .iter()
                    .flat_map(|board| Color::BOTH.map(|color| plain.matches(board, color)))
                    .map(|matches| matches.len())
                    .sum();
                assert!(sum > 0);
                sum
            });
        });
    }
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
            b.iter(|| Matcher::new(&database).size());
        });
    }
    group.bench_function("engine", |b| b.iter(|| Engine::new(Settings::default())));
    group.bench_function("board", |b| b.iter(|| PatternBoard::new(black_box(&boards[9]))));
    group.finish();
}

/// Answers every question at once.
struct Columns;

impl Facts for Columns {
    fn call(&mut self, _: Function, points: &[Point]) -> i32 {
        points.iter().map(|p| i32::from(p.x())).sum()
    }
}

/// The constraints of the built-in database, at the pattern matches.
fn constraints(c: &mut Criterion) {
    let (boards, _) = positions();
    let database = built_in();
    let matcher = Matcher::new(&database);
    let mut matches = Vec::new();
    for board in &boards {
        for found in matcher.matches(board, Color::Black) {
            let variant = &database.variants[found.variant as usize];
            if let Some(constraint) = &database.patterns[variant.pattern as usize].constraint {
                let place = MatchPlace::new(board.size(), found.mv, variant.transformation);
                matches.push((constraint, place));
            }
        }
    }
    assert!(matches.len() > 1_000);
    let mut group = c.benchmark_group("constraint");
    group.throughput(Throughput::Elements(matches.len() as u64));
    group.bench_function("evaluate", |b| {
        b.iter(|| {
            let accepted = matches
                .iter()
                .filter(|&&(constraint, place)| {
                    evaluate(constraint, place, &mut Columns).is_ok_and(|v| v != 0)
                })
                .count();
            assert!(accepted > 0 && accepted <= matches.len());
            accepted
        });
    });
    group.finish();
}

criterion_group!(benches, preparing, constraints, plainly, tenths, matching);
criterion_main!(benches);
