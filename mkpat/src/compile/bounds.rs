// SPDX-License-Identifier: MIT OR Apache-2.0

//! Intervals of the values of functions in a constraint, to find contradictory and impossible conditions.

use std::ops::Range;

use crate::expr::{Binary, Expr, Function, Status, Unary};

/// The values of a function that satisfy a comparison with a number.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// The call; a question about a status is the call of `status`.
    pub(super) call: Expr,
    lowest: i64,
    highest: i64,
    /// Its place in the joined text.
    pub(super) span: Range<usize>,
}

impl Bound {
    /// Intersects with another bound of the same call; false, without effect, if the result is empty.
    pub(super) fn meet(&mut self, other: &Self) -> bool {
        let (lowest, highest) = (self.lowest.max(other.lowest), self.highest.min(other.highest));
        if lowest > highest {
            return false;
        }
        (self.lowest, self.highest) = (lowest, highest);
        true
    }
}

/// Liberties of a string are fewer than two thirds of the points; 19 lines are the usual board.
const LIBERTIES: i64 = 240;
const POINTS: i64 = 361;

/// Range of a function on boards up to 19x19; none without a useful bound.
fn values(function: Function) -> Option<(i64, i64)> {
    use Function as F;
    Some(match function {
        F::Lib | F::XLib | F::OLib => (0, LIBERTIES),
        F::Lib2 | F::Lib3 | F::Lib4 | F::Genus | F::AreaStone | F::AreaSpace => (0, POINTS),
        F::Status => (0, 3),
        F::Cutstone => (0, 2),
        F::DiffMoyo => return None,
        _ => (0, 1),
    })
}

/// Range of an expression, if there is one.
fn range(expr: &Expr) -> Option<(i64, i64)> {
    match expr {
        Expr::Number(n) => Some((i64::from(*n), i64::from(*n))),
        Expr::Call(function, _) => values(*function),
        Expr::Unary(Unary::Plus, operand) => range(operand),
        Expr::Unary(Unary::Minus, operand) => range(operand).map(|(low, high)| (-high, -low)),
        Expr::Unary(Unary::Not, _) => Some((0, 1)),
        Expr::Binary(Binary::Add, left, right) => {
            let ((a, b), (c, d)) = range(left).zip(range(right))?;
            Some((a.checked_add(c)?, b.checked_add(d)?))
        }
        Expr::Binary(Binary::Subtract, left, right) => {
            let ((a, b), (c, d)) = range(left).zip(range(right))?;
            Some((a.checked_sub(d)?, b.checked_sub(c)?))
        }
        Expr::Binary(Binary::Multiply | Binary::Divide | Binary::Remainder, ..) => None,
        Expr::Binary(..) => Some((0, 1)),
    }
}

fn has_call(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(..)) || expr.operands().any(has_call)
}

/// Maximum depth of a side of a comparison that is evaluated.
const MAX_DEPTH: usize = 8;

fn is_deep(expr: &Expr, left: usize) -> bool {
    let mut operands = expr.operands();
    operands.any(|operand| left == 0 || is_deep(operand, left - 1))
}

/// Whether a comparison is always true or always false, whatever its functions return, and whether its sides
/// ask the same. Ignores comparisons of numbers.
pub(super) fn decided(operator: Binary, left: &Expr, right: &Expr) -> Option<(bool, bool)> {
    let deep = is_deep(left, MAX_DEPTH) || is_deep(right, MAX_DEPTH);
    if deep || !has_call(left) && !has_call(right) {
        return None;
    }
    let is_same = left == right;
    let ((a, b), (c, d)) = match is_same {
        true => ((0, 0), (0, 0)),
        false => range(left).zip(range(right))?,
    };
    let (always, never) = match operator {
        Binary::Less => (b < c, a >= d),
        Binary::LessEqual => (b <= c, a > d),
        Binary::Greater => (a > d, b <= c),
        Binary::GreaterEqual => (a >= d, b < c),
        Binary::Equal => (is_same, b < c || a > d),
        Binary::NotEqual => (b < c || a > d, is_same),
        _ => return None,
    };
    (always || never).then_some((always, is_same))
}

