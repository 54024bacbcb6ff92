// SPDX-License-Identifier: MIT OR Apache-2.0

//! The shape of a worm on the board, without any reading.

use katachi_rules::{Board, Color, Point, PointSet};

/// The points that are connected to `from` through points for which `belongs` holds.
pub(crate) fn component(board: &Board, from: Point, belongs: impl Fn(Point) -> bool) -> PointSet {
    let mut found = PointSet::EMPTY;
    found.insert(from);
    let mut open = vec![from];
    while let Some(point) = open.pop() {
        for n in point.neighbours() {
            if board.size().contains(n) && belongs(n) && found.insert(n) {
                open.push(n);
            }
        }
    }
    found
}

/// Number of connected parts of the board without these points, less one. 0 if nothing is left.
pub(super) fn genus(board: &Board, points: &PointSet) -> u32 {
    let mut seen = *points;
    let mut parts = 0u32;
    // Every part touches the points, unless they are none.
    for p in points.iter().flat_map(Point::neighbours) {
        if board.size().contains(p) && !seen.contains(p) {
            parts += 1;
            seen.extend_with(&component(board, p, |n| !points.contains(n)));
        }
    }
    parts.saturating_sub(1)
}

/// The side whose stones alone the points touch, if there is one.
pub(super) fn border(board: &Board, points: &PointSet) -> Option<Color> {
    let touches = |color: Color| {
        points
            .iter()
            .flat_map(Point::neighbours)
            .any(|n| board.cell(n).is(color))
    };
    match Color::BOTH.map(touches) {
        [true, false] => Some(Color::BOTH[0]),
        [false, true] => Some(Color::BOTH[1]),
        _ => None,
    }
}

/// Size plus, for each liberty, its share: the points that a capture of the string takes.
pub(super) fn effective_size(board: &Board, origin: Point) -> f32 {
    let liberties = board.liberty_set(origin);
    let shares = liberties.iter().map(|liberty| {
        let strings = Color::BOTH.map(|color| board.strings_beside(liberty, color).len());
        1.0 / strings.iter().sum::<usize>() as f32
    });
    board.string_size(origin) as f32 + shares.sum::<f32>()
}

/// The empty point of a ko: one stone would take one there and could be retaken but for the rule.
pub(crate) fn is_ko_point(board: &Board, empty: Point) -> bool {
    board.ko().is_some_and(|(point, _)| point == empty)
        || Color::BOTH.into_iter().any(|color| {
            // All around are single enemies of the one who takes, one of them in atari.
            let enemies = board.strings_beside(empty, color.opposite());
            let in_atari: Vec<Point> = enemies.into_iter().filter(|&s| board.liberties(s) == 1).collect();
            board.empty_beside(empty) == 0
                && board.strings_beside(empty, color).is_empty()
                && in_atari.len() == 1
                && board.string_size(in_atari[0]) == 1
        })
}

/// The empty point of the ko in which the string, one stone, is in atari.
pub(super) fn ko_of_string(board: &Board, origin: Point) -> Option<Point> {
    if board.string_size(origin) != 1 || board.liberties(origin) != 1 {
        return None;
    }
    Some(board.first_liberties::<1>(origin)[0]).filter(|&empty| is_ko_point(board, empty))
}

/// Numbers of liberties of order 1 to 4.
pub(super) fn liberties_by_order(board: &Board, origin: Point) -> [u32; 4] {
    let color = board.cell(origin).color().expect("a worm has stones");
    let touches_enemy = |p: Point| p.neighbours().iter().any(|&n| board.cell(n).is(color.opposite()));
    let mut seen = board.liberty_set(origin);
    let mut counts = [seen.len() as u32, 0, 0, 0];
    let mut frontier: Vec<Point> = seen.iter().collect();
    let mut friends: PointSet = board.string(origin).collect();
    for count in &mut counts[1..] {
        let mut next = Vec::new();
        // A stone in a ko connects nothing for good.
        for from in frontier.into_iter().filter(|&p| !is_ko_point(board, p)) {
            // A friendly string beside a stone of the path is connected by it.
            let mut reached: Vec<Point> = from.neighbours().to_vec();
            for friend in board.strings_beside(from, color) {
                if friends.insert(friend) {
                    for stone in board.string(friend) {
                        friends.insert(stone);
                        reached.extend(stone.neighbours());
                    }
                }
            }
            for p in reached {
                if board.is_empty(p) && !touches_enemy(p) && seen.insert(p) {
                    next.push(p);
                }
            }
        }
        *count = next.len() as u32;
        frontier = next;
    }
    counts
}

/// 2: next to two enemy strings without a liberty in common; 1: to two that share one; 0.
pub(super) fn cutstone(board: &Board, origin: Point) -> u32 {
    let enemies: Vec<PointSet> = board
        .adjacent_strings(origin)
        .map(|head| board.liberty_set(head))
        .collect();
    let mut cutstone = 0;
    for (i, first) in enemies.iter().enumerate() {
        for second in &enemies[i + 1..] {
            cutstone = cutstone.max(if first.intersects(second) { 1 } else { 2 });
        }
    }
    cutstone
}

/// Has the string no way out, and would it leave a hole in the other side's stones if it were taken off?
/// Genus 0, no liberty at the edge or of order 2, and only the other colour around.
pub(super) fn leaves_a_hole(board: &Board, origin: Point, genus: u32, liberties: &[u32; 4]) -> bool {
    let color = board.cell(origin).color().expect("a worm has stones");
    let at_edge = |p: Point| board.size().line(p) == 0;
    if genus != 0 || liberties[1] != 0 || board.liberty_set(origin).iter().any(at_edge) {
        return false;
    }
    let stones: PointSet = board.string(origin).collect();
    let hole = component(board, origin, |p| stones.contains(p) || board.is_empty(p));
    let is_around = |n: &Point| board.cell(*n).is_stone() && !stones.contains(*n);
    let mut around = hole
        .iter()
        .flat_map(Point::neighbours)
        .filter(is_around)
        .peekable();
    around.peek().is_some() && around.all(|n| board.cell(n).is(color.opposite()))
}
