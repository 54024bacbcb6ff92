// SPDX-License-Identifier: MIT OR Apache-2.0

//! Random positions of each shape. All stones around the points in question are pass-alive, so that nothing
//! elsewhere on the board matters.
//!
//! The numbers of points and stones are guesses: small enough for an exhaustive search, and large enough to
//! be hard.

use std::ops::RangeInclusive;

use katachi_rules::{Board, BoardSize, Color, Point, PointSet, pass_alive};
use rand_chacha::ChaCha8Rng;

use super::Shape;
use crate::chance::random_below;
use crate::tactics::exhaustive::is_race;
use crate::tactics::space::flood;

const SIZE: BoardSize = BoardSize::square(19);
/// Lines of living stones around a position: 3 is the minimum for stones with eyes inside them.
const BAND: usize = 3;
/// Liberties of a walled space outside, at most.
const MAX_OUTSIDE: usize = 2;
/// Stones of a large string inside a space, at least.
const MIN_LARGE: usize = 3;
/// Points of both strings that race and their liberties.
const RACE_POINTS: RangeInclusive<usize> = 20..=36;
/// Empty points among them.
const RACE_EMPTY: RangeInclusive<usize> = 4..=9;
/// Draws of an empty point of a race, at most, for all of them together.
const MAX_RACE_DRAWS: usize = 60;
/// Stones of a string that races, at least.
const MIN_RACE_STONES: usize = 5;
/// Common liberties of strings that may live in seki, at least.
const SEKI_LIBERTIES: usize = 2;
/// The larger half of a race has up to twice this number of points more.
const MAX_UNEVEN: usize = 2;
/// Directions of the line between two strings that race.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2)];

/// A position by chance, with a stone of the string in question, and one of the other string of a race. None
/// where the draw does not fit the shape.
pub(super) fn draw(shape: Shape, rng: &mut ChaCha8Rng) -> Option<(Board, Vec<Point>)> {
    match shape {
        Shape::ClosedSpace => walled(rng, 5..=8, Wall::Closed, closed_space_stones),
        Shape::StonesInside => walled(rng, 7..=10, Wall::Closed, large_string),
        Shape::OpenWall => walled(rng, 4..=7, Wall::Gap, closed_space_stones),
        Shape::CutWall => walled(rng, 2..=6, Wall::Strings, closed_space_stones),
        Shape::Race => race(rng, 0),
        Shape::Seki => race(rng, SEKI_LIBERTIES),
    }
}

/// Stones by chance on a few points of a space.
fn closed_space_stones(rng: &mut ChaCha8Rng, space: &PointSet, owner: Color) -> Option<Vec<(Point, Color)>> {
    let mut rest = *space;
    let stones = (0..random_below(rng, 4)).map(|_| {
        let point = choose(rng, &rest)?;
        rest.remove(point);
        let is_owners = random_below(rng, 3) == 0;
        Some((point, if is_owners { owner } else { owner.opposite() }))
    });
    stones.collect()
}

/// Up to four stones of the owner of a space, and a string of attackers that leaves one to three of the other
/// points empty.
fn large_string(rng: &mut ChaCha8Rng, space: &PointSet, owner: Color) -> Option<Vec<(Point, Color)>> {
    let mut rest = *space;
    for _ in 0..random_below(rng, 5) {
        rest.remove(choose(rng, &rest)?);
    }
    let count = rest.len().checked_sub(1 + random_below(rng, 3))?;
    let start = choose(rng, &rest)?;
    let string = grown(rng, start, count, |p| rest.contains(p))?;
    let of_owner = space.iter().filter(|&p| !rest.contains(p));
    let mut stones: Vec<(Point, Color)> = of_owner.map(|p| (p, owner)).collect();
    stones.extend(string.iter().map(|p| (p, owner.opposite())));
    (string.len() >= MIN_LARGE).then_some(stones)
}

/// The wall of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wall {
    /// One string.
    Closed,
    /// One string, with a gap.
    Gap,
    /// Several strings: a corner of the wall may be empty, or a stone of the other side.
    Strings,
}

