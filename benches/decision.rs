// SPDX-License-Identifier: MIT OR Apache-2.0

//! Time of the choice of a move in the middle of 19x19 games, single-threaded, at the usual level: by an
//! engine that has seen nothing before, and in the flow of a game, with what was read for the moves before.
//!
//! Each bench goes through all its positions, so that a time divided by their number, which the name has, is
//! that of one decision.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, SamplingMode, criterion_group, criterion_main};
use katachi_engine::play::Request;
use katachi_engine::reading::Reader;
use katachi_engine::{Choice, Engine, Settings};
use katachi_rules::{Color, Game, Move, Rules};

mod common;

/// One in this number of the 100 positions is measured.
const EVERY: usize = 5;
/// Games that go on, and the decisions measured in each.
const GAMES: usize = 4;
const DECISIONS: usize = 5;

/// A game that goes on as the engine plays: every position in which it decides.
fn flow(engine: &Engine, mut game: Game) -> Vec<Game> {
    let mut positions = vec![game.clone()];
    for _ in 0..DECISIONS {
        let choice = cold(engine, &game);
        play(&mut game, choice.mv);
        positions.push(game.clone());
    }
    positions
}

/// A reader that has seen the first decision of a game.
fn warm(engine: &Engine, flow: &[Game]) -> Reader {
    let first = &flow[0];
    let mut reader = engine.reader(first);
    engine.choose(&Request::new(first, first.to_move()), &mut reader);
    reader
}

/// A choice by a reader that remembers nothing.
fn cold(engine: &Engine, game: &Game) -> Choice {
    engine.choose(&Request::new(game, game.to_move()), &mut engine.reader(game))
}

fn play(game: &mut Game, mv: Move) {
    let color = game.to_move();
    game.play(color, mv).expect("the engine chooses legal moves");
}

fn decision(criterion: &mut Criterion) {
    let engine = Engine::new(Settings::default());
    let games: Vec<Game> = common::positions()
        .into_iter()
        .step_by(EVERY)
        .map(|board| Game::from_position(board, Color::Black, Rules::default(), 6.5))
        .collect();
    // The database is made ready by the first decision.
    black_box(cold(&engine, &games[0]));
    let mut group = criterion.benchmark_group("decision");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    group.bench_function(format!("cold, {} positions", games.len()), |bencher| {
        bencher.iter(|| {
            for game in &games {
                black_box(cold(&engine, game));
            }
        });
    });
    let step = games.len().div_ceil(GAMES);
    let flows: Vec<Vec<Game>> = games
        .iter()
        .step_by(step)
        .map(|g| flow(&engine, g.clone()))
        .collect();
    let name = format!("in the flow of a game, {} positions", flows.len() * DECISIONS);
    group.bench_function(name, |bencher| {
        bencher.iter_batched(
            || flows.iter().map(|flow| warm(&engine, flow)).collect::<Vec<_>>(),
            |readers| {
                for (flow, mut reader) in flows.iter().zip(readers) {
                    for game in &flow[1..] {
                        black_box(engine.choose(&Request::new(game, game.to_move()), &mut reader));
                    }
                }
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, decision);
criterion_main!(benches);
