// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playouts from a position, for its final status.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use crate::analysis::Ownership;
use crate::playout::{Settled, stats_of};

/// Least ownership at which a side owns a point that no wall closes off, 0 to 1; 0.8 to 0.98.
const CLEAR_OWNERSHIP: f32 = 0.9;
/// A point that is left empty in a larger share of the playouts is a liberty that neither side wants to fill,
/// 0 to 1; 0.3 to 0.7.
const STAYS_EMPTY_SHARE: f32 = 0.5;

/// Results of playouts from a position.
pub(super) struct PlayoutResults {
    pub(super) ownership: Ownership,
    /// Share of the playouts in which a point between both sides is left empty, from 0 to 1.
    pub(super) empty: PointMap<f32>,
}

impl PlayoutResults {
    /// Plays `playouts` playouts, in which neither side plays on `closed` points but to answer an atari.
    pub(super) fn play(board: &Board, closed: PointSet, playouts: u32) -> Self {
        let ends = stats_of(board, &Settled { closed }, playouts);
        let mut empty = PointMap::filled(0.0);
        for p in board.size().points() {
            empty[p] = ends.nobodys(p);
        }
        Self {
            ownership: Ownership::of_playouts(&ends),
            empty,
        }
    }

    /// The owner of a point at the end of nearly all playouts.
    pub(super) fn clear_owner(&self, point: Point) -> Option<Color> {
        match self.ownership.share(point, Color::Black) {
            b if b >= CLEAR_OWNERSHIP => Some(Color::Black),
            b if b <= -CLEAR_OWNERSHIP => Some(Color::White),
            _ => None,
        }
    }

    pub(super) fn stays_empty(&self, point: Point) -> bool {
        self.empty[point] > STAYS_EMPTY_SHARE
    }
}
