// SPDX-License-Identifier: MIT OR Apache-2.0

//! Features of a move besides its neighbourhoods: its place and its tactical effects.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::FeatureSet;
use super::neighbourhood::distance;
use super::weak::Weak;

/// Templates of features. A move has at most one feature of each template; its value says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Template {
    /// Distance from the last move, 2 to 17.
    Last,
    /// Distance from the own move before that, 2 to 17.
    Own,
    /// Lines from the nearer edge and from the farther one, by the phase of the game.
    Place,
    /// Captures: the number of stones, whether that saves an own string in atari, whether the last move is
    /// among them, and whether a ladder captures them anyway.
    Capture,
    /// An own string in atari gets liberties.
    Escape,
    /// Own stones are in atari after the move.
    SelfAtari,
    /// Enemy stones are in atari after the move; whether the last move is among them, and whether a ladder
    /// works.
    Atari,
    /// Enemy stones are left with two liberties; whether the last move is among them.
    Press,
    /// An own string of two liberties gets more; whether the last move is beside it, and whether a ladder
    /// would capture it.
    Extend,
    /// Own stones have two liberties after the move, and a ladder captures them.
    Caught,
    /// Steps from the last move along the lines, where a string is one step: 1 to 8.
    Chain,
}

/// All templates, with their names in files and their numbers of values.
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
/// Maximum number of steps from the last move.
const FARTHEST: u8 = 8;
/// Number of lines from an edge.
const PLACES: usize = 10;
/// Number of all features.
pub(super) const FEATURES: usize = {
    let mut sum = 0;
    let mut i = 0;
    while i < TEMPLATES.len() {
        sum += TEMPLATES[i].2;
        i += 1;
    }
    sum
};
/// Numbers of stones at which the middle game and the endgame begin.
const PHASES: [usize; 2] = [24, 120];

/// Features of a move, by index.
pub(super) type MoveFeatures = ArrayVec<u16, 11>;

/// Index of a feature.
pub(super) fn index(template: Template, value: usize) -> u16 {
    let before = TEMPLATES.iter().take_while(|t| t.0 != template).map(|t| t.2);
    (before.sum::<usize>() + value) as u16
}

/// Facts of a position that the features of all its moves share.
pub(super) struct Features {
    weak: Weak,
    set: FeatureSet,
    color: Color,
    last: Option<Point>,
    own: Option<Point>,
    phase: usize,
    /// Steps from the last move, where a string is one step; [`FARTHEST`] beyond. None without a last move.
    chain: Option<PointMap<u8>>,
}

impl Features {
    /// Reads the ladders of a position. `last` is the last move, `own` the own move before.
    pub(super) fn new(
        set: FeatureSet,
        board: &Board,
        color: Color,
        last: Option<Point>,
        own: Option<Point>,
    ) -> Self {
        let stones = board.size().area() - board.empty_points().len();
        Self {
            weak: Weak::new(board),
            set,
            color,
            last,
            own,
            phase: PHASES.iter().filter(|&&p| stones >= p).count(),
            chain: last.map(|last| chain_distances(board, last)),
        }
    }

    /// Features of a legal move.
    pub(super) fn at(&mut self, point: Point) -> MoveFeatures {
        let mut features = MoveFeatures::new();
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
        if self.set == FeatureSet::All {
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
        let ours = board.strings_beside(point, self.color);
        let theirs = board.strings_beside(point, self.color.opposite());
        let capture = self.capture(&theirs);
        for (template, value) in [
            (Template::Capture, capture),
            (Template::Atari, self.attack(&theirs, 2, point)),
            (Template::Press, self.attack(&theirs, 3, point)),
        ] {
            if let Some(value) = value {
                add(template, value);
            }
        }
        self.defend(&ours, point, capture.is_some(), add);
    }

    /// Value of [`Template::Capture`] for a move beside enemy strings.
    fn capture(&self, theirs: &[Point]) -> Option<usize> {
        let board = self.weak.board();
        let (mut stones, mut saves, mut has_last, mut is_lost) = (0, false, false, true);
        for &string in theirs.iter().filter(|&&s| board.liberties(s) == 1) {
            let is_in_atari = |s: Point| board.liberties(s) == 1 && board.cell(s).is(self.color);
            stones += board.string_size(string);
            saves |= board.adjacent_strings(string).any(is_in_atari);
            has_last |= self.has_last(string);
            is_lost &= self.weak.is_lost(string);
        }
        let flags = 2 * usize::from(saves) + usize::from(has_last) + 12 * usize::from(is_lost);
        (stones > 0).then(|| 4 * class(stones) + flags)
    }

    /// Value of [`Template::Atari`] or [`Template::Press`] for a move that takes a liberty of enemy strings
    /// of two or three liberties.
    fn attack(&self, theirs: &[Point], liberties: u32, point: Point) -> Option<usize> {
        let board = self.weak.board();
        let (mut stones, mut has_last, mut is_ladder) = (0, false, false);
        for &string in theirs.iter().filter(|&&s| board.liberties(s) == liberties) {
            stones += board.string_size(string);
            has_last |= self.has_last(string);
            is_ladder |= self.weak.is_captured_from(string, point);
        }
        (stones > 0).then(|| 2 * class(stones) + usize::from(has_last) + 6 * usize::from(is_ladder))
    }

    /// Adds the features of the own strings that a move extends.
    fn defend(
        &mut self,
        ours: &[Point],
        point: Point,
        is_capture: bool,
        mut add: impl FnMut(Template, usize),
    ) {
        let board = self.weak.board();
        let min_liberties = ours.iter().map(|&s| board.liberties(s)).min();
        let in_atari = ours.iter().filter(|&&s| board.liberties(s) == 1);
        let in_atari: u32 = in_atari.map(|&s| board.string_size(s)).sum();
        let touches_last = |last| ours.iter().any(|&s| touches(board, last, s));
        let is_beside_last = self.last.is_some_and(touches_last);
        let is_threatened = ours.iter().any(|&s| self.weak.is_caught(s));
        let after = self.weak.after(self.color, point);
        let size = [2, 4, 8].iter().filter(|&&s| after.size >= s).count();
        if after.is_caught && !is_capture {
            add(Template::Caught, size);
        }
        if in_atari > 0 && !is_capture {
            let liberties = after.liberties.clamp(1, 3) as usize - 1;
            add(Template::Escape, 3 * usize::from(in_atari > 1) + liberties);
        } else if min_liberties == Some(2) {
            let liberties = after.liberties.clamp(1, 4) as usize - 1;
            let flags = usize::from(is_beside_last) + 8 * usize::from(is_threatened);
            add(Template::Extend, 2 * liberties + flags);
        }
        if after.liberties == 1 && !is_capture {
            add(Template::SelfAtari, size);
        }
    }

    /// Is the last move a stone of the string?
    fn has_last(&self, string: Point) -> bool {
        let board = self.weak.board();
        let is_of_string = |last| board.cell(last).is_stone() && board.head(last) == board.head(string);
        self.last.is_some_and(is_of_string)
    }
}

/// Steps from a point to all points, where a string is one step (common fate graph: T. Graepel, M. Goutrie,
/// M. Krüger, R. Herbrich, "Learning on graphs in the game of Go", 2001).
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

/// Class of a number of stones: one, two or three, more.
fn class(stones: u32) -> usize {
    [2, 4].iter().filter(|&&limit| stones >= limit).count()
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
