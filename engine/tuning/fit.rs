// SPDX-License-Identifier: MIT OR Apache-2.0

//! Few and small changes of values with which wanted moves are chosen.
//!
//! Each test is a position with moves that are wanted there. A test that fails has candidates: a pattern that
//! holds at a wanted point is raised, one that holds at the chosen point is lowered, each to the nearest
//! value with which the test passes. Of the candidates that break no test the one that mends most tests is
//! taken, then the next one. Where no single change helps, pairs are tried: the second change mends a test
//! that the first one breaks, or goes on where the first one only leads to another wrong move. At the end
//! each change is taken back, or made smaller, if all tests that pass still do.
//!
//! The moves of a search are samples: a change of one unit may seem to mend a test. So a search is asked with
//! several seeds, a test passes if all of them agree, values change by several units, and patterns at wanted
//! points are preferred.
//!
//! That is greedy: fewer or smaller changes may exist. The same tests, database and settings give the same
//! changes.

mod position;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use katachi_rules::{Color, Game, Move, PointSet};
use rayon::prelude::*;

use super::needed::{Tries, nearest};
use crate::Engine;
use crate::movegen::EvaluatedPattern;
use position::{Basis, FitPosition};

/// First changes of a pair that are tried. A guess.
const MAX_FIRST_CHANGES: usize = 8;
/// Values that are tried with the search, of which each try takes as long as a move. Eight units are 2 % of
/// win rate.
const SEARCH_TRIES: Tries = Tries {
    step: 8,
    growth: 4,
    parts: 4,
};
/// Seeds with which a search is asked, the first that of the settings. A guess.
pub const SEARCH_SEEDS: u64 = 5;

/// A test: a position, and the moves with which it passes.
#[derive(Clone, Debug)]
pub struct WantedMove {
    /// The game.
    pub game: Game,
    /// The side that is to move.
    pub color: Color,
    /// The points that are wanted.
    pub points: PointSet,
    /// Is a pass wanted, too?
    pub accepts_pass: bool,
}

impl WantedMove {
    /// Is that a wanted move?
    pub fn accepts(&self, mv: Move) -> bool {
        match mv {
            Move::Play(point) => self.points.contains(point),
            Move::Pass => self.accepts_pass,
        }
    }
}

/// The player that is asked for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// The classical choice.
    Evidence,
    /// The search by the settings of the engine, which obeys bonuses of an author.
    Search,
}

/// A changed value of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FittedValue {
    /// Name of the pattern.
    pub pattern: String,
    /// Its value in the database.
    pub today: i32,
    /// Its new value.
    pub value: i32,
}

/// Changes of values, and their effect on the tests.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The changes by name. Without a test that fails there are none.
    pub changes: Vec<FittedValue>,
    /// The tests in their order.
    pub tests: Vec<FittedTest>,
}

/// A test before and after the changes.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedTest {
    /// The move with the values of the database. Of a search a wrong one, if any seed leads to it.
    pub before: Move,
    /// The move with the changed values, in the same way.
    pub after: Move,
    /// Number of seeds with which the move is a wanted one after the changes. `None` for the classical
    /// choice.
    pub seeds: Option<u64>,
    /// Why it still fails. `None` if it passes.
    pub obstacle: Option<Obstacle>,
}

/// Why a test cannot be mended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obstacle {
    /// Changes that would mend it, and break other tests.
    pub breaking: Vec<BreakingChange>,
    /// Patterns that hold at a wanted point, and make it the move with no value.
    pub powerless: Vec<String>,
    /// Patterns that hold at a wanted point, and whose value the search does not see.
    pub unseen: Vec<String>,
    /// Matches at wanted points that do not hold, by point.
    pub rejected: Vec<EvaluatedPattern>,
}

/// A change that mends a test, and breaks others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakingChange {
    /// The change.
    pub change: FittedValue,
    /// The tests that it breaks, by their places among all.
    pub broken: Vec<usize>,
}

/// New values by name.
type Values = BTreeMap<String, i32>;

