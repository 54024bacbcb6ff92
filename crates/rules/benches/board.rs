// SPDX-License-Identifier: MIT OR Apache-2.0

//! Speed of the board: whole random games, playing and undoing, copying and playing, and the first liberties
//! of strings. Every benchmark first checks a sum over its work against a constant, so that it measures the
//! intended work.

use std::hint::black_box;
use std::time::Duration;

use arrayvec::ArrayVec;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use katachi_rules::{Board, BoardSize, Color, Point};

/// Every position with each of its legal moves.
fn legal_moves(positions: &[Board]) -> Vec<(usize, Color, Point)> {
    let mut all = Vec::new();
    for (i, board) in positions.iter().enumerate() {
        for color in Color::BOTH {
            let points = board.size().points().filter(|&p| board.is_legal(color, p));
            all.extend(points.map(|p| (i, color, p)));
        }
    }
    all
}

/// Xorshift (Marsaglia, 2003): sufficient for a benchmark, and almost free.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

/// Draws uniformly a legal point that is not an own eye.
fn random_move(board: &Board, color: Color, random: &mut Random) -> Option<Point> {
    let good = |p| board.is_legal(color, p) && !board.is_eye(color, p);
    // The first try nearly always hits, without a copy of the list.
    let empty = board.empty_points();
    if empty.len() == 0 {
        return None;
    }
    let first = empty.clone().nth(random.below(empty.len()))?;
    if good(first) {
        return Some(first);
    }
    let mut rest: ArrayVec<Point, 361> = empty.collect();
    while !rest.is_empty() {
        let p = rest.swap_remove(random.below(rest.len()));
        if good(p) {
            return Some(p);
        }
    }
    None
}

/// Plays until two passes or `moves` stones and passes; returns their number.
fn play_on(board: &mut Board, moves: usize, random: &mut Random) -> usize {
    let (mut color, mut passes) = (Color::Black, 0);
    for played in 0..moves {
        match random_move(board, color, random) {
            Some(point) => {
                board.place(color, point);
                passes = 0;
            }
            None => {
                board.clear_ko();
                passes += 1;
                if passes == 2 {
                    return played + 1;
                }
            }
        }
        color = color.opposite();
    }
    moves
}

/// Positions from the middle of random games on 19x19.
fn positions() -> Vec<Board> {
    let mut random = Random(1);
    (0..32)
        .map(|i| {
            let mut board = Board::new(BoardSize::square(19));
            play_on(&mut board, 80 + 5 * i, &mut random);
            board
        })
        .collect()
}

fn random_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    for (side, games, expected) in [(9, 200, 22_204), (13, 100, 21_720), (19, 50, 22_566)] {
        let empty = Board::new(BoardSize::square(side));
        let moves = 3 * empty.size().area();
        let run = || {
            let mut random = Random(0x9E37_79B9_7F4A_7C15);
            let lengths = (0..games).map(|_| play_on(&mut empty.clone(), moves, &mut random));
            lengths.sum::<usize>()
        };
        assert_eq!(run(), expected, "moves of {games} games");
        group.throughput(Throughput::Elements(games));
        group.bench_function(format!("{side}x{side}"), |b| b.iter(run));
    }
    group.finish();
}

fn single_moves(criterion: &mut Criterion) {
    let mut positions = positions();
    let moves = legal_moves(&positions);
    let mut group = criterion.benchmark_group("moves");
    group.throughput(Throughput::Elements(moves.len() as u64));

    let keys: Vec<_> = positions.iter().map(Board::key).collect();
    let mut play_and_undo = || {
        let mut removed = 0;
        for &(i, color, point) in &moves {
            let undo = black_box(&mut positions[i]).play(color, point);
            removed += undo.removed();
            positions[i].undo(undo);
        }
        removed
    };
    assert_eq!(play_and_undo(), REMOVED);
    group.bench_function("play and undo", |b| b.iter(&mut play_and_undo));
    assert_eq!(positions.iter().map(Board::key).collect::<Vec<_>>(), keys);

    let copy_and_play = || {
        let mut removed = 0;
        for &(i, color, point) in &moves {
            let mut board = positions[i].clone();
            removed += board.play(color, point).removed();
            black_box(&board);
        }
        removed
    };
    assert_eq!(copy_and_play(), REMOVED);
    group.bench_function("copy and play", |b| b.iter(copy_and_play));
    group.finish();
}

/// Stones captured by all legal moves of the positions.
const REMOVED: usize = 249;

fn liberties(criterion: &mut Criterion) {
    let positions = positions();
    let stones: Vec<_> = positions
        .iter()
        .enumerate()
        .flat_map(|(i, board)| {
            let stones = board.size().points().filter(|&p| board.cell(p).is_stone());
            stones.map(move |p| (i, p))
        })
        .collect();
    let mut group = criterion.benchmark_group("liberties");
    group.throughput(Throughput::Elements(stones.len() as u64));
    let first_four = || {
        let found = stones
            .iter()
            .map(|&(i, p)| black_box(&positions[i]).first_liberties::<4>(p).len());
        found.sum::<usize>()
    };
    assert_eq!(first_four(), 16_827);
    group.bench_function("first four", |b| b.iter(first_four));
    let adjacent = || {
        let found = stones
            .iter()
            .map(|&(i, p)| black_box(&positions[i]).adjacent_strings(p).count());
        found.sum::<usize>()
    };
    assert_eq!(adjacent(), 8_774);
    group.bench_function("adjacent strings", |b| b.iter(adjacent));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .sample_size(30);
    targets = random_games, single_moves, liberties
}
criterion_main!(benches);
