//! What becomes of a stone of the attacker that is put on the border of an eye space or beside it.
//!
//! These questions are asked of many points, and the answer is mostly plain to see: they are read with few nodes,
//! and not at all for a string that is not short of liberties.

use katachi_rules::{Color, Point, PointSet};

use crate::reading::Reader;

/// A string with more liberties is not captured at once.
const SHORT: u32 = 2;

/// Can the attacker come in at an open point? Not if the move is illegal, or the stone is captured from outside the eye
/// space at once. To be captured from inside may cost the owner what he wants to keep.
pub(super) fn can_enter(reader: &mut Reader, points: &PointSet, attacker: Color, at: Point) -> bool {
    let enters = reader.after(attacker, at, |reader| {
        if reader.board().liberties(at) > SHORT {
            return true;
        }
        let attack = reader.attack(at);
        if !attack.verdict.is_yes() {
            return true;
        }
        if attack.point.is_some_and(|p| !points.contains(p)) {
            return false;
        }
        let liberties = reader.board().liberty_set(at);
        let from_outside = |p: Point| !points.contains(p) && reader.does_attack(p, at).is_yes();
        !liberties.iter().any(from_outside)
    });
    enters.unwrap_or(false)
}

/// Can the attacker play there without being captured at once? To be captured by a ko is safe.
pub(super) fn is_safe(reader: &mut Reader, attacker: Color, at: Point) -> bool {
    let is_safe = reader.after(attacker, at, |reader| {
        let board = reader.board();
        board.cell(at).is(attacker)
            && (board.liberties(at) > SHORT || !reader.attack(at).verdict.is_yes())
    });
    is_safe.unwrap_or(false)
}
