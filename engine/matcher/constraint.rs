// SPDX-License-Identifier: MIT OR Apache-2.0

//! Evaluating the constraints of patterns.
//!
//! A constraint is a tree inside the table of patterns. This is the only evaluator; it asks the trait `Facts`
//! for the values of functions. `engine/movegen/facts/mod.rs` answers them for move patterns,
//! `engine/analysis/facts.rs` for connection patterns.

use arrayvec::ArrayVec;
use katachi_rules::{Board, BoardSize, Point};
use mkpat::{Binary, Cell, Expr, Function, Offset, Pattern, Transformation, Unary};
use thiserror::Error;

/// The functions that constraints may call on a position. One side is the friend, `o` in the names of
/// functions, the other the enemy, `x`.
///
/// An implementation answers every function. Where it cannot know the answer, it gives the default that it
/// documents.
pub trait Facts {
    /// The value of a function of points of the board.
    fn call(&mut self, function: Function, points: &[Point]) -> i32;
}

/// A constraint divides by zero; the match does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the constraint divides by zero")]
pub struct DivisionByZero;

/// The place of a pattern match.
#[derive(Clone, Copy, Debug)]
pub struct MatchPlace {
    /// The board.
    pub size: BoardSize,
    /// The move.
    pub mv: Point,
    /// Orientation of the picture.
    pub transformation: Transformation,
}

impl MatchPlace {
    /// The place of a match with this move and orientation.
    pub fn new(size: BoardSize, mv: Point, transformation: Transformation) -> Self {
        Self {
            size,
            mv,
            transformation,
        }
    }

    /// The point of the board below a cell of the picture, given from the move.
    pub(crate) fn point(&self, at: Offset) -> Point {
        self.find(at).expect("a matched diagram lies on the board")
    }

    /// The point at an offset from the move, or `None` off the board.
    fn find(&self, at: Offset) -> Option<Point> {
        let offset = self.transformation.apply(at);
        self.size.offset(self.mv, offset.dx.into(), offset.dy.into())
    }

    /// The points of the stones of one kind that a pattern has at this place.
    pub(crate) fn stones<'a>(
        &self,
        pattern: &'a Pattern,
        kind: Cell,
    ) -> impl Iterator<Item = Point> + use<'a> {
        let place = *self;
        let elements = pattern.elements.iter().filter(move |e| e.cell == kind);
        elements.map(move |e| place.point(e.at))
    }

    /// Distinct strings among these stones, by their heads.
    pub(crate) fn strings(&self, board: &Board, pattern: &Pattern, kind: Cell) -> Vec<Point> {
        let mut strings: Vec<Point> = self.stones(pattern, kind).map(|p| board.head(p)).collect();
        strings.sort_unstable();
        strings.dedup();
        strings
    }
}

/// Evaluates a constraint of a match by the rules of C: 0 is false, and an operand that cannot change the
/// result is not evaluated.
///
/// # Errors
/// [`DivisionByZero`]. An overflow wraps.
pub fn evaluate(expr: &Expr, place: MatchPlace, facts: &mut dyn Facts) -> Result<i32, DivisionByZero> {
    Ok(match expr {
        Expr::Number(number) => *number,
        Expr::Unary(operator, operand) => {
            let operand = evaluate(operand, place, facts)?;
            match operator {
                Unary::Not => i32::from(operand == 0),
                Unary::Minus => operand.wrapping_neg(),
                Unary::Plus => operand,
            }
        }
        Expr::Binary(operator, left, right) => {
            let left = evaluate(left, place, facts)?;
            match operator {
                Binary::And if left == 0 => 0,
                Binary::Or if left != 0 => 1,
                _ => binary(*operator, left, evaluate(right, place, facts)?)?,
            }
        }
        Expr::Call(function, cells) => {
            let points: Option<ArrayVec<Point, { Function::MAX_ARGUMENTS }>> =
                cells.iter().map(|&at| place.find(at)).collect();
            // A label may stand outside its diagram, and so off the board.
            points.map_or(0, |points| facts.call(*function, &points))
        }
    })
}

fn binary(operator: Binary, a: i32, b: i32) -> Result<i32, DivisionByZero> {
    Ok(match operator {
        Binary::Or | Binary::And => i32::from(b != 0),
        Binary::Equal => i32::from(a == b),
        Binary::NotEqual => i32::from(a != b),
        Binary::Less => i32::from(a < b),
        Binary::LessEqual => i32::from(a <= b),
        Binary::Greater => i32::from(a > b),
        Binary::GreaterEqual => i32::from(a >= b),
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide | Binary::Remainder if b == 0 => return Err(DivisionByZero),
        Binary::Divide => a.wrapping_div(b),
        Binary::Remainder => a.wrapping_rem(b),
    })
}

