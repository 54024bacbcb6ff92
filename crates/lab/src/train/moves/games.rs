// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games to learn from: records, and games whose positions were judged.

use katachi_engine::model::BoardClass;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, BoardSize, Color, Move, Point};
use thiserror::Error;

/// Reason why a game cannot be learned from.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unusable {
    /// Its board is not 19x19.
    #[error("not on 19x19")]
    Size,
    /// It has stones that were set up, such as a handicap, or illegal moves.
    #[error("with stones or moves that cannot be learned from")]
    Moves,
}

/// Shares of moves on the board, of a sum of 1; empty if nothing is to be learned.
pub(super) type Shares = Vec<(Point, f32)>;

/// A game with what is to be learned in its positions.
#[derive(Debug)]
pub(super) struct TrainingGame {
    size: BoardSize,
    moves: Vec<(Color, Option<Point>)>,
    /// What a judge would play in each position. `None`: the moves themselves are right.
    judged: Option<Vec<Shares>>,
}

/// A position in which a move is to be predicted.
pub(super) struct TrainingPosition<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    pub(super) last: Option<Point>,
    pub(super) own: Option<Point>,
    /// Shares of the right moves.
    pub(super) target: &'a [(Point, f32)],
}

impl TrainingGame {
    /// Reads a record.
    pub(super) fn from_record(record: &Record) -> Result<Self, Unusable> {
        if record.size != BoardSize::square(19) {
            return Err(Unusable::Size);
        }
        let moves = record.steps.iter().map(|step| match *step {
            Step::Play(color, mv) => Ok((color, mv)),
            _ => Err(Unusable::Moves),
        });
        Self::new(record.size, moves.collect::<Result<Vec<_>, _>>()?, None)
    }

    /// Checks that the moves can be replayed.
    pub(super) fn new(
        size: BoardSize,
        moves: Vec<(Color, Move)>,
        judged: Option<Vec<Shares>>,
    ) -> Result<Self, Unusable> {
        let mut board = Board::new(size);
        for &(color, mv) in &moves {
            match mv {
                Move::Play(point) if board.is_empty(point) && board.is_legal(color, point) => {
                    board.place(color, point);
                }
                Move::Play(_) => return Err(Unusable::Moves),
                Move::Pass => _ = board.clear_ko(),
            }
        }
        let moves = moves.into_iter().map(|(color, mv)| (color, mv.point()));
        Ok(Self {
            size,
            moves: moves.collect(),
            judged,
        })
    }

    /// The class of its board.
    pub(super) fn class(&self) -> BoardClass {
        BoardClass::new(self.size)
    }

    /// Was it judged?
    pub(super) fn is_judged(&self) -> bool {
        self.judged.is_some()
    }

    /// Hands every position with a target to `take`, with its number.
    pub(super) fn replay(&self, mut take: impl FnMut(usize, TrainingPosition<'_>)) {
        let mut board = Board::new(self.size);
        for (at, &(color, mv)) in self.moves.iter().enumerate() {
            let played = mv.map(|point| (point, 1.0));
            let target = match &self.judged {
                Some(judged) => judged.get(at).map_or(&[][..], Vec::as_slice),
                None => played.as_slice(),
            };
            if !target.is_empty() {
                let before = |n: usize| at.checked_sub(n).and_then(|i| self.moves[i].1);
                let position = TrainingPosition {
                    board: &board,
                    color,
                    last: before(1),
                    own: before(2),
                    target,
                };
                take(at, position);
            }
            match mv {
                Some(point) => board.place(color, point),
                None => _ = board.clear_ko(),
            }
        }
    }
}
