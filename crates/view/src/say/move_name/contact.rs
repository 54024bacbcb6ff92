// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves that capture, threaten to capture, join or part strings (`fight`), and others beside a stone of the
//! other side.

use itertools::Itertools as _;
use katachi_rules::Point;

use super::{DIAGONALS, DIRECTIONS, MoveKind, MoveName, Site, named, when};

/// The lines on which a stone crawls.
const LOW: u8 = 2;
/// An empty space of at most this number of points, inside stones of the other side, is a small one.
const SMALL_SPACE: usize = 7;

/// The name of a move by what it does to strings and liberties.
pub(super) fn fight(site: &Site<'_>) -> Option<MoveName> {
    let rules = [capture, throw_in, double_atari, connection, atari, cut];
    rules.into_iter().find_map(|rule| rule(site))
}

fn capture(site: &Site<'_>) -> Option<MoveName> {
    let them = site.color.opposite();
    let strings = site.board.strings_beside(site.point, them);
    let captured = strings.into_iter().find(|&string| site.after.is_empty(string));
    let kind = match site.after.ko() {
        Some(_) => MoveKind::KoCapture,
        None => MoveKind::Capture,
    };
    named(kind, captured)
}

/// A single stone with one liberty, among stones of the other side.
fn throw_in(site: &Site<'_>) -> Option<MoveName> {
    let is_alone = site.after.string_size(site.point) == 1 && site.after.liberties(site.point) == 1;
    when(MoveKind::ThrowIn, is_alone && site.enemies().count() >= 2)
}

/// Strings of the other side with one liberty after the move.
fn in_atari(site: &Site<'_>) -> impl Iterator<Item = Point> {
    let beside = site.board.strings_beside(site.point, site.color.opposite());
    let beside = beside.into_iter();
    beside.filter(|&string| site.after.liberties(string) == 1)
}

fn double_atari(site: &Site<'_>) -> Option<MoveName> {
    let mut strings = in_atari(site);
    let first = strings.next();
    named(MoveKind::DoubleAtari, first.filter(|_| strings.next().is_some()))
}

fn atari(site: &Site<'_>) -> Option<MoveName> {
    // A stone that is captured at once threatens nothing.
    let holds = site.after.liberties(site.point) >= 2;
    named(MoveKind::Atari, in_atari(site).next().filter(|_| holds))
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
        let is_cut = match is_opposite {
            true => is_backed,
            false => site.own(corner.0, corner.1),
        };
        if site.is_one_string(one, other) || !is_cut {
            return None;
        }
        let sizes = [one, other].map(|stone| site.board.string_size(stone));
        if !is_opposite && !is_backed && sizes == [1, 1] {
            return when(MoveKind::Crosscut, true);
        }
        let (kind, from, and) = (MoveKind::Cut, Some(one), Some(other));
        Some(MoveName { kind, from, and })
    })
}

pub(super) fn name(site: &Site<'_>) -> Option<MoveName> {
    if site.enemies().next().is_none() {
        return placement(site);
    }
    let rules = [supported, hane, clamp, wedge, placement, jump_block, attachment];
    rules.into_iter().find_map(|rule| rule(site))
}

/// Around a stone that touches both the move and an own stone diagonally beside it.
fn hane(site: &Site<'_>) -> Option<MoveName> {
    let mut own = DIAGONALS.into_iter().filter(|&(dx, dy)| site.own(dx, dy));
    let around = own.find_map(|(dx, dy)| match (site.enemy(dx, 0), site.enemy(0, dy)) {
        (true, false) if site.empty(0, dy) => site.at(dx, 0),
        (false, true) if site.empty(dx, 0) => site.at(0, dy),
        _ => None,
    });
    named(MoveKind::Hane, around)
}

/// An own stone on the far side of the touched one.
fn clamp(site: &Site<'_>) -> Option<MoveName> {
    let (dx, dy) = site.enemies().find(|&(dx, dy)| site.own(2 * dx, 2 * dy))?;
    named(MoveKind::Clamp, site.at(dx, dy))
}

fn wedge(site: &Site<'_>) -> Option<MoveName> {
    let is_between = site.enemies().any(|(dx, dy)| site.enemy(-dx, -dy));
    when(MoveKind::Wedge, is_between)
}

