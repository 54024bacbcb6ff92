// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proposals and the choice among them.
//!
//! Generators propose moves: the patterns of the database, the tactics of strings that can be both captured and saved, groups
//! whose life the first move decides, enclosed regions, kos with their threats, and the endgame search. All values have the same unit:
//! 5 units are about one point of the final score. The move-prediction model (`model`) adds to them and proposes moves of its own.
//! Before the choice (`choice`), moves in settled area are dropped (`settled`) and the best moves get a one-ply blunder check.
//! Where no move has a positive value, dame are filled under area scoring (`dame`).

#[cfg(test)]
mod alone;
mod choice;
mod dame;
mod endgame;
mod evaluated;
mod facts;
mod helpers;
mod kos;
mod life;
mod model;
mod patterns;
mod reason;
mod regions;
mod settled;
mod tactics;

use katachi_rules::{Color, Game, Move, Point};
use mkpat::Database;

pub use evaluated::{ConstraintCall, EvaluatedPattern, Rejection};
pub use helpers::names as helper_names;
pub(crate) use patterns::at as patterns_at;
use reason::ReasonKind;
pub use reason::{PatternValue, Reason, Wind};

use model::ModelValues;

use crate::analysis::{Analysis, Status};
use crate::matcher::Matcher;
use crate::search::Report;

/// A move with its value and the reasons for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Its point.
    pub point: Point,
    /// The value of the best reason, a part of the best of each other kind, what the model adds, less what the blunder check takes away.
    pub value: i32,
    /// Best first.
    pub reasons: Vec<Reason>,
}

/// A move and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move: a pass if no proposal was worth a stone.
    pub mv: Move,
    /// Its value, 0 for a pass.
    pub value: i32,
    /// All proposals, best first.
    pub proposals: Vec<Proposal>,
    /// Patterns whose constraint divides by zero somewhere in this position, each once. They were not matched there.
    pub divisions_by_zero: Vec<String>,
    /// The dragons of two stones or more that the analysis calls alive or dead.
    pub decided: Vec<Decided>,
    /// The result of the tree search, if there was one.
    pub search: Option<Report>,
}

/// A dragon that the analysis calls alive or dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Its colour.
    pub color: Color,
    /// Its first stone from the top left.
    pub origin: Point,
    /// Number of its stones.
    pub size: u32,
    /// Else it is dead.
    pub is_alive: bool,
}

impl Decided {
    /// Those that the analysis found, by their first stones from the top left.
    fn all(analysis: &Analysis) -> Vec<Self> {
        let known = analysis.dragons.iter().filter_map(|dragon| {
            let is_alive = match dragon.status {
                Status::Alive => true,
                Status::Dead => false,
                Status::Critical | Status::Unknown => return None,
            };
            Some(Self {
                color: dragon.color,
                origin: dragon.origin,
                size: dragon.size,
                is_alive,
            })
        });
        known.filter(|dragon| dragon.size >= 2).collect()
    }
}

impl Choice {
    /// A choice by evidence alone, with nothing known but the proposals.
    pub fn new(mv: Move, value: i32, proposals: Vec<Proposal>) -> Self {
        Self {
            mv,
            value,
            proposals,
            divisions_by_zero: Vec::new(),
            decided: Vec::new(),
            search: None,
        }
    }

    /// The chosen move. An illegal choice would be a fault of the engine; it is replaced by the next proposal that is legal, or
    /// by a pass, so that the game is not lost for it.
    pub fn allowed(&self, game: &Game, color: Color) -> Move {
        let legal = |mv: &Move| game.is_legal(color, *mv);
        std::iter::once(self.mv)
            .chain(self.proposals.iter().map(|p| Move::Play(p.point)))
            .find(legal)
            .unwrap_or(Move::Pass)
    }
}