/// A space that its owner encloses, with a few liberties outside and the stones that `inside` draws.
fn walled(
    rng: &mut ChaCha8Rng,
    points: RangeInclusive<usize>,
    kind: Wall,
    inside: impl Fn(&mut ChaCha8Rng, &PointSet, Color) -> Option<Vec<(Point, Color)>>,
) -> Option<(Board, Vec<Point>)> {
    let owner = Color::BOTH[random_below(rng, 2)];
    let (start, count) = (start(rng), between(rng, points));
    let space = grown(rng, start, count, |p| SIZE.contains(p))?;
    let mut wall = around(&space);
    let mut band = PointSet::EMPTY;
    for _ in 0..BAND {
        let enclosed = space.iter().chain(wall.iter()).chain(band.iter()).collect();
        band.extend_with(&around(&enclosed));
    }
    match kind {
        Wall::Closed => {}
        Wall::Gap => {
            let gaps = beside(&wall, &space);
            wall.remove(choose(rng, &gaps)?);
        }
        Wall::Strings => {
            let sides = beside(&wall, &space);
            let mut corners = wall;
            corners.retain(|p| !sides.contains(p));
            for corner in corners.iter() {
                match random_below(rng, 3) {
                    0 => continue,
                    1 => _ = band.insert(corner),
                    _ => {}
                }
                wall.remove(corner);
            }
        }
    }
    let outside = beside(&band, &wall);
    for _ in 0..random_below(rng, MAX_OUTSIDE + 1) {
        band.remove(choose(rng, &outside)?);
    }
    let stone = wall.iter().next()?;
    let is_one_string = flood(stone, |p| wall.contains(p)) == wall;
    if is_one_string == (kind == Wall::Strings) {
        return None;
    }
    let mut stones = inside(rng, &space, owner)?;
    stones.extend(wall.iter().map(|p| (p, owner)));
    let board = with_living(rng, stones, &[(band, owner.opposite())])?;
    Some((board, vec![stone]))
}

/// Two strings that race, with a number of common liberties at least.
fn race(rng: &mut ChaCha8Rng, min_common: usize) -> Option<(Board, Vec<Point>)> {
    let (start, count) = (start(rng), between(rng, RACE_POINTS));
    let all = grown(rng, start, count, |p| SIZE.contains(p))?;
    let halves = halves(rng, &all);
    let all: PointSet = halves.iter().flat_map(PointSet::iter).collect();
    let bands = bands(&halves);
    let (mut strings, mut empty) = (halves, PointSet::EMPTY);
    if !fits_race(&strings, &bands) {
        return None;
    }
    let mut front = beside(&halves[0], &halves[1]);
    front.extend_with(&beside(&halves[1], &halves[0]));
    let count = between(rng, RACE_EMPTY);
    for _ in 0..MAX_RACE_DRAWS {
        if empty.len() == count {
            break;
        }
        let near = beside(&all, &empty);
        let choices = match random_below(rng, 2) {
            _ if empty.len() < min_common => &front,
            0 if !near.is_empty() => &near,
            _ => &all,
        };
        let point = choose(rng, choices)?;
        let mut fewer = strings;
        fewer.iter_mut().for_each(|string| string.remove(point));
        if fits_race(&fewer, &bands) {
            strings = fewer;
            empty.insert(point);
        }
    }
    let common = beside(&beside(&empty, &strings[0]), &strings[1]).len();
    if empty.len() < count || common < min_common {
        return None;
    }
    let first = Color::BOTH[random_below(rng, 2)];
    let colors = [first, first.opposite()];
    let of_strings = strings.iter().zip(colors);
    let stones = of_strings.flat_map(|(string, color)| string.iter().map(move |p| (p, color)));
    let board = with_living(
        rng,
        stones.collect(),
        &[(bands[0], colors[1]), (bands[1], colors[0])],
    )?;
    let [own, other] = strings.map(|string| string.iter().next());
    let race = [own?, other?];
    is_race(&board, race).then(|| (board, race.to_vec()))
}

/// The points on either side of a line. Points outside that are beside both halves are added to the first
/// one: a living stone there would touch the string of its own colour.
fn halves(rng: &mut ChaCha8Rng, all: &PointSet) -> [PointSet; 2] {
    let (dx, dy) = DIRECTIONS[random_below(rng, DIRECTIONS.len())];
    let mut points: Vec<Point> = all.iter().collect();
    points.sort_by_key(|p| dx * i32::from(p.x()) + dy * i32::from(p.y()));
    let half = points.len() / 2 + random_below(rng, 2 * MAX_UNEVEN + 1) - MAX_UNEVEN;
    let [mut first, second]: [PointSet; 2] =
        [&points[..half], &points[half..]].map(|half| half.iter().copied().collect());
    loop {
        let outside = around(&first.iter().chain(second.iter()).collect());
        let notches = beside(&beside(&outside, &first), &second);
        if notches.is_empty() {
            return [first, second];
        }
        first.extend_with(&notches);
    }
}

/// A band around each half, of the points that are nearer to it.
fn bands(halves: &[PointSet; 2]) -> [PointSet; 2] {
    let mut bands = [PointSet::EMPTY; 2];
    let mut enclosed: PointSet = halves.iter().flat_map(PointSet::iter).collect();
    for _ in 0..BAND {
        let ring = around(&enclosed);
        enclosed.extend_with(&ring);
        for point in ring.iter() {
            let [first, second] = halves.map(|half| half.iter().map(|p| p.distance(point)).min());
            bands[usize::from(first > second)].insert(point);
        }
    }
    bands
}

