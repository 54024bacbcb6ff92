// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pictures of patterns in every node of a search: where they match, with the conditions that cost little.

use katachi_rules::{Board, BoardSize, Color, Point};
use mkpat::{Binary, Database, Expr, Function};

use crate::matcher::{Facts, Match, Matcher, PatternBoard, evaluate};

/// The pictures of some patterns of a database.
#[derive(Debug)]
pub(super) struct Pictures {
    matcher: Matcher,
    /// Conditions on liberties of each pattern, all of which have to hold.
    conditions: Vec<Vec<Expr>>,
}

impl Pictures {
    /// Prepares the patterns for which `takes_part` holds, by their places in the database.
    pub(super) fn new(database: &Database, takes_part: impl Fn(u32) -> bool) -> Self {
        let conditions = database.patterns.iter().map(|pattern| {
            let mut found = Vec::new();
            if let Some(constraint) = &pattern.constraint {
                add_conditions(constraint, &mut found);
            }
            found
        });
        Self {
            matcher: Matcher::of_variants(database, |variant| takes_part(variant.pattern)),
            conditions: conditions.collect(),
        }
    }

    /// Returns the patterns whose pictures match at each move, once each, sorted by point.
    pub(super) fn find(&self, database: &Database, board: &Board, color: Color) -> Vec<(Point, u32)> {
        let mut found = Vec::new();
        self.matcher.each(&PatternBoard::new(board), color, |matched| {
            let pattern = database.variants[matched.variant as usize].pattern;
            let conditions = &self.conditions[pattern as usize];
            if conditions.is_empty() || all_hold(conditions, database, board, matched) {
                found.push((matched.mv, pattern));
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn all_hold(conditions: &[Expr], database: &Database, board: &Board, matched: Match) -> bool {
    let turned = database.variants[matched.variant as usize].transformation;
    let size: BoardSize = board.size();
    let mut facts = Liberties(board);
    let mut holds = |condition| evaluate(condition, size, matched.mv, turned, &mut facts) != Ok(0);
    conditions.iter().all(&mut holds)
}

/// Adds the parts of a conjunction that ask for liberties and nothing else.
fn add_conditions(constraint: &Expr, found: &mut Vec<Expr>) {
    match constraint {
        Expr::Binary(Binary::And, left, right) => {
            add_conditions(left, found);
            add_conditions(right, found);
        }
        part if asks_liberties(part) => found.push(part.clone()),
        _ => {}
    }
}

fn asks_liberties(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) => true,
        Expr::Unary(_, operand) => asks_liberties(operand),
        Expr::Binary(_, left, right) => asks_liberties(left) && asks_liberties(right),
        Expr::Call(function, _) => *function == Function::Lib,
    }
}

/// Answers `lib` alone.
struct Liberties<'a>(&'a Board);

impl Facts for Liberties<'_> {
    fn call(&mut self, _: Function, points: &[Point]) -> i32 {
        let [stone] = *points else { return 0 };
        match self.0.is_empty(stone) {
            true => 0,
            false => self.0.liberties(stone) as i32,
        }
    }
}
