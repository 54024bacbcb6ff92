// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves by their place beside own stones, away from the other side.

use katachi_rules::Point;

use super::{DIAGONALS, DIRECTIONS, MoveKind, MoveName, Site, named};

/// The name of a move by the nearest own stone, or by the gap of the other side beside it.
pub(super) fn name(site: &Site<'_>) -> Option<MoveName> {
    if let Some((dx, dy)) = site.owns().next() {
        return solid(site, (dx, dy));
    }
    hanging_connection(site)
        .or_else(|| peep(site))
        .or_else(|| super::open::corner(site))
        .or_else(|| monkey_jump(site))
        .or_else(|| shoulder_hit(site))
        .or_else(|| super::open::around_corner(site))
        .or_else(|| nearest_own(site).filter(|name| name.kind == MoveKind::OneSpaceJump))
        .or_else(|| along_side(site))
        .or_else(|| nearest_own(site))
        .or_else(|| cap(site))
}

/// Beside an own stone.
fn solid(site: &Site<'_>, (dx, dy): (i32, i32)) -> Option<MoveName> {
    let own = site.at(dx, dy)?;
    if is_bamboo_joint(site) {
        return Some(named(MoveKind::BambooJoint, None));
    }
    if let Some(found) = hanging_connection(site) {
        return Some(found);
    }
    let goes_down = site.line(own) > site.line(site.point) && site.line(site.point) <= 2;
    let kind = match goes_down {
        true => MoveKind::Descent,
        false if site.own(dx - dy, dy + dx) != site.own(dx + dy, dy - dx) && !site.own(2 * dx, 2 * dy) => {
            MoveKind::Turn
        }
        false => MoveKind::Stretch,
    };
    Some(named(kind, Some(own)))
}

/// Beside an own stone, and another pair of own stones opposite with two empty points between.
fn is_bamboo_joint(site: &Site<'_>) -> bool {
    site.owns().any(|(dx, dy)| {
        [(-dy, dx), (dy, -dx)].into_iter().any(|(sx, sy)| {
            site.empty(sx, sy)
                && site.empty(sx + dx, sy + dy)
                && site.own(2 * sx, 2 * sy)
                && site.own(2 * sx + dx, 2 * sy + dy)
        })
    })
}

/// An empty point between the move and two own strings, where the other side would cut them.
fn hanging_connection(site: &Site<'_>) -> Option<MoveName> {
    let is_mouth = |&(dx, dy): &(i32, i32)| {
        let Some(mouth) = site.at(dx, dy).filter(|&p| site.board.is_empty(p)) else {
            return false;
        };
        let strings = site.board.strings_beside(mouth, site.color);
        let enemies = site.board.strings_beside(mouth, site.color.opposite());
        strings.len() >= 2 && enemies.len() + site.board.empty_beside(mouth) as usize <= 2
    };
    DIRECTIONS
        .iter()
        .any(is_mouth)
        .then(|| named(MoveKind::HangingConnection, None))
}

/// Beside an empty point where two strings of the other side would be cut.
fn peep(site: &Site<'_>) -> Option<MoveName> {
    let them = site.color.opposite();
    let is_gap = |&(dx, dy): &(i32, i32)| {
        let Some(gap) = site.at(dx, dy).filter(|&p| site.board.is_empty(p)) else {
            return false;
        };
        let strings = site.board.strings_beside(gap, them);
        let opposite = site.enemy(dx - dy, dy + dx) && site.enemy(dx + dy, dy - dx);
        strings.len() >= 2 && opposite && site.board.strings_beside(gap, site.color).is_empty()
    };
    DIRECTIONS.iter().any(is_gap).then(|| named(MoveKind::Peep, None))
}

/// On the first line, a large knight's move from an own stone on the second, with no stone on the way. In the
/// corner nothing is left to jump into.
fn monkey_jump(site: &Site<'_>) -> Option<MoveName> {
    if site.line(site.point) != 1 {
        return None;
    }
    let far = DIRECTIONS
        .into_iter()
        .filter(|&(dx, dy)| (1..=3).all(|step| site.empty(step * dx, step * dy)))
        .filter(|&(dx, dy)| site.at(-dx, -dy).is_some())
        .flat_map(|(dx, dy)| [(3 * dx + dy, 3 * dy + dx), (3 * dx - dy, 3 * dy - dx)]);
    let mut stones = far
        .filter(|&(dx, dy)| site.own(dx, dy))
        .filter_map(|(dx, dy)| site.at(dx, dy));
    let stone = stones.find(|&stone| site.line(stone) == 2)?;
    Some(named(MoveKind::MonkeyJump, Some(stone)))
}