#[cfg(test)]
mod tests {
    use mkpat::{Options, Source};

    use super::*;

    /// Knows that `lib` is the column counted from 1, and how often it was asked.
    struct Columns(u32);

    impl Facts for Columns {
        fn call(&mut self, _: Function, points: &[Point]) -> i32 {
            self.0 += 1;
            points.iter().map(|p| i32::from(p.x()) + 1).sum()
        }
    }

    /// The value of the constraint of a pattern at a point of a line, and the number of questions.
    #[track_caller]
    fn value(constraint: &str, x: u8, turned: Transformation) -> (Result<i32, DivisionByZero>, u32) {
        let text = format!("Pattern P\nOX*\n:8,10\n{constraint}\n");
        let compiled = mkpat::compile(&[Source::new("test", text)], &Options::default());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        let constraint = compiled.database.patterns[0].constraint.clone().unwrap();
        let mut facts = Columns(0);
        let place = MatchPlace::new(BoardSize::square(9), Point::new(x, 4), turned);
        (evaluate(&constraint, place, &mut facts), facts.0)
    }

    #[track_caller]
    fn check(expression: &str, expected: Result<i32, DivisionByZero>, calls: u32) {
        let found = value(&format!("abt\n;{expression}"), 4, Transformation::A);
        assert_eq!(found, (expected, calls), "{expression}");
    }

    #[test]
    fn precedence_and_truth_are_those_of_c() {
        check("1 + 2 * 3 == 7 && !0", Ok(1), 0);
        check("-7 / 2 == -3 && -7 % 2 == -1", Ok(1), 0);
        check("1 || 0 && 0", Ok(1), 0);
        check("(2 > 1) + (2 >= 2) - !5", Ok(2), 0);
        check("lib(a) + 10 * lib(b)", Ok(43), 2);
    }

    /// Every operator, where it is true and where it is false.
    #[test]
    fn every_operator_has_its_value() {
        let table = "0 || 0: 0, 0 || 3: 1, 2 || 0: 1, 2 && 3: 1, 2 && 0: 0, 0 && 3: 0, 3 == 3: 1, 3 == 4: 0, \
                     3 != 4: 1, 3 != 3: 0, 2 < 3: 1, 3 < 3: 0, 3 <= 3: 1, 4 <= 3: 0, 4 > 3: 1, 3 > 3: 0, \
                     3 >= 3: 1, 2 >= 3: 0, 2 + 3: 5, 2 - 3: -1, 2 * 3: 6, 7 / 2: 3, 7 % 4: 3, !0: 1, !5: 0, \
                     -5: -5, +5: 5";
        // An overflow wraps.
        let overflow = "2147483647 + 1: -2147483648, -2147483647 - 2: 2147483647, 2147483647 * 2: -2, \
                        -(-2147483647 - 1): -2147483648, (-2147483647 - 1) / -1: -2147483648, \
                        (-2147483647 - 1) % -1: 0";
        for row in table.split(", ").chain(overflow.split(", ")) {
            let (expression, expected) = row.split_once(": ").expect("an expression and its value");
            check(expression, Ok(expected.parse().expect("a number")), 0);
        }
        check("1 / 0", Err(DivisionByZero), 0);
        check("1 % 0", Err(DivisionByZero), 0);
    }

    #[test]
    fn what_does_not_matter_is_not_evaluated() {
        check("0 && lib(a)", Ok(0), 0);
        check("lib(a) > 2 || lib(b)", Ok(1), 1);
        check("0 && 1 / 0", Ok(0), 0);
        check("1 / (lib(a) - 3)", Err(DivisionByZero), 1);
    }

    #[test]
    fn labels_are_transformed_with_the_picture() {
        let at = |turned| value("abt\n;lib(a) + 10 * lib(b)", 4, turned).0;
        assert_eq!(at(Transformation::A), Ok(43));
        assert_eq!(at(Transformation::C), Ok(67));
        assert_eq!(at(Transformation::F), Ok(55));
    }

    /// A constraint diagram that is wider than its diagram has a label beside it.
    #[test]
    fn a_function_of_a_point_off_the_board_is_0() {
        let at = |x| value("aXtc\n;lib(a) + 10 * lib(c)", x, Transformation::A).0;
        assert_eq!(at(4), Ok(3 + 60));
        assert_eq!(at(8), Ok(7));
    }
}
