// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves by their place beside own stones, away from the other side.

use katachi_rules::Point;

use super::{DIAGONALS, DIRECTIONS, MoveKind, MoveName, Site, named, when};

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

fn solid(site: &Site<'_>, (dx, dy): (i32, i32)) -> Option<MoveName> {
    let own = site.at(dx, dy)?;
    let joins = when(MoveKind::BambooJoint, is_bamboo_joint(site)).or_else(|| hanging_connection(site));
    joins.or_else(|| {
        let goes_down = site.line(own) > site.line(site.point) && site.line(site.point) <= 2;
        let is_bent = site.own(dx - dy, dy + dx) != site.own(dx + dy, dy - dx);
        let kind = match goes_down {
            true => MoveKind::Descent,
            false if is_bent && !site.own(2 * dx, 2 * dy) => MoveKind::Turn,
            false => MoveKind::Stretch,
        };
        named(kind, own)
    })
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
    let is_mouth = |(dx, dy): (i32, i32)| {
        let mouth = site.at(dx, dy).filter(|&p| site.board.is_empty(p));
        mouth.is_some_and(|mouth| {
            let strings = site.board.strings_beside(mouth, site.color);
            let enemies = site.board.strings_beside(mouth, site.color.opposite());
            strings.len() >= 2 && enemies.len() + site.board.empty_beside(mouth) as usize <= 2
        })
    };
    when(MoveKind::HangingConnection, DIRECTIONS.into_iter().any(is_mouth))
}

/// Beside an empty point where two strings of the other side would be cut.
fn peep(site: &Site<'_>) -> Option<MoveName> {
    let is_gap = |(dx, dy): (i32, i32)| {
        let gap = site.at(dx, dy).filter(|&p| site.board.is_empty(p));
        let is_between = site.enemy(dx - dy, dy + dx) && site.enemy(dx + dy, dy - dx);
        gap.is_some_and(|gap| {
            let strings = site.board.strings_beside(gap, site.color.opposite());
            strings.len() >= 2 && is_between && site.board.strings_beside(gap, site.color).is_empty()
        })
    };
    when(MoveKind::Peep, DIRECTIONS.into_iter().any(is_gap))
}

/// On the first line, a large knight's move from an own stone on the second, with no stone on the way. In the
/// corner nothing is left to jump into.
fn monkey_jump(site: &Site<'_>) -> Option<MoveName> {
    if site.line(site.point) != 1 {
        return None;
    }
    let open = DIRECTIONS.into_iter().filter(|&(dx, dy)| {
        (1..=3).all(|step| site.empty(step * dx, step * dy)) && site.at(-dx, -dy).is_some()
    });
    let far = open.flat_map(|(dx, dy)| [(3 * dx + dy, 3 * dy + dx), (3 * dx - dy, 3 * dy - dx)]);
    let own = far.filter(|&(dx, dy)| site.own(dx, dy));
    let mut stones = own.filter_map(|(dx, dy)| site.at(dx, dy));
    named(MoveKind::MonkeyJump, stones.find(|&stone| site.line(stone) == 2))
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
        let is_free = site.empty(dx, 0) && site.empty(0, dy);
        named(MoveKind::ShoulderHit, Some(stone).filter(|_| is_above && is_free))
    })
}

/// Two points above a stone that stands on the third line or higher.
fn cap(site: &Site<'_>) -> Option<MoveName> {
    DIRECTIONS.into_iter().find_map(|(dx, dy)| {
        let stone = site.at(2 * dx, 2 * dy).filter(|_| site.enemy(2 * dx, 2 * dy))?;
        let is_above = site.line(stone) >= 3 && site.line(site.point) >= site.line(stone) + 2;
        let is_cap = is_above && site.empty(dx, dy);
        named(MoveKind::Cap, Some(stone).filter(|_| is_cap))
    })
}

/// Names with the offset of the own stone. The points between are those of the columns between.
const RELATIONS: [(MoveKind, (i32, i32)); 5] = [
    (MoveKind::Diagonal, (1, 1)),
    (MoveKind::OneSpaceJump, (2, 0)),
    (MoveKind::KnightsMove, (2, 1)),
    (MoveKind::TwoSpaceJump, (3, 0)),
    (MoveKind::LargeKnightsMove, (3, 1)),
];

/// The relation to the nearest own stone: diagonal, a jump, a knight's move.
pub(super) fn nearest_own(site: &Site<'_>) -> Option<MoveName> {
    RELATIONS.into_iter().find_map(|(kind, (far, aside))| {
        // Both sides of each direction.
        let turns = DIRECTIONS.into_iter();
        let mut turns = turns.flat_map(|direction| [(direction, 1), (direction, -1)]);
        let found = turns.find_map(|((x, y), side)| {
            let turned = |dx: i32, dy: i32| (dx * x - side * dy * y, dx * y + side * dy * x);
            let is_empty = |(dx, dy)| site.empty(dx, dy);
            let is_clear = (1..far).all(|dx| (0..=aside).all(|dy| is_empty(turned(dx, dy))));
            let (dx, dy) = turned(far, aside);
            site.at(dx, dy).filter(|_| is_clear && site.own(dx, dy))
        });
        named(kind, found)
    })
}

/// Two to five points along the side from an own stone of about the same line.
fn along_side(site: &Site<'_>) -> Option<MoveName> {
    let here = site.line(site.point);
    if !(2..=4).contains(&here) {
        return None;
    }
    // One step leaves the line as it is.
    let is_along = |&(dx, dy): &(i32, i32)| site.at(dx, dy).is_some_and(|p| site.line(p) == here);
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
    let mut along = DIRECTIONS.into_iter().filter(is_along);
    named(MoveKind::Extension, along.find_map(stone))
}
