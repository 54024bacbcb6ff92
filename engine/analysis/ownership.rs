// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ownership: which side owns each point at the end of playouts.
//!
//! [`Ownership::estimate`] uses uniform random playouts: both sides play any legal move that fills no own
//! eye, until neither can move. They judge settled positions well and open ones vaguely.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::orientation::{MapBack, Orientation};
use crate::playout::{Uniform, stats_of};

/// For each point the share of the playouts in which it became Black's, less the share in which it became
/// White's.
#[derive(Clone, Debug)]
pub struct Ownership {
    balance: PointMap<f32>,
}

impl Ownership {
    /// Estimates it by a number of uniform random playouts from the position, half of them with each side
    /// first. Their random numbers depend on the position alone. About 50 microseconds a playout on 19x19.
    pub fn estimate(board: &Board, playouts: u32) -> Self {
        Self::new(stats_of(board, &Uniform, playouts).all_ownership())
    }

    /// From the share of the playouts in which a point became Black's, less White's.
    pub(crate) fn new(balance: PointMap<f32>) -> Self {
        Self { balance }
    }

    /// From -1 (always the other side's) to 1 (always this side's).
    pub fn share(&self, point: Point, color: Color) -> f32 {
        match color {
            Color::Black => self.balance[point],
            Color::White => -self.balance[point],
        }
    }

    /// Mean share of a side over some points.
    pub(crate) fn mean(&self, points: &PointSet, color: Color) -> f32 {
        let sum: f32 = points.iter().map(|p| self.share(p, color)).sum();
        sum / points.len() as f32
    }

    /// Mean share of the stones of a string for its side: from -1, lost in all playouts, to 1.
    pub(crate) fn of_string(&self, board: &Board, stone: Point) -> f32 {
        let color = board.cell(stone).color().expect("a stone has a colour");
        self.mean(&board.string(stone).collect(), color)
    }
}

impl MapBack for Ownership {
    fn map_back(self, orientation: Orientation) -> Self {
        let mut balance = PointMap::filled(0.0);
        for p in orientation.size().points() {
            balance[p] = self.share(orientation.point(p), orientation.color(Color::Black));
        }
        Self { balance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_points_have_their_owners_and_a_captured_stone_is_lost() {
        let board = Board::from_diagram(
            ". X . X O . O . O
             X X X X O O O O .
             . X . X O . O . O
             X X X X O O O O O
             . X O . X X O . O
             X X X . X O O O O
             . X . X X O . O .
             X X X X X O O O O
             . X . X O O . O .",
        );
        let at = |v| board.size().parse_vertex(v).unwrap();
        let ownership = Ownership::estimate(&board, 200);
        assert!(ownership.share(at("A1"), Color::Black) > 0.9);
        assert!(ownership.share(at("J1"), Color::White) > 0.9);
        assert!(ownership.share(at("C5"), Color::White) < -0.7);
    }

    #[test]
    fn the_same_position_gives_the_same_estimate() {
        let board = Board::from_diagram(". . . .\n. X . .\n. . O .\n. . . .");
        let estimate = || {
            let ownership = Ownership::estimate(&board, 20);
            board
                .size()
                .points()
                .map(|p| ownership.share(p, Color::Black))
                .collect::<Vec<_>>()
        };
        assert_eq!(estimate(), estimate());
    }
}
