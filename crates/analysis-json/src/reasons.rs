// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reasons in words for the moves of an answer: fields that KataGo does not have, and clients may show.

use katachi_engine::Engine;
use katachi_engine::play::{Player, Request};
use katachi_rules::Game;
use katachi_view::advice::MoveReasons;
use serde_json::Value;

/// Maximum number of moves with reasons, the best ones.
const EXPLAINED: usize = 4;

/// Adds a `name` and `reasons` to the best moves of an answer: what a player calls the move, and sentences.
/// They come from the classical choice, some tens of milliseconds on 9x9 and more on larger boards.
pub(crate) fn add(engine: &Engine, game: &Game, answer: &mut Value) {
    let Some(moves) = answer.get_mut("moveInfos").and_then(Value::as_array_mut) else {
        return;
    };
    let color = game.to_move();
    let choice = Player::new(engine.clone()).weigh(&Request::new(game, color));
    let is_best = |info: &&mut Value| {
        info["order"]
            .as_u64()
            .is_some_and(|order| order < EXPLAINED as u64)
    };
    for info in moves.iter_mut().filter(is_best) {
        let mv = info["move"]
            .as_str()
            .and_then(|name| game.size().parse_move(name));
        let Some(mv) = mv.filter(|&mv| game.is_legal(color, mv)) else {
            continue;
        };
        let found = MoveReasons::new(&choice, game, color, mv, engine.database());
        info["name"] = found.name.into();
        info["reasons"] = found.sentences.into();
    }
}
