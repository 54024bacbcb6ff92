// SPDX-License-Identifier: MIT OR Apache-2.0

//! Constraints in a table: a list in which operands stand before their operator. So a reader needs no
//! recursion, and knows the depth before it makes a tree.

use serde::{Deserialize, Serialize};

use super::{Binary, Expr, Function, Unary};
use crate::geometry::Offset;

/// A node of a constraint.
#[derive(Serialize, Deserialize)]
pub(super) enum Token {
    Number(i32),
    Unary(Unary),
    Binary(Binary),
    Call(Function, Vec<Offset>),
}

impl From<Expr> for Vec<Token> {
    fn from(expr: Expr) -> Self {
        let mut tokens: Self = expr.operands().cloned().flat_map(Self::from).collect();
        tokens.push(match expr {
            Expr::Number(number) => Token::Number(number),
            Expr::Unary(operator, _) => Token::Unary(operator),
            Expr::Binary(operator, ..) => Token::Binary(operator),
            Expr::Call(function, points) => Token::Call(function, points),
        });
        tokens
    }
}

impl TryFrom<Vec<Token>> for Expr {
    type Error = &'static str;

    fn try_from(tokens: Vec<Token>) -> Result<Self, Self::Error> {
        // Trees with their depths.
        let mut open: Vec<(Self, usize)> = Vec::new();
        for token in tokens {
            let mut operand = || open.pop().ok_or("an operand is missing");
            let (expr, depth) = match token {
                Token::Number(number) => (Self::Number(number), 0),
                Token::Call(function, points) => (Self::Call(function, points), 0),
                Token::Unary(operator) => {
                    let (inner, depth) = operand()?;
                    (Self::Unary(operator, Box::new(inner)), depth)
                }
                Token::Binary(operator) => {
                    let ((right, below), (left, depth)) = (operand()?, operand()?);
                    (
                        Self::Binary(operator, Box::new(left), Box::new(right)),
                        depth.max(below),
                    )
                }
            };
            if depth == Self::MAX_DEPTH {
                return Err("a constraint is too deep");
            }
            open.push((expr, depth + 1));
        }
        let last = open.pop().filter(|_| open.is_empty());
        last.map(|(expr, _)| expr)
            .ok_or("a constraint has operands without an operator")
    }
}
