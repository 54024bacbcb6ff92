// SPDX-License-Identifier: MIT OR Apache-2.0

//! The patterns in the positions of one game, as counts.

use std::collections::BTreeMap;

use katachi_rules::PointMap;
use katachi_rules::sgf::{Turn, Turns};
use mkpat::Database;

use super::Example;
use super::estimate::Trial;
use super::fact::{Fact, FactTallies};
use katachi_engine::Engine;
use katachi_engine::model::FeatureSet;
use katachi_engine::movegen::{EvaluatedPattern, MatchRejection};
use katachi_engine::play::Request;

/// Examples of each sort that are kept of a pattern.
pub(super) const EXAMPLES: usize = 3;

/// The test that rejects a match, in the order of testing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    Class,
    Illegal,
    Captured,
    Constraint,
    Helper,
}

impl Cause {
    pub(crate) const COUNT: usize = 5;
}

impl From<MatchRejection> for Cause {
    fn from(rejection: MatchRejection) -> Self {
        match rejection {
            MatchRejection::Group { .. } | MatchRejection::EnemyCaptured => Self::Class,
            MatchRejection::Illegal => Self::Illegal,
            MatchRejection::Captured => Self::Captured,
            MatchRejection::Constraint | MatchRejection::DivisionByZero => Self::Constraint,
            MatchRejection::Helper | MatchRejection::UnknownHelper => Self::Helper,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) places: u32,
    pub(crate) played: u32,
    /// Number of moves that the move-prediction model alone expects there: the sum of its probabilities.
    pub(crate) expected: f64,
}

impl Tally {
    pub(super) fn add(&mut self, (probability, is_played): Trial) {
        self.places += 1;
        self.played += u32::from(is_played);
        self.expected += f64::from(probability);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.places += other.places;
        self.played += other.played;
        self.expected += other.expected;
    }

    pub(super) fn plus(mut self, other: &Self) -> Self {
        self.merge(other);
        self
    }

    pub(crate) fn rate(&self) -> f64 {
        f64::from(self.played) / f64::from(self.places.max(1))
    }

    /// Logarithm of played over expected moves, in nats. Half a move is added to both, so that it is finite.
    pub(super) fn log_ratio(&self) -> f64 {
        ((f64::from(self.played) + 0.5) / (self.expected + 0.5)).ln()
    }

    pub(super) fn log_rate(&self) -> f64 {
        ((f64::from(self.played) + 0.5) / (f64::from(self.places) + 1.0)).ln()
    }
}

/// Counts of one pattern. A pattern that matches a point in several ways counts once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) matches: Tally,
    pub(crate) holds: Tally,
    /// Places where the last test that it reached rejects it, for each [`Cause`].
    pub(crate) rejected: [Tally; Cause::COUNT],
    pub(crate) facts: FactTallies,
    /// Places where it holds and was played.
    pub(crate) played: Vec<Example>,
    /// Other places where it holds.
    pub(crate) passed_over: Vec<Example>,
    /// Places where it does not hold.
    pub(crate) rejections: Vec<Example>,
}

#[derive(Clone, Debug)]
pub(super) struct HeldMove {
    pub(super) probability: f32,
    pub(super) is_played: bool,
    /// Indexes of the patterns, rising.
    pub(super) patterns: Box<[u32]>,
}

/// A position whose move was played at a point that the model knows.
#[derive(Clone, Debug)]
pub(super) struct Observed {
    pub(super) held: Vec<HeldMove>,
    /// Probability of the played move by the model.
    pub(super) played: f32,
    /// Highest probability of a move for which no pattern holds.
    pub(super) best_other: f32,
}

/// The patterns in one game: some ten kilobytes for each position on 19x19.
#[derive(Clone, Debug, Default)]
pub struct GameSurvey {
    pub(super) positions: Vec<Observed>,
    /// Positions where a pass was played, or a move that the model never predicts.
    pub(super) left_out: usize,
    pub(super) counts: BTreeMap<u32, Counts>,
}

/// Counts the patterns of an engine's database in positions of a game, which has that number among all games.
/// Each position takes an analysis.
pub fn survey(engine: &Engine, turns: &Turns, game: usize) -> GameSurvey {
    let mut survey = GameSurvey::default();
    for turn in turns.iter() {
        survey.add(engine, &turn, game);
    }
    survey
}

