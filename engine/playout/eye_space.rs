//! Small eye spaces: which moves decide whether a group gets two eyes in a space of up to six points that it encloses.
//!
//! Each shape is solved once, when it is first met, from all arrangements of the attacker's stones in it: the group has no other liberties,
//! all its stones are connected, and the attacker wins if it captures them by force. Arrangements that come again (ko, seki)
//! are no win, so the set of won positions is the least fixed point of the moves. Outside liberties only delay a capture, so they are left out.

use std::sync::{LazyLock, OnceLock};

use arrayvec::ArrayVec;
use katachi_rules::{Cell, Color, PlayoutBoard, Point, PointSet};
use rustc_hash::FxHashMap;

/// Spaces are not larger than this.
const MOST_POINTS: usize = 6;
/// Of the eight points around a point of such a space so many are walls at least: three around the middle of the rabbity six, more in all
/// others.
const WALLS_AROUND: u32 = 3;
/// The same of a stone of its wall: with one wall around it the other seven points are one space, which is too large.
const WALLS_ALONG: u32 = 2;

/// A string with two liberties has so many sides of stones on them at most.
const FEW_SIDES: u32 = 8;

/// What a move in an eye space does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vital {
    /// The attacker's move leaves the group one eye.
    Kills,
    /// The defender's move makes two eyes, where the attacker could have prevented it.
    Saves,
}

/// Names the vital points for the side to move after a move of the other side: in eye spaces of the other side beside that move, and in an
/// own one that it was played into.
pub(super) fn vital_after(
    board: &PlayoutBoard,
    color: Color,
    last: Point,
    mut see: impl FnMut(Point, Vital),
) {
    if !is_open(board, last, color, WALLS_AROUND)
        && let Some(space) = Space::around(board, last, color)
    {
        space.points(space.fate(board).saves, |point| see(point, Vital::Saves));
    }
    let side = color.opposite();
    if is_open(board, last, side, WALLS_ALONG) {
        return;
    }
    let mut seen = PointSet::EMPTY;
    for start in last.neighbours() {
        if !board.is_empty(start) || seen.contains(start) {
            continue;
        }
        let Some(space) = Space::around(board, start, side) else {
            continue;
        };
        space.points(u8::MAX, |point| {
            seen.insert(point);
        });
        space.points(space.fate(board).kills, |point| see(point, Vital::Kills));
    }
}

/// The same of all eye spaces on the board. O(board).
pub(super) fn vital_anywhere(board: &PlayoutBoard, color: Color, mut see: impl FnMut(Point, Vital)) {
    for side in Color::BOTH {
        let mut seen = PointSet::EMPTY;
        for &start in board.empty_points() {
            if seen.contains(start) {
                continue;
            }
            let Some(space) = Space::around(board, start, side) else {
                continue;
            };
            space.points(u8::MAX, |point| {
                seen.insert(point);
            });
            let fate = space.fate(board);
            match side == color {
                true => space.points(fate.saves, |point| see(point, Vital::Saves)),
                false => space.points(fate.kills, |point| see(point, Vital::Kills)),
            }
        }
    }
}

/// Would a move at the point take two eyes from an own group that has them for certain, and help no stones of few liberties beside it?
#[inline]
pub(super) fn spoils_two_eyes(board: &PlayoutBoard, color: Color, point: Point) -> bool {
    let Some(space) = Space::around(board, point, color) else {
        return false;
    };
    let mut spoils = false;
    space.points(space.fate(board).spoils, |p| spoils |= p == point);
    let is_weak = |n: Point| {
        board.cell(n).is_stone()
            && board.liberty_sides(n) <= FEW_SIDES
            && board.first_liberties::<3>(n).len() < 3
    };
    spoils && !point.neighbours().into_iter().any(is_weak)
}

/// Are there fewer walls around a point?
#[inline]
fn is_open(board: &PlayoutBoard, point: Point, side: Color, walls: u32) -> bool {
    board.around(point).walls(side) < walls
}

/// The points that a side encloses, in rows.
struct Space(ArrayVec<Point, MOST_POINTS>);

