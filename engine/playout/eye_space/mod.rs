// SPDX-License-Identifier: MIT OR Apache-2.0

//! Small eye spaces: the moves that decide whether a group gets two eyes in a space of up to six points.
//!
//! - `shapes`: the spaces solved, shape by shape.

mod shapes;

use arrayvec::ArrayVec;
use katachi_rules::{Cell, Color, PlayoutBoard, Point, PointSet};

use shapes::{MAX_POINTS, SHAPES, VitalPoints};

/// Minimum number of walls among the eight points around a point of such a space: three around the middle of
/// the rabbity six, more in all other spaces.
const WALLS_AROUND: u32 = 3;
/// Minimum number of walls around a stone of the wall. With one wall the other seven points are one space,
/// which is too large.
const WALLS_ALONG: u32 = 2;

/// Maximum number of sides of stones on the liberties of a string with two liberties.
const FEW_SIDES: u32 = 8;

/// Effect of a move in an eye space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vital {
    /// The attacker's move leaves the group one eye.
    Kills,
    /// The defender's move makes two eyes that the attacker could have prevented.
    Saves,
}

/// Finds the vital points after a move of the other side: in the eye spaces of the other side beside that
/// move, and in an own eye space around it.
pub(super) fn vital_after(
    board: &PlayoutBoard,
    color: Color,
    last: Point,
    mut see: impl FnMut(Point, Vital),
) {
    if !is_open(board, last, color, WALLS_AROUND)
        && let Some(space) = Space::around(board, last, color)
    {
        space.points(space.vital_points(board).saves, |point| see(point, Vital::Saves));
    }
    let side = color.opposite();
    if is_open(board, last, side, WALLS_ALONG) {
        return;
    }
    each_space(board, &last.neighbours(), side, |space| {
        space.points(space.vital_points(board).kills, |point| see(point, Vital::Kills));
    });
}

/// Finds the vital points of all eye spaces on the board. O(board).
pub(super) fn vital_anywhere(board: &PlayoutBoard, color: Color, mut see: impl FnMut(Point, Vital)) {
    for side in Color::BOTH {
        each_space(board, board.empty_points(), side, |space| {
            let vital = space.vital_points(board);
            match side == color {
                true => space.points(vital.saves, |point| see(point, Vital::Saves)),
                false => space.points(vital.kills, |point| see(point, Vital::Kills)),
            }
        });
    }
}

/// Hands each eye space of a side around one of these points to `take`, once.
fn each_space(board: &PlayoutBoard, starts: &[Point], side: Color, mut take: impl FnMut(&Space)) {
    let mut seen = PointSet::EMPTY;
    for &start in starts {
        if !board.is_empty(start) || seen.contains(start) {
            continue;
        }
        if let Some(space) = Space::around(board, start, side) {
            space.points(u8::MAX, |point| {
                seen.insert(point);
            });
            take(&space);
        }
    }
}

/// Returns whether a move spoils the two certain eyes of an own group without helping weak stones beside it.
#[inline]
pub(super) fn spoils_two_eyes(board: &PlayoutBoard, color: Color, point: Point) -> bool {
    let Some(space) = Space::around(board, point, color) else {
        return false;
    };
    let mut spoils = false;
    space.points(space.vital_points(board).spoils, |p| spoils |= p == point);
    let is_weak = |n: Point| {
        board.cell(n).is_stone()
            && board.liberty_sides(n) <= FEW_SIDES
            && board.first_liberties::<3>(n).len() < 3
    };
    spoils && !point.neighbours().into_iter().any(is_weak)
}

/// Whether a point has fewer than `walls` walls around it.
#[inline]
fn is_open(board: &PlayoutBoard, point: Point, side: Color, walls: u32) -> bool {
    board.around(point).walls(side) < walls
}

/// Points that a side encloses, in rows.
struct Space(ArrayVec<Point, MAX_POINTS>);

