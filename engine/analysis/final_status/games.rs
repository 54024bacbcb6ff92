//! Playouts from a position that is to be judged.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use crate::analysis::Ownership;
use crate::playout::{Settled, ends_of};

/// A point that no wall closes off is somebody's if the games agree so well.
const CLEAR: f32 = 0.9;

/// How playouts from a position end.
pub(super) struct InThought {
    /// What points become.
    pub(super) ownership: Ownership,
    /// In how many a point between both sides is left empty, from 0 to 1.
    empty: PointMap<f32>,
}

impl InThought {
    /// By so many playouts, in which nobody plays on points that are closed.
    pub(super) fn play(board: &Board, closed: PointSet, games: u32) -> Self {
        let ends = ends_of(board, &Settled { closed }, games);
        let mut empty = PointMap::filled(0.0);
        for p in board.size().points() {
            empty[p] = ends.nobodys(p);
        }
        Self {
            ownership: Ownership::of_playouts(&ends),
            empty,
        }
    }

    /// Whose a point becomes in nearly all games.
    pub(super) fn clear_owner(&self, point: Point) -> Option<Color> {
        match self.ownership.of(point, Color::Black) {
            b if b >= CLEAR => Some(Color::Black),
            b if b <= -CLEAR => Some(Color::White),
            _ => None,
        }
    }

    pub(super) fn stays_empty(&self, point: Point) -> bool {
        self.empty[point] > 0.5
    }

    /// Games that came out like this, from -1, White's in all of them, to 1.
    #[cfg(test)]
    pub(super) fn with_balance(balance: PointMap<f32>) -> Self {
        Self {
            ownership: Ownership::new(balance),
            empty: PointMap::filled(0.0),
        }
    }

    /// The balance of a stone, for its side.
    pub(super) fn kept_at(&self, board: &Board, stone: Point) -> f32 {
        let color = board.cell(stone).color().expect("a stone has a colour");
        self.ownership.of(stone, color)
    }

    /// The mean balance of the stones of a string, for its side: from -1, lost in all games, to 1.
    pub(super) fn kept(&self, board: &Board, stone: Point) -> f32 {
        let color = board.cell(stone).color().expect("a stone has a colour");
        let sum: f32 = board.string(stone).map(|p| self.ownership.of(p, color)).sum();
        sum / board.string_size(stone) as f32
    }
}
