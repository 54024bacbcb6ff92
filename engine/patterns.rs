// SPDX-License-Identifier: MIT OR Apache-2.0

//! A database of patterns, ready for use: its matcher, its fitted weights, and the bonuses of its author.
//!
//! A move pattern of a text has a fitted weight below its colon line (`mkpat::Fit`). The weight adds to the
//! logit of a move in the move-prediction model wherever the picture of the pattern matches, in every node of
//! a search. Of a constraint only the parts that ask for liberties are tested there; the others need reading,
//! and the weight was fitted without them.
//!
//! The difference between the value of a pattern and its value at the time of the fit is a bonus of its
//! author, which the search obeys at the root. There the whole pattern has to hold.

use katachi_rules::{Board, Color, Point, PointMap};
use mkpat::{Binary, Database, Expr, FitSource, Function, Pattern};
use rustc_hash::FxHashMap;

use crate::matcher::{Facts, Match, Matcher, evaluate};
use crate::model::{BoardClass, NamedFeatures};

/// A database of patterns with its matcher.
#[derive(Debug)]
pub(crate) struct Patterns {
    pub(crate) database: Database,
    pub(crate) matcher: Matcher,
    /// Bonus of the author for each pattern, in units of value. Empty without any bonus.
    bonuses: Vec<i32>,
    /// Fitted weight of each pattern on each class of boards, in nats. Empty without any weight.
    weights: Vec<[f32; 3]>,
}

impl Patterns {
    /// Builds the matcher, in some milliseconds for a thousand patterns.
    pub(crate) fn new(database: Database) -> Self {
        let mut weights: Vec<[f32; 3]> = database.patterns.iter().map(weights).collect();
        if weights.iter().all(|weights| *weights == [0.0; 3]) {
            weights.clear();
        }
        Self {
            matcher: Matcher::new(&database),
            database,
            bonuses: Vec::new(),
            weights,
        }
    }

    /// Sets the bonuses. A pattern without a fitted weight is compared with the one of the same name in
    /// another database.
    pub(crate) fn with_bonuses_over(mut self, base: &Database) -> Self {
        let named = base.patterns.iter().map(|p| (p.name.as_str(), p.weight));
        let values: FxHashMap<&str, i32> = named.collect();
        let value_before = |p: &Pattern| match p.fit {
            Some(fit) => fit.value(),
            None => values.get(p.name.as_str()).copied(),
        };
        let bonus = |p: &Pattern| value_before(p).map_or(0, |value| p.weight - value);
        let bonuses: Vec<i32> = self.database.patterns.iter().map(bonus).collect();
        if bonuses.iter().any(|&bonus| bonus != 0) {
            self.bonuses = bonuses;
        }
        self
    }

    /// Has a pattern a bonus?
    pub(crate) fn has_bonuses(&self) -> bool {
        !self.bonuses.is_empty()
    }

    /// Returns the bonus of the pattern of a variant.
    pub(crate) fn bonus(&self, variant: u32) -> i32 {
        let pattern = self.database.variants[variant as usize].pattern;
        self.bonuses.get(pattern as usize).copied().unwrap_or(0)
    }

    /// Returns the patterns whose pictures match at each move, once each, by their places in the database.
    /// Conditions on liberties hold, others are not tested. Some 20 microseconds on a 19x19 board.
    pub(crate) fn pictures(&self, board: &Board, color: Color) -> Vec<(Point, u32)> {
        let matches = self.matcher.matches(board, color);
        let held = matches.into_iter().filter(|found| self.may_hold(board, found));
        let pattern = |found: &Match| self.database.variants[found.variant as usize].pattern;
        let mut pictures: Vec<(Point, u32)> = held.map(|found| (found.mv, pattern(&found))).collect();
        pictures.sort_unstable();
        pictures.dedup();
        pictures
    }

    /// Returns what the pictures add to the logit of each move, in nats. `None` without fitted weights.
    pub(crate) fn logits(&self, board: &Board, color: Color) -> Option<PointMap<f32>> {
        if self.weights.is_empty() {
            return None;
        }
        let class = BoardClass::new(board.size()) as usize;
        let mut logits = PointMap::filled(0.0);
        for (point, pattern) in self.pictures(board, color) {
            logits[point] += self.weights[pattern as usize][class];
        }
        Some(logits)
    }