/// The input of all generators.
pub(crate) struct Context<'a> {
    pub(crate) game: &'a Game,
    pub(crate) color: Color,
    pub(crate) database: &'a Database,
    pub(crate) matcher: &'a Matcher,
    /// Seed of the random variation.
    pub(crate) seed: u64,
    /// Evaluate patterns that cannot win, too.
    pub(crate) evaluate_all: bool,
}

/// Proposes moves and chooses one of the points `among`; of all if there are none.
pub(crate) fn choose(context: &Context<'_>, analysis: &mut Analysis, among: &[Point]) -> Choice {
    let choice = choose_with(context, analysis, among, context.evaluate_all);
    match choice {
        Some(choice) => choice,
        // The best proposals were rejected, and patterns that were passed over because of them may be
        // the best now.
        None => choose_with(context, analysis, among, true).unwrap_or(Choice::new(Move::Pass, 0, Vec::new())),
    }
}

/// None if only some patterns were evaluated and the best proposal was rejected.
fn choose_with(
    context: &Context<'_>,
    analysis: &mut Analysis,
    among: &[Point],
    evaluate_all: bool,
) -> Option<Choice> {
    let mut proposals = Proposals::new(ModelValues::of(context.game, context.color));
    let patterns = patterns::propose(context, analysis, &mut proposals, evaluate_all);
    tactics::propose(context, analysis, &patterns.preferred, &mut proposals);
    tactics::propose_combinations(context, analysis, &mut proposals);
    life::propose(context, analysis, &mut proposals);
    regions::propose(context, analysis, &mut proposals);
    kos::propose(context, analysis, &mut proposals);
    let status = settled::final_status(context.game.board());
    if let Some(status) = &status {
        endgame::propose(context, analysis, status, &mut proposals);
    }
    let choice = choice::choose(
        context,
        analysis,
        proposals.into_sorted(),
        status.as_ref(),
        among,
        evaluate_all,
    )?;
    Some(Choice {
        divisions_by_zero: patterns.divisions_by_zero,
        decided: Decided::all(analysis),
        ..choice
    })
}

/// The best reason of each kind other than that of the best reason of all counts divided by this.
const OTHER_KINDS_DIVISOR: i32 = 4;

/// The proposals so far, one for each point.
#[derive(Debug)]
pub(crate) struct Proposals {
    proposals: Vec<Proposal>,
    model: ModelValues,
}

impl Proposals {
    /// Only the proposals of the move-prediction model.
    fn new(model: ModelValues) -> Self {
        let bare = |point| Proposal {
            point,
            value: model.with(point, 0),
            reasons: Vec::new(),
        };
        Self {
            proposals: model.points().map(bare).collect(),
            model,
        }
    }

    /// Adds a reason to a point.
    pub(crate) fn add(&mut self, point: Point, reason: Reason) {
        let index = self.proposals.iter().position(|p| p.point == point);
        let index = index.unwrap_or_else(|| {
            self.proposals.push(Proposal {
                point,
                value: 0,
                reasons: Vec::new(),
            });
            self.proposals.len() - 1
        });
        let proposal = &mut self.proposals[index];
        proposal.reasons.push(reason);
        proposal.value = self.model.with(point, worth(&proposal.reasons));
    }

    /// Multiplies what the model adds by `share`, 0 to 1. It takes effect once the proposals are valued anew.
    fn scale_model(&mut self, share: f32) {
        self.model.scale(share);
    }

    /// Values all proposals anew: without patterns and without the model at points that the endgame search has valued.
    fn revalue(&mut self, has_endgame_value: impl Fn(Point) -> bool) {
        for proposal in &mut self.proposals {
            let is_endgame = has_endgame_value(proposal.point);
            if is_endgame {
                self.model.leave_out(proposal.point);
            }
            let counts = |r: &&Reason| !is_endgame || !matches!(r, Reason::Pattern(_));
            let worth = worth(proposal.reasons.iter().filter(counts));
            proposal.value = self.model.with(proposal.point, worth);
        }
    }

    /// All of them, in the order in which they were proposed.
    fn iter_mut(&mut self) -> impl Iterator<Item = &mut Proposal> {
        self.proposals.iter_mut()
    }