impl Space {
    /// The points that are connected to `start` without crossing stones of the side, if they are few and none of them is open.
    fn around(board: &PlayoutBoard, start: Point, side: Color) -> Option<Self> {
        if is_open(board, start, side, WALLS_AROUND) {
            return None;
        }
        let mut points = ArrayVec::new();
        points.push(start);
        let mut next = 0;
        while let Some(&p) = points.get(next) {
            next += 1;
            for n in p.neighbours() {
                let cell = board.cell(n);
                if cell.is(side) || cell == Cell::Off || is_among(&points, n) {
                    continue;
                }
                if is_open(board, n, side, WALLS_AROUND) || points.try_push(n).is_err() {
                    return None;
                }
            }
        }
        points.sort_unstable();
        Some(Self(points))
    }

    /// What moves do, with the attacker's stones as they stand.
    fn fate(&self, board: &PlayoutBoard) -> Fate {
        // Smaller spaces are one eye.
        if self.0.len() < 3 {
            return Fate::default();
        }
        let stones = self.0.iter().enumerate().filter(|(_, p)| !board.is_empty(**p));
        let stones: usize = stones.map(|(place, _)| 1 << place).sum();
        SHAPES.fates(&self.0)[stones]
    }

    /// The points of a set.
    #[inline]
    fn points(&self, set: u8, see: impl FnMut(Point)) {
        let chosen = self
            .0
            .iter()
            .enumerate()
            .filter(|(place, _)| set >> place & 1 != 0);
        chosen.map(|(_, &point)| point).for_each(see);
    }
}

/// As `contains`, for a few points in a hot path.
#[inline(always)]
fn is_among(points: &[Point], point: Point) -> bool {
    let mut found = false;
    for &p in points {
        found |= p == point;
    }
    found
}

/// Sets of the points of a space, numbered in rows: a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fate {
    /// The attacker's moves that win, where the defender to move could save the group.
    kills: u8,
    /// The defender's moves that save the group then.
    saves: u8,
    /// The defender's moves after which the attacker can kill, where it cannot before.
    spoils: u8,
}

/// Spaces of one shape: by the set of the points with stones of the attacker.
type Fates = Box<[Fate]>;

/// All shapes, each to be solved when it is met.
struct ShapeTable(FxHashMap<u64, OnceLock<Fates>>);

static SHAPES: LazyLock<ShapeTable> = LazyLock::new(ShapeTable::new);

/// The side of the square into which all shapes fit.
const SIDE: u8 = MOST_POINTS as u8;

impl ShapeTable {
    fn new() -> Self {
        let mut all: FxHashMap<u64, OnceLock<Fates>> = FxHashMap::default();
        let mut shapes: Vec<Vec<(u8, u8)>> = vec![vec![(0, 0)]];
        for _ in 1..MOST_POINTS {
            let larger: Vec<Vec<(u8, u8)>> = shapes.iter().flat_map(|shape| one_larger(shape)).collect();
            shapes = Vec::new();
            for shape in larger {
                if all.insert(key(&shape), OnceLock::new()).is_none() {
                    shapes.push(shape);
                }
            }
        }
        Self(all)
    }

    fn fates(&self, points: &[Point]) -> &Fates {
        let (left, top) = (
            points.iter().map(|p| p.x()).min().unwrap_or(0),
            points.iter().map(|p| p.y()).min().unwrap_or(0),
        );
        let places: ArrayVec<(u8, u8), MOST_POINTS> =
            points.iter().map(|p| (p.x() - left, p.y() - top)).collect();
        self.0[&key(&places)].get_or_init(|| solve(&places))
    }
}

/// The shapes that have one point more, in the corner of the square.
fn one_larger(shape: &[(u8, u8)]) -> Vec<Vec<(u8, u8)>> {
    let mut larger = Vec::new();
    // A line and a column of room before the shape.
    let moved: Vec<(u8, u8)> = shape.iter().map(|&(x, y)| (x + 1, y + 1)).collect();
    for &(x, y) in &moved {
        for new in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            if moved.contains(&new) {
                continue;
            }
            let with_it = moved.iter().copied().chain([new]);
            let left = with_it.clone().map(|p| p.0).min().unwrap_or(0);
            let top = with_it.clone().map(|p| p.1).min().unwrap_or(0);
            larger.push(with_it.map(|(x, y)| (x - left, y - top)).collect());
        }
    }
    larger
}

/// A bit for each point of a shape in the corner of the square.
fn key(shape: &[(u8, u8)]) -> u64 {
    shape.iter().map(|&(x, y)| 1u64 << (y * SIDE + x)).sum()
}

