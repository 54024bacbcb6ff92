// SPDX-License-Identifier: MIT OR Apache-2.0

//! The cost of patterns with names in every node of a search: the time of the priors of a position with their
//! weights, as a ratio to that of the move-prediction model alone.
//!
//! The positions of a game are visited in turn, as the processor learns the branches of one that is asked
//! again and again. Each has its own best pass, with and without patterns in turn, so that other programs
//! disturb little.

#[path = "common/games.rs"]
mod games;

use std::hint::black_box;
use std::time::{Duration, Instant};

use games::{games, last_moves, name};
use katachi_engine::knowledge::Knowledge;
use katachi_engine::model::FeatureSet;
use katachi_engine::search::Priors as _;
use katachi_rules::Game;

/// Passes over the positions of a game.
const PASSES: usize = 60;

fn main() {
    let knowledge = Knowledge::default();
    for game in games() {
        let positions = positions(&game);
        let mut best = vec![[Duration::MAX; 2]; positions.len()];
        for _ in 0..PASSES {
            for (game, best) in positions.iter().zip(&mut best) {
                best[0] = best[0].min(time(|| without_patterns(&knowledge, game)));
                best[1] = best[1].min(time(|| knowledge.cheap(game, game.to_move(), true)));
            }
        }
        let mean = |i: usize| {
            let sum: Duration = best.iter().map(|best| best[i]).sum();
            sum.as_secs_f64() * 1e6 / best.len() as f64
        };
        let (without, with) = (mean(0), mean(1));
        println!(
            "priors on {}: {without:.1} us without patterns, {with:.1} us with them, {:.1} us more, ratio {:.3}",
            name(&game),
            with - without,
            with / without
        );
    }
}

/// Every position of a game from its first move on.
fn positions(game: &Game) -> Vec<Game> {
    let mut at = Game::new(game.size(), game.rules(), game.komi());
    let moves = game.moves().map(|(color, mv)| {
        at.play(color, mv).expect("the moves are legal");
        at.clone()
    });
    moves.collect()
}

/// The same priors by the model alone.
fn without_patterns(knowledge: &Knowledge, game: &Game) -> Vec<(katachi_rules::Point, f32)> {
    let model = knowledge.move_model();
    let predictions = model.predict(
        FeatureSet::All,
        game.board(),
        game.to_move(),
        last_moves(game),
        None,
    );
    predictions.iter().map(|p| (p.point, p.probability)).collect()
}

fn time<T>(task: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(task());
    start.elapsed()
}