impl Space {
    /// Points connected to `start` without crossing stones of the side. None if they are too many, or if one
    /// of them is open.
    fn around(board: &PlayoutBoard, start: Point, side: Color) -> Option<Self> {
        if is_open(board, start, side, WALLS_AROUND) {
            return None;
        }
        let mut points = ArrayVec::new();
        points.push(start);
        let mut seen = bit(start);
        let mut next = 0;
        while let Some(&p) = points.get(next) {
            next += 1;
            for n in p.neighbours() {
                let cell = board.cell(n);
                if cell.is(side) || cell == Cell::Off || seen & bit(n) != 0 {
                    continue;
                }
                if is_open(board, n, side, WALLS_AROUND) || points.try_push(n).is_err() {
                    return None;
                }
                seen |= bit(n);
            }
        }
        points.sort_unstable();
        Some(Self(points))
    }

    /// Vital points with the attacker's stones on the board.
    fn vital_points(&self, board: &PlayoutBoard) -> VitalPoints {
        // Smaller spaces are one eye.
        if self.0.len() < 3 {
            return VitalPoints::default();
        }
        let stones = self.0.iter().enumerate().filter(|(_, p)| !board.is_empty(**p));
        let stones: usize = stones.map(|(place, _)| 1 << place).sum();
        SHAPES.vital_points(&self.0)[stones]
    }

    #[inline]
    fn points(&self, set: u8, see: impl FnMut(Point)) {
        let places = self.0.iter().enumerate();
        let chosen = places.filter(|(place, _)| set >> place & 1 != 0);
        chosen.map(|(_, &point)| point).for_each(see);
    }
}

/// Bit of a point, unique among the points of a space and beside it. Points with the same bit have indices
/// that differ by a multiple of 64, so that they are at least seven steps apart; points of a space are at
/// most six.
#[inline]
fn bit(point: Point) -> u64 {
    1 << (point.index() % 64)
}

/// Whether the point is among these few. Faster than `contains` in a hot path.
#[inline(always)]
fn is_among(points: &[Point], point: Point) -> bool {
    let mut found = false;
    for &p in points {
        found |= p == point;
    }
    found
}

/// Returns whether these stones, at most six, leave one eye when they are captured.
pub(crate) fn is_nakade(stones: &[Point]) -> bool {
    if stones.len() <= 3 {
        return true;
    }
    let degree = |p: Point| {
        let beside = p.neighbours().into_iter();
        beside.filter(|&n| is_among(stones, n)).count() as u32
    };
    let (mut max_degree, mut links) = (0, 0);
    for &stone in stones {
        let degree = degree(stone);
        max_degree = max_degree.max(degree);
        links += degree;
    }
    is_one_eye(stones.len(), links / 2, max_degree)
}

/// Whether a space leaves one eye. It has that number of points and of pairs of neighbours; no point has more
/// than `max_degree` neighbours.
fn is_one_eye(points: usize, links: u32, max_degree: u32) -> bool {
    match points {
        0..=3 => true,
        // The square, and the pyramid.
        4 => links == 4 || max_degree == 3,
        // The bulky five, and the cross.
        5 => (links == 5 && max_degree == 3) || max_degree == 4,
        // The rabbity six.
        6 => max_degree == 4 && links == 6,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;

    #[test]
    fn points_of_a_space_and_beside_it_have_different_bits() {
        let middle = Point::new(12, 12);
        let size = katachi_rules::BoardSize::square(25);
        let near = size
            .points()
            .filter(|p| (1..=MAX_POINTS as u32).contains(&p.distance(middle)));
        assert!(near.clone().count() > 80);
        for p in near {
            assert_ne!(bit(p), bit(middle), "{p:?}");
        }
    }

    /// Vital points and spoiling moves of White's space around a point, for either side to move, as a
    /// picture: `k` kills or saves, `s` only saves, `!` spoils.
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
