// SPDX-License-Identifier: MIT OR Apache-2.0

//! The opening: the free space in corners and along the sides.

use katachi_rules::Point;

use super::Site;
use super::site::{Answer, Side, Them, Us, share, when};

/// Share that each column too near or too far takes from an extension. A guess.
const AMISS: f32 = 1.0 / 6.0;
/// Worth of a move that splits a side, and that counts in full: four free columns on its narrower side. A
/// guess.
const FULL_SPLIT: i32 = 60;
/// Worth of an invasion that counts in full: three free columns on one side. A guess.
const FULL_INVASION: i32 = 52;
/// Columns along a side that are searched.
const FARTHEST: i8 = 9;

/// The free columns along a side up to the first stone on the line of the move or on one beside it.
struct FreeSide {
    /// Columns without a stone.
    free: i32,
    /// The side of the stone that ends it. `None` at the edge, or if it goes on.
    end: Option<Side>,
}

/// Looks along the side, to the right of the picture or to the left.
fn free_side(site: &Site<'_>, to_the_right: bool) -> FreeSide {
    let dx = |step: i8| if to_the_right { step } else { -step };
    let has_stone = |step: i8, side: Side| (-1..=1).any(|dy| site.stone(side, dx(step), dy).is_some());
    let end = |step: i8| [Us, Them].into_iter().find(|&side| has_stone(step, side));
    let last = (1..=FARTHEST).find(|&step| site.at(dx(step), 0).is_none() || end(step).is_some());
    FreeSide {
        free: last.map_or(FARTHEST, |step| step - 1).into(),
        end: last.and_then(end),
    }
}

fn in_corner(site: &Site<'_>, side: Side) -> usize {
    let mv = site.mv();
    site.stones(side)
        .iter()
        .filter(|&p| site.same_corner(p, mv))
        .count()
}

/// The first move in a corner whose whole quarter of the board is empty.
///
/// ```text
/// |....
/// |...*
/// |....
/// |....
/// +----
/// ```
pub(super) fn empty_corner(site: &mut Site<'_>) -> Answer {
    let stones = in_corner(site, Us) + in_corner(site, Them);
    when(stones == 0)
}

/// An enclosure of a corner where nothing but one stone of ours stands: worth less where the enemy is near on
/// the side to which it looks.
///
/// ```text
/// O?*
/// ```
pub(super) fn encloses_corner(site: &mut Site<'_>) -> Answer {
    if in_corner(site, Us) != 1 || in_corner(site, Them) != 0 {
        return None;
    }
    let ahead = free_side(site, true);
    let near = ahead.end == Some(Them) && ahead.free < 5;
    Some(if near { 0.75 } else { 1.0 })
}

/// A point on the third line with room for an extension on both sides: worth more the wider the narrower side
/// is.
///
/// ```text
/// .*.
/// ?.?
/// ?.?
/// ---
/// ```
pub(super) fn splits_side(site: &mut Site<'_>) -> Answer {
    let narrow = free_side(site, false).free.min(free_side(site, true).free);
    (narrow >= 2).then(|| share(40 + 5 * narrow, FULL_SPLIT))
}

/// An extension as wide as the wall behind it is high, and one more: worth less for each point too wide or
/// too narrow.
///
/// ```text
/// O..*
/// ```
pub(super) fn extension(site: &mut Site<'_>) -> Answer {
    let behind = free_side(site, false);
    let dx = -(behind.free as i8) - 1;
    site.stone(Us, dx, 0)?;
    let tall = |dy: i8| {
        (1..4)
            .take_while(|&i| site.stone(Us, dx, dy * i).is_some())
            .count() as i32
    };
    let height = 1 + tall(-1).max(tall(1));
    let amiss = (behind.free - (height + 1)).abs();
    let ahead = free_side(site, true);
    let cramped = ahead.end == Some(Them) && ahead.free < 2;
    (!cramped).then(|| (1.0 - AMISS * amiss as f32).max(0.0))
}

/// A pincer that is an extension as well, or has room for one: worth less without a stone of ours to extend
/// from.
///
/// ```text
/// X..*
/// ```
pub(super) fn pincer(site: &mut Site<'_>) -> Answer {
    site.stone(Them, -3, 0)?;
    let behind = free_side(site, true);
    match behind.end {
        Some(Us) if behind.free <= 5 => Some(1.0),
        Some(Them) if behind.free < 3 => None,
        _ if behind.free < 2 => None,
        _ => Some(0.75),
    }
}

/// An invasion of the enemy's moyo with room for a base along the side.
///
/// ```text
/// .*.
/// ```
pub(super) fn invasion(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let free = free_side(site, false).free.max(free_side(site, true).free);
    let theirs = site.analysis.influence.moyo.owner(mv) == Some(site.color(Them));
    let calm = site.power(Them, mv) <= site.power(Us, mv) + 12;
    (theirs && calm && free >= 2).then(|| share(40 + 4 * free, FULL_INVASION))
}

/// A move that asks for a fight, for the side that is three stones or more behind on the board.
///
/// ```text
/// X.*
/// ```
pub(super) fn high_handicap(site: &mut Site<'_>) -> Answer {
    let behind = site.stones(Them).len() as i32 - site.stones(Us).len() as i32;
    when(behind >= 3)
}

/// A point that joins large positions of ours, or splits one of the enemy.
///
/// ```text
/// ?.?
/// .*.
/// ?.?
/// ```
pub(super) fn joins_moyos(site: &mut Site<'_>) -> Answer {
    let mv: Point = site.mv();
    let us = site.color(Us);
    let value = site.analysis.influence.split_value(mv, us);
    when(value > 0)
}
