// SPDX-License-Identifier: MIT OR Apache-2.0

//! A position of a test, with all that choices with other values share.

use std::collections::{BTreeMap, BTreeSet};

use katachi_rules::{Move, Point};
use rustc_hash::FxHashMap;

use super::super::Change;
use super::super::needed::{MAX_VALUE, nearest};
use super::super::value::names_with_weight_of_author;
use super::{Chooser, SEARCH_SEEDS, Values, WantedMove};
use crate::Engine;
use crate::analysis::Analysis;
use crate::movegen::{EvaluatedPattern, KeptEvidence};
use crate::play::{Player, Request};
use crate::reading::Reader;

/// The database with its values, and the player that is asked.
pub(super) struct Basis<'a> {
    engine: &'a Engine,
    pub(super) chooser: Chooser,
    /// The values of the database by name.
    today: BTreeMap<&'a str, i32>,
    /// Names of the patterns whose values change nothing for the player.
    unseen: BTreeSet<&'a str>,
}

impl<'a> Basis<'a> {
    pub(super) fn new(engine: &'a Engine, chooser: Chooser) -> Self {
        let patterns = engine.database().patterns.iter();
        Self {
            engine,
            chooser,
            today: patterns.map(|p| (p.name.as_str(), p.weight)).collect(),
            unseen: match chooser {
                Chooser::Evidence => names_with_weight_of_author(engine),
                Chooser::Search => engine.knowledge.names_without_bonus(),
            },
        }
    }

    /// Number of seeds with which the player is asked.
    fn seeds(&self) -> u64 {
        match self.chooser {
            Chooser::Evidence => 1,
            Chooser::Search => SEARCH_SEEDS,
        }
    }

    /// Does the player not see the value of that pattern?
    pub(super) fn is_unseen(&self, name: &str) -> bool {
        self.unseen.contains(name)
    }

    /// The value of a pattern in the database.
    pub(super) fn today(&self, name: &str) -> i32 {
        self.today.get(name).copied().unwrap_or(0)
    }

    /// The engine with other values of its database.
    pub(super) fn with_values<'v>(&self, values: impl IntoIterator<Item = (&'v String, &'v i32)>) -> Engine {
        let mut database = self.engine.database().clone();
        for (name, value) in values {
            let change = Change::value_of(name, *value);
            change
                .make(&mut database)
                .expect("the pattern is in the database");
        }
        Engine {
            knowledge: self.engine.knowledge.clone().with_database(database),
            settings: self.engine.settings,
        }
    }
}

/// A position with its evidence, and the moves that were chosen in it.
pub(super) struct FitPosition<'a> {
    pub(super) test: &'a WantedMove,
    analysis: Analysis,
    reader: Reader,
    evidence: KeptEvidence,
    /// All pattern matches.
    patterns: Vec<EvaluatedPattern>,
    /// Names of the patterns that hold and have a value above 0, by point.
    holding: BTreeMap<Point, BTreeSet<String>>,
    /// The names at all points.
    names: BTreeSet<String>,
    /// The move for the values of these names and a seed, counted from that of the settings.
    asked: FxHashMap<(Vec<(String, i32)>, u64), Move>,
}

impl<'a> FitPosition<'a> {
    pub(super) fn new(engine: &Engine, test: &'a WantedMove) -> Self {
        let mut reader = engine.reader(&test.game);
        let analysis = engine.analyse(&test.game, &mut reader);
        let request = Request {
            analysis: Some(&analysis),
            ..Request::new(&test.game, test.color)
        };
        let evidence = engine.kept_evidence(&request, &mut reader);
        let patterns = engine.pattern_matches(&request, &mut reader);
        let database = engine.database();
        let mut holding: BTreeMap<Point, BTreeSet<String>> = BTreeMap::new();
        for matched in patterns.iter().filter(|matched| matched.verdict.is_ok()) {
            let variant = &database.variants[matched.variant as usize];
            let pattern = &database.patterns[variant.pattern as usize];
            // The author of another value means something else by it.
            if pattern.weight > 0 {
                holding
                    .entry(matched.point)
                    .or_default()
                    .insert(pattern.name.clone());
            }
        }
        Self {
            names: holding.values().flatten().cloned().collect(),
            test,
            analysis,
            reader,
            evidence,
            patterns,
            holding,
            asked: FxHashMap::default(),
        }
    }

    /// The move with these values. Of a search the first that is not wanted, by the order of the seeds, if
    /// any seed leads to one.
    pub(super) fn ask(&mut self, basis: &Basis<'_>, values: &Values) -> Move {
        let first = self.ask_with_seed(basis, values, 0);
        let wrong = (0..basis.seeds()).find_map(|seed| {
            let mv = self.ask_with_seed(basis, values, seed);
            (!self.test.accepts(mv)).then_some(mv)
        });
        wrong.unwrap_or(first)
    }

