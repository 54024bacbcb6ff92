// SPDX-License-Identifier: MIT OR Apache-2.0

//! Training positions from records: positions with the owner of each point at the end of the game.

use katachi::playout::TrainingPosition;
use katachi_rules::sgf::Record;

use super::sample::Sampling;
use super::truth::Truth;

/// Training positions of a game, if its end is known. Up to a second on 19x19.
pub fn training_positions(record: &Record, sampling: &Sampling) -> Vec<TrainingPosition> {
    let Ok(truth) = Truth::from_record(record) else {
        return Vec::new();
    };
    let Some(owners) = &truth.owners else {
        return Vec::new();
    };
    let position = |moves| {
        let game = truth.game(record, moves).ok()?;
        Some(TrainingPosition {
            board: game.board().clone(),
            to_move: game.to_move(),
            last: game.moves().next_back().and_then(|(_, mv)| mv.point()),
            owners: owners.clone(),
        })
    };
    let numbers = sampling.numbers(record, truth.moves);
    numbers.into_iter().filter_map(position).collect()
}
