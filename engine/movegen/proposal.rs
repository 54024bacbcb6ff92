// SPDX-License-Identifier: MIT OR Apache-2.0

//! The proposals of the classical choice with their reasons, and moves that cannot be chosen.

use katachi_rules::{Color, Point, PointSet};

use super::evaluated::EvaluatedPattern;
use super::evidence::{Reason, ReasonKind};
use super::weigh;
use crate::analysis::{Analysis, Status};

/// A move with its value and the reasons for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Its point.
    pub point: Point,
    /// The sum of what its reasons count.
    pub value: i32,
    /// Those that count most first; then the move-prediction model, and playouts.
    pub reasons: Vec<Reason>,
}

impl Proposal {
    /// How uncertain the value is, in its unit: the part of it that is estimated by patterns, the
    /// move-prediction model and playouts, and not read or searched. From 0 to the sum of the reasons that
    /// speak for the move.
    pub fn uncertainty(&self) -> i32 {
        let estimates = self.counting().filter(|reason| reason.kind.is_estimate());
        estimates.map(|reason| reason.counted.max(0)).sum()
    }

    /// The reason that counts in place of one of this proposal's reasons: the best of those that say about
    /// the same. None if that one counts itself, is overruled or is worth nothing.
    pub fn counts_instead(&self, reason: &Reason) -> Option<&Reason> {
        weigh::counts_instead(reason, &self.reasons)
    }

    /// The parts of the value by source.
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
    /// Everything else: playouts, readings of strings and groups, regions, kos, the endgame search, dame; and
    /// what the blunder check takes away.
    pub others: i32,
}

/// A move that cannot be chosen, with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct RejectedMove {
    /// The proposal.
    pub proposal: Proposal,
    /// Why it cannot be chosen.
    pub reason: Rejection,
}

/// Why a move cannot be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It fills an own eye.
    OwnEye,
    /// It is in settled area, and no reason is about the life of stones.
    Settled,
    /// No reason for it has a positive value.
    Worthless,
    /// Plain moves alone speak for it, and the move-prediction model hardly expects it.
    Plain,
    /// The rules forbid the move. Only in a choice that lists patterns.
    Illegal,
    /// No pattern that matches there holds, nor has it a reason. Only in a choice that lists patterns.
    NoPatternHolds,
}

/// All that the classical choice considered, with the values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weighed {
    pub(crate) proposals: Vec<Proposal>,
    /// Points that cannot be chosen: [`Choice::rejected`](crate::play::Choice::rejected).
    pub(crate) rejected: Vec<RejectedMove>,
    /// The listed pattern matches: [`Choice::patterns`](crate::play::Choice::patterns).
    pub(crate) patterns: Vec<EvaluatedPattern>,
    /// Patterns whose constraint divides by zero somewhere in this position, each once.
    pub(crate) divisions_by_zero: Vec<String>,
    /// The dragons of two stones or more that the analysis calls alive or dead.
    pub(crate) decided: Vec<Decided>,
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

impl Weighed {
    /// The best proposal, if it is worth a stone.
    pub(crate) fn best(&self) -> Option<&Proposal> {
        self.proposals.first().filter(|proposal| proposal.value > 0)
    }

    /// Lists pattern matches, which are sorted by their points. Points that nothing speaks for are rejected:
    /// they are illegal, or no pattern holds there.
    pub(super) fn list(&mut self, patterns: Vec<EvaluatedPattern>, is_legal: impl Fn(Point) -> bool) {
        if patterns.is_empty() {
            return;
        }
        self.patterns = patterns;
        let mut known: PointSet = self.proposals.iter().map(|p| p.point).collect();
        known.extend(self.rejected.iter().map(|e| e.proposal.point));
        for at_point in self.patterns.chunk_by(|a, b| a.point == b.point) {
            let point = at_point[0].point;
            if known.contains(point) {
                continue;
            }
            let reason = match is_legal(point) {
                true => Rejection::NoPatternHolds,
                false => Rejection::Illegal,
            };
            let proposal = Proposal {
                point,
                value: 0,
                reasons: Vec::new(),
            };
            self.rejected.push(RejectedMove { proposal, reason });
        }
    }
}
