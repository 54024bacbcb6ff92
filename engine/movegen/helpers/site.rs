// SPDX-License-Identifier: MIT OR Apache-2.0

//! A pattern match as helpers see it, with readings.

use katachi_rules::{Color, Point, PointSet};
use mkpat::{Cell, Offset, Pattern, Status};

use crate::analysis::dragon::ways_out;
use crate::analysis::{Analysis, MoyoGains};
use crate::matcher::MatchPlace;
use crate::movegen::facts::PositionFacts;
use crate::movegen::worth;
use crate::reading::{Reader, Verdict};

/// The share of the value of the colon line that counts, 0 to 1. `None` if the pattern does not hold.
pub(crate) type Answer = Option<f32>;

/// Worth of the stones of a move for which a pattern counts in full, in units of value: what most patterns
/// with such helpers have in their colon line. 50 to 70.
pub(crate) const FULL_WORTH: i32 = 60;

/// The share that counts of a pattern whose move is worth `worth`, where it counts in full from `full` on.
pub(crate) fn share(worth: i32, full: i32) -> f32 {
    (worth as f32 / full as f32).clamp(0.0, 1.0)
}

/// The share that counts for capturing or saving this number of stones: two points for each.
pub(crate) fn share_of_stones(stones: i32) -> f32 {
    share(8 + 10 * stones, FULL_WORTH)
}

/// The whole value, if the pattern holds.
pub(crate) fn when(holds: bool) -> Answer {
    holds.then_some(1.0)
}

/// One of the two sides, as the pattern sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// `O`, which is to move at `*`.
    Us,
    /// `X`.
    Them,
}

pub(crate) use Side::{Them, Us};

pub(crate) struct Site<'a> {
    pattern: &'a Pattern,
    place: MatchPlace,
    pub(crate) read: ScratchReader<'a>,
    pub(crate) analysis: &'a Analysis,
    moyo_gains: &'a mut MoyoGains,
}

impl<'a> Site<'a> {
    pub(in crate::movegen) fn new(
        facts: &'a mut PositionFacts<'_>,
        us: Color,
        pattern: &'a Pattern,
        place: MatchPlace,
    ) -> Self {
        Self {
            pattern,
            place,
            read: ScratchReader {
                reader: facts.reader,
                us,
            },
            analysis: facts.analysis,
            moyo_gains: &mut facts.moyo_gains,
        }
    }

    pub(crate) fn mv(&self) -> Point {
        self.place.mv
    }

    /// Runs `f` after our move at `*`, then undoes it. `None` if the move is not legal.
    pub(crate) fn after_move<R>(&mut self, f: impl FnOnce(&mut ScratchReader<'_>) -> R) -> Option<R> {
        self.read.with_move(Us, self.place.mv, f)
    }

    /// The point `dx` columns right of `*` and `dy` rows below it in the picture; `None` off the board.
    pub(crate) fn at(&self, dx: i8, dy: i8) -> Option<Point> {
        let offset = self.place.transformation.apply(Offset::new(dx, dy));
        self.place
            .size
            .offset(self.place.mv, offset.dx.into(), offset.dy.into())
    }

    pub(crate) fn stone(&self, side: Side, dx: i8, dy: i8) -> Option<Point> {
        self.at(dx, dy).filter(|&p| self.read.is(side, p))
    }

    pub(crate) fn empty(&self, dx: i8, dy: i8) -> Option<Point> {
        self.at(dx, dy).filter(|&p| self.read.is_empty(p))
    }

    /// Strings of a side among the stones of the pattern, by one stone of each, in a fixed order.
    pub(crate) fn strings(&self, side: Side) -> Vec<Point> {
        let cell = match side {
            Us => Cell::Friend,
            Them => Cell::Enemy,
        };
        self.place.strings(self.read.reader.board(), self.pattern, cell)
    }

    /// Pairs of different strings of a side among the stones of the pattern.
    pub(crate) fn pairs(&self, side: Side) -> Vec<(Point, Point)> {
        let strings = self.strings(side);
        let rest = |i: usize| strings[i + 1..].iter().map(move |&b| (i, b));
        (0..strings.len())
            .flat_map(rest)
            .map(|(i, b)| (strings[i], b))
            .collect()
    }

    /// Returns whether two points lie in the same quarter of the board. The middle lines belong to both
    /// halves.
    pub(crate) fn same_corner(&self, a: Point, b: Point) -> bool {
        let size = self.place.size;
        let same = |a: u8, b: u8, side: u8| {
            let twice = |v: u8| 2 * i32::from(v) + 1 - i32::from(side);
            twice(a).signum() * twice(b).signum() >= 0
        };
        same(a.x(), b.x(), size.width()) && same(a.y(), b.y(), size.height())
    }

    /// Returns whether the group of a stone is weak, and not dead yet.
    pub(crate) fn is_weak(&self, stone: Point) -> bool {
        let dragon = self.analysis.dragons.get(stone);
        dragon.is_some_and(|d| d.weak && d.status != Status::Dead)
    }

    /// Worth of keeping two strings connected, as a share: that of the less important string.
    pub(crate) fn connection_share(&self, a: Point, b: Point) -> f32 {
        let Analysis { worms, dragons, .. } = self.analysis;
        let worth = |stone| worth::of_connection(worms, dragons, stone);
        share(worth(a).min(worth(b)), FULL_WORTH)
    }

    /// Power of a side near a point: 6-d for each of its stones at distance d < 6.
    pub(crate) fn power(&self, side: Side, at: Point) -> i32 {
        worth::power(self.read.reader.board(), at, self.read.color(side))
    }

    /// Points of moyo that a move of a side gains.
    pub(crate) fn moyo_gain(&mut self, side: Side, point: Point) -> i32 {
        let color = self.read.color(side);
        self.moyo_gains.gain(&self.analysis.influence, point, color)
    }

    pub(crate) fn stones(&self, side: Side) -> PointSet {
        let points = self.place.size.points();
        points.filter(|&p| self.read.is(side, p)).collect()
    }
}

/// Readings, also after moves that are taken back: after each call the board is as before it.
pub(crate) struct ScratchReader<'a> {
    pub(crate) reader: &'a mut Reader,
    us: Color,
}

