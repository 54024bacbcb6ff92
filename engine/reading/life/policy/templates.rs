// SPDX-License-Identifier: MIT OR Apache-2.0

//! The feature templates of the policy of the life-and-death search: their names, the numbers of their
//! values, and the indices of their features. `features` computes those of a move.

use arrayvec::ArrayVec;

/// The features of a move by their indices.
pub(super) type Features = ArrayVec<u8, 20>;

/// A feature template: its name in `patterns/reading/policy.txt`, and the number of its values.
type Template = (&'static str, u8);

/// All templates; the indices of their features follow each other.
pub(super) const TEMPLATES: [Template; 14] = [
    // 4 x the distance from the nearest edge plus that from the nearest edge in the other direction, each 0
    // to 3.
    ("place", 16),
    // The point is beside a wall (0), a living friend (1), or an empty point outside the local board (2); it
    // is on the open board (3), or beside it (4).
    ("border", 5),
    // Points of the eye space beside it, up to 4; plus 5 if it is not in the eye space itself.
    ("room", 10),
    // 3 x (points of its connected piece of the eye space, up to 8, less 1); plus 1 if no point of the piece
    // has more neighbours in it, or plus 2 if all others have fewer.
    ("vital", 24),
    // Its piece of the eye space falls apart without it.
    ("splits", 1),
    // Stones that it captures, up to 4, less 1; plus 4 if this saves an own string in atari beside them.
    ("captures", 8),
    // Liberties of the new string, up to 4, less 1; with one liberty 4, 5 or 6 if it has two, three, or more
    // stones.
    ("liberties", 7),
    // It extends own strings in atari: 3 x the class of the largest one (1 stone, 2 or 3, more), plus
    // liberties afterwards, up to 3, less 1.
    ("escapes", 9),
    // It puts enemy strings into atari: the class of the largest one; plus 3 if the new string has one
    // liberty itself.
    ("atari", 6),
    // It takes a liberty of enemy strings that have three (0 to 2) or four to six (3 to 5): the class of the
    // largest one.
    ("presses", 6),
    // It extends own strings with two liberties: liberties afterwards, up to 4, less 1.
    ("extends", 4),
    // 4 x the number of own strings beside it plus that of enemy strings, each up to 3.
    ("between", 16),
    // The last move is beside it (0), diagonal (1), two steps away (2), elsewhere (3), or there is none (4);
    // it is a liberty of the string of the last move, which has one (5), two (6) or more (7).
    ("last", 8),
    // Wins of the point elsewhere in the search, in eighths of the most wins of a point.
    ("won", 9),
];

pub(crate) const FEATURES: usize = {
    let (mut sum, mut i) = (0, 0);
    while i < TEMPLATES.len() {
        sum += TEMPLATES[i].1 as usize;
        i += 1;
    }
    sum
};

/// The first feature of each template.
pub(super) const FIRST: [u8; TEMPLATES.len()] = {
    let mut first = [0; TEMPLATES.len()];
    let mut i = 1;
    while i < TEMPLATES.len() {
        first[i] = first[i - 1] + TEMPLATES[i - 1].1;
        i += 1;
    }
    first
};

pub(super) const PLACE: usize = 0;
pub(super) const BORDER: usize = 1;
pub(super) const ROOM: usize = 2;
pub(super) const VITAL: usize = 3;
pub(super) const SPLITS: usize = 4;
pub(super) const CAPTURES: usize = 5;
pub(super) const LIBERTIES: usize = 6;
pub(super) const ESCAPES: usize = 7;
pub(super) const ATARI: usize = 8;
pub(super) const PRESSES: usize = 9;
pub(super) const EXTENDS: usize = 10;
pub(super) const BETWEEN: usize = 11;
pub(super) const LAST: usize = 12;
pub(super) const WON: usize = 13;

pub(super) fn feature(template: usize, value: u32) -> u8 {
    debug_assert!(
        value < u32::from(TEMPLATES[template].1),
        "{} has no {value}",
        TEMPLATES[template].0
    );
    FIRST[template] + value as u8
}
