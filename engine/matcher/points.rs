// SPDX-License-Identifier: MIT OR Apache-2.0

//! Matching at single points of positions that are not prepared: at the nodes of a reading.
//!
//! Two tables of bitsets have the variants that accept the four neighbours of an anchor, and its four
//! diagonal points. The variants in both sets are tested cell by cell.

use katachi_rules::{BoardSize, Cell, Color, Point};
use mkpat::{Database, Edges, Offset, Variant};

use super::index::SIDES;
use super::{Match, kind};

/// The four neighbours of an anchor, and its four diagonal points, in the orders of `Point`.
const AROUND: [[Offset; 4]; 2] = [
    [
        Offset::new(0, -1),
        Offset::new(-1, 0),
        Offset::new(1, 0),
        Offset::new(0, 1),
    ],
    [
        Offset::new(-1, -1),
        Offset::new(1, -1),
        Offset::new(-1, 1),
        Offset::new(1, 1),
    ],
];

/// States of four points: two bits each, the first lowest.
const STATES: usize = 1 << 8;

/// Finds the patterns of a small database at single points.
#[derive(Debug, Default)]
pub(crate) struct PointMatcher {
    /// By what stands on the anchor: a friend, an enemy, nothing.
    anchors: [Anchored; 3],
}

/// The variants with one kind of anchor.
#[derive(Debug, Default)]
struct Anchored {
    variants: Vec<VariantTests>,
    /// For each state of the neighbours, and of the diagonal points, one bit for each variant.
    accepted: [Vec<u64>; 2],
}

/// The tests of a variant: cells with mask and value from its anchor, edges, and the corners of its diagram.
#[derive(Debug)]
pub(crate) struct VariantTests {
    number: u32,
    to_move: Offset,
    cells: Vec<(Offset, (u32, u32))>,
    edges: Edges,
    /// Cells from the anchor to each side of the diagram: left, top, right, bottom.
    reaches: [i8; 4],
}

impl PointMatcher {
    /// Prepares a database. O(variants * cells).
    pub(crate) fn new(database: &Database) -> Self {
        Self::of_variants(database, database.variants.iter().copied().enumerate())
    }

    /// Prepares variants of a database with their places in it. Their anchors may be other cells than there.
    pub(crate) fn of_variants(database: &Database, variants: impl Iterator<Item = (usize, Variant)>) -> Self {
        let mut this = Self::default();
        for (number, variant) in variants {
            this.anchors[kind(variant.anchor)]
                .variants
                .push(VariantTests::new(database, number, &variant));
        }
        for anchored in &mut this.anchors {
            anchored.accepted = AROUND.map(|around| anchored.sets(around));
        }
        this
    }

    /// Hands the matches that are anchored on a point to `take`, in any order, by the contents of the points.
    /// Nothing is allocated.
    pub(crate) fn each_at(
        &self,
        size: BoardSize,
        cell: impl Fn(Point) -> Cell,
        side: Color,
        anchor: Point,
        mut take: impl FnMut(Match),
    ) {
        let seen = |point: Point| match cell(point) {
            Cell::Empty => 0,
            Cell::Off => 3,
            stone => 1 + u32::from(!stone.is(side)),
        };
        let anchored = &self.anchors[[2, 0, 1][seen(anchor) as usize]];
        if anchored.variants.is_empty() {
            return;
        }
        let state = |points: [Point; 4]| points.into_iter().rev().fold(0, |all, p| all << 2 | seen(p));
        let states = [state(anchor.neighbours()), state(anchor.diagonals())];
        let words = anchored.variants.len().div_ceil(64);
        for word in 0..words {
            let sets = [0, 1].map(|i| anchored.accepted[i][words * states[i] as usize + word]);
            let mut bits = sets[0] & sets[1];
            while bits != 0 {
                let tests = &anchored.variants[64 * word + bits.trailing_zeros() as usize];
                bits &= bits - 1;
                if tests.hold(size, anchor, seen) {
                    let mv = size.offset(anchor, tests.to_move.dx.into(), tests.to_move.dy.into());
                    take(Match {
                        variant: tests.number,
                        mv: mv.expect("a diagram lies on the board"),
                    });
                }
            }
        }
    }
}

