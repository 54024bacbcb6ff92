// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves in open corners, on sides, and in areas of the other side.

use katachi_rules::Point;

use super::{DIRECTIONS, MoveKind, MoveName, Site, named, when};

/// Lines of a corner, from each of its edges.
const CORNER: i32 = 7;
/// Boards with fewer lines have no open corners.
const MIN_SIDE: u8 = 9;
/// The same on a board of at most 11 lines.
const SMALL_NEAR: i32 = 3;
/// A stone is near another one up to this distance along each axis.
const NEAR: i32 = 4;

pub(super) fn name(site: &Site<'_>) -> Option<MoveName> {
    let (width, height) = (site.size.width(), site.size.height());
    let is_middle = width % 2 == 1 && height % 2 == 1 && site.point == Point::new(width / 2, height / 2);
    let near: Vec<bool> = stones(site, NEAR).map(|(_, is_own)| is_own).collect();
    let is_invasion = near.len() >= 2 && !near.contains(&true);
    when(MoveKind::Tengen, is_middle).or_else(|| when(MoveKind::Invasion, is_invasion))
}

/// The first stone in a corner, or one on 3-3 below a stone on 4-4.
pub(super) fn corner(site: &Site<'_>) -> Option<MoveName> {
    let (x, y) = lines(site);
    if site.size.width().min(site.size.height()) < MIN_SIDE {
        return None;
    }
    let mut inside = in_corner(site);
    if (x, y) == (3, 3) && inside.clone().any(|(p, own)| !own && lines_of(site, p) == (4, 4)) {
        return when(MoveKind::CornerInvasion, true);
    }
    let is_point = (3..=5).contains(&x) && (3..=5).contains(&y) && x + y <= 9;
    let kind = MoveKind::Corner(x.min(y), x.max(y));
    // On a small board a stone near the corner says more than the corner.
    let is_small = site.size.width().min(site.size.height()) <= MIN_SIDE + 2;
    let is_far = !is_small || x.max(y) <= 4 && stones(site, SMALL_NEAR).next().is_none();
    when(kind, is_point && is_far && inside.next().is_none())
}

/// An enclosure, an approach or a pincer: moves about a corner with few stones.
pub(super) fn around_corner(site: &Site<'_>) -> Option<MoveName> {
    if site.size.width().min(site.size.height()) < 13 {
        return None;
    }
    pincer(site).or_else(|| {
        let stones: Vec<(Point, bool)> = in_corner(site).collect();
        let [(stone, own)] = stones[..] else { return None };
        let ((x, y), (a, b)) = (lines(site), lines_of(site, stone));
        let is_at_side = x.min(y) <= 5 && x.max(y) <= 7;
        let is_corner_stone = (3..=5).contains(&a) && (3..=5).contains(&b);
        let is_near = site.point.distance(stone) < 2;
        let kind = match own {
            true => MoveKind::Enclosure,
            false => MoveKind::Approach,
        };
        let is_named = is_at_side && is_corner_stone && !is_near;
        named(kind, Some(stone).filter(|_| is_named))
    })
}

/// Along the side beyond a stone of the other side that has come near an own corner.
fn pincer(site: &Site<'_>) -> Option<MoveName> {
    let here = site.line(site.point);
    if !(3..=5).contains(&here) {
        return None;
    }
    let is_approach = |stone: Point| {
        let (across, down) = lines_of(site, stone);
        (2..=4).contains(&across.min(down)) && across.max(down) <= CORNER as u8
    };
    DIRECTIONS.into_iter().find_map(|(dx, dy)| {
        site.at(dx, dy).filter(|&p| site.line(p) == here || here == 5)?;
        let (stone, far) = (2..=4).find_map(|far| {
            let row = [-1, 0, 1].map(|aside| (far * dx + aside * dy, far * dy + aside * dx));
            let &(x, y) = row.iter().find(|&&(x, y)| site.enemy(x, y))?;
            site.at(x, y).map(|p| (p, far))
        })?;
        let beyond = (far + 1..=far + 5)
            .any(|far| (-2..=2).any(|aside| site.own(far * dx + aside * dy, far * dy + aside * dx)));
        let is_free = (1..far).all(|near| site.empty(near * dx, near * dy));
        let is_pincer = beyond && is_free && is_approach(stone) && is_lone(site, stone);
        named(MoveKind::Pincer, Some(stone).filter(|_| is_pincer))
    })
}

/// Whether it is without stones of its side up to two points away.
fn is_lone(site: &Site<'_>, stone: Point) -> bool {
    let color = site.color.opposite();
    let near = site.size.points();
    let mut near = near.filter(|p| p.distance(stone) <= 3 && *p != stone);
    near.all(|p| !site.board.cell(p).is(color))
}

/// The lines of the move from the two nearest edges: across, down.
fn lines(site: &Site<'_>) -> (u8, u8) {
    lines_of(site, site.point)
}

fn lines_of(site: &Site<'_>, p: Point) -> (u8, u8) {
    let across = p.x().min(site.size.width() - 1 - p.x()) + 1;
    let down = p.y().min(site.size.height() - 1 - p.y()) + 1;
    (across, down)
}

/// The stones in the corner of the move, and whether they are own.
fn in_corner<'a>(site: &'a Site<'_>) -> impl Iterator<Item = (Point, bool)> + Clone + 'a {
    let (width, height) = (i32::from(site.size.width()), i32::from(site.size.height()));
    let (x, y) = (i32::from(site.point.x()), i32::from(site.point.y()));
    let reach = CORNER.min(width / 2).min(height / 2);
    let (left, top) = (2 * x < width, 2 * y < height);
    let inside = move |p: &Point| {
        let (px, py) = (i32::from(p.x()), i32::from(p.y()));
        let across = if left { px } else { width - 1 - px };
        let down = if top { py } else { height - 1 - py };
        across < reach && down < reach
    };
    let stones = site.size.points().filter(inside);
    stones.filter_map(|p| Some((p, site.board.cell(p).color()? == site.color)))
}

/// The stones up to that distance along each axis, and whether they are own.
fn stones<'a>(site: &'a Site<'_>, far: i32) -> impl Iterator<Item = (Point, bool)> + 'a {
    let around = (-far..=far).flat_map(move |dx| (-far..=far).map(move |dy| (dx, dy)));
    around.filter_map(|(dx, dy)| {
        let p = site.at(dx, dy)?;
        Some((p, site.board.cell(p).color()? == site.color))
    })
}
