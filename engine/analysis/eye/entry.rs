// SPDX-License-Identifier: MIT OR Apache-2.0

//! Whether a stone of the attacker on the border of an eye space, or beside it, is captured.
//!
//! The question is asked of many points, and its answer is mostly obvious. Strings of at most
//! `BORDER_STRING_LIBERTIES` liberties are read, with `EYE_BORDER_NODES` nodes each; others are not read.

use arrayvec::ArrayVec;
use katachi_rules::{Color, Point, PointSet};

use crate::reading::Reader;

/// A string with more liberties at the border is not captured at once; 2 or 3. Experiments.
const BORDER_STRING_LIBERTIES: u32 = 2;

/// The attacker's moves at an open point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// He can enter. A capture from inside does not count: it may cost the owner the eye.
    Open,
    /// He cannot enter: a stone there is not legal, or is captured from outside the eye space at once.
    Shut,
    /// He cannot enter while the owner can capture the stone by one move outside, at this point beside it. He
    /// can occupy that point first.
    ShutBy(Point),
}

/// Judges an open point.
pub(super) fn entry(reader: &mut Reader, points: &PointSet, attacker: Color, at: Point) -> Entry {
    let captors = reader.with_move(attacker, at, |reader| captors(reader, points, at));
    match captors.as_deref() {
        None => Entry::Shut,
        Some([]) => Entry::Open,
        Some([point]) if point.distance(at) == 1 && is_safe(reader, attacker, *point) => {
            Entry::ShutBy(*point)
        }
        Some(_) => Entry::Shut,
    }
}

/// Liberties outside the eye space at which the stone of the attacker is captured.
fn captors(
    reader: &mut Reader,
    points: &PointSet,
    stone: Point,
) -> ArrayVec<Point, { BORDER_STRING_LIBERTIES as usize }> {
    let mut found = ArrayVec::new();
    if reader.board().liberties(stone) > BORDER_STRING_LIBERTIES
        || !reader.tactics().attack(stone).verdict.is_yes()
    {
        return found;
    }
    for point in reader.board().liberty_set(stone).iter() {
        if !points.contains(point) && reader.tactics().does_attack(point, stone).is_yes() {
            found.push(point);
        }
    }
    found
}

/// Can the attacker play there without being captured at once? A capture by a ko does not count.
pub(super) fn is_safe(reader: &mut Reader, attacker: Color, at: Point) -> bool {
    let is_safe = reader.with_move(attacker, at, |reader| {
        let board = reader.board();
        board.cell(at).is(attacker)
            && (board.liberties(at) > BORDER_STRING_LIBERTIES
                || !reader.tactics().attack(at).verdict.is_yes())
    });
    is_safe.unwrap_or(false)
}