/// Whether both are one string, and do not touch the band of their own colour: that around the other one. The
/// capture of each has to connect the other one to such a band at two points.
fn fits_race(strings: &[PointSet; 2], bands: &[PointSet; 2]) -> bool {
    [0, 1].into_iter().all(|own| {
        let (string, other) = (&strings[own], &strings[1 - own]);
        let start = string.iter().next();
        string.len() >= MIN_RACE_STONES
            && start.is_some_and(|p| flood(p, |q| string.contains(q)) == *string)
            && beside(string, &bands[1 - own]).is_empty()
            && beside(&beside(string, other), &bands[own]).len() >= 2
    })
}

/// The board with these stones and with bands around them that have eyes. None if a string has no liberty, or
/// if a stone of a band is not pass-alive.
fn with_living(
    rng: &mut ChaCha8Rng,
    mut stones: Vec<(Point, Color)>,
    bands: &[(PointSet, Color)],
) -> Option<Board> {
    let mut living = Vec::new();
    for (band, color) in bands {
        let eyes = eyes(rng, band)?;
        living.extend(band.iter().filter(|&p| !eyes.contains(p)).map(|p| (p, *color)));
    }
    stones.extend(&living);
    let mut board = Board::new(SIZE);
    board.set_stones(stones).ok()?;
    let alive = pass_alive(&board, false).stones;
    let are_alive = living.iter().all(|&(p, color)| alive[color].contains(p));
    are_alive.then_some(board)
}

/// Two points for eyes in each connected part of a band.
fn eyes(rng: &mut ChaCha8Rng, band: &PointSet) -> Option<PointSet> {
    let (mut rest, mut eyes) = (*band, PointSet::EMPTY);
    while !rest.is_empty() {
        let start = rest.iter().next()?;
        let part = flood(start, |p| band.contains(p));
        rest.retain(|p| !part.contains(p));
        let mut solid = part;
        for _ in 0..2 {
            let mut inner = solid;
            inner.retain(|p| {
                p.neighbours()
                    .iter()
                    .all(|&n| !SIZE.contains(n) || solid.contains(n))
            });
            let eye = choose(rng, &inner)?;
            solid.remove(eye);
            eyes.insert(eye);
        }
    }
    Some(eyes)
}

/// A point in a corner, at a side or in the centre.
fn start(rng: &mut ChaCha8Rng) -> Point {
    let last = SIZE.width() - 1;
    let mut edge = || [0, last][random_below(rng, 2)];
    let (x, y) = (edge(), edge());
    let mut inner = || 5 + random_below(rng, usize::from(last) - 9) as u8;
    let (inner_x, inner_y) = (inner(), inner());
    match random_below(rng, 4) {
        0 => Point::new(x, y),
        1 => Point::new(inner_x, y),
        2 => Point::new(x, inner_y),
        _ => Point::new(inner_x, inner_y),
    }
}

/// A connected set of that number of points, from one on. None if too few are allowed.
fn grown(
    rng: &mut ChaCha8Rng,
    start: Point,
    count: usize,
    is_allowed: impl Fn(Point) -> bool,
) -> Option<PointSet> {
    let mut points = PointSet::from_iter([start]);
    while points.len() < count {
        let near = points.iter().flat_map(Point::neighbours);
        let near: PointSet = near.filter(|&p| is_allowed(p) && !points.contains(p)).collect();
        points.insert(choose(rng, &near)?);
    }
    Some(points)
}

/// The points beside a set, diagonally as well.
fn around(points: &PointSet) -> PointSet {
    let near = |p: Point| p.neighbours().into_iter().chain(p.diagonals());
    let near = points.iter().flat_map(near);
    near.filter(|&p| SIZE.contains(p) && !points.contains(p))
        .collect()
}

/// The points of a set that are beside another set.
fn beside(points: &PointSet, others: &PointSet) -> PointSet {
    let mut points = *points;
    points.retain(|p| p.neighbours().iter().any(|&n| others.contains(n)));
    points
}

fn choose(rng: &mut ChaCha8Rng, points: &PointSet) -> Option<Point> {
    let count = points.len();
    let nth = (count > 0).then(|| random_below(rng, count))?;
    points.iter().nth(nth)
}

fn between(rng: &mut ChaCha8Rng, range: RangeInclusive<usize>) -> usize {
    range.start() + random_below(rng, range.end() + 1 - range.start())
}
