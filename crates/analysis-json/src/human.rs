// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves that people of a rank would make, in the fields of KataGo's human model.

use katachi_engine::Engine;
use katachi_engine::play::Level;
use katachi_engine::search::Report;
use katachi_rules::{Game, Move};
use serde_json::Value;

use crate::answer::{name, rounded};

/// Adds `humanPrior` to each move, and `humanPolicy` if a policy is wanted.
pub(crate) fn add(
    engine: &Engine,
    level: Level,
    (game, report): (&Game, &Report),
    with_policy: bool,
    answer: &mut Value,
) {
    let Some(infos) = answer.get_mut("moveInfos").and_then(Value::as_array_mut) else {
        return;
    };
    let all = engine.probabilities_at(level, game, report);
    let of = |mv: Move| {
        all.iter()
            .find(|known| known.0 == mv)
            .map_or(0.0, |known| known.1)
    };
    let named: Vec<(String, f32)> = all.iter().map(|&(mv, p)| (name(game, mv), p)).collect();
    for info in infos {
        let found = named.iter().find(|known| info["move"] == known.0.as_str());
        info["humanPrior"] = rounded(found.map_or(0.0, |known| known.1));
    }
    if with_policy {
        let point = |p| match game.is_legal(report.color, Move::Play(p)) {
            true => rounded(of(Move::Play(p))),
            false => (-1.0).into(),
        };
        let points = game.size().points().map(point);
        answer["humanPolicy"] = points.chain([rounded(of(Move::Pass))]).collect();
    }
}
