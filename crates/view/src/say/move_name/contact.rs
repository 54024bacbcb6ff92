// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves beside a stone of the other side.

use super::{DIAGONALS, MoveKind, MoveName, Site, named};

/// The lines on which a stone crawls.
const LOW: u8 = 2;
/// An empty space of at most this number of points, inside stones of the other side, is a small one.
const SMALL_SPACE: usize = 7;

pub(super) fn name(site: &Site<'_>) -> Option<MoveName> {
    if site.enemies().next().is_none() {
        return placement(site);
    }
    match site.owns().next().is_some() {
        true => supported(site),
        false => alone(site),
    }
}

/// A move without an own stone beside it.
fn alone(site: &Site<'_>) -> Option<MoveName> {
    hane(site)
        .or_else(|| clamp(site))
        .or_else(|| wedge(site))
        .or_else(|| placement(site))
        .or_else(|| jump_block(site))
        .or_else(|| attachment(site))
}

/// Around a stone that touches both the move and an own stone diagonally beside it.
fn hane(site: &Site<'_>) -> Option<MoveName> {
    DIAGONALS
        .into_iter()
        .filter(|&(dx, dy)| site.own(dx, dy))
        .find_map(|(dx, dy)| {
            let around = match (site.enemy(dx, 0), site.enemy(0, dy)) {
                (true, false) if site.empty(0, dy) => site.at(dx, 0),
                (false, true) if site.empty(dx, 0) => site.at(0, dy),
                _ => None,
            };
            around.map(|stone| named(MoveKind::Hane, Some(stone)))
        })
}

/// An own stone on the far side of the touched one.
fn clamp(site: &Site<'_>) -> Option<MoveName> {
    let mut all = site.enemies();
    let (dx, dy) = all.find(|&(dx, dy)| site.own(2 * dx, 2 * dy))?;
    Some(named(MoveKind::Clamp, site.at(dx, dy)))
}

fn wedge(site: &Site<'_>) -> Option<MoveName> {
    let mut all = site.enemies();
    all.find(|&(dx, dy)| site.enemy(-dx, -dy))
        .map(|_| named(MoveKind::Wedge, None))
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
    (enemy > 2 * own).then(|| named(MoveKind::Placement, None))
}

/// In front of a stone of the other side, a space away from an own stone.
fn jump_block(site: &Site<'_>) -> Option<MoveName> {
    let stopped = stopped(site)?;
    super::shape::nearest_own(site).map(|_| named(MoveKind::Block, Some(stopped)))
}

fn attachment(site: &Site<'_>) -> Option<MoveName> {
    let (dx, dy) = site.enemies().next()?;
    Some(named(MoveKind::Attachment, site.at(dx, dy)))
}

/// The stone that would go on to the point: the one behind it is of the other side, too.
fn stopped(site: &Site<'_>) -> Option<katachi_rules::Point> {
    let mut all = site.enemies();
    let (dx, dy) = all.find(|&(dx, dy)| site.enemy(2 * dx, 2 * dy))?;
    site.at(dx, dy)
}

/// The stone of the other side that came out between two own stones and is stopped in front of them: one of
/// them is beside the move, the other one beside that stone, on the other side of it.
fn closed_in(site: &Site<'_>) -> Option<katachi_rules::Point> {
    let mut all = site.enemies();
    let (ex, ey) = all.find(|&(ex, ey)| {
        let mut sides = [(-ey, ex), (ey, -ex)].into_iter();
        sides.any(|(sx, sy)| site.own(ex + sx, ey + sy) && site.own(-sx, -sy))
    })?;
    site.at(ex, ey)
}

/// A move beside an own stone and a stone of the other side.
fn supported(site: &Site<'_>) -> Option<MoveName> {
    let owns: Vec<(i32, i32)> = site.owns().collect();
    let &(dx, dy) = owns.first()?;
    let (ox, oy) = owns
        .iter()
        .copied()
        .find(|&(ox, oy)| site.enemy(-ox, -oy))
        .unwrap_or((dx, dy));
    let own = site.at(ox, oy)?;
    let (here, before) = (site.line(site.point), site.line(own));
    // The two points beside the way from the own stone, and those beside that stone.
    let sides = [(-oy, ox), (oy, -ox)];
    let enemy_sides = sides.iter().filter(|&&(sx, sy)| site.enemy(sx, sy)).count();
    let ahead_empty = site.empty(-ox, -oy);
    let side_stone = sides
        .iter()
        .find(|&&(sx, sy)| site.enemy(sx, sy))
        .and_then(|&(sx, sy)| site.at(sx, sy));
    if before > here && here <= LOW {
        // A stone beside it would go on below the own one.
        return Some(match side_stone {
            Some(stone) if here == 1 => named(MoveKind::Block, Some(stone)),
            _ => named(MoveKind::Descent, Some(own)),
        });
    }
    if let Some(stone) = stopped(site).filter(|_| !is_turn(site, (ox, oy))) {
        return Some(named(MoveKind::Block, Some(stone)));
    }
    if let Some(stone) = closed_in(site) {
        return Some(named(MoveKind::Block, Some(stone)));
    }
    let touched = site.enemies().next().and_then(|(ex, ey)| site.at(ex, ey));
    if here <= LOW && before == here && enemy_sides > 0 && ahead_empty {
        // Above the own stone is nothing: the stone beside the move would go on down to the edge.
        let is_ahead = sides
            .iter()
            .any(|&(sx, sy)| site.enemy(sx, sy) && site.empty(sx + ox, sy + oy));
        let kind = if is_ahead {
            MoveKind::Block
        } else {
            MoveKind::Crawl
        };
        return Some(named(kind, touched));
    }
    let is_gap = enemy_sides == 2
        || enemy_sides == 1
            && sides
                .iter()
                .any(|&(sx, sy)| site.enemy(sx - ox, sy - oy) && !site.enemy(sx, sy))
        || site.enemy(-ox, -oy);
    // A string in atari runs; it does not push.
    if is_gap && site.board.liberties(own) > 1 {
        return Some(named(MoveKind::Push, touched));
    }
    if is_turn(site, (ox, oy)) {
        return Some(named(MoveKind::Turn, Some(own)));
    }
    Some(named(MoveKind::Stretch, Some(own)))
}

/// The own stones came from the side, not from behind.
fn is_turn(site: &Site<'_>, (ox, oy): (i32, i32)) -> bool {
    let from_behind = site.own(2 * ox, 2 * oy);
    let from_side = site.own(ox - oy, oy + ox) || site.own(ox + oy, oy - ox);
    from_side && !from_behind
}
