// SPDX-License-Identifier: MIT OR Apache-2.0

//! A position as the classical choice sees it.

use katachi_rules::{Board, Color, Game, Move, Point, PointSet, Scoring};

/// The board of a game, the side that is to choose a move, and what of the game's history and rules matters for that. Plain values:
/// whatever is made of it depends on nothing else of the game.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    color: Color,
    last: [Option<Point>; 2],
    scoring: Scoring,
    legal: PointSet,
}

impl Position {
    /// The position that the game has reached, with `color` to choose. Costs a test of legality for each empty point.
    pub fn from_game(game: &Game, color: Color) -> Self {
        let mut past = game.moves().rev().map(|(_, mv)| mv.point());
        let is_legal = |&p: &Point| game.is_legal(color, Move::Play(p));
        Self {
            board: game.board().clone(),
            color,
            last: [past.next().flatten(), past.next().flatten()],
            scoring: game.rules().scoring,
            legal: game.board().empty_points().filter(is_legal).collect(),
        }
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side that chooses.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The points of the last move and of the one before it; none for a pass, or if there is no such move.
    pub fn last_moves(&self) -> [Option<Point>; 2] {
        self.last
    }

    /// How the game is scored.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// May the side play there, by all rules of the game?
    pub fn is_legal(&self, point: Point) -> bool {
        self.legal.contains(point)
    }
}