/// Finds changes of values of the database with which more tests pass, and all that pass already. Only
/// patterns with a value above 0 are changed, to 0 to 999. Takes an analysis for each test, then sums of
/// evidence: twelve tests on 19x19 took 3 seconds. With [`Chooser::Search`] it takes some searches for each
/// pattern that is tried, and [`SEARCH_SEEDS`] for each position and values that pass: some minutes for two
/// tests on 13x13 with 300 visits.
pub fn fit(engine: &Engine, chooser: Chooser, tests: &[WantedMove]) -> Fit {
    let mut fitter = Fitter::new(engine, chooser, tests);
    let mut values = Values::new();
    let before = fitter.moves(&values);
    while let Some(better) = fitter.step(&values) {
        values = better;
    }
    fitter.prune(&mut values);
    let after = fitter.confirmed(&values);
    let moves = before.into_iter().zip(after).enumerate();
    let tests = moves.map(|(i, (before, after))| FittedTest {
        before,
        after,
        seeds: fitter.passing_seeds(i, &values),
        obstacle: (!tests[i].accepts(after)).then(|| fitter.obstacle(i, &values)),
    });
    Fit {
        tests: tests.collect(),
        changes: fitter.changes(&values),
    }
}

/// Values that were tried, and their effect in comparison with the values before.
struct Trial {
    values: Values,
    mended: usize,
    /// Places of the tests that passed before and fail now.
    broken: Vec<usize>,
}

impl Trial {
    fn helps(&self) -> bool {
        self.broken.is_empty() && self.mended > 0
    }
}

struct Fitter<'a> {
    basis: Basis<'a>,
    positions: Vec<FitPosition<'a>>,
}

impl<'a> Fitter<'a> {
    fn new(engine: &'a Engine, chooser: Chooser, tests: &'a [WantedMove]) -> Self {
        let basis = Basis::new(engine, chooser);
        let positions = tests.par_iter().map(|test| FitPosition::new(engine, test));
        Self {
            positions: positions.collect(),
            basis,
        }
    }

    fn moves(&mut self, values: &Values) -> Vec<Move> {
        let basis = &self.basis;
        let positions = self.positions.par_iter_mut();
        positions.map(|position| position.ask(basis, values)).collect()
    }

    /// The moves that are chosen with a database of these values.
    fn confirmed(&mut self, values: &Values) -> Vec<Move> {
        let basis = &self.basis;
        let engine = basis.with_values(values);
        let positions = self.positions.par_iter_mut();
        let moves = positions.map(|position| match basis.chooser {
            Chooser::Evidence => position.choose(&engine),
            // It has just been asked with such a database.
            Chooser::Search => position.ask(basis, values),
        });
        moves.collect()
    }

    /// Number of seeds with which the test at that place passes.
    fn passing_seeds(&mut self, test: usize, values: &Values) -> Option<u64> {
        let is_searched = self.basis.chooser == Chooser::Search;
        is_searched.then(|| self.positions[test].passing_seeds(&self.basis, values))
    }

    fn passing(&mut self, values: &Values) -> Vec<bool> {
        let moves = self.moves(values);
        let tests = moves.into_iter().zip(&self.positions);
        tests.map(|(mv, position)| position.test.accepts(mv)).collect()
    }

    fn trial(&mut self, values: Values, before: &[bool]) -> Trial {
        let after = self.passing(&values);
        let pairs = || before.iter().zip(&after).enumerate();
        Trial {
            mended: pairs().filter(|(_, pair)| pair == &(&false, &true)).count(),
            broken: pairs()
                .filter(|(_, pair)| pair == &(&true, &false))
                .map(|(i, _)| i)
                .collect(),
            values,
        }
    }

