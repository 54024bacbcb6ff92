// SPDX-License-Identifier: MIT OR Apache-2.0

//! The patterns in the positions of one game, as counts.

use std::collections::BTreeMap;

use katachi_rules::PointMap;
use katachi_rules::sgf::{Turn, Turns};
use mkpat::Database;

use super::fact::{self, FactTallies};
use super::{Example, Tally};
use katachi_engine::Engine;
use katachi_engine::model::FeatureSet;
use katachi_engine::movegen::{EvaluatedPattern, MatchRejection};
use katachi_engine::play::Request;

/// Examples of each sort that are kept of a pattern.
const EXAMPLES: usize = 3;

/// The test that rejects a match, in the order of testing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    /// A class, or class `n`.
    Class,
    /// The rules.
    Illegal,
    /// The move is captured at once.
    Captured,
    /// The constraint.
    Constraint,
    /// The helper.
    Helper,
}

impl Cause {
    pub(crate) const COUNT: usize = 5;
    /// All causes, in their order.
    pub(crate) const ALL: [Self; Self::COUNT] = {
        use Cause::*;
        [Class, Illegal, Captured, Constraint, Helper]
    };
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

/// Counts of one pattern. A pattern that matches a point in several ways counts once.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Places where its picture matches.
    pub(super) matches: Tally,
    /// Places where it holds.
    pub(super) holds: Tally,
    /// Places where the last test that it reached rejects it, for each [`Cause`].
    pub(super) rejected: [Tally; Cause::COUNT],
    /// The places where it holds, by facts.
    pub(super) facts: FactTallies,
    /// Places where it holds and was played.
    pub(super) played: Vec<Example>,
    /// Other places where it holds.
    pub(super) passed_over: Vec<Example>,
    /// Places where it does not hold.
    pub(super) rejections: Vec<Example>,
}

/// A move for which patterns hold.
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
    /// The moves for which patterns hold.
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
        let matches = engine.pattern_matches(&request, &mut engine.reader(&turn.game));
        let mut observed = Observed {
            held: Vec::new(),
            played: probabilities[played],
            best_other: 0.0,
        };
        let mut has_pattern = PointMap::filled(false);
        for at_point in matches.chunk_by(|a, b| a.point == b.point) {
            let point = at_point[0].point;
            let place = Place {
                turn,
                example: Example {
                    game,
                    number: turn.number,
                    color: turn.color,
                    point,
                },
                probability: probabilities[point],
                is_played: point == played,
            };
            let patterns = self.add_place(engine.database(), &place, at_point);
            if !patterns.is_empty() {
                has_pattern[point] = true;
                observed.held.push(HeldMove {
                    probability: place.probability,
                    is_played: place.is_played,
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
        place: &Place<'_>,
        at_point: &[EvaluatedPattern],
    ) -> Box<[u32]> {
        let mut by_pattern: BTreeMap<u32, Vec<&EvaluatedPattern>> = BTreeMap::new();
        for found in at_point {
            let pattern = database.variants[found.variant as usize].pattern;
            by_pattern.entry(pattern).or_default().push(found);
        }
        let holding = by_pattern.into_iter().filter(|(pattern, found)| {
            let counts = self.counts.entry(*pattern).or_default();
            counts.add(database, *pattern, place, found)
        });
        holding.map(|(pattern, _)| pattern).collect()
    }
}

/// A point of a position.
struct Place<'a> {
    turn: &'a Turn,
    example: Example,
    probability: f32,
    is_played: bool,
}

impl Counts {
    /// Adds a place where the pattern matches, in one or several ways. Returns whether it holds.
    fn add(
        &mut self,
        database: &Database,
        pattern: u32,
        place: &Place<'_>,
        found: &[&EvaluatedPattern],
    ) -> bool {
        let (probability, is_played) = (place.probability, place.is_played);
        self.matches.add(probability, is_played);
        if let Some(held) = found.iter().find(|found| found.verdict.is_ok()) {
            self.holds.add(probability, is_played);
            let variant = &database.variants[held.variant as usize];
            let pattern = &database.patterns[pattern as usize];
            let values = fact::values(place.turn, pattern, variant, place.example.point);
            self.facts.add(&values, probability, is_played);
            let examples = match is_played {
                true => &mut self.played,
                false => &mut self.passed_over,
            };
            keep(examples, [place.example]);
            return true;
        }
        let causes = found.iter().filter_map(|found| found.verdict.as_ref().err());
        if let Some(cause) = causes.map(|&why| Cause::from(why)).max() {
            self.rejected[cause as usize].add(probability, is_played);
        }
        keep(&mut self.rejections, [place.example]);
        false
    }

    /// Adds the counts of a later game.
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
