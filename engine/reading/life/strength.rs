//! Which groups look after themselves: by the room that is nearer to them than to the other side.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

/// Who has so many empty points nearer than the other side can live there or run.
const ROOM: usize = 12;

/// The stones of a colour that have room enough to live or to run: strings that points nearer to them join have such
/// points in common.
pub(super) fn strong(board: &Board, color: Color) -> PointSet {
    let (own, other) = (distances(board, color), distances(board, color.opposite()));
    let is_zone = |p: Point| board.cell(p).is(color) || (board.is_empty(p) && own[p] < other[p]);
    let mut strong = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for start in board.size().points() {
        if !board.cell(start).is(color) || !seen.insert(start) {
            continue;
        }
        let mut component = vec![start];
        let mut room = 0;
        let mut next = 0;
        while let Some(&point) = component.get(next) {
            next += 1;
            room += usize::from(board.is_empty(point));
            for n in point.neighbours() {
                if board.size().contains(n) && is_zone(n) && seen.insert(n) {
                    component.push(n);
                }
            }
        }
        if room >= ROOM {
            strong.extend(component.into_iter().filter(|&p| board.cell(p).is(color)));
        }
    }
    strong
}

/// Steps over empty points from the nearest stone of a colour that is not in atari.
fn distances(board: &Board, color: Color) -> PointMap<u8> {
    let mut distance = PointMap::filled(u8::MAX);
    let mut frontier: Vec<Point> = board
        .size()
        .points()
        .filter(|&p| board.cell(p).is(color) && board.liberties(p) >= 2)
        .collect();
    for &p in &frontier {
        distance[p] = 0;
    }
    let mut step = 0;
    while !frontier.is_empty() {
        step += 1;
        let mut next = Vec::new();
        for p in frontier {
            for n in p.neighbours() {
                if board.size().contains(n) && board.is_empty(n) && distance[n] > step {
                    distance[n] = step;
                    next.push(n);
                }
            }
        }
        frontier = next;
    }
    distance
}