    /// Number of changes, of the lowered values if a search is asked, and sum of their sizes, the values for
    /// a strict order last.
    fn size<'v>(&self, values: &'v Values) -> (usize, usize, i32, &'v Values) {
        let changes = || values.iter().map(|(name, value)| value - self.basis.today(name));
        let lowered = match self.basis.chooser {
            Chooser::Evidence => 0,
            // A pattern that is lowered holds at a wrong point, and any other move may follow.
            Chooser::Search => changes().filter(|&change| change < 0).count(),
        };
        (values.len(), lowered, changes().map(i32::abs).sum(), values)
    }

    /// The trial that mends most tests by the smallest changes and breaks none.
    fn best(&self, trials: &[Trial]) -> Option<Values> {
        let helping = trials.iter().filter(|trial| trial.helps());
        let best = helping.min_by_key(|trial| (Reverse(trial.mended), self.size(&trial.values)));
        best.map(|trial| trial.values.clone())
    }

    /// Values with one more change, or two, with which more tests pass and none fails that passes now.
    fn step(&mut self, values: &Values) -> Option<Values> {
        let passing = self.passing(values);
        let basis = &self.basis;
        let failing = self.positions.par_iter_mut().zip(&passing).filter(|pair| !pair.1);
        let candidates = failing.map(|(position, _)| position.mending(basis, values));
        let mut candidates: Vec<Values> = candidates.flatten_iter().collect();
        candidates.sort();
        candidates.dedup();
        let trials = candidates.into_iter().map(|values| self.trial(values, &passing));
        let trials: Vec<Trial> = trials.collect();
        self.best(&trials).or_else(|| self.pair(values, &passing, trials))
    }

    /// Values with two more changes. `trials` are those with one.
    fn pair(&mut self, values: &Values, passing: &[bool], mut trials: Vec<Trial>) -> Option<Values> {
        trials.sort_by(|a, b| {
            let key = |trial: &Trial| (trial.broken.len(), Reverse(trial.mended));
            (key(a), self.size(&a.values)).cmp(&(key(b), self.size(&b.values)))
        });
        let broken = trials.into_iter().take(MAX_FIRST_CHANGES);
        let mut first: Vec<(Values, usize)> = broken.map(|trial| (trial.values, trial.broken[0])).collect();
        for (i, position) in self.positions.iter_mut().enumerate().filter(|p| !passing[p.0]) {
            let away = position.leading_away(&self.basis, values).into_iter();
            first.extend(away.take(MAX_FIRST_CHANGES).map(|values| (values, i)));
        }
        let mut pairs = Vec::new();
        for (values, test) in first {
            for values in self.positions[test].mending(&self.basis, &values) {
                let mut trial = self.trial(values, passing);
                if trial.helps() {
                    self.prune(&mut trial.values);
                    pairs.push(trial);
                }
            }
        }
        self.best(&pairs)
    }

    /// Takes changes back, or makes them smaller, while all tests that pass still do.
    fn prune(&mut self, values: &mut Values) {
        let passing = self.passing(values);
        let tries = self.basis.tries();
        loop {
            let before = values.clone();
            for (name, value) in &before {
                let today = self.basis.today(name);
                let mut is_enough = |value: i32| {
                    let mut values = values.clone();
                    match value == today {
                        true => values.remove(name),
                        false => values.insert(name.clone(), value),
                    };
                    self.trial(values, &passing).broken.is_empty()
                };
                if is_enough(today) {
                    values.remove(name);
                } else if let Some(smaller) = nearest(today, *value, tries, is_enough) {
                    values.insert(name.clone(), smaller);
                }
            }
            if *values == before {
                return;
            }
        }
    }

    fn changes(&self, values: &Values) -> Vec<FittedValue> {
        let change = |(name, value): (&String, &i32)| FittedValue {
            pattern: name.clone(),
            today: self.basis.today(name),
            value: *value,
        };
        values.iter().map(change).collect()
    }

    /// Why the test at that place fails with these values.
    fn obstacle(&mut self, test: usize, values: &Values) -> Obstacle {
        let passing = self.passing(values);
        let mut breaking: Vec<BreakingChange> = Vec::new();
        for changed in self.positions[test].mending(&self.basis, values) {
            let changes = self.changes(&changed);
            let is_new = |change: &FittedValue| values.get(&change.pattern) != Some(&change.value);
            let broken = self.trial(changed, &passing).broken;
            breaking.extend(changes.into_iter().filter(is_new).map(|change| BreakingChange {
                change,
                broken: broken.clone(),
            }));
        }
        let position = &self.positions[test];
        let mut names = position.names_at_wanted_points();
        names.retain(|name| breaking.iter().all(|b| b.change.pattern != *name));
        let (unseen, powerless) = names.into_iter().partition(|name| self.basis.is_unseen(name));
        Obstacle {
            breaking,
            powerless,
            unseen,
            rejected: position.rejected_at_wanted_points(),
        }
    }
}

impl Basis<'_> {
    fn tries(&self) -> Tries {
        match self.chooser {
            Chooser::Evidence => Tries::EXACT,
            Chooser::Search => SEARCH_TRIES,
        }
    }
}
