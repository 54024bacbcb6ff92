// SPDX-License-Identifier: MIT OR Apache-2.0

//! The input of the classical choice.

use katachi_rules::{Board, Color, Game, Move, Point, PointSet, Scoring};

/// The board of a game, the side to choose a move, and the parts of history and rules that the choice depends
/// on. Plain values.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    color: Color,
    last: [Option<Point>; 2],
    scoring: Scoring,
    white_compensation: f32,
    legal: PointSet,
}

impl Position {
    /// Makes the position that the game has reached, with `color` to choose. Tests each empty point for
    /// legality.
    pub fn from_game(game: &Game, color: Color) -> Self {
        let mut past = game.moves().rev().map(|(_, mv)| mv.point());
        let is_legal = |&p: &Point| game.is_legal(color, Move::Play(p));
        Self {
            board: game.board().clone(),
            color,
            last: [past.next().flatten(), past.next().flatten()],
            scoring: game.rules().scoring,
            white_compensation: game.white_compensation(),
            legal: game.board().empty_points().filter(is_legal).collect(),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to choose.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Returns the points of the last move and of the move before it. `None` for a pass or a missing move.
    pub fn last_moves(&self) -> [Option<Point>; 2] {
        self.last
    }

    /// Returns the scoring of the rules.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Returns what White gets besides its points on the board: komi and bonuses.
    pub fn white_compensation(&self) -> f32 {
        self.white_compensation
    }

    /// Returns whether the side may play there by all rules of the game.
    pub fn is_legal(&self, point: Point) -> bool {
        self.legal.contains(point)
    }
}
