// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dragons of one side that could be joined, and where.

use katachi_rules::{Board, Point};

use super::Dragons;
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
    let budget = reader.budget();
    reader.set_budget(FRIEND_NODES.min(budget));
    for i in 0..dragons.dragons.len() {
        let dragon = &dragons.dragons[i];
        if dragon.eyes.min >= 2 || dragon.size < SMALLEST_DRAGON {
            continue;
        }
        let mut friends = Vec::new();
        for &n in &dragon.neighbours {
            let other = dragons.get(n).expect("a neighbour is a dragon");
            if other.color != dragon.color {
                continue;
            }
            // The largest strings of the two that touch the same empty point.
            let pair = dragon
                .strings
                .iter()
                .flat_map(|&a| other.strings.iter().map(move |&b| (a, b)))
                .filter(|&(a, b)| board.liberty_set(a).intersects(&board.liberty_set(b)))
                .max_by_key(|&(a, b)| {
                    let size = board.string_size(a) + board.string_size(b);
                    (size, std::cmp::Reverse((a, b)))
                });
            let Some((a, b)) = pair else { continue };
            let reading = reader.connections().connect(a, b);
            if let (true, Some(bridge)) = (reading.verdict.is_yes(), reading.point) {
                friends.push(Friend { origin: n, bridge });
            }
        }
        dragons.dragons[i].friends = friends;
    }
    reader.set_budget(budget);
}
