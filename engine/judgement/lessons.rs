//! Positions of records with whose each point was at the end.

use katachi_rules::sgf::Record;

use super::sample::Sampling;
use super::truth::Truth;
use crate::playout::Lesson;

/// Positions of a game whose end is known; none of others. Up to a second on 19x19.
pub fn lessons(record: &Record, sampling: &Sampling) -> Vec<Lesson> {
    let Ok(truth) = Truth::of(record) else {
        return Vec::new();
    };
    let Some(owners) = &truth.owners else {
        return Vec::new();
    };
    let position = |moves| {
        let game = truth.game(record, moves).ok()?;
        Some(Lesson {
            board: game.board().clone(),
            to_move: game.to_move(),
            last: game.moves().next_back().and_then(|(_, mv)| mv.point()),
            owners: owners.clone(),
        })
    };
    let numbers = sampling.numbers(record.size, truth.moves);
    numbers.filter_map(position).collect()
}
