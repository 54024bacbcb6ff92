// SPDX-License-Identifier: MIT OR Apache-2.0

//! Training positions: from records with the owners at the end of the game, from judged games with the
//! ownership that the judge expects.

use katachi_rules::sgf::Record;
use katachi_rules::{BoardSize, Color, PointMap};

use super::sample::Sampling;
use super::truth::Truth;
use crate::games::replay;
use crate::judged::JudgedGame;
use crate::train::TrainingPosition;

/// Training positions of a game, if its end is known. Up to a second on 19x19.
pub(crate) fn training_positions(record: &Record, sampling: &Sampling) -> Vec<TrainingPosition> {
    let Ok(truth) = Truth::from_record(record) else {
        return Vec::new();
    };
    let Some(owners) = &truth.owners else {
        return Vec::new();
    };
    let owner = |point| owners[point].map(|owner| if owner == Color::Black { 1.0 } else { -1.0 });
    let ownership = ownership(record.size, record.size.points().map(owner));
    let position = |moves| {
        let game = truth.game(record, moves).ok()?;
        Some(TrainingPosition {
            board: game.board().clone(),
            to_move: game.to_move(),
            last: game.moves().next_back().and_then(|(_, mv)| mv.point()),
            ownership: ownership.clone(),
        })
    };
    let numbers = sampling.numbers(record, truth.moves);
    numbers.into_iter().filter_map(position).collect()
}

/// Training positions of a judged game, up to its first illegal move.
pub(crate) fn judged_positions(game: &JudgedGame, sampling: &Sampling) -> Vec<TrainingPosition> {
    let mut positions = Vec::new();
    let every = sampling.interval(game.size);
    replay(game.size, game.turns(), |before| {
        if before.number % every == every - 1 {
            let owners = game.positions[before.number].ownership.iter();
            let ownership = ownership(game.size, owners.map(|&owner| Some(owner)));
            positions.push(TrainingPosition {
                board: before.board.clone(),
                to_move: before.color,
                last: before.last[0],
                ownership,
            });
        }
    });
    positions
}

/// The owners of the points of a board, in their order.
fn ownership(size: BoardSize, owners: impl Iterator<Item = Option<f32>>) -> PointMap<Option<f32>> {
    let mut ownership = PointMap::filled(None);
    for (point, owner) in size.points().zip(owners) {
        ownership[point] = owner;
    }
    ownership
}
