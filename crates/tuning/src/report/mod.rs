// SPDX-License-Identifier: MIT OR Apache-2.0

//! A report about the patterns of a database in played games, for their authors.
//!
//! Each place where a pattern holds is compared with the move-prediction model: how often the move was
//! played, and how often the model would expect it, with the fitted weights of pictures. The difference, in
//! units of value, is what the whole pattern adds to that. [`survey()`] counts in one game; [`Report::new`]
//! puts games together.
//!
//! - `survey`: places of patterns in a game, as counts; `fact`: facts about a place;
//! - `estimate`: the difference of one pattern, with an interval; `fit`: weights of all patterns together;
//! - `finding`: verdicts; `suggest`: values, and their effect on prediction.

mod estimate;
mod fact;
mod finding;
mod fit;
mod suggest;
mod survey;

use std::collections::BTreeMap;

use katachi_rules::{Color, Point};
use rustc_hash::FxHashMap;

pub(crate) use estimate::Estimate;
pub(crate) use fact::{ENDGAME, Fact, NEAR, OPENING};
pub(crate) use finding::{MIN_PLACES, Twins, Verdict};
pub(crate) use fit::Quality;
use suggest::Effect;
pub(crate) use survey::{Cause, Tally};
pub use survey::{GameSurvey, survey};

use estimate::{Trial, estimate};
use katachi_engine::Engine;
use katachi_engine::learn::BARE_VALUE;
use survey::{Counts, Observed};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    pub(crate) game: usize,
    pub(crate) number: usize,
    pub(crate) color: Color,
    /// The move of the pattern.
    pub(crate) point: Point,
}

/// Findings about a pattern whose picture matches somewhere.
#[derive(Clone, Debug)]
pub(crate) struct PatternReport {
    pub(crate) pattern: usize,
    /// The value with which it changes nothing in the prediction: that from which the search counts a bonus,
    /// or else the value of a move that only the model proposes.
    pub(crate) baseline: i32,
    pub(crate) counts: Counts,
    pub(crate) estimate: Estimate,
    /// A better value.
    pub(crate) suggested: Option<i32>,
}

impl PatternReport {
    /// The value that the games speak for, in the unit of values.
    pub(crate) fn measured(&self) -> f64 {
        f64::from(self.baseline) + self.estimate.difference
    }
}

/// A report about all patterns.
#[derive(Clone, Debug)]
pub struct Report {
    pub(crate) games: usize,
    pub(crate) positions: usize,
    /// Positions left out, as a pass was played or a move that the model never predicts.
    pub(crate) left_out: usize,
    /// Number of patterns of the database that the report is about.
    pub(crate) database_patterns: usize,
    /// Patterns that match somewhere, in the order of the database.
    pub(crate) patterns: Vec<PatternReport>,
    /// Patterns that hold at almost the same places.
    pub(crate) twins: Vec<Twins>,
    /// Effect of the suggested values; `None` with fewer than two games.
    pub(crate) effect: Option<Effect>,
}

impl Report {
    /// Puts the surveys of games together, in their order. The report is about patterns whose names have
    /// `name` in them, in small or capital letters. A few passes over all positions, and some hundred over
    /// half of them.
    pub fn new(engine: &Engine, surveys: Vec<GameSurvey>, name: &str) -> Self {
        let database = engine.database();
        let name = name.to_lowercase();
        let is_named = |pattern: usize| database.patterns[pattern].name.to_lowercase().contains(&name);
        let mut counts: BTreeMap<u32, Counts> = BTreeMap::new();
        let mut games: Vec<Vec<Observed>> = Vec::with_capacity(surveys.len());
        let mut left_out = 0;
        for survey in surveys {
            for (pattern, more) in survey.counts {
                counts.entry(pattern).or_default().merge(more);
            }
            left_out += survey.left_out;
            games.push(survey.positions);
        }
        counts.retain(|&pattern, _| is_named(pattern as usize));
        let all: Vec<&Observed> = games.iter().flatten().collect();
        let trials = trials(&all);
        let values = engine.knowledge.values_without_bonus().into_iter();
        let baselines: Vec<i32> = values.map(|value| value.unwrap_or(BARE_VALUE)).collect();
        let mut patterns: Vec<PatternReport> = counts
            .into_iter()
            .map(|(pattern, counts)| PatternReport {
                estimate: estimate(trials.get(&pattern).map_or(&[], Vec::as_slice)),
                pattern: pattern as usize,
                baseline: baselines[pattern as usize],
                counts,
                suggested: None,
            })
            .collect();
        let twins = finding::twins(&all, &patterns);
        let effect = suggest::suggest(database, &games, &baselines, &mut patterns);
        Self {
            games: games.len(),
            positions: all.len(),
            left_out,
            database_patterns: (0..database.patterns.len()).filter(|&p| is_named(p)).count(),
            patterns,
            twins,
            effect,
        }
    }
}

/// The positions where each pattern holds, as trials.
fn trials(positions: &[&Observed]) -> FxHashMap<u32, Vec<Trial>> {
    let mut trials: FxHashMap<u32, Vec<Trial>> = FxHashMap::default();
    for position in positions {
        let mut here: BTreeMap<u32, Trial> = BTreeMap::new();
        for held in &position.held {
            for &pattern in &held.patterns {
                let trial = here.entry(pattern).or_default();
                trial.0 += held.probability;
                trial.1 |= held.is_played;
            }
        }
        for (pattern, trial) in here {
            trials.entry(pattern).or_default().push(trial);
        }
    }
    trials
}

#[cfg(test)]
pub(crate) mod tests;
