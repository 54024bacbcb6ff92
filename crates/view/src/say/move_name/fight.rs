// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves that capture, threaten to capture, join or part strings.

use itertools::Itertools as _;
use katachi_rules::Point;

use super::{DIRECTIONS, MoveKind, MoveName, Site, from_stone, when};

/// The name of a move by what it does to strings and liberties.
pub(super) fn name(site: &Site<'_>) -> Option<MoveName> {
    capture(site)
        .or_else(|| throw_in(site))
        .or_else(|| {
            from_stone(
                MoveKind::DoubleAtari,
                in_atari(site).next().filter(|_| in_atari(site).count() > 1),
            )
        })
        .or_else(|| connection(site))
        .or_else(|| atari(site))
        .or_else(|| cut(site))
}

fn capture(site: &Site<'_>) -> Option<MoveName> {
    let them = site.color.opposite();
    let strings = site.board.strings_beside(site.point, them);
    let captured = strings.into_iter().find(|&string| site.after.is_empty(string));
    let kind = match site.after.ko() {
        Some(_) => MoveKind::KoCapture,
        None => MoveKind::Capture,
    };
    from_stone(kind, captured)
}

/// A single stone with one liberty, among stones of the other side.
fn throw_in(site: &Site<'_>) -> Option<MoveName> {
    let is_alone = site.after.string_size(site.point) == 1 && site.after.liberties(site.point) == 1;
    when(MoveKind::ThrowIn, is_alone && site.enemies().count() >= 2)
}

/// Strings of the other side with one liberty after the move.
fn in_atari(site: &Site<'_>) -> impl Iterator<Item = Point> {
    let beside = site
        .board
        .strings_beside(site.point, site.color.opposite())
        .into_iter();
    beside.filter(|&string| site.after.liberties(string) == 1)
}

fn atari(site: &Site<'_>) -> Option<MoveName> {
    // A stone that is captured at once threatens nothing.
    let holds = site.after.liberties(site.point) >= 2;
    from_stone(MoveKind::Atari, in_atari(site).next().filter(|_| holds))
}

/// It joins a string in atari to another one, or two strings where the other side could cut: the strings have
/// no other liberty in common there.
fn connection(site: &Site<'_>) -> Option<MoveName> {
    let strings = site.board.strings_beside(site.point, site.color);
    let [first, others @ ..] = &strings[..] else {
        return None;
    };
    let own = site.board.liberty_set(*first);
    let have_one_in_common = |&other: &Point| {
        let liberties = site.board.liberty_set(other);
        liberties.iter().filter(|&p| own.contains(p)).count() == 1
    };
    let is_rescue = strings.iter().any(|&string| site.board.liberties(string) == 1);
    let can_be_cut = site.board.is_legal(site.color.opposite(), site.point)
        && (site.enemies().next().is_some() || others.iter().any(have_one_in_common));
    if others.is_empty() || !is_rescue && !can_be_cut {
        return None;
    }
    let mut stones = site.owns().filter_map(|(dx, dy)| site.at(dx, dy));
    let one = stones.next()?;
    let and = stones.find(|&other| !site.is_one_string(one, other));
    let (kind, from) = (MoveKind::Connection, Some(one));
    Some(MoveName { kind, from, and })
}

/// It stands between two strings that the other side would join there, with an own stone at the end of the
/// gap or behind.
fn cut(site: &Site<'_>) -> Option<MoveName> {
    let is_backed = site.owns().next().is_some();
    DIRECTIONS.into_iter().tuple_combinations().find_map(|(a, b)| {
        let [one, other] = [a, b].map(|(dx, dy)| site.at(dx, dy).filter(|_| site.enemy(dx, dy)));
        let (one, other) = one.zip(other)?;
        let corner = (a.0 + b.0, a.1 + b.1);
        let is_opposite = corner == (0, 0);
        let is_cut = if is_opposite {
            is_backed
        } else {
            site.own(corner.0, corner.1)
        };
        if site.is_one_string(one, other) || !is_cut {
            return None;
        }
        let are_single = [one, other]
            .iter()
            .all(|&stone| site.board.string_size(stone) == 1);
        if !is_opposite && !is_backed && are_single {
            return when(MoveKind::Crosscut, true);
        }
        let (kind, from, and) = (MoveKind::Cut, Some(one), Some(other));
        Some(MoveName { kind, from, and })
    })
}
