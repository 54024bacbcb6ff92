// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playouts that keep what is settled: answers to atari and vital points, now and then a move beside the last one, mostly
//! moves anywhere. No self-atari but throw-ins and nakade, so that sekis stay. About 0.2 ms a playout on 19x19 near the end of a game.

use katachi_rules::{PlayoutBoard, Point, PointSet};
use rand_chacha::ChaCha8Rng;

use super::policy::{Policy, Turn};
use super::tactics::{answer_atari, anywhere, below, beside, is_sensible, nakade_point};

/// Of 8 answers to a move elsewhere, the number that are looked for beside it first.
const LOCAL: u32 = 2;

/// Keeps settled positions as they are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settled {
    /// Nobody plays there, but to answer an atari.
    pub(crate) closed: PointSet,
}

impl Policy for Settled {
    fn choose(
        &self,
        board: &PlayoutBoard,
        Turn { color, last, .. }: Turn,
        rng: &mut ChaCha8Rng,
    ) -> Option<Point> {
        let will_do = |p| !self.closed.contains(p) && is_sensible(board, color, p);
        if let Some(last) = last {
            if let Some(point) = answer_atari(board, color, last, rng) {
                return Some(point);
            }
            let vital = nakade_point(board, color, last)
                .filter(|&p| !self.closed.contains(p) && board.is_legal(color, p));
            if vital.is_some() {
                return vital;
            }
            if below(rng, 8) < LOCAL {
                let found = beside(board, last, rng, will_do);
                if found.is_some() {
                    return found;
                }
            }
        }
        anywhere(board, rng, will_do)
    }
}
