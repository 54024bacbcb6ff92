// SPDX-License-Identifier: MIT OR Apache-2.0

//! Legality of moves.
//!
//! A *pseudolegal* move puts a stone on an empty point, removes enemy strings without liberties, then own
//! ones. Suicide of a single stone is never allowed, of several stones by
//! [`Rules::suicide`](crate::Rules::suicide). Ko rules forbid some of these moves: those of the main phase
//! are here, those of the cleanup phases in `cleanup`.

use thiserror::Error;

use super::{Game, Phase};
use crate::board::Board;
use crate::color::{Cell, Color};
use crate::point::{Move, Point};
use crate::rules::KoRule;

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum IllegalMove {
    /// The point is not on the board.
    #[error("off the board")]
    Outside,
    /// The point has a stone.
    #[error("occupied")]
    Occupied,
    /// The move would retake a ko at once.
    #[error("ko")]
    Ko,
    /// The move would leave the own stones without liberties.
    #[error("suicide")]
    Suicide,
    /// The move would repeat an earlier position.
    #[error("superko")]
    Superko,
    /// In a cleanup phase: this ko was taken before, by the same player from the same position.
    #[error("ko taken before from this position")]
    TakenBefore,
    /// In a cleanup phase: it is the other side's turn.
    #[error("out of turn")]
    OutOfTurn,
}

/// Effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A stone on that point.
    Stone(Point),
    /// No stone.
    Pass,
    /// In a cleanup phase: removes the mark on that point, so that the ko can be taken later. The move names
    /// the marked stone, or the empty point from which it would be captured.
    Unblock(Point),
}

impl Game {
    /// The effect that a move of `color` would have now.
    ///
    /// # Errors
    /// Why it is not allowed.
    pub fn action(&self, color: Color, mv: Move) -> Result<Action, IllegalMove> {
        if self.now.phase != Phase::Main && color != self.to_move() {
            return Err(IllegalMove::OutOfTurn);
        }
        let Move::Play(point) = mv else {
            return Ok(Action::Pass);
        };
        let board = &self.board;
        if !board.size().contains(point) {
            return Err(IllegalMove::Outside);
        }
        if self.now.phase != Phase::Main {
            return self.cleanup_action(color, point);
        }
        if !board.is_empty(point) {
            return Err(IllegalMove::Occupied);
        }
        if board.ko() == Some((point, color)) {
            return Err(IllegalMove::Ko);
        }
        self.check_suicide(color, point)?;
        if self.rules.ko != KoRule::Simple {
            let key = self.state_key(board.key_after(color, point), color.opposite());
            if self.states.contains_since(self.now.states_from, key) {
                return Err(IllegalMove::Superko);
            }
        }
        Ok(Action::Stone(point))
    }

    /// Checks whether that colour may make that move now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.action(color, mv).map(|_| ())
    }

    /// Returns whether the move is allowed.
    pub fn is_legal(&self, color: Color, mv: Move) -> bool {
        self.check(color, mv).is_ok()
    }

    /// All moves that are allowed, the pass last.
    pub fn legal_moves(&self, color: Color) -> impl Iterator<Item = Move> + '_ {
        let points = self.size().points().map(Move::Play);
        points
            .chain([Move::Pass])
            .filter(move |&mv| self.is_legal(color, mv))
    }

    pub(super) fn check_suicide(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        let board = &self.board;
        let is_illegal = board.is_suicide(color, point)
            && (!self.rules.suicide || board.strings_beside(point, color).is_empty());
        if is_illegal {
            Err(IllegalMove::Suicide)
        } else {
            Ok(())
        }
    }
}

/// The stone that a pseudolegal move would capture, if the move is a *ko-move*: one that the other side could
/// answer by restoring the stones before it. That is so if it captures a single stone and the new stone has
/// nothing else beside it than enemy stones that stay.
pub(super) fn ko_capture(board: &Board, color: Color, point: Point) -> Option<Point> {
    let mut captured = None;
    for n in point.neighbours() {
        match board.cell(n) {
            Cell::Off => {}
            cell if cell.is(color.opposite()) => {
                if board.liberties(n) == 1 {
                    if board.string_size(n) > 1 || captured.is_some() {
                        return None;
                    }
                    captured = Some(n);
                }
            }
            _ => return None,
        }
    }
    captured
}
