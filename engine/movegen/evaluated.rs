// SPDX-License-Identifier: MIT OR Apache-2.0

//! An evaluated pattern match: its value, or why it was rejected.

use katachi_rules::Point;
use mkpat::Function;

use super::PatternValue;
use crate::analysis::Status;
use crate::matcher::DivisionByZero;

/// A pattern match with its value, or with the reason for its rejection.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedPattern {
    /// Its number among [`mkpat::Database::variants`].
    pub variant: u32,
    /// Its move.
    pub point: Point,
    /// The functions that its constraint called, in this order. Calls that could not change the result any
    /// more were not made.
    pub calls: Vec<ConstraintCall>,
    /// Its value, or why it does not hold.
    pub verdict: Result<PatternValue, MatchRejection>,
}

/// A call of a function by a constraint, with the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintCall {
    /// The function.
    pub function: Function,
    /// Its arguments.
    pub points: Vec<Point>,
    /// Its result.
    pub value: i32,
}

/// Why a pattern match does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchRejection {
    /// A group of the pattern does not have the status that a class asks for.
    Group {
        /// A stone of it.
        stone: Point,
        /// Its status.
        status: Status,
    },
    /// The rules forbid the move.
    Illegal,
    /// The move is captured at once.
    Captured,
    /// The enemy's move there is captured at once, and class `n` asks for a safe one.
    EnemyCaptured,
    /// The constraint is 0.
    Constraint,
    /// The constraint divides by zero.
    DivisionByZero,
    /// The helper rejects it.
    Helper,
    /// The engine has no helper of that name.
    UnknownHelper,
}

impl From<DivisionByZero> for MatchRejection {
    fn from(_: DivisionByZero) -> Self {
        Self::DivisionByZero
    }
}
