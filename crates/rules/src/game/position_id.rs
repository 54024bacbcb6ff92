// SPDX-License-Identifier: MIT OR Apache-2.0

//! Identity of a position in a game, a key for cached results.

use super::Game;
use crate::color::Color;
use crate::point::BoardSize;
use crate::rules::Rules;

/// Identifies a position of a game: size, number of moves, stones, ko, side to move, rules and komi. Stones
/// and ko are compared by Zobrist key: two different ones agree with a probability of 2⁻⁶⁴.
///
/// ```
/// use katachi_rules::{BoardSize, Color, Game, Move, Rules};
/// let mut game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
/// let id = game.position_id(Color::Black);
/// game.play(Color::Black, Move::Pass)?;
/// assert!(!id.is_of(&game));
/// game.undo();
/// assert!(id.is_of(&game));
/// # Ok::<(), katachi_rules::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionId {
    size: BoardSize,
    moves: usize,
    situation: u64,
    to_move: Color,
    rules: Rules,
    komi_bits: u32,
}

impl PositionId {
    /// The side to move.
    pub fn to_move(self) -> Color {
        self.to_move
    }

    /// Returns whether this is the current position of the game. [`Game::to_move`] does not matter.
    pub fn is_of(self, game: &Game) -> bool {
        game.position_id(self.to_move) == self
    }
}

impl Game {
    /// The identity of the position, `to_move` to move.
    pub fn position_id(&self, to_move: Color) -> PositionId {
        PositionId {
            size: self.size(),
            moves: self.move_count(),
            situation: self.board.situation_key(to_move),
            to_move,
            rules: self.rules,
            komi_bits: self.komi.to_bits(),
        }
    }
}
