//! What became of a pattern that lies on the board: its value, or what speaks against it.

use katachi_rules::Point;
use mkpat::Function;

use super::PatternValue;
use super::facts::PositionFacts;
use crate::analysis::Status;
use crate::matcher::{DivisionByZero, Facts};

/// A pattern that lies at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its number among [`mkpat::Database::variants`].
    pub variant: u32,
    /// Its move.
    pub point: Point,
    /// What its constraint asked, in this order. What did not matter any more was not asked.
    pub asked: Vec<Question>,
    /// What it is worth, or why it does not hold.
    pub verdict: Result<PatternValue, Refusal>,
}

/// A question of a constraint, with the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What was asked.
    pub function: Function,
    /// Of which points.
    pub points: Vec<Point>,
    /// The answer.
    pub value: i32,
}

/// Why a pattern that lies on the board does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A group of the pattern does not stand as a class wants it.
    Group {
        /// A stone of it.
        stone: Point,
        /// How it stands.
        status: Status,
    },
    /// The rules forbid the move.
    Illegal,
    /// The move is captured at once.
    Captured,
    /// The enemy's move there is captured at once, and class `n` wants it safe.
    EnemyCaptured,
    /// The constraint is 0.
    Constraint,
    /// The constraint divides by zero.
    DivisionByZero,
    /// The helper says no.
    Helper,
}

impl From<DivisionByZero> for Refusal {
    fn from(_: DivisionByZero) -> Self {
        Self::DivisionByZero
    }
}

/// Answers a constraint and writes down what it asks.
pub(super) struct Listener<'a, 'b> {
    pub(super) facts: &'a mut PositionFacts<'b>,
    pub(super) asked: &'a mut Vec<Question>,
}

impl Facts for Listener<'_, '_> {
    fn call(&mut self, function: Function, points: &[Point]) -> i32 {
        let value = self.facts.call(function, points);
        self.asked.push(Question {
            function,
            points: points.to_vec(),
            value,
        });
        value
    }
}
