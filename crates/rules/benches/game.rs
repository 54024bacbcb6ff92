// SPDX-License-Identifier: MIT OR Apache-2.0

//! Speed of whole games: legality under superko late in a game, turns and undo, pass-alive stones, and
//! counting. Every benchmark first checks a sum over its work against a constant.

mod random;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use katachi_rules::{Board, BoardSize, Color, Game, Move, Rules, pass_alive};
use random::{Random, play_on, positions, random_move};

/// Plays random legal moves; passes if there is none.
fn play_game(game: &mut Game, moves: usize, random: &mut Random) {
    while game.move_count() < moves && !game.is_over() {
        let color = game.to_move();
        let mv = random_move(game.board(), color, random).map_or(Move::Pass, Move::Play);
        let mv = if game.is_legal(color, mv) { mv } else { Move::Pass };
        game.play(color, mv).expect("a pass is always legal");
    }
}

fn game_after(rules: Rules, moves: usize) -> Game {
    let mut game = Game::new(BoardSize::square(19), rules, 7.5);
    play_game(&mut game, moves, &mut Random(5));
    game
}

fn turns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("games");
    for (name, rules) in [
        ("simple ko", Rules::CHINESE),
        ("positional superko", Rules::TROMP_TAYLOR),
    ] {
        let mut game = game_after(rules, 300);
        let points: Vec<_> = game.size().points().map(Move::Play).collect();
        let legal = |game: &Game| {
            let both = Color::BOTH.map(|c| points.iter().filter(|&&mv| game.is_legal(c, mv)).count());
            both[0] + both[1]
        };
        let expected = game.legal_moves(Color::Black).count() + game.legal_moves(Color::White).count() - 2;
        assert_eq!(legal(&game), expected);
        group.throughput(Throughput::Elements(2 * points.len() as u64));
        group.bench_function(format!("legality, {name}"), |b| {
            b.iter(|| legal(black_box(&game)))
        });

        let moves: Vec<_> = game.legal_moves(game.to_move()).collect();
        let key = game.board().key();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(format!("play and undo, {name}"), |b| {
            b.iter(|| {
                for &mv in &moves {
                    let _ = game.play(game.to_move(), mv);
                    game.undo();
                }
            });
        });
        assert_eq!(game.board().key(), key);
    }
    group.finish();
}

fn whole_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games with history");
    for side in [9, 19] {
        group.throughput(Throughput::Elements(20));
        group.bench_function(format!("{side}x{side}"), |b| {
            b.iter(|| {
                let mut random = Random(11);
                let mut moves = 0;
                for _ in 0..20 {
                    let mut game = Game::new(BoardSize::square(side), Rules::TROMP_TAYLOR, 7.5);
                    let most = 3 * game.size().area();
                    play_game(&mut game, most, &mut random);
                    moves += game.move_count();
                }
                moves
            });
        });
    }
    group.finish();
}

/// Final positions of random games on 19x19, full of pass-alive stones.
fn ends() -> Vec<Board> {
    let mut random = Random(3);
    (0..16)
        .map(|_| {
            let mut board = Board::new(BoardSize::square(19));
            play_on(&mut board, 1_000, &mut random);
            board
        })
        .collect()
}

fn scoring(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("final positions");
    let (middles, ends) = (positions(), ends());
    for (name, boards) in [("middle games", &middles), ("ends", &ends)] {
        let alive = || {
            boards
                .iter()
                .map(|b| pass_alive(black_box(b), false).stones.black.len())
        };
        group.throughput(Throughput::Elements(boards.len() as u64));
        group.bench_function(format!("pass-alive, {name}"), |b| {
            b.iter(|| alive().sum::<usize>())
        });
        for (law, rules) in [("area", Rules::CHINESE), ("territory", Rules::JAPANESE)] {
            let games: Vec<_> = boards
                .iter()
                .map(|board| Game::from_position(board.clone(), Color::Black, rules, 7.5))
                .collect();
            let lead = || games.iter().map(|game| black_box(game).white_lead()).sum::<f32>();
            group.bench_function(format!("score by {law}, {name}"), |b| b.iter(lead));
        }
    }
    let alive: usize = ends.iter().map(|b| pass_alive(b, false).stones.black.len()).sum();
    assert!(alive > 1_000, "ends of random games are mostly pass-alive");
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    targets = turns, whole_games, scoring
}
criterion_main!(benches);
