// SPDX-License-Identifier: MIT OR Apache-2.0

//! A choice as a value: the move, everything that was considered, and why.

use katachi_rules::{Color, Game, Move, Point, PointSet};

use super::evaluated::EvaluatedPattern;
use super::evidence::{Reason, ReasonKind};
use super::weigh;
use crate::analysis::{Analysis, Status};
use crate::search::Report;

/// A move with its value and the reasons for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Its point.
    pub point: Point,
    /// The sum of what its reasons count.
    pub value: i32,
    /// Those that count most first; then the move-prediction model, and what speaks against the move.
    pub reasons: Vec<Reason>,
}

impl Proposal {
    /// How uncertain the value is, in its unit: the part of it that is estimated by patterns, the move-prediction model and playouts, and not
    /// read or searched. From 0 to the sum of the reasons that speak for the move.
    pub fn uncertainty(&self) -> i32 {
        let estimates = self.counting().filter(|reason| reason.kind.is_estimate());
        estimates.map(|reason| reason.counted).sum()
    }

    /// The reason that counts in place of one of this proposal's reasons: the best of those that say about the same. None if that one counts
    /// itself, is overruled or is worth nothing.
    pub fn counts_instead(&self, reason: &Reason) -> Option<&Reason> {
        weigh::counts_instead(reason, &self.reasons)
    }

    /// What of the value comes from which source.
    pub fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        for reason in &self.reasons {
            *match reason.kind {
                ReasonKind::Pattern(_) => &mut parts.patterns,
                ReasonKind::Model { .. } => &mut parts.model,
                _ => &mut parts.others,
            } += reason.counted;
        }
        parts
    }

    /// The reasons that add to the value or take from it.
    pub fn counting(&self) -> impl Iterator<Item = &Reason> {
        self.reasons.iter().filter(|reason| reason.counted != 0)
    }
}

/// The parts of a proposal's value by their source. They add up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Patterns.
    pub patterns: i32,
    /// The move-prediction model.
    pub model: i32,
    /// Everything else: readings of strings and groups, regions, kos, the endgame search, dame; and what the blunder check takes away.
    pub others: i32,
}

/// A point that cannot be chosen, with what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Excluded {
    /// The proposal.
    pub proposal: Proposal,
    /// Why.
    pub because: Exclusion,
}

/// Why a point cannot be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// It fills an own eye.
    OwnEye,
    /// It is in settled area, and nothing about the life of stones speaks for it.
    Settled,
    /// What speaks for it has no positive value.
    Worthless,
    /// The rules forbid the move. Only in a choice that lists patterns.
    Illegal,
    /// Patterns match there, none of them holds, and nothing else speaks for it. Only in a choice that lists patterns.
    Rejected,
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
    /// Legal points that something speaks for, but that cannot be chosen; those with the highest values first. If patterns are listed, then
    /// every other point where one matches, in the order of the board.
    pub excluded: Vec<Excluded>,
    /// Every pattern match at the points that were asked for, if they were to be listed
    /// ([`Request::lists_patterns`](crate::play::Request::lists_patterns)): by their points, at each those that hold by falling value, then
    /// the others in the order of the database. Those that hold are among the reasons of their point, with the same values.
    pub patterns: Vec<EvaluatedPattern>,
    /// Patterns whose constraint divides by zero somewhere in this position, each once. They were not matched there.
    pub divisions_by_zero: Vec<String>,
    /// The dragons of two stones or more that the analysis calls alive or dead.
    pub decided: Vec<Decided>,
    /// The result of the tree search, if there was one.
    pub search: Option<Report>,
    /// The game is given up instead of playing the move, by the settings of a player ([`Resign`](crate::play::Resign)).
    pub resigns: bool,
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
    pub(super) fn all(analysis: &Analysis) -> Vec<Self> {
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
            excluded: Vec::new(),
            patterns: Vec::new(),
            divisions_by_zero: Vec::new(),
            decided: Vec::new(),
            search: None,
            resigns: false,
        }
    }

    /// The proposal of a point, if there is one.
    pub fn proposal(&self, point: Point) -> Option<&Proposal> {
        self.proposals.iter().find(|p| p.point == point)
    }

    /// Why a point cannot be chosen, with what speaks for it; none if it is proposed, or if nothing speaks for it.
    pub fn exclusion(&self, point: Point) -> Option<&Excluded> {
        self.excluded.iter().find(|e| e.proposal.point == point)
    }

    /// The listed pattern matches of a point.
    pub fn patterns_at(&self, point: Point) -> &[EvaluatedPattern] {
        let from = self.patterns.partition_point(|p| p.point < point);
        let to = self.patterns.partition_point(|p| p.point <= point);
        &self.patterns[from..to]
    }

    /// Lists pattern matches, which are sorted by their points. Points that nothing speaks for are excluded: they are illegal, or no
    /// pattern holds there.
    pub(super) fn list(&mut self, patterns: Vec<EvaluatedPattern>, is_legal: impl Fn(Point) -> bool) {
        if patterns.is_empty() {
            return;
        }
        self.patterns = patterns;
        let mut known: PointSet = self.proposals.iter().map(|p| p.point).collect();
        known.extend(self.excluded.iter().map(|e| e.proposal.point));
        for at_point in self.patterns.chunk_by(|a, b| a.point == b.point) {
            let point = at_point[0].point;
            if known.contains(point) {
                continue;
            }
            let because = match is_legal(point) {
                true => Exclusion::Rejected,
                false => Exclusion::Illegal,
            };
            let proposal = Proposal {
                point,
                value: 0,
                reasons: Vec::new(),
            };
            self.excluded.push(Excluded { proposal, because });
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
