// SPDX-License-Identifier: MIT OR Apache-2.0

//! What people and clients ask about positions of played games on 19x19: questions about strings and pairs of
//! strings, the analysis, the final status, and the choice of a move without a search. Nothing is known from
//! earlier questions. The time of a bench divided by the number in its name is that of one.

use std::hint::black_box;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use katachi_engine::analysis::{Analysis, Effort, FinalStatus, KnownLife};
use katachi_engine::answers::Aim;
use katachi_engine::knowledge::Knowledge;
use katachi_engine::play::{Player, Request};
use katachi_engine::{Engine, Settings};
use katachi_rules::{Board, Color, Game, Point, Rules};
use mkpat::{Database, Kind};

mod common;

/// One in this number of the 100 positions is measured.
const EVERY: usize = 20;
/// The effort of an analysis in the choice of a move at the usual level.
const EFFORT: Effort = Effort {
    reading_nodes: 2000,
    playouts: 100,
};

/// Strings of two to four liberties, by one stone each.
fn strings(board: &Board) -> Vec<[Point; 2]> {
    let open = board.strings().filter(|&s| (2..=4).contains(&board.liberties(s)));
    open.map(|stone| [stone, stone]).collect()
}

/// Pairs of strings of one colour with stones at most three steps apart, by one stone of each string.
fn pairs(board: &Board) -> Vec<[Point; 2]> {
    let mut pairs = Vec::new();
    for a in board.strings() {
        let is_near = |&b: &Point| {
            board
                .string(b)
                .any(|p| board.string(a).any(|q| p.distance(q) <= 3))
        };
        let friends = board
            .strings()
            .filter(|&b| a < b && board.cell(a) == board.cell(b));
        pairs.extend(friends.filter(is_near).map(|b| [a, b]));
    }
    pairs
}

/// Its searches begin with other moves and play other numbers of them.
fn without_reading_patterns() -> Engine {
    let database = Database {
        kind: Kind::Reading,
        ..Database::default()
    };
    Engine {
        knowledge: Knowledge::default().with_database(database),
        settings: Settings::default(),
    }
}

fn bench(criterion: &mut Criterion) {
    let boards: Vec<Board> = common::positions().into_iter().step_by(EVERY).collect();
    let game = |board: &Board| Game::from_position(board.clone(), Color::Black, Rules::default(), 6.5);
    let games: Vec<Game> = boards.iter().map(game).collect();
    let mut group = criterion.benchmark_group("answers");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    for aim in Aim::ALL
        .into_iter()
        .filter(|aim| !matches!(aim, Aim::Kill | Aim::Save))
    {
        let stones = if aim.is_about_pair() { pairs } else { strings };
        let asked: Vec<_> = games.iter().map(|game| (game, stones(game.board()))).collect();
        let count: usize = asked.iter().map(|(_, stones)| stones.len()).sum();
        for (engine, kind) in [
            (Engine::default(), ""),
            (without_reading_patterns(), " without patterns"),
        ] {
            group.bench_function(format!("{}{kind}, {count}", aim.word()), |bencher| {
                bencher.iter(|| {
                    for (game, stones) in &asked {
                        let mut player = Player::new(engine.clone());
                        let mut answers = player.answers(game);
                        for &[stone, other] in stones {
                            let other = aim.is_about_pair().then_some(other);
                            black_box(answers.answer(aim, stone, other));
                        }
                    }
                });
            });
        }
    }
    let mut part = |name: &str, work: &dyn Fn(&Game)| {
        let name = format!("{name}, {}", games.len());
        group.bench_function(name, |bencher| bencher.iter(|| games.iter().for_each(work)));
    };
    part("analysis of a choice", &|game| {
        black_box(Analysis::new(game.board(), EFFORT));
    });
    part("analysis of a person", &|game| {
        let mut player = Player::new(Engine::new(Settings::default()));
        black_box(player.answers(game).analysis());
    });
    part("final status", &|game| {
        black_box(FinalStatus::with_reading(
            game.board(),
            &KnownLife::default(),
            300,
            20_000,
        ));
    });
    let engine = Engine::new(Settings::default());
    part("choice", &|game| {
        black_box(engine.choose(&Request::new(game, game.to_move()), &mut engine.reader(game)));
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
