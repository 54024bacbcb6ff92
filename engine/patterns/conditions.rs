// SPDX-License-Identifier: MIT OR Apache-2.0

//! The conditions on liberties in constraints, prepared for a test at every match in every node of a search.

use std::ops::RangeInclusive;

use katachi_rules::{Board, BoardSize, Point};
use mkpat::{Binary, Expr, Function, Offset, Transformation};

use crate::matcher::{Facts, MatchPlace, evaluate};

/// A stone and the liberties that its string may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// From the move of the pattern.
    at: Offset,
    least: i32,
    most: i32,
}

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// `lib(a) < 3`.
    One(Range),
    /// `lib(a) < 3 || lib(b) < 3`.
    Either(Range, Range),
    /// Any other one, in an orientation.
    Other(Expr, Transformation),
}

impl Condition {
    /// Adds the parts of a constraint that ask for liberties and nothing else, all of which have to hold.
    pub(crate) fn add(constraint: &Expr, turned: Transformation, found: &mut Vec<Self>) {
        match constraint {
            Expr::Binary(Binary::And, left, right) => {
                Self::add(left, turned, found);
                Self::add(right, turned, found);
            }
            part if part.asks_liberties() => found.push(Self::new(part, turned)),
            _ => {}
        }
    }

    /// The liberties that it asks for, if it asks for those of the string at an offset from the move alone.
    pub(crate) fn range_at(&self, at: Offset) -> Option<RangeInclusive<i32>> {
        match self {
            Self::One(range) if range.at == at => Some(range.least..=range.most),
            _ => None,
        }
    }

    fn new(expr: &Expr, turned: Transformation) -> Self {
        let range = |expr: &Expr| Range::new(expr, turned);
        let either = match expr {
            Expr::Binary(Binary::Or, left, right) => range(left).zip(range(right)),
            _ => None,
        };
        match (range(expr), either) {
            (Some(one), _) => Self::One(one),
            (None, Some((a, b))) => Self::Either(a, b),
            (None, None) => Self::Other(expr.clone(), turned),
        }
    }

    /// Returns whether it holds for a pattern whose move is `mv`. `liberties` counts those of the string at a
    /// point, 0 for an empty one.
    #[inline]
    pub(crate) fn holds(&self, size: BoardSize, mv: Point, liberties: impl Fn(Point) -> i32) -> bool {
        match self {
            Self::One(range) => range.holds(size, mv, liberties),
            Self::Either(a, b) => a.holds(size, mv, &liberties) || b.holds(size, mv, liberties),
            Self::Other(expr, turned) => {
                let place = MatchPlace::new(size, mv, *turned);
                evaluate(expr, place, &mut Liberties(liberties)) != Ok(0)
            }
        }
    }
}

impl Range {
    /// Reads a comparison of `lib` with a number.
    fn new(expr: &Expr, turned: Transformation) -> Option<Self> {
        let Expr::Binary(comparison, left, right) = expr else {
            return None;
        };
        let (Expr::Call(Function::Lib, cells), &Expr::Number(number)) = (&**left, &**right) else {
            return None;
        };
        let (least, most) = match comparison {
            Binary::Equal => (number, number),
            Binary::Less => (i32::MIN, number.checked_sub(1)?),
            Binary::LessEqual => (i32::MIN, number),
            Binary::Greater => (number.checked_add(1)?, i32::MAX),
            Binary::GreaterEqual => (number, i32::MAX),
            _ => return None,
        };
        let at = turned.apply(*cells.first()?);
        Some(Self { at, least, most })
    }

    #[inline]
    fn holds(&self, size: BoardSize, mv: Point, liberties: impl Fn(Point) -> i32) -> bool {
        // A label may stand outside its diagram, and so off the board.
        let stone = size.offset(mv, self.at.dx.into(), self.at.dy.into());
        let liberties = stone.map_or(0, liberties);
        (self.least..=self.most).contains(&liberties)
    }
}

/// Answers `lib` alone.
struct Liberties<F>(F);

impl<F: Fn(Point) -> i32> Facts for Liberties<F> {
    fn call(&mut self, _: Function, points: &[Point]) -> i32 {
        points.first().map_or(0, |&stone| self.0(stone))
    }
}

/// The liberties of the string at a point, 0 for an empty one.
pub(super) fn liberties(board: &Board, stone: Point) -> i32 {
    match board.is_empty(stone) {
        true => 0,
        false => board.liberties(stone) as i32,
    }
}

#[cfg(test)]
mod tests {
    use mkpat::{Options, Source};

    use super::*;

    /// Prepared conditions are those of the evaluator, in every orientation and at every point.
    #[track_caller]
    fn check(constraint: &str, prepared: bool) {
        let text = format!("Pattern P\nXXO\n.*.\n:8,10\nABc\nd*.\n;{constraint}\n");
        let compiled = mkpat::compile(&[Source::new("test", &text)], &Options::default());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        let database = compiled.database;
        let constraint = database.patterns[0].constraint.as_ref().expect("a constraint");
        let board = Board::from_diagram("X X O . O \n . X O O . \n X . . X X \n . O . . X \n O . X O .");
        let points: Vec<Point> = board.size().points().collect();
        for variant in &database.variants {
            let turned = variant.transformation;
            let mut conditions = Vec::new();
            Condition::add(constraint, turned, &mut conditions);
            let is_other = |condition: &Condition| matches!(condition, Condition::Other(..));
            assert_eq!(prepared, !conditions.iter().any(is_other), "{constraint:?}");
            for &mv in &points {
                let place = MatchPlace::new(board.size(), mv, turned);
                let expected = evaluate(
                    constraint,
                    place,
                    &mut Liberties(|stone| liberties(&board, stone)),
                ) != Ok(0);
                let hold = conditions
                    .iter()
                    .all(|condition| condition.holds(board.size(), mv, |stone| liberties(&board, stone)));
                assert_eq!(hold, expected, "{constraint:?} {turned:?} {mv:?}");
            }
        }
    }

    #[test]
    fn prepared_conditions_are_those_of_the_text() {
        check("lib(A) < 3", true);
        check("lib(A) <= 1 && lib(c) > 2", true);
        check("lib(A) == 2 && lib(B) >= 2 && lib(d) == 0", true);
        check("(lib(A) < 2 || lib(c) > 3) && lib(B) < 6", true);
    }

    #[test]
    fn other_conditions_are_evaluated() {
        check("lib(A) == lib(c)", false);
        check("lib(A) + lib(B) < 5 && lib(c) > 1", false);
        check("lib(A) != 2 || lib(c) > 3", false);
        check("1 / (lib(A) - 2) || 1", false);
    }
}
