//! Benchmarks of influence and of the judgement of final positions, on positions of played games visited in turn.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use katachi::analysis::influence::{InfluenceMap, MOYO};
use katachi::analysis::{FinalStatus, Influence, KnownLife, Unconditional};
use katachi_rules::{Board, BoardSize, Color, PointSet};

/// 19x19 positions in the middle of games.
fn positions() -> Vec<Board> {
    let size = BoardSize::square(19);
    let lines = include_str!("data/positions.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let cells = line.split(' ').nth(2).expect("a line has three fields");
            let stones = size.points().zip(cells.bytes()).filter_map(|(p, c)| match c {
                b'X' => Some((p, Color::Black)),
                b'O' => Some((p, Color::White)),
                _ => None,
            });
            let mut board = Board::new(size);
            board.set_stones(stones).expect("a position of a game");
            board
        })
        .collect()
}

fn score(c: &mut Criterion) {
    let boards = positions();
    let dead = PointSet::EMPTY;
    let mut next = boards.iter().cycle();
    let mut board = || next.next().expect("there are positions");
    c.bench_function("influence/moyo map", |b| {
        b.iter(|| black_box(InfluenceMap::new(board(), &dead, MOYO)));
    });
    c.bench_function("influence/delta_moyo of all points and colours", |b| {
        b.iter(|| {
            let board = board();
            let mut influence = Influence::new(board, &dead);
            for color in Color::BOTH {
                for p in board.size().points() {
                    black_box(influence.delta_moyo(p, color));
                }
            }
        });
    });
    c.bench_function("unconditional", |b| {
        b.iter(|| black_box(Unconditional::of(board())))
    });
    c.bench_function("final status, 300 games", |b| {
        b.iter(|| black_box(FinalStatus::of(board(), &KnownLife::default(), 300)));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(2));
    targets = score
}
criterion_main!(benches);
