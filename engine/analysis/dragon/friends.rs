// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dragons of one side that could be joined, and where.

use std::cmp::Reverse;

use katachi_rules::{Board, Point};

use super::{Dragon, Dragons};
use crate::analysis::constants::{FRIEND_NODES, SMALLEST_DRAGON};
use crate::reading::Reader;

/// A dragon of the same side within reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Friend {
    /// Its origin.
    pub origin: Point,
    /// A move that joins the two.
    pub bridge: Point,
}

/// Finds the dragons with which a dragon without two eyes can be joined in one move.
pub(super) fn find(board: &Board, reader: &mut Reader, dragons: &mut Dragons) {
    reader.with_budget(FRIEND_NODES.min(reader.budget()), |reader| {
        for i in 0..dragons.dragons.len() {
            let dragon = &dragons.dragons[i];
            if dragon.eyes.min < 2 && dragon.size >= SMALLEST_DRAGON {
                dragons.dragons[i].friends = friends_of(dragon, board, reader, dragons);
            }
        }
    });
}

/// Friends of one dragon.
fn friends_of(dragon: &Dragon, board: &Board, reader: &mut Reader, dragons: &Dragons) -> Vec<Friend> {
    let join = |&n: &Point| {
        let other = dragons.get(n).expect("a neighbour is a dragon");
        if other.color != dragon.color {
            return None;
        }
        // The largest strings of the two that touch the same empty point.
        let (a, b) = dragon
            .strings
            .iter()
            .flat_map(|&a| other.strings.iter().map(move |&b| (a, b)))
            .filter(|&(a, b)| board.liberty_set(a).intersects(&board.liberty_set(b)))
            .max_by_key(|&(a, b)| (board.string_size(a) + board.string_size(b), Reverse((a, b))))?;
        let reading = reader.connections().connect(a, b);
        let bridge = reading.point.filter(|_| reading.verdict.is_yes())?;
        Some(Friend { origin: n, bridge })
    };
    dragon.neighbours.iter().filter_map(join).collect()
}