impl GameSurvey {
    fn add(&mut self, engine: &Engine, turn: &Turn, game: usize) {
        let probabilities = predicted(engine, turn);
        let played = turn.mv.point().filter(|&point| probabilities[point] > 0.0);
        let Some(played) = played else {
            self.left_out += 1;
            return;
        };
        let request = Request::new(&turn.game, turn.color);
        let matches = engine.pattern_matches(&request, None, &mut engine.reader(&turn.game));
        let mut observed = Observed {
            held: Vec::new(),
            played: probabilities[played],
            best_other: 0.0,
        };
        let mut has_pattern = PointMap::filled(false);
        for at_point in matches.chunk_by(|a, b| a.point == b.point) {
            let point = at_point[0].point;
            let example = Example {
                game,
                number: turn.number,
                color: turn.color,
                point,
            };
            let trial = (probabilities[point], point == played);
            let patterns = self.add_place(engine.database(), turn, example, trial, at_point);
            if !patterns.is_empty() {
                has_pattern[point] = true;
                let (probability, is_played) = trial;
                observed.held.push(HeldMove {
                    probability,
                    is_played,
                    patterns,
                });
            }
        }
        let others = turn.game.size().points().filter(|&point| !has_pattern[point]);
        observed.best_other = others.map(|point| probabilities[point]).fold(0.0, f32::max);
        self.positions.push(observed);
    }

    /// Adds the matches at one point. Returns the patterns that hold.
    fn add_place(
        &mut self,
        database: &Database,
        turn: &Turn,
        example: Example,
        trial: Trial,
        at_point: &[EvaluatedPattern],
    ) -> Box<[u32]> {
        let mut by_pattern: BTreeMap<u32, Vec<&EvaluatedPattern>> = BTreeMap::new();
        for found in at_point {
            let pattern = database.variants[found.variant as usize].pattern;
            by_pattern.entry(pattern).or_default().push(found);
        }
        let holding = by_pattern.into_iter().filter(|(pattern, found)| {
            let counts = self.counts.entry(*pattern).or_default();
            counts.add(database, turn, example, trial, found)
        });
        holding.map(|(pattern, _)| pattern).collect()
    }
}

impl Counts {
    /// Adds a place where the pattern matches, in one or several ways. Returns whether it holds.
    fn add(
        &mut self,
        database: &Database,
        turn: &Turn,
        example: Example,
        trial: Trial,
        found: &[&EvaluatedPattern],
    ) -> bool {
        self.matches.add(trial);
        if let Some(held) = found.iter().find(|found| found.verdict.is_ok()) {
            self.holds.add(trial);
            let variant = &database.variants[held.variant as usize];
            let pattern = &database.patterns[variant.pattern as usize];
            let facts = Fact::all(pattern).map(|fact| fact.holds(turn, variant, example.point));
            self.facts.add(facts, trial);
            let examples = match trial.1 {
                true => &mut self.played,
                false => &mut self.passed_over,
            };
            keep(examples, [example]);
            return true;
        }
        let causes = found.iter().filter_map(|found| found.verdict.as_ref().err());
        if let Some(cause) = causes.map(|&why| Cause::from(why)).max() {
            self.rejected[cause as usize].add(trial);
        }
        keep(&mut self.rejections, [example]);
        false
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.matches.merge(&other.matches);
        self.holds.merge(&other.holds);
        for (tally, other) in self.rejected.iter_mut().zip(&other.rejected) {
            tally.merge(other);
        }
        self.facts.merge(&other.facts);
        keep(&mut self.played, other.played);
        keep(&mut self.passed_over, other.passed_over);
        keep(&mut self.rejections, other.rejections);
    }
}

/// Keeps the first examples, one of each position.
fn keep(examples: &mut Vec<Example>, more: impl IntoIterator<Item = Example>) {
    for example in more {
        let position = |e: &Example| (e.game, e.number);
        let is_new = examples.iter().all(|other| position(other) != position(&example));
        if is_new && examples.len() < EXAMPLES {
            examples.push(example);
        }
    }
}

/// The probability of each point by the model; 0 for a point that it never predicts.
fn predicted(engine: &Engine, turn: &Turn) -> PointMap<f32> {
    let mut probabilities = PointMap::filled(0.0);
    let knowledge = &engine.knowledge;
    for prediction in knowledge.predict_in(FeatureSet::All, &turn.game, turn.color) {
        probabilities[prediction.point] = prediction.probability;
    }
    probabilities
}
