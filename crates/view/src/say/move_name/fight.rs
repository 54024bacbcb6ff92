// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves that capture, threaten to capture, join or part strings.

use katachi_rules::Point;

use super::{DIRECTIONS, MoveKind, MoveName, Site, named};

/// The name of a move by what it does to strings and liberties.
pub(super) fn name(site: &Site<'_>) -> Option<MoveName> {
    capture(site)
        .or_else(|| throw_in(site))
        .or_else(|| double_atari(site))
        .or_else(|| connection(site))
        .or_else(|| atari(site))
        .or_else(|| cut(site))
}

fn capture(site: &Site<'_>) -> Option<MoveName> {
    let them = site.color.opposite();
    let captured = site.board.strings_beside(site.point, them).into_iter();
    let mut captured = captured.filter(|&string| site.after.is_empty(string));
    let first = captured.next()?;
    let kind = match site.after.ko() {
        Some(_) => MoveKind::KoCapture,
        None => MoveKind::Capture,
    };
    Some(named(kind, Some(first)))
}

/// A single stone with one liberty, among stones of the other side.
fn throw_in(site: &Site<'_>) -> Option<MoveName> {
    let is_alone = site.after.string_size(site.point) == 1 && site.after.liberties(site.point) == 1;
    let is_inside = site.enemies().count() >= 2;
    (is_alone && is_inside).then(|| named(MoveKind::ThrowIn, None))
}

/// Strings of the other side with one liberty after the move.
fn in_atari<'a>(site: &'a Site<'_>) -> impl Iterator<Item = Point> + 'a {
    let beside = site.board.strings_beside(site.point, site.color.opposite());
    beside
        .into_iter()
        .filter(|&string| site.after.liberties(string) == 1)
}

fn double_atari(site: &Site<'_>) -> Option<MoveName> {
    let mut strings = in_atari(site);
    let first = strings.next()?;
    strings.next()?;
    Some(named(MoveKind::DoubleAtari, Some(first)))
}

fn atari(site: &Site<'_>) -> Option<MoveName> {
    // A stone that is captured at once threatens nothing.
    let holds = site.after.liberties(site.point) >= 2;
    in_atari(site)
        .next()
        .filter(|_| holds)
        .map(|string| named(MoveKind::Atari, Some(string)))
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
    let one = site.owns().find_map(|(dx, dy)| site.at(dx, dy));
    let mut rest = site.owns().filter_map(|(dx, dy)| site.at(dx, dy));
    let other = rest.find(|&other| one.is_some_and(|one| !site.is_one_string(one, other)));
    Some(MoveName {
        and: other,
        ..named(MoveKind::Connection, one)
    })
}

/// It stands between two strings that the other side would join there, with an own stone at the end of the
/// gap or behind.
fn cut(site: &Site<'_>) -> Option<MoveName> {
    for (i, a) in DIRECTIONS.into_iter().enumerate() {
        for b in DIRECTIONS.into_iter().skip(i + 1) {
            if !(site.enemy(a.0, a.1) && site.enemy(b.0, b.1)) {
                continue;
            }
            let [one, other] = [site.at(a.0, a.1)?, site.at(b.0, b.1)?];
            if site.is_one_string(one, other) {
                continue;
            }
            let corner = (a.0 + b.0, a.1 + b.1);
            let is_opposite = corner == (0, 0);
            let is_backed = site.owns().next().is_some();
            if is_opposite && is_backed || !is_opposite && site.own(corner.0, corner.1) {
                let sizes = [one, other].map(|stone| site.board.string_size(stone));
                let kind = match !is_opposite && !is_backed && sizes == [1, 1] {
                    true => MoveKind::Crosscut,
                    false => MoveKind::Cut,
                };
                let parted = (kind == MoveKind::Cut).then_some((one, other));
                return Some(MoveName {
                    and: parted.map(|parted| parted.1),
                    ..named(kind, parted.map(|parted| parted.0))
                });
            }
        }
    }
    None
}