    /// May a trainer write a weight of this pattern?
    pub(crate) fn is_fitted(&self, pattern: u32) -> bool {
        let pattern = &self.database.patterns[pattern as usize];
        let is_of_author = pattern.fit.is_some_and(|fit| fit.source == FitSource::Author);
        !is_of_author && !self.database.files[usize::from(pattern.file)].ends_with(".sgf")
    }

    /// Do the conditions on liberties hold?
    fn may_hold(&self, board: &Board, found: &Match) -> bool {
        let variant = &self.database.variants[found.variant as usize];
        let pattern = &self.database.patterns[variant.pattern as usize];
        let holds = |condition: &Expr| {
            let mut facts = Liberties(board);
            evaluate(
                condition,
                board.size(),
                found.mv,
                variant.transformation,
                &mut facts,
            ) != Ok(0)
        };
        let constraint = pattern.constraint.as_ref();
        constraint.is_none_or(|constraint| all_of(constraint, &|part| !asks_liberties(part) || holds(part)))
    }
}

/// Patterns that a trainer may give a weight: those of texts, without a weight of their author. Nodes of
/// joseki trees have no place for one.
impl NamedFeatures for Patterns {
    fn count(&self) -> usize {
        self.database.patterns.len()
    }

    fn at(&self, board: &Board, color: Color) -> Vec<(Point, u32)> {
        let mut pictures = self.pictures(board, color);
        pictures.retain(|picture| self.is_fitted(picture.1));
        pictures
    }
}

/// Fitted weights of a pattern on each class of boards, in nats.
fn weights(pattern: &Pattern) -> [f32; 3] {
    let fit = pattern.fit.unwrap_or_default();
    fit.differences
        .map(|difference| (fit.weight + difference) as f32 / 100.0)
}

/// Does `holds` hold for all parts of a conjunction?
fn all_of(expr: &Expr, holds: &dyn Fn(&Expr) -> bool) -> bool {
    match expr {
        Expr::Binary(Binary::And, left, right) => all_of(left, holds) && all_of(right, holds),
        _ => holds(expr),
    }
}

/// Does a condition ask for liberties and nothing else?
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

#[cfg(test)]
mod tests {
    use mkpat::{Options, Source};

    use super::*;

    const TEXT: &str = "\
Pattern Push
O*X
...
:8,50
#= 0.50, 9x9 -0.25, held 10, played 2, value 40

Pattern Push_at_few_liberties
O*X
...
:8,50
#= 1.00, mine
O*a
...
;lib(a)<3 && attack(a)
";

    fn patterns(text: &str) -> Patterns {
        let compiled = mkpat::compile(&[Source::new("a.db", text)], &Options::default());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        Patterns::new(compiled.database).with_bonuses_over(&Database::default())
    }

    #[test]
    fn weights_of_pictures_add_up_and_conditions_on_liberties_are_tested() {
        let patterns = patterns(TEXT);
        let logit = |diagram: &str| {
            let logits = patterns.logits(&Board::from_diagram(diagram), Color::White);
            logits.expect("there are weights")[Point::new(2, 0)]
        };
        let free = ". O . X . \n . . . . . \n . . . . . \n . . . . .";
        assert_eq!(logit(free), 0.25, "the stone has three liberties");
        assert_eq!(logit(&free.replacen("X .", "X O", 1)), 1.25);
    }

    #[test]
    fn a_value_above_that_of_the_fit_is_a_bonus() {
        let patterns = patterns(TEXT);
        let bonus = |name| {
            let is_of =
                |variant: &&mkpat::Variant| patterns.database.patterns[variant.pattern as usize].name == name;
            let variants = patterns.database.variants.iter();
            let variant = variants
                .enumerate()
                .find(|(_, variant)| is_of(variant))
                .expect("a variant");
            patterns.bonus(variant.0 as u32)
        };
        assert_eq!((bonus("Push"), bonus("Push_at_few_liberties")), (10, 0));
    }

    #[test]
    fn a_database_without_weights_adds_nothing() {
        let patterns = patterns("Pattern Push\nO*X\n...\n:8,50\n");
        let board = Board::from_diagram(". O . X . \n . . . . .");
        assert_eq!(patterns.pictures(&board, Color::White).len(), 1);
        assert!(patterns.logits(&board, Color::White).is_none());
        assert!(!patterns.has_bonuses());
    }
}