/// Bounds if a call is true.
pub(super) fn of_call(expr: &Expr, span: &Range<usize>) -> Vec<Bound> {
    let Expr::Call(function, points) = expr else {
        return Vec::new();
    };
    if let Some(status) = status(*function) {
        let call = Expr::Call(Function::Status, points.clone());
        return vec![bound(call, status, status, span)];
    }
    let found = values(*function).map(|(_, highest)| bound(expr.clone(), 1, highest, span));
    found.into_iter().collect()
}

/// The bound if a call is false.
pub(super) fn of_not(expr: &Expr, span: &Range<usize>) -> Option<Bound> {
    let Expr::Call(function, _) = expr else {
        return None;
    };
    // A value that is not one status may be three others.
    let is_number = status(*function).is_none() && values(*function).is_some();
    is_number.then(|| bound(expr.clone(), 0, 0, span))
}

/// The bound of a call if its comparison with a number is true.
pub(super) fn of_comparison(
    operator: Binary,
    left: &Expr,
    right: &Expr,
    span: &Range<usize>,
) -> Option<Bound> {
    let (call, number, operator) = match (left, right) {
        (Expr::Call(..), Expr::Number(n)) => (left, i64::from(*n), operator),
        (Expr::Number(n), Expr::Call(..)) => (right, i64::from(*n), turned(operator)),
        _ => return None,
    };
    let Expr::Call(function, _) = call else {
        return None;
    };
    if status(*function).is_some() {
        return None;
    }
    let (lowest, highest) = values(*function).unwrap_or((i64::MIN, i64::MAX));
    let (lowest, highest) = match operator {
        Binary::Equal => (number, number),
        Binary::Less => (lowest, number - 1),
        Binary::LessEqual => (lowest, number),
        Binary::Greater => (number + 1, highest),
        Binary::GreaterEqual => (number, highest),
        Binary::NotEqual if number == lowest => (lowest + 1, highest),
        Binary::NotEqual if number == highest => (lowest, highest - 1),
        _ => return None,
    };
    Some(bound(call.clone(), lowest, highest, span))
}

fn bound(call: Expr, lowest: i64, highest: i64, span: &Range<usize>) -> Bound {
    let span = span.clone();
    Bound {
        call,
        lowest,
        highest,
        span,
    }
}

/// The operator with swapped sides.
pub(super) fn turned(operator: Binary) -> Binary {
    match operator {
        Binary::Less => Binary::Greater,
        Binary::LessEqual => Binary::GreaterEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterEqual => Binary::LessEqual,
        other => other,
    }
}

fn status(function: Function) -> Option<i64> {
    let status = match function {
        Function::Alive => Status::Alive,
        Function::Dead => Status::Dead,
        Function::Critical => Status::Critical,
        Function::Unknown => Status::Unknown,
        _ => return None,
    };
    Some(status as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `1 + (1 + (... + 1))` of that depth, the operands of each sum in this order or the other.
    fn sum(depth: usize, deep_first: bool) -> Expr {
        (1..depth).fold(Expr::Number(1), |sum, _| {
            let (sum, one) = (Box::new(sum), Box::new(Expr::Number(1)));
            match deep_first {
                true => Expr::Binary(Binary::Add, sum, one),
                false => Expr::Binary(Binary::Add, one, sum),
            }
        })
    }

    #[test]
    fn each_sign_is_a_step_of_the_depth() {
        let one = Expr::Number(1);
        let signs = |count| (0..count).fold(one.clone(), |of, _| Expr::Unary(Unary::Not, Box::new(of)));
        for count in 0..=20 {
            assert_eq!(is_deep(&signs(count), 8), count > 8, "{count}");
        }
    }

    #[test]
    fn an_expression_is_deep_beyond_the_depth_on_one_side() {
        for deep_first in [false, true] {
            for depth in 1..=20 {
                let found = is_deep(&sum(depth, deep_first), 8);
                assert_eq!(found, depth > 9, "{depth} {deep_first}");
            }
        }
    }
}