/// Inside a small space that the other side surrounds.
fn placement(site: &Site<'_>) -> Option<MoveName> {
    if site.owns().next().is_some() {
        return None;
    }
    let mut space = vec![site.point];
    let (mut own, mut enemy, mut at) = (0, 0, 0);
    while at < space.len() {
        for p in space[at].neighbours() {
            if !site.size.contains(p) || space.contains(&p) {
                continue;
            }
            match site.board.cell(p).color() {
                None => space.push(p),
                Some(color) if color == site.color => own += 1,
                Some(_) => enemy += 1,
            }
        }
        if space.len() > SMALL_SPACE {
            return None;
        }
        at += 1;
    }
    when(MoveKind::Placement, enemy > 2 * own)
}

/// In front of a stone of the other side, a space away from an own stone.
fn jump_block(site: &Site<'_>) -> Option<MoveName> {
    super::shape::nearest_own(site).and_then(|_| named(MoveKind::Block, stopped(site)))
}

fn attachment(site: &Site<'_>) -> Option<MoveName> {
    named(MoveKind::Attachment, touched(site))
}

fn touched(site: &Site<'_>) -> Option<Point> {
    site.enemies().next().and_then(|(dx, dy)| site.at(dx, dy))
}

/// The stone that would go on to the point: the one behind it is of the other side, too.
fn stopped(site: &Site<'_>) -> Option<Point> {
    let (dx, dy) = site.enemies().find(|&(dx, dy)| site.enemy(2 * dx, 2 * dy))?;
    site.at(dx, dy)
}

/// The stone of the other side that came out between two own stones and is stopped in front of them: one of
/// them is beside the move, the other one beside that stone, on the other side of it.
fn closed_in(site: &Site<'_>) -> Option<Point> {
    let (ex, ey) = site.enemies().find(|&(ex, ey)| {
        let mut sides = [(-ey, ex), (ey, -ex)].into_iter();
        sides.any(|(sx, sy)| site.own(ex + sx, ey + sy) && site.own(-sx, -sy))
    })?;
    site.at(ex, ey)
}

/// A move beside an own stone and a stone of the other side.
fn supported(site: &Site<'_>) -> Option<MoveName> {
    let behind = site.owns().find(|&(ox, oy)| site.enemy(-ox, -oy));
    let (ox, oy) = behind.or_else(|| site.owns().next())?;
    let own = site.at(ox, oy)?;
    let (here, before) = (site.line(site.point), site.line(own));
    // The two points beside the way from the own stone, and those beside that stone.
    let sides = [(-oy, ox), (oy, -ox)];
    let enemy_sides: Vec<(i32, i32)> = sides.into_iter().filter(|&(sx, sy)| site.enemy(sx, sy)).collect();
    if before > here && here <= LOW {
        // A stone beside it would go on below the own one.
        return match enemy_sides.first() {
            Some(&(sx, sy)) if here == 1 => named(MoveKind::Block, site.at(sx, sy)),
            _ => named(MoveKind::Descent, own),
        };
    }
    let blocked = stopped(site).filter(|_| !is_turn(site, (ox, oy)));
    if let Some(stone) = blocked.or_else(|| closed_in(site)) {
        return named(MoveKind::Block, stone);
    }
    if here <= LOW && before == here && !enemy_sides.is_empty() && site.empty(-ox, -oy) {
        // Above the own stone is nothing: the stone beside the move would go on down to the edge.
        let is_ahead = enemy_sides.iter().any(|&(sx, sy)| site.empty(sx + ox, sy + oy));
        let kind = match is_ahead {
            true => MoveKind::Block,
            false => MoveKind::Crawl,
        };
        return named(kind, touched(site));
    }
    let mut ahead = sides.into_iter().filter(|&(sx, sy)| site.enemy(sx - ox, sy - oy));
    let is_gap = match enemy_sides.len() {
        2 => true,
        1 => ahead.any(|(sx, sy)| !site.enemy(sx, sy)),
        _ => false,
    };
    // A string in atari runs; it does not push.
    if (is_gap || site.enemy(-ox, -oy)) && site.board.liberties(own) > 1 {
        return named(MoveKind::Push, touched(site));
    }
    let kind = match is_turn(site, (ox, oy)) {
        true => MoveKind::Turn,
        false => MoveKind::Stretch,
    };
    named(kind, own)
}

/// The own stones came from the side, not from behind.
fn is_turn(site: &Site<'_>, (ox, oy): (i32, i32)) -> bool {
    let from_behind = site.own(2 * ox, 2 * oy);
    let from_side = site.own(ox - oy, oy + ox) || site.own(ox + oy, oy - ox);
    from_side && !from_behind
}