/// The game in a space of one shape. A position is the set of the attacker's stones and that of the defender's in the space.
struct Solver {
    points: usize,
    /// The points beside each point.
    beside: ArrayVec<u8, MOST_POINTS>,
    /// Is the group captured by force: with the attacker to move, and with the defender?
    attacker_wins: [Vec<bool>; 2],
}

/// The fates of all positions without stones of the defender in the space.
fn solve(places: &[(u8, u8)]) -> Fates {
    let mut solver = Solver::new(places);
    while solver.improve() {}
    (0..1 << solver.points)
        .map(|stones| solver.fate(stones))
        .collect()
}

impl Solver {
    fn new(places: &[(u8, u8)]) -> Self {
        let is_beside = |a: (u8, u8), b: (u8, u8)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let beside = |&a: &(u8, u8)| {
            let found = places.iter().enumerate().filter(|&(_, &b)| is_beside(a, b));
            found.map(|(place, _)| 1 << place).sum()
        };
        let points = places.len();
        Self {
            points,
            beside: places.iter().map(beside).collect(),
            attacker_wins: [vec![false; 1 << (2 * points)], vec![false; 1 << (2 * points)]],
        }
    }

    fn at(&self, attacker: u8, defender: u8) -> usize {
        usize::from(attacker) | usize::from(defender) << self.points
    }

    fn all(&self) -> u8 {
        ((1u16 << self.points) - 1) as u8
    }

    /// The attacker's stones that are connected to one of them.
    fn string(&self, attacker: u8, place: usize) -> u8 {
        let mut string = 1u8 << place;
        loop {
            let more = (0..self.points)
                .filter(|p| string >> p & 1 != 0)
                .fold(string, |more, p| more | self.beside[p] & attacker);
            if more == string {
                return string;
            }
            string = more;
        }
    }

    fn has_liberty(&self, string: u8, empty: u8) -> bool {
        (0..self.points).any(|p| string >> p & 1 != 0 && self.beside[p] & empty != 0)
    }

    /// Does the attacker win with a move? None if it is not legal. Its last empty point captures the group.
    fn attack(&self, attacker: u8, defender: u8, place: usize) -> Option<bool> {
        let attacker = attacker | 1 << place;
        let empty = self.all() & !attacker & !defender;
        if empty == 0 {
            return Some(true);
        }
        let string = self.string(attacker, place);
        self.has_liberty(string, empty)
            .then(|| self.attacker_wins[1][self.at(attacker, defender)])
    }

    /// The attacker's and the defender's stones after a move of the defender. None if it leaves the group no liberty.
    fn defend(&self, attacker: u8, defender: u8, place: usize) -> Option<(u8, u8)> {
        let defender = defender | 1 << place;
        let empty = self.all() & !attacker & !defender;
        let mut left = attacker;
        for p in 0..self.points {
            let is_captured = left >> p & 1 != 0 && {
                let string = self.string(attacker, p);
                !self.has_liberty(string, empty)
            };
            if is_captured {
                left &= !(1 << p);
            }
        }
        (self.all() & !left & !defender != 0).then_some((left, defender))
    }

    /// Does the defender stand so that the attacker cannot win?
    fn defends(&self, attacker: u8, defender: u8, place: usize) -> Option<bool> {
        let (attacker, defender) = self.defend(attacker, defender, place)?;
        Some(!self.attacker_wins[0][self.at(attacker, defender)])
    }

    fn empty(&self, stones: u8) -> impl Iterator<Item = usize> + use<> {
        (0..self.points).filter(move |p| stones >> p & 1 == 0)
    }

    /// Finds more positions that the attacker wins; false if there are none.
    fn improve(&mut self) -> bool {
        let mut has_changed = false;
        for attacker in 0..=self.all() {
            for defender in (0..=self.all()).filter(|defender| defender & attacker == 0) {
                let stones = attacker | defender;
                let at = self.at(attacker, defender);
                let passed = self.attacker_wins.each_ref().map(|wins| wins[at]);
                let attacks = passed[1]
                    || self
                        .empty(stones)
                        .any(|p| self.attack(attacker, defender, p) == Some(true));
                let is_lost = passed[0]
                    && self
                        .empty(stones)
                        .all(|p| self.defends(attacker, defender, p) != Some(true));
                has_changed |= [attacks, is_lost] != passed;
                self.attacker_wins[0][at] = attacks;
                self.attacker_wins[1][at] = is_lost;
            }
        }
        has_changed
    }

