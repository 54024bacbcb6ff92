// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playouts that keep settled stones: answers to atari, vital points, now and then a move beside the last
//! one, mostly moves anywhere. The only self-ataris are throw-ins and nakade, so that sekis stay. About 0.2
//! ms a playout on 19x19 near the end of a game.

use katachi_rules::{PlayoutBoard, Point, PointSet};
use rand_chacha::ChaCha8Rng;

use super::policy::{Policy, Turn};
use super::tactics::{answer_atari, beside, first_acceptable, is_sensible, nakade_point, random_below};

/// Of 8 moves, the number that are sought beside the last move first.
const LOCAL: u32 = 2;

/// Policy that keeps settled stones.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settled {
    /// Points where nobody plays, except in answer to an atari.
    pub(crate) closed: PointSet,
}

impl Policy for Settled {
    fn choose(
        &self,
        board: &PlayoutBoard,
        Turn { color, last, .. }: Turn,
        rng: &mut ChaCha8Rng,
    ) -> Option<Point> {
        let is_acceptable = |p| !self.closed.contains(p) && is_sensible(board, color, p);
        if let Some(last) = last {
            if let Some(point) = answer_atari(board, color, last, rng) {
                return Some(point);
            }
            let vital = nakade_point(board, color, last)
                .filter(|&p| !self.closed.contains(p) && board.is_legal(color, p));
            if vital.is_some() {
                return vital;
            }
            if random_below(rng, 8) < LOCAL {
                let found = beside(board, last, rng, is_acceptable);
                if found.is_some() {
                    return found;
                }
            }
        }
        first_acceptable(board, rng, is_acceptable)
    }
}