    /// Number of seeds with which the move with these values is a wanted one.
    pub(super) fn passing_seeds(&mut self, basis: &Basis<'_>, values: &Values) -> u64 {
        let passes = |&seed: &u64| {
            let mv = self.ask_with_seed(basis, values, seed);
            self.test.accepts(mv)
        };
        (0..basis.seeds()).filter(passes).count() as u64
    }

    fn ask_with_seed(&mut self, basis: &Basis<'_>, values: &Values, seed: u64) -> Move {
        let here = values.iter().filter(|(name, _)| self.names.contains(*name));
        let here: Vec<(String, i32)> = here.map(|(name, value)| (name.clone(), *value)).collect();
        let key = (here, seed);
        if let Some(&mv) = self.asked.get(&key) {
            return mv;
        }
        let request = Request::new(&self.test.game, self.test.color);
        let choice = match basis.chooser {
            Chooser::Evidence => {
                let request = Request {
                    analysis: Some(&self.analysis),
                    ..request
                };
                let engine = basis.engine;
                engine.choose_again(&self.evidence, &request, &mut self.reader, values)
            }
            Chooser::Search => {
                let values = key.0.iter().map(|(name, value)| (name, value));
                let mut engine = basis.with_values(values);
                engine.settings.seed = engine.settings.seed.wrapping_add(seed);
                Player::new(engine).choose(&request)
            }
        };
        self.asked.insert(key, choice.mv);
        choice.mv
    }

    /// The classical choice of an engine with other values, from the beginning.
    pub(super) fn choose(&self, engine: &Engine) -> Move {
        let game = &self.test.game;
        let request = Request::new(game, self.test.color);
        engine.choose(&request, &mut engine.reader(game)).mv
    }

    /// These values with one change more, in all ways in which a pattern mends the test.
    pub(super) fn mending(&mut self, basis: &Basis<'_>, values: &Values) -> Vec<Values> {
        let mut found = Vec::new();
        for name in self.names_at_wanted_points() {
            found.extend(self.changed(basis, values, &name, MAX_VALUE, |test, mv| test.accepts(mv)));
        }
        for name in self.names_at_choice(basis, values) {
            found.extend(self.changed(basis, values, &name, 0, |test, mv| test.accepts(mv)));
        }
        found
    }

    /// These values with a pattern at the chosen point so low that another move is chosen, and with 0 for it.
    pub(super) fn leading_away(&mut self, basis: &Basis<'_>, values: &Values) -> Vec<Values> {
        let wrong = self.ask(basis, values);
        let mut found = Vec::new();
        for name in self.names_at_choice(basis, values) {
            if let Some(changed) = self.changed(basis, values, &name, 0, |_, mv| mv != wrong) {
                let mut lowest = changed.clone();
                lowest.insert(name, 0);
                found.extend([changed, lowest]);
            }
        }
        found
    }

    /// The nearest value of a pattern towards a limit with which the move is acceptable.
    fn changed(
        &mut self,
        basis: &Basis<'_>,
        values: &Values,
        name: &str,
        limit: i32,
        is_acceptable: impl Fn(&WantedMove, Move) -> bool,
    ) -> Option<Values> {
        let with = |value: i32| {
            let mut values = values.clone();
            values.insert(name.to_owned(), value);
            values
        };
        let now = values.get(name).copied().unwrap_or_else(|| basis.today(name));
        // A value beyond the limit stays.
        let is_beyond = (limit == 0 && now <= 0) || (limit > 0 && now >= limit);
        let found = (!is_beyond && !basis.is_unseen(name)).then(|| {
            nearest(now, limit, basis.tries(), |value| {
                let mv = self.ask(basis, &with(value));
                is_acceptable(self.test, mv)
            })
        });
        found.flatten().map(with)
    }

    fn names_at_choice(&mut self, basis: &Basis<'_>, values: &Values) -> BTreeSet<String> {
        let chosen = self.ask(basis, values).point();
        let names = chosen.and_then(|point| self.holding.get(&point));
        names.cloned().unwrap_or_default()
    }

    /// Names of the patterns that hold at a wanted point.
    pub(super) fn names_at_wanted_points(&self) -> BTreeSet<String> {
        let wanted = self
            .holding
            .iter()
            .filter(|(point, _)| self.test.points.contains(**point));
        wanted.flat_map(|(_, names)| names).cloned().collect()
    }

    /// The matches at wanted points that do not hold.
    pub(super) fn rejected_at_wanted_points(&self) -> Vec<EvaluatedPattern> {
        let wanted = self
            .patterns
            .iter()
            .filter(|matched| self.test.points.contains(matched.point));
        wanted
            .filter(|matched| matched.verdict.is_err())
            .cloned()
            .collect()
    }
}