impl Anchored {
    /// For each state of four points the variants that accept it.
    fn sets(&self, around: [Offset; 4]) -> Vec<u64> {
        let words = self.variants.len().div_ceil(64);
        let mut sets = vec![0; STATES * words];
        for (bit, tests) in self.variants.iter().enumerate() {
            let accepted = around.map(|offset| tests.accepted(offset));
            for state in 0..STATES {
                let accepts = |(i, accepted): (usize, &u8)| accepted >> (state >> (2 * i) & 3) & 1 != 0;
                let is_accepted = accepted.iter().enumerate().all(accepts);
                sets[words * state + bit / 64] |= u64::from(is_accepted) << (bit % 64);
            }
        }
        sets
    }
}

impl VariantTests {
    pub(crate) fn new(database: &Database, number: usize, variant: &Variant) -> Self {
        let pattern = &database.patterns[variant.pattern as usize];
        let turned = |at| variant.to_move + variant.transformation.apply(at);
        let cells = pattern
            .elements
            .iter()
            .map(|e| (turned(e.at), e.cell.mask_value()));
        let (a, b) = (variant.top_left, variant.bottom_right);
        Self {
            number: number as u32,
            to_move: variant.to_move,
            cells: cells.collect(),
            edges: variant.edges,
            reaches: [-a.dx, -a.dy, b.dx, b.dy],
        }
    }

    /// The states that it accepts at an offset from its anchor, one bit each: empty, friend, enemy, off the
    /// board.
    pub(crate) fn accepted(&self, offset: Offset) -> u8 {
        let steps = [-offset.dx, -offset.dy, offset.dx, offset.dy];
        let beyond = (0..4).filter(|&side| steps[side] > self.reaches[side]);
        if beyond.clone().any(|side| self.edges.contains(SIDES[side])) {
            return 0b1000;
        }
        let test = self.cells.iter().find(|cell| cell.0 == offset);
        let fits = |state: u32| test.is_none_or(|&(_, (mask, value))| state & mask == value);
        let on_board = (0..3).fold(0, |states, state| states | u8::from(fits(state)) << state);
        on_board | if beyond.count() > 0 { 0b1000 } else { 0 }
    }

    /// Whether the diagram lies there on the board, its edges on those of the board, and all cells match.
    fn hold(&self, size: BoardSize, anchor: Point, seen: impl Fn(Point) -> u32) -> bool {
        let right = size.width() - 1 - anchor.x();
        let lines = [anchor.x(), anchor.y(), right, size.height() - 1 - anchor.y()];
        let lies = |side: usize| match lines[side] as i8 - self.reaches[side] {
            0 => true,
            beyond => beyond > 0 && !self.edges.contains(SIDES[side]),
        };
        let matches = |&(at, (mask, value)): &(Offset, (u32, u32))| {
            let point = size.offset(anchor, at.dx.into(), at.dy.into());
            point.is_some_and(|point| seen(point) & mask == value)
        };
        (0..4).all(lies) && self.cells.iter().all(matches)
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::matcher::{Matcher, PatternBoard};

    #[test]
    fn all_points_together_have_the_matches_of_the_board() {
        let knowledge = Knowledge::default();
        let (database, board) = (
            knowledge.database(),
            Board::from_diagram(
                ". . X . O . . X . . O . . .
             . O . X . X O . O X . X O .
             . . O X . O . X . O X . . .
             X . O . O X X . . . O X . O
             . X . . O . O X . O . . X .",
            ),
        );
        let (points, whole) = (PointMatcher::new(database), Matcher::new(database, |_| true));
        let prepared = PatternBoard::new(&board);
        for side in Color::BOTH {
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            for anchor in board.size().points() {
                points.each_at(board.size(), |p| board.cell(p), side, anchor, |m| found.push(m));
            }
            whole.each(&prepared, side, |m| expected.push(m));
            found.sort_unstable();
            expected.sort_unstable();
            assert!(!found.is_empty());
            assert_eq!(found, expected);
        }
    }
}
