// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games to learn from: records, and games whose positions were judged.

use katachi_engine::learn::BoardClass;
use katachi_rules::sgf::Record;
use katachi_rules::{BoardSize, Color, Move, Point};

use crate::games::{Before, moves, replay};

const UNUSABLE_MOVES: &str = "with stones or moves that cannot be learned from";

/// Shares of moves on the board, of a sum of 1; empty if nothing is to be learned.
pub(super) type Shares = Vec<(Point, f32)>;

/// A game with what is to be learned in its positions.
#[derive(Debug)]
pub(super) struct FittedGame {
    size: BoardSize,
    moves: Vec<(Color, Move)>,
    /// What a judge would play in each position. `None`: the moves themselves are right.
    judged: Option<Vec<Shares>>,
}

impl FittedGame {
    /// # Errors
    /// Why the game cannot be learned from, in words that follow the number of games.
    pub(super) fn from_record(record: &Record) -> Result<Self, &'static str> {
        if record.size != BoardSize::square(19) {
            return Err("not on 19x19");
        }
        let moves: Vec<(Color, Move)> = moves(record).collect();
        match moves.len() == record.steps.len() {
            true => Self::new(record.size, moves, None),
            false => Err(UNUSABLE_MOVES),
        }
    }

    /// Checks that the moves can be replayed.
    pub(super) fn new(
        size: BoardSize,
        moves: Vec<(Color, Move)>,
        judged: Option<Vec<Shares>>,
    ) -> Result<Self, &'static str> {
        match replay(size, moves.iter().copied(), |_| ()) {
            true => Ok(Self { size, moves, judged }),
            false => Err(UNUSABLE_MOVES),
        }
    }

    /// The class of its board, if it was judged.
    pub(super) fn judged_class(&self) -> Option<BoardClass> {
        self.judged.as_ref().map(|_| BoardClass::new(self.size))
    }

    /// Hands every position with a target to `take`: the shares of the right moves.
    pub(super) fn replay(&self, mut take: impl FnMut(&Before<'_>, &[(Point, f32)])) {
        replay(self.size, self.moves.iter().copied(), |before| {
            let played = before.mv.point().map(|point| (point, 1.0));
            let target = match &self.judged {
                Some(judged) => judged.get(before.number).map_or(&[][..], Vec::as_slice),
                None => played.as_slice(),
            };
            if !target.is_empty() {
                take(before, target);
            }
        });
    }
}
