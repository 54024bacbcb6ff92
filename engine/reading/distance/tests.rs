// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_rules::BoardSize;

use super::*;
use crate::reading::tests::random;

/// The plain way: points are looked at one by one, nearest first, each with its four neighbours; stones, too.
/// No point is left out, and nothing is known before the points of its distance have been looked at. With a
/// goal it ends when no point is nearer than that.
fn plain(board: &Board, color: Color, start: &End, limit: u8, goal: Option<Point>) -> PointMap<u8> {
    let mut ways = Plain {
        board,
        color,
        to: PointMap::filled(FAR),
        left: PointMap::filled(FAR),
        first: PointMap::filled(None),
    };
    match start {
        End::String(stone) => ways.set_string(*stone, 0),
        End::Area(area) => {
            for p in area.iter() {
                if board.is_empty(p) {
                    ways.to[p] = stone_cost(board, color, p);
                } else if board.cell(p).is(color) {
                    ways.set_string(p, 0);
                }
            }
        }
    }
    let mut distance = 0;
    while distance <= limit && goal.is_none_or(|goal| ways.to[goal] > distance) {
        let mut next = distance + 1;
        let is_next = |ways: &Plain, p| ways.to[p] == distance && ways.left[p] != distance;
        while let Some(p) = board.size().points().find(|&p| is_next(&ways, p)) {
            ways.left[p] = distance;
            next = next.min(ways.leave(p, distance, limit));
        }
        distance = next;
    }
    ways.to
}

struct Plain<'a> {
    board: &'a Board,
    color: Color,
    to: PointMap<u8>,
    /// Distance at which a point was last looked at.
    left: PointMap<u8>,
    first: PointMap<Option<Point>>,
}

impl Plain<'_> {
    fn set_string(&mut self, stone: Point, distance: u8) {
        self.first[self.board.head(stone)] = None;
        for s in self.board.string(stone) {
            self.to[s] = distance;
        }
    }

    fn leave(&mut self, from: Point, distance: u8, limit: u8) -> u8 {
        let board = self.board;
        let is_foe = board.cell(from).is(self.color.opposite());
        let mut next = FAR;
        for to in from.neighbours() {
            let is_nearer = |distance: u8| distance <= limit && distance < self.to[to];
            match board.cell(to) {
                Cell::Off => {}
                Cell::Empty => {
                    let there = distance + stone_cost(board, self.color, to);
                    if is_nearer(there) {
                        self.to[to] = there;
                    }
                }
                cell if cell.is(self.color) => {
                    let there = if is_foe { distance + RECUT_COST } else { distance };
                    let head = board.head(to);
                    if is_nearer(there) {
                        self.set_string(to, there);
                        self.first[head] = board.is_empty(from).then_some(from);
                    } else if board.is_empty(from)
                        && distance == self.to[to]
                        && distance >= STONE
                        && self.first[head].is_some_and(|first| first != from)
                    {
                        next = distance - STONE + LINK_COST;
                        self.set_string(to, next);
                    }
                }
                _ => {
                    let left = board.liberties(to) as u8 - u8::from(board.is_empty(from));
                    let can_be_crossed = board.liberties(to) <= MAX_LIBERTIES_CROSSED && !is_foe;
                    if can_be_crossed && is_nearer(distance + STONE * left) {
                        self.set_string(to, distance + STONE * left);
                    }
                }
            }
        }
        next
    }
}

/// Positions of random stones, from few to many.
fn positions(count: usize) -> impl Iterator<Item = (Board, u64)> {
    let mut random = random(7);
    let mut random = move || random(usize::MAX) as u64;
    std::iter::repeat_with(move || {
        let size = BoardSize::square([7, 9, 13, 19][random() as usize % 4]);
        let (some, most) = (5 + random() % 90, 60 + random() % 90);
        let stones: Vec<_> = size
            .points()
            .filter_map(|p| match random() % 200 {
                n if n < some => Some((p, Color::Black)),
                n if n < most => Some((p, Color::White)),
                _ => None,
            })
            .collect();
        let mut board = Board::new(size);
        board.set_stones(stones).ok().map(|()| (board, random()))
    })
    .flatten()
    .take(count)
}

/// The strings of a side in a position.
fn strings(board: &Board, color: Color) -> Vec<Point> {
    board.strings().filter(|&s| board.cell(s).is(color)).collect()
}

#[test]
fn distances_are_those_of_the_plain_way() {
    let mut distances = Distances::new();
    let mut links = 0;
    for (board, random) in positions(400) {
        let color = Color::BOTH[random as usize % 2];
        let limit = 4 + (random / 2 % 16) as u8;
        let own = strings(&board, color);
        let Some(&stone) = own.get(random as usize / 32 % own.len().max(1)) else {
            continue;
        };
        let area: PointSet = board.size().points().filter(|p| p.distance(stone) < 3).collect();
        for start in &[End::String(stone), End::Area(area)] {
            let all = plain(&board, color, start, limit, None);
            let none = distances.measure(&board, color, start, Extent::All(limit));
            assert_eq!(none, FAR);
            for p in board.size().points() {
                assert_eq!(
                    distances.to(p),
                    all[p],
                    "{p:?} from {start:?} to {limit}\n{board}"
                );
                if board.is_empty(p) && all[p] < FAR {
                    assert_eq!(distances.cost(p), stone_cost(&board, color, p), "{p:?}\n{board}");
                }
            }
            for &goal in &own {
                let expected = plain(&board, color, start, limit, Some(goal))[goal];
                let found = distances.measure(&board, color, start, Extent::To(goal, limit));
                assert_eq!(found, expected, "to {goal:?} from {start:?} in {limit}\n{board}");
                links += usize::from(found % 2 == 1 && found < FAR);

                let found = distances.measure(&board, color, start, Extent::Beyond(goal, limit, STONE));
                assert_eq!(found, expected, "to {goal:?} from {start:?} in {limit}\n{board}");
                if expected == FAR {
                    continue;
                }
                let all = plain(&board, color, start, expected + STONE, None);
                let near = |to: u8| Some(to).filter(|&to| to <= expected + STONE);
                for p in board.size().points() {
                    let both = (near(distances.to(p)), near(all[p]));
                    assert_eq!(both.0, both.1, "{p:?} beyond {goal:?}\n{board}");
                }
            }
        }
    }
    assert!(links > 500, "ways over pairs of points: {links}");
}