/// Diagonally above a stone of the third or fourth line, without own stones near.
fn shoulder_hit(site: &Site<'_>) -> Option<MoveName> {
    if DIAGONALS.iter().any(|&(dx, dy)| site.own(dx, dy)) {
        return None;
    }
    DIAGONALS.into_iter().find_map(|(dx, dy)| {
        let stone = site.at(dx, dy).filter(|_| site.enemy(dx, dy))?;
        let line = site.line(stone);
        let is_above = (3..=4).contains(&line) && site.line(site.point) == line + 1;
        (is_above && site.empty(dx, 0) && site.empty(0, dy))
            .then(|| named(MoveKind::ShoulderHit, Some(stone)))
    })
}

/// Two points above a stone that stands on the third line or higher.
fn cap(site: &Site<'_>) -> Option<MoveName> {
    DIRECTIONS.into_iter().find_map(|(dx, dy)| {
        let stone = site.at(2 * dx, 2 * dy).filter(|_| site.enemy(2 * dx, 2 * dy))?;
        let is_above = site.line(stone) >= 3 && site.line(site.point) >= site.line(stone) + 2;
        (is_above && site.empty(dx, dy)).then(|| named(MoveKind::Cap, Some(stone)))
    })
}

/// A name, the offset of the own stone, and the offsets between that are empty.
type Relation = (MoveKind, (i32, i32), &'static [(i32, i32)]);

/// The relation to the nearest own stone: diagonal, a jump, a knight's move.
pub(super) fn nearest_own(site: &Site<'_>) -> Option<MoveName> {
    let turns = |dx: i32, dy: i32| {
        DIRECTIONS.into_iter().flat_map(move |(x, y)| {
            // Both sides of each direction.
            [
                (dx * x - dy * y, dx * y + dy * x),
                (dx * x + dy * y, dx * y - dy * x),
            ]
        })
    };
    let shapes: [Relation; 5] = [
        (MoveKind::Diagonal, (1, 1), &[]),
        (MoveKind::OneSpaceJump, (2, 0), &[(1, 0)]),
        (MoveKind::KnightsMove, (2, 1), &[(1, 0), (1, 1)]),
        (MoveKind::TwoSpaceJump, (3, 0), &[(1, 0), (2, 0)]),
        (
            MoveKind::LargeKnightsMove,
            (3, 1),
            &[(1, 0), (2, 0), (1, 1), (2, 1)],
        ),
    ];
    shapes.into_iter().find_map(|(kind, (dx, dy), between)| {
        let is_clear = |(x, y): (i32, i32)| {
            // The same turn for the points between.
            between.iter().all(|&(bx, by)| {
                let (fx, fy) = turned((x, y), (dx, dy), (bx, by));
                site.empty(fx, fy)
            })
        };
        let found = turns(dx, dy).find(|&(x, y)| site.own(x, y) && is_clear((x, y)))?;
        Some(named(kind, site.at(found.0, found.1)))
    })
}

/// The offset `of`, given for the shape `from`, turned and mirrored as `to` is.
fn turned(to: (i32, i32), from: (i32, i32), of: (i32, i32)) -> (i32, i32) {
    let is_swapped = to.0.abs() < to.1.abs() && from.0.abs() >= from.1.abs();
    let (x, y) = if is_swapped { (of.1, of.0) } else { of };
    (x * to.0.signum().abs().max(1) * sign(to.0), y * sign(to.1))
}

fn sign(number: i32) -> i32 {
    if number < 0 { -1 } else { 1 }
}

/// Two to five points along the side from an own stone of about the same line.
fn along_side(site: &Site<'_>) -> Option<MoveName> {
    let here = site.line(site.point);
    if !(2..=4).contains(&here) {
        return None;
    }
    let is_along = |&(dx, dy): &(i32, i32)| {
        // One step leaves the line as it is.
        site.at(dx, dy).is_some_and(|p| site.line(p) == here)
    };
    let stone = |(dx, dy): (i32, i32)| -> Option<Point> {
        for far in 1..=6 {
            let row = [-1, 0, 1].map(|aside| (far * dx + aside * dy, far * dy + aside * dx));
            if row.iter().any(|&(x, y)| site.enemy(x, y)) {
                return None;
            }
            if let Some(&(x, y)) = row.iter().find(|&&(x, y)| site.own(x, y)) {
                // On the second line such a step aside is a large knight's move.
                let is_slide = here == 2 && far == 3 && (x, y) != (far * dx, far * dy);
                return (far >= 3 && !is_slide).then(|| site.at(x, y)).flatten();
            }
        }
        None
    };
    let found = DIRECTIONS.into_iter().filter(is_along).find_map(stone)?;
    Some(named(MoveKind::Extension, Some(found)))
}
