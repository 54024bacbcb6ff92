// SPDX-License-Identifier: MIT OR Apache-2.0

//! Features of a move beside its neighbourhoods: what it does and where it lies.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::Sight;
use super::neighbourhood::distance;
use super::weak::Weak;

/// Templates of features: of each a move has one feature at most, told apart by its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Template {
    /// The distance from the last move, 2 to 17.
    Last,
    /// The distance from the own move before that, 2 to 17.
    Own,
    /// Lines from the nearer edge and from the farther one, by the stones on the board.
    Place,
    /// How many stones it captures, whether that saves an own string in atari, whether the last move is among them, and whether
    /// they could get away.
    Capture,
    /// An own string in atari that gets liberties.
    Escape,
    /// Own stones in atari after the move.
    SelfAtari,
    /// Enemy stones in atari after the move, whether the last move is among them, and whether it begins a ladder that works.
    Atari,
    /// Enemy stones left with two liberties, and whether the last move is among them.
    Press,
    /// An own string of two liberties with more after the move, whether the last move is beside it, and whether a ladder would capture it.
    Extend,
    /// Own stones with two liberties after the move that a ladder captures.
    Caught,
    /// The distance from the last move along the lines, where a string is one step: 1 to 8.
    Chain,
}

/// All templates, with their names in files and the number of their values.
pub(super) const TEMPLATES: [(Template, &str, usize); 11] = [
    (Template::Last, "last", 18),
    (Template::Own, "own", 18),
    (Template::Place, "place", 3 * PLACES * PLACES),
    (Template::Capture, "capture", 24),
    (Template::Escape, "escape", 6),
    (Template::SelfAtari, "self-atari", 4),
    (Template::Atari, "atari", 12),
    (Template::Press, "press", 6),
    (Template::Extend, "extend", 16),
    (Template::Caught, "caught", 4),
    (Template::Chain, "chain", 9),
];
/// Steps from the last move that are told apart.
const FARTHEST: u8 = 8;
/// Lines from an edge that are told apart.
const PLACES: usize = 10;
/// The number of all features.
pub(super) const FEATURES: usize = {
    let mut sum = 0;
    let mut i = 0;
    while i < TEMPLATES.len() {
        sum += TEMPLATES[i].2;
        i += 1;
    }
    sum
};
/// Stones on the board from which on a game is in its middle, and near its end.
const PHASES: [usize; 2] = [24, 120];

/// The features of a move, by their indices.
pub(super) type FeatureSet = ArrayVec<u16, 11>;

/// The index of a feature among all.
pub(super) fn index(template: Template, value: usize) -> u16 {
    let before = TEMPLATES.iter().take_while(|t| t.0 != template).map(|t| t.2);
    (before.sum::<usize>() + value) as u16
}

/// What does not change from move to move of one position.
pub(super) struct Features {
    weak: Weak,
    sight: Sight,
    color: Color,
    last: Option<Point>,
    own: Option<Point>,
    phase: usize,
    /// From the last move, where a string is one step; [`FARTHEST`] beyond. None without a last move.
    chain: Option<PointMap<u8>>,
}

impl Features {
    /// For the side to move, after the last move and its own one before.
    pub(super) fn new(
        sight: Sight,
        board: &Board,
        color: Color,
        last: Option<Point>,
        own: Option<Point>,
    ) -> Self {
        let stones = board.size().area() - board.empty_points().len();
        Self {
            weak: Weak::new(board),
            sight,
            color,
            last,
            own,
            phase: PHASES.iter().filter(|&&p| stones >= p).count(),
            chain: last.map(|last| chain_distances(board, last)),
        }
    }

    /// The features of a legal move.
    pub(super) fn at(&mut self, point: Point) -> FeatureSet {
        let mut features = FeatureSet::new();
        let mut add = |template, value| features.push(index(template, value));
        for (template, from) in [(Template::Last, self.last), (Template::Own, self.own)] {
            if let Some(from) = from {
                let (dx, dy) = (
                    i32::from(from.x()) - i32::from(point.x()),
                    i32::from(from.y()) - i32::from(point.y()),
                );
                add(template, distance(dx, dy).min(17) as usize);
            }
        }
        if let Some(chain) = &self.chain {
            add(Template::Chain, usize::from(chain[point]));
        }
        add(Template::Place, self.place(point));
        if self.sight == Sight::All {
            self.tactics(point, add);
        }
        features
    }

    fn place(&self, point: Point) -> usize {
        let size = self.weak.board().size();
        let (width, height) = (size.width(), size.height());
        let x = point.x().min(width - 1 - point.x());
        let y = point.y().min(height - 1 - point.y());
        let (near, far) = (usize::from(x.min(y)), usize::from(x.max(y)));
        (self.phase * PLACES + near.min(PLACES - 1)) * PLACES + far.min(PLACES - 1)
    }