impl ScratchReader<'_> {
    pub(crate) fn color(&self, side: Side) -> Color {
        match side {
            Us => self.us,
            Them => self.us.opposite(),
        }
    }

    pub(crate) fn is(&self, side: Side, point: Point) -> bool {
        self.reader.board().cell(point).is(self.color(side))
    }

    pub(crate) fn is_empty(&self, point: Point) -> bool {
        self.reader.board().is_empty(point)
    }

    fn is_stone(&self, point: Point) -> bool {
        self.reader.board().cell(point).is_stone()
    }

    /// Liberties of a string, 0 where no stone is.
    pub(crate) fn liberties(&self, stone: Point) -> u32 {
        if self.is_stone(stone) {
            self.reader.board().liberties(stone)
        } else {
            0
        }
    }

    pub(crate) fn last_liberty(&self, stone: Point) -> Option<Point> {
        if self.liberties(stone) != 1 {
            return None;
        }
        self.reader.board().liberty_set(stone).iter().next()
    }

    /// Stones of a string, 0 where no stone is.
    pub(crate) fn size(&self, stone: Point) -> i32 {
        if self.is_stone(stone) {
            self.reader.board().string_size(stone) as i32
        } else {
            0
        }
    }

    pub(crate) fn are_one(&self, a: Point, b: Point) -> bool {
        self.is_stone(a) && self.is_stone(b) && self.reader.board().head(a) == self.reader.board().head(b)
    }

    /// The string of the other side with the fewest liberties of those that touch a string.
    pub(crate) fn shortest_beside(&self, stone: Point) -> Option<Point> {
        let board = self.reader.board();
        let beside = board.adjacent_strings(stone);
        beside.min_by_key(|&other| (board.liberties(other), other))
    }

    /// Returns whether a move there is legal, and not captured at once.
    pub(crate) fn is_safe(&mut self, side: Side, point: Point) -> bool {
        let color = self.color(side);
        self.reader.tactics().is_safe_move(color, point)
    }

    /// Returns whether the string cannot be captured, even if the other side moves first. No if that is not
    /// certain.
    pub(crate) fn stands(&mut self, stone: Point) -> bool {
        self.is_stone(stone) && self.reader.tactics().attack(stone).verdict == Verdict::No
    }

    /// Returns whether the string can be captured if the other side moves. It can, if it has been.
    pub(crate) fn can_be_captured(&mut self, stone: Point) -> bool {
        !self.is_stone(stone) || self.reader.tactics().attack(stone).verdict.is_yes()
    }

    /// Returns whether the string can be captured by ataris alone.
    pub(crate) fn is_in_ladder(&mut self, stone: Point) -> bool {
        self.reader.tactics().ladder_attack(stone).verdict.is_yes()
    }

    /// Returns whether a move of the other side captures the string, or leaves it without a defense.
    pub(crate) fn captures(&mut self, point: Point, stone: Point) -> bool {
        self.reader.tactics().does_attack(point, stone).is_yes()
    }

    /// Returns whether two strings of one side can be cut apart, the other side to move.
    pub(crate) fn can_be_cut(&mut self, a: Point, b: Point) -> bool {
        self.reader.connections().disconnect(a, b).verdict.is_yes()
    }

    /// Returns whether two strings of one side are cut apart for good, or one is captured, though that side
    /// moves.
    pub(crate) fn are_cut(&mut self, a: Point, b: Point) -> bool {
        self.reader.connections().connect(a, b).verdict == Verdict::No
    }

    /// Returns whether there is no move that saves both of two strings of one side. No if that is not
    /// certain.
    pub(crate) fn one_falls(&mut self, a: Point, b: Point) -> bool {
        !self.are_one(a, b) && self.reader.tactics().defend_both(a, b) == Verdict::No
    }

    /// Points that stones of a side reach in four steps, without touching the other side after the first: 0
    /// if they are surrounded.
    pub(crate) fn ways_out(&self, side: Side, stones: &PointSet) -> u32 {
        ways_out(self.reader.board(), stones, self.color(side))
    }

    /// Runs `f` after a move, then undoes it. `None` if the move is not legal.
    pub(crate) fn with_move<R>(
        &mut self,
        side: Side,
        point: Point,
        f: impl FnOnce(&mut ScratchReader<'_>) -> R,
    ) -> Option<R> {
        let us = self.us;
        self.reader.with_move(self.color(side), point, |reader| {
            f(&mut ScratchReader { reader, us })
        })
    }

    /// Runs `f` after several moves of either side, then undoes them. `None` if one of them is not legal.
    pub(crate) fn with_moves<R, L: FnOnce(&mut ScratchReader<'_>) -> R>(
        &mut self,
        moves: &[(Side, Point)],
        f: L,
    ) -> Option<R> {
        match moves {
            [] => Some(f(self)),
            [(side, point), rest @ ..] => self
                .with_move(*side, *point, |read| read.with_moves(rest, f))
                .flatten(),
        }
    }
}