    fn fate(&self, attacker: u8) -> Fate {
        let [can_kill, is_lost] = self
            .attacker_wins
            .each_ref()
            .map(|wins| wins[self.at(attacker, 0)]);
        let set = |is_in: &dyn Fn(usize) -> bool| {
            let found = self.empty(attacker).filter(|&p| is_in(p));
            found.map(|p| 1 << p).sum()
        };
        match (can_kill, is_lost) {
            (true, false) => Fate {
                kills: set(&|p| self.attack(attacker, 0, p) == Some(true)),
                saves: set(&|p| self.defends(attacker, 0, p) == Some(true)),
                spoils: 0,
            },
            (false, _) => Fate {
                spoils: set(&|p| self.defends(attacker, 0, p) == Some(false)),
                ..Fate::default()
            },
            (true, true) => Fate::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;

    /// Vital points and spoiling moves of White's space around a point, for either side to move, as a picture: `k` kills or saves, `s` only
    /// saves, `!` spoils.
    fn marked(diagram: &str) -> String {
        let board = PlayoutBoard::new(&Board::from_diagram(diagram));
        let mut picture = String::new();
        let mut vital = Vec::new();
        for color in Color::BOTH {
            vital_anywhere(&board, color, |point, what| vital.push((point, what)));
        }
        for (number, p) in board.size().points().enumerate() {
            if number > 0 && number % usize::from(board.size().width()) == 0 {
                picture.push('/');
            }
            let spoils = board.is_empty(p) && spoils_two_eyes(&board, Color::White, p);
            let has = |what| vital.contains(&(p, what));
            picture.push(match board.cell(p) {
                Cell::Black => 'X',
                Cell::White => 'O',
                _ if has(Vital::Kills) => 'k',
                _ if has(Vital::Saves) => 's',
                _ if spoils => '!',
                _ => '.',
            });
        }
        picture
    }

    #[test]
    fn three_points_have_their_vital_point_in_the_middle() {
        assert_eq!(marked(". . . O\nO O O O"), ".k.O/OOOO");
        assert_eq!(marked("X . . O\nO O O O"), "Xk.O/OOOO");
        assert_eq!(marked(". X . O\nO O O O"), ".X.O/OOOO", "too late");
    }

    #[test]
    fn four_in_a_row_live_until_the_defender_fills_an_end_of_them() {
        assert_eq!(marked(". . . . O\nO O O O O"), "!..!O/OOOOO");
        assert_eq!(marked(". X . . O\nO O O O O"), ".Xk.O/OOOOO");
    }

    #[test]
    fn a_square_is_dead_and_the_shapes_of_nakade_have_one_vital_point() {
        assert_eq!(marked(". . O\n. . O\nO O O"), "..O/..O/OOO");
        assert_eq!(marked("O . O O\n. . . O\nO O O O"), "O.OO/.k.O/OOOO");
        assert_eq!(marked(". . O O\n. . . O\nO O O O"), ".sOO/sk.O/OOOO");
        assert_eq!(
            marked(". . O O\n. . . O\nO . O O\nO O O O"),
            ".sOO/sk.O/O.OO/OOOO"
        );
    }

    #[test]
    fn what_surrounds_a_space_must_be_whole_and_the_space_small() {
        assert_eq!(
            marked(". . . .\nO O O O"),
            "!..!/OOOO",
            "up to the edge of the board"
        );
        assert_eq!(marked(". . . . . . . O\nO O O O O O O O"), ".......O/OOOOOOOO");
        assert_eq!(marked(". . . X .\nO O O . ."), "...X./OOO..");
    }

    #[test]
    fn the_move_into_a_space_is_answered_and_a_wall_that_is_closed_is_attacked() {
        let board = PlayoutBoard::new(&Board::from_diagram(". X . . O\nO O O O O\n. . . . ."));
        let after = |color, x, y| {
            let mut found = Vec::new();
            vital_after(&board, color, Point::new(x, y), |point, what| {
                found.push((point.x(), what))
            });
            found
        };
        assert_eq!(after(Color::White, 1, 0), [(2, Vital::Saves)]);
        assert_eq!(after(Color::Black, 4, 0), [(2, Vital::Kills)]);
    }
}
