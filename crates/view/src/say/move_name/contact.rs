// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves beside a stone of the other side.

use katachi_rules::Point;

use super::{DIAGONALS, MoveKind, MoveName, Site, from_stone, named, when};

/// The lines on which a stone crawls.
const LOW: u8 = 2;
/// An empty space of at most this number of points, inside stones of the other side, is a small one.
const SMALL_SPACE: usize = 7;

pub(super) fn name(site: &Site<'_>) -> Option<MoveName> {
    if site.enemies().next().is_none() {
        return placement(site);
    }
    supported(site).or_else(|| alone(site))
}

/// A move without an own stone beside it.
fn alone(site: &Site<'_>) -> Option<MoveName> {
    hane(site)
        .or_else(|| clamp(site))
        .or_else(|| {
            when(
                MoveKind::Wedge,
                site.enemies().any(|(dx, dy)| site.enemy(-dx, -dy)),
            )
        })
        .or_else(|| placement(site))
        .or_else(|| jump_block(site))
        .or_else(|| from_stone(MoveKind::Attachment, touched(site)))
}

/// Around a stone that touches both the move and an own stone diagonally beside it.
fn hane(site: &Site<'_>) -> Option<MoveName> {
    let mut own = DIAGONALS.into_iter().filter(|&(dx, dy)| site.own(dx, dy));
    let around = own.find_map(|(dx, dy)| match (site.enemy(dx, 0), site.enemy(0, dy)) {
        (true, false) if site.empty(0, dy) => site.at(dx, 0),
        (false, true) if site.empty(dx, 0) => site.at(0, dy),
        _ => None,
    });
    from_stone(MoveKind::Hane, around)
}

/// An own stone on the far side of the touched one.
fn clamp(site: &Site<'_>) -> Option<MoveName> {
    let (dx, dy) = site.enemies().find(|&(dx, dy)| site.own(2 * dx, 2 * dy))?;
    from_stone(MoveKind::Clamp, site.at(dx, dy))
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
    super::shape::nearest_own(site).and_then(|_| from_stone(MoveKind::Block, stopped(site)))
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
            Some(&(sx, sy)) if here == 1 => from_stone(MoveKind::Block, site.at(sx, sy)),
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
        let kind = if is_ahead {
            MoveKind::Block
        } else {
            MoveKind::Crawl
        };
        return from_stone(kind, touched(site));
    }
    let mut ahead = sides.into_iter().filter(|&(sx, sy)| site.enemy(sx - ox, sy - oy));
    let is_gap = match enemy_sides.len() {
        2 => true,
        1 => ahead.any(|(sx, sy)| !site.enemy(sx, sy)),
        _ => false,
    };
    // A string in atari runs; it does not push.
    if (is_gap || site.enemy(-ox, -oy)) && site.board.liberties(own) > 1 {
        return from_stone(MoveKind::Push, touched(site));
    }
    let kind = if is_turn(site, (ox, oy)) {
        MoveKind::Turn
    } else {
        MoveKind::Stretch
    };
    named(kind, own)
}

/// The own stones came from the side, not from behind.
fn is_turn(site: &Site<'_>, (ox, oy): (i32, i32)) -> bool {
    let from_behind = site.own(2 * ox, 2 * oy);
    let from_side = site.own(ox - oy, oy + ox) || site.own(ox + oy, oy - ox);
    from_side && !from_behind
}
