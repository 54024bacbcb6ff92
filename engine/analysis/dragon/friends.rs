// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dragons of one side that could be joined, and where.

use katachi_rules::{Board, Point};

use super::{Dragon, Dragons, SMALLEST_DRAGON};
use crate::analysis::orientation::map_back;
use crate::reading::Reader;

/// Nodes for one question whether two dragons can be joined in one move; 50 to 1,000.
const FRIEND_NODES: u32 = 100;

/// A dragon of the same side within reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Friend {
    /// Its origin.
    pub origin: Point,
    /// A move that joins the two.
    pub bridge: Point,
}

map_back!(Friend: origin, bridge);

/// Finds for each dragon without two eyes the dragons with which one move can join it.
pub(super) fn find(board: &Board, reader: &mut Reader, dragons: &mut Dragons) {
    let nodes = FRIEND_NODES.min(reader.budget());
    for i in 0..dragons.dragons.len() {
        let dragon = &dragons.dragons[i];
        if dragon.eyes.min >= 2 || dragon.size < SMALLEST_DRAGON {
            continue;
        }
        let others = dragon.neighbours.iter().filter_map(|&n| dragons.get(n));
        let others = others.filter(|other| other.color == dragon.color);
        let friends = others.filter_map(|other| {
            let (a, b) = nearest_strings(board, dragon, other)?;
            let reading = reader.with_budget(nodes, |reader| reader.connections().connect(a, b));
            let bridge = reading.point.filter(|_| reading.verdict.is_yes())?;
            Some(Friend {
                origin: other.origin,
                bridge,
            })
        });
        dragons.dragons[i].friends = friends.collect();
    }
}

/// The largest strings of two dragons that have a liberty in common.
fn nearest_strings(board: &Board, dragon: &Dragon, other: &Dragon) -> Option<(Point, Point)> {
    let pairs = dragon
        .strings
        .iter()
        .flat_map(|&a| other.strings.iter().map(move |&b| (a, b)));
    let touching = pairs.filter(|&(a, b)| board.liberty_set(a).intersects(&board.liberty_set(b)));
    touching.max_by_key(|&(a, b)| {
        let size = board.string_size(a) + board.string_size(b);
        (size, std::cmp::Reverse((a, b)))
    })
}