    fn tactics(&mut self, point: Point, mut add: impl FnMut(Template, usize)) {
        let board = self.weak.board();
        let (own, enemy) = (self.color, self.color.opposite());
        let ours = board.strings_beside(point, own);
        let theirs = board.strings_beside(point, enemy);
        let least = ours.iter().map(|&s| board.liberties(s)).min();
        let in_atari: u32 = ours
            .iter()
            .filter(|&&s| board.liberties(s) == 1)
            .map(|&s| board.string_size(s))
            .sum();
        let is_last = |board: &Board, s: Point| {
            self.last
                .is_some_and(|l| board.cell(l).is_stone() && board.head(l) == board.head(s))
        };
        let mut captured = (0, false, false, true);
        for &s in theirs.iter().filter(|&&s| board.liberties(s) == 1) {
            let saves = board
                .adjacent_strings(s)
                .any(|a| board.liberties(a) == 1 && board.cell(a).is(own));
            captured.0 += board.string_size(s);
            captured.1 |= saves;
            captured.2 |= is_last(board, s);
            captured.3 &= self.weak.is_lost(s);
        }
        if captured.0 > 0 {
            add(
                Template::Capture,
                4 * class(captured.0, [2, 4])
                    + 2 * usize::from(captured.1)
                    + usize::from(captured.2)
                    + 12 * usize::from(captured.3),
            );
        }
        let beside_last = self
            .last
            .is_some_and(|l| ours.iter().any(|&s| touches(board, l, s)));
        let mut pressed = (0, false, false);
        let mut attacked = (0, false, false);
        for &s in &theirs {
            let to = match board.liberties(s) {
                2 => &mut attacked,
                3 => &mut pressed,
                _ => continue,
            };
            to.0 += board.string_size(s);
            to.1 |= is_last(board, s);
            to.2 |= self.weak.is_captured_from(s, point);
        }
        for (template, to) in [(Template::Atari, attacked), (Template::Press, pressed)] {
            if to.0 > 0 {
                let value = 2 * class(to.0, [2, 4]) + usize::from(to.1) + 6 * usize::from(to.2);
                add(template, value);
            }
        }
        let is_threatened = ours.iter().any(|&s| self.weak.is_caught(s));
        let after = self.weak.after(own, point);
        let (liberties, size) = (after.liberties, after.size);
        if after.is_caught && captured.0 == 0 {
            let sizes = [2, 4, 8].iter().filter(|&&s| size >= s).count();
            add(Template::Caught, sizes);
        }
        let after = liberties.clamp(1, 3) as usize - 1;
        if in_atari > 0 && captured.0 == 0 {
            add(Template::Escape, 3 * usize::from(in_atari > 1) + after);
        } else if least == Some(2) {
            let gained = (liberties.clamp(1, 4) - 1) as usize;
            let value = 2 * gained + usize::from(beside_last) + 8 * usize::from(is_threatened);
            add(Template::Extend, value);
        }
        if liberties == 1 && captured.0 == 0 {
            let sizes = [2, 4, 8].iter().filter(|&&s| size >= s).count();
            add(Template::SelfAtari, sizes);
        }
    }
}

/// Steps from a point to all points, with a string as one step (common fate graph: T. Graepel, M. Goutrie, M. Krüger, R.
/// Herbrich, "Learning on graphs in the game of Go", 2001).
fn chain_distances(board: &Board, from: Point) -> PointMap<u8> {
    let mut distances = PointMap::filled(FARTHEST);
    let mut open: Vec<Point> = Vec::with_capacity(board.size().area());
    let reach = |distances: &mut PointMap<u8>, open: &mut Vec<Point>, point: Point, distance: u8| {
        if board.cell(point).is_stone() {
            for stone in board.string(point) {
                distances[stone] = distance;
                open.push(stone);
            }
        } else {
            distances[point] = distance;
            open.push(point);
        }
    };
    reach(&mut distances, &mut open, from, 0);
    let mut next = 0;
    while let Some(&point) = open.get(next) {
        let distance = distances[point] + 1;
        if distance == FARTHEST {
            break;
        }
        for side in point.neighbours() {
            if board.size().contains(side) && distances[side] == FARTHEST {
                reach(&mut distances, &mut open, side, distance);
            }
        }
        next += 1;
    }
    distances
}

/// One, a few, or many.
fn class(stones: u32, limits: [u32; 2]) -> usize {
    limits.iter().filter(|&&limit| stones >= limit).count()
}

fn touches(board: &Board, stone: Point, string: Point) -> bool {
    let head = board.head(string);
    let beside: PointSet = stone.neighbours().into_iter().collect();
    beside
        .iter()
        .any(|n| board.size().contains(n) && board.cell(n).is_stone() && board.head(n) == head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_one_step_from_the_last_move() {
        let board = Board::from_diagram(
            "
            . . . . . . . . .
            . X X X X . . . .
            . . . . . . . . .",
        );
        let steps = chain_distances(&board, Point::new(1, 2));
        let at = |x, y| steps[Point::new(x, y)];
        assert_eq!([at(1, 2), at(1, 1), at(4, 1)], [0, 1, 1]);
        assert_eq!([at(5, 1), at(4, 0), at(4, 2), at(8, 1)], [2, 2, 2, 5]);
    }
}
