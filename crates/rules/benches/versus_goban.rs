// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board beside the crate `goban`: the same recorded games replayed on both, each move checked for
//! legality first; and games drawn by both from the same distribution, uniformly from the legal moves that
//! fill no own eye, under simple ko without suicide.

mod random;

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use goban::pieces::stones::Color as Theirs;
use goban::rules::game::Game as GobanGame;
use goban::rules::{GobanSizes, JAPANESE, Move as GobanMove};
use katachi_rules::{Board, BoardSize, Color, Game, Move, Point, Rules};
use random::{Random, play_on, random_move};

/// The moves of random games; none for a pass.
fn record(side: u8, games: usize) -> Vec<Vec<Option<Point>>> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let one = |_| {
        let mut board = Board::new(BoardSize::square(side));
        let (mut moves, mut color) = (Vec::new(), Color::Black);
        while moves.len() < 3 * board.size().area() && !moves.ends_with(&[None, None]) {
            let mv = random_move(&board, color, &mut random);
            match mv {
                Some(point) => board.place(color, point),
                None => drop(board.clear_ko()),
            }
            moves.push(mv);
            color = color.opposite();
        }
        moves
    };
    (0..games).map(one).collect()
}

fn replay_on_board(side: u8, games: &[Vec<Option<Point>>]) -> usize {
    let mut stones = 0;
    for moves in games {
        let (mut board, mut color) = (Board::new(BoardSize::square(side)), Color::Black);
        for mv in moves {
            match *mv {
                Some(point) => {
                    assert!(board.is_legal(color, point));
                    board.place(color, point);
                }
                None => drop(board.clear_ko()),
            }
            color = color.opposite();
        }
        stones += board.size().area() - board.empty_points().len();
    }
    stones
}

fn replay_on_game(side: u8, games: &[Vec<Option<Point>>]) -> usize {
    let mut stones = 0;
    for moves in games {
        let mut game = Game::new(BoardSize::square(side), Rules::CHINESE, 7.5);
        for mv in moves {
            let played = game.play(game.to_move(), mv.map_or(Move::Pass, Move::Play));
            assert!(played.is_ok());
        }
        stones += game.size().area() - game.board().empty_points().len();
    }
    stones
}

fn replay_on_goban(side: u8, games: &[Vec<Option<Point>>]) -> usize {
    let mut stones = 0;
    for moves in games {
        let mut game = GobanGame::new(GobanSizes::Custom(side.into(), side.into()), JAPANESE);
        for mv in moves {
            match *mv {
                Some(point) => {
                    let at = (point.y(), point.x());
                    assert!(game.check_point(at).is_none());
                    game.play(at.into());
                }
                None => drop(game.play(GobanMove::Pass)),
            }
        }
        let (black, white) = game.goban().number_of_stones();
        stones += (black + white) as usize;
    }
    stones
}

/// As [`Board::is_eye`].
fn is_eye(game: &GobanGame, (row, column): (u8, u8), side: u8, own: Theirs) -> bool {
    let at = |dy: i32, dx: i32| {
        let (y, x) = (i32::from(row) + dy, i32::from(column) + dx);
        let range = 0..i32::from(side);
        (range.contains(&y) && range.contains(&x)).then(|| game.goban().get_color((y as u8, x as u8)))
    };
    if [(-1, 0), (0, -1), (0, 1), (1, 0)]
        .iter()
        .any(|&(y, x)| at(y, x).is_some_and(|c| c != Some(own)))
    {
        return false;
    }
    let (mut enemy, mut off) = (0, 0);
    for (y, x) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        match at(y, x) {
            None => off = 1,
            Some(Some(color)) if color != own => enemy += 1,
            Some(_) => {}
        }
    }
    enemy + off < 2
}

fn random_game_on_goban(side: u8, random: &mut Random) -> usize {
    let mut game = GobanGame::new(GobanSizes::Custom(side.into(), side.into()), JAPANESE);
    let most = 3 * usize::from(side) * usize::from(side);
    let mut moves = 0;
    while moves < most && !game.is_over() {
        let mut points = game.pseudo_legals_vec();
        let mut mv = GobanMove::Pass;
        while !points.is_empty() {
            let at = points.swap_remove(random.below(points.len()));
            if game.check_point(at).is_none() && !is_eye(&game, at, side, game.turn()) {
                mv = at.into();
                break;
            }
        }
        game.play(mv);
        moves += 1;
    }
    moves
}

/// As the crate's manual draws a game: of the legal moves, listed, one. Eyes are left out here, too.
fn listed_game_on_goban(side: u8, random: &mut Random) -> usize {
    let mut game = GobanGame::new(GobanSizes::Custom(side.into(), side.into()), JAPANESE);
    let most = 3 * usize::from(side) * usize::from(side);
    let mut moves = 0;
    while moves < most && !game.is_over() {
        let points: Vec<_> = game
            .legals()
            .filter(|&at| !is_eye(&game, at, side, game.turn()))
            .collect();
        let mv = if points.is_empty() {
            GobanMove::Pass
        } else {
            points[random.below(points.len())].into()
        };
        game.play(mv);
        moves += 1;
    }
    moves
}

fn compare(criterion: &mut Criterion) {
    for (side, games) in [(9, 100), (13, 50), (19, 20)] {
        let recorded = record(side, games);
        let stones = replay_on_board(side, &recorded);
        assert_eq!(replay_on_game(side, &recorded), stones);
        assert_eq!(
            replay_on_goban(side, &recorded),
            stones,
            "both play by the same rules"
        );
        let mut group = criterion.benchmark_group(format!("{side}x{side}"));
        group.throughput(Throughput::Elements(games as u64));
        group.bench_function("replayed, board", |b| b.iter(|| replay_on_board(side, &recorded)));
        group.bench_function("replayed, game", |b| b.iter(|| replay_on_game(side, &recorded)));
        group.bench_function("replayed, goban", |b| b.iter(|| replay_on_goban(side, &recorded)));

        let empty = Board::new(BoardSize::square(side));
        let ours = || {
            let mut random = Random(7);
            let moves = (0..games).map(|_| play_on(&mut empty.clone(), 3 * empty.size().area(), &mut random));
            moves.sum::<usize>()
        };
        let theirs = || {
            let mut random = Random(7);
            (0..games)
                .map(|_| random_game_on_goban(side, &mut random))
                .sum::<usize>()
        };
        let ratio = ours() as f64 / theirs() as f64;
        assert!(
            (0.95..1.05).contains(&ratio),
            "games are of one length on average"
        );
        group.bench_function("drawn, board", |b| b.iter(ours));
        group.bench_function("drawn, goban", |b| b.iter(theirs));
        group.bench_function("drawn, goban as in its manual", |b| {
            let mut random = Random(7);
            b.iter(|| {
                (0..games)
                    .map(|_| listed_game_on_goban(side, &mut random))
                    .sum::<usize>()
            });
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    targets = compare
}
criterion_main!(benches);