    /// The highest value of a reason that is not a pattern.
    fn highest_without_patterns(&self) -> i32 {
        let reasons = self.proposals.iter().flat_map(|proposal| &proposal.reasons);
        let others = reasons.filter(|reason| !matches!(reason, Reason::Pattern(_)));
        others.map(Reason::value).max().unwrap_or(0)
    }

    /// Their points.
    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.proposals.iter().map(|proposal| proposal.point)
    }

    /// The highest value so far.
    pub(crate) fn best(&self) -> i32 {
        self.proposals.iter().map(|p| p.value).max().unwrap_or(0)
    }

    /// The value of a point whose only reason has this value.
    pub(crate) fn value_by(&self, point: Point, value: i32) -> i32 {
        self.model.with(point, value)
    }

    /// All proposals by falling value, then by point, each with its reasons by falling value.
    fn into_sorted(mut self) -> Vec<Proposal> {
        for proposal in &mut self.proposals {
            proposal.reasons.sort_by_key(|reason| -reason.value());
            let others = worth(&proposal.reasons);
            proposal.reasons.extend(self.model.reason(proposal.point, others));
        }
        self.proposals.retain(|proposal| !proposal.reasons.is_empty());
        self.proposals.sort_by_key(|p| (-p.value, p.point));
        self.proposals
    }
}

/// Without the model, to see a generator alone.
#[cfg(test)]
impl Default for Proposals {
    fn default() -> Self {
        Self::new(ModelValues::nothing())
    }
}

/// The value of reasons together: the best one, and a part of the best of each other kind. Two reasons of one kind often say the same in
/// two ways, and so do the capture of a string and the death of a group that consists of that string.
fn worth<'a>(reasons: impl IntoIterator<Item = &'a Reason> + Clone) -> i32 {
    let mut kinds: Vec<(ReasonKind, i32)> = Vec::new();
    for reason in reasons.clone() {
        let is_capture = || {
            reasons
                .clone()
                .into_iter()
                .any(|other| other.is_capture_of(reason))
        };
        let (mut kind, value) = (reason.kind(), reason.value());
        if kind == ReasonKind::Life && is_capture() {
            kind = ReasonKind::Stones;
        }
        match kinds.iter_mut().find(|known| known.0 == kind) {
            Some(known) => known.1 = known.1.max(value),
            None => kinds.push((kind, value)),
        }
    }
    let best = kinds.iter().map(|kind| kind.1).max().unwrap_or(0);
    let all: i32 = kinds.iter().map(|kind| kind.1).sum();
    best + (all - best) / OTHER_KINDS_DIVISOR
}

#[cfg(test)]
mod tests {
    use super::*;

    const A1: Point = Point::new(0, 18);
    const C1: Point = Point::new(2, 18);

    fn save(value: i32) -> Reason {
        Reason::Save {
            string: A1,
            size: 1,
            value,
        }
    }

    fn pattern(value: i32) -> Reason {
        Reason::Pattern(Box::new(PatternValue {
            value,
            ..PatternValue::default()
        }))
    }

    #[test]
    fn reasons_of_other_kinds_add_a_part_to_the_best() {
        assert_eq!(worth(&[pattern(40), save(28)]), 47);
        assert_eq!(worth(&[pattern(28), save(40)]), 47);
    }

    #[test]
    fn the_life_of_a_single_string_counts_once() {
        let life = |group| Reason::Life {
            group,
            saves: true,
            size: 1,
            by_ko: false,
            is_proven: true,
            value: 40,
        };
        assert_eq!(worth(&[life(A1), save(28)]), 40, "the same stone");
        assert_eq!(worth(&[life(C1), save(28)]), 47, "another one");
    }

    #[test]
    fn a_second_reason_of_the_same_kind_adds_nothing() {
        assert_eq!(worth(&[pattern(40), pattern(38)]), 40);
        assert_eq!(worth(&[save(18), save(28)]), 28);
    }
}
