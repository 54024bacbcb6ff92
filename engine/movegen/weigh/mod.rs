// SPDX-License-Identifier: MIT OR Apache-2.0

//! From evidence to a choice: the only place where evidence is combined, overruled and limited. In this
//! order:
//!
//! 1. Evidence for illegal moves is dropped.
//! 2. Among the moves that capture or save the same string, one that a pattern of class `A` or `D` prefers is
//!    worth most.
//! 3. Reasons are overruled: captures, rescues and lives that playouts call decided, or that the endgame
//!    search has counted in its gain (`redundant`).
//! 4. What playouts say of the point joins the reasons of a move, and the parts of all are added up (`sum`).
//! 5. Moves into own eyes and into settled area (`settled`) are rejected, and moves for which nothing of
//!    positive value speaks.
//! 6. The best moves get a one-ply blunder check (`blunders`).
//! 7. The best moves are played out, and what playouts say after them joins their reasons (`after`).
//! 8. Where no move has a positive value, dame are filled under area scoring (`settled`).

mod after;
mod blunders;
mod redundant;
mod settled;
mod sum;

use katachi_rules::Point;
use rustc_hash::FxHashMap;

pub(crate) use settled::final_status;
pub use sum::Term;
pub(super) use sum::{counts_instead, terms};

use super::evidence::{Evidence, Overruled, Reason, ReasonKind};
use super::{Input, Playouts, Proposal, RejectedMove, Rejection, Weighed};
use crate::analysis::FinalStatus;
use crate::learn::BARE_VALUE;
use crate::movegen::SECOND_BEST_LOSS;
use crate::patterns::PatternSource;
use crate::reading::Reader;

/// Playouts that decide which stones are dead and which points are dame; 30 to 300.
const SETTLED_PLAYOUTS: u32 = 60;

/// Chooses one of the points `among` by the evidence, or one of all points if `among` is empty.
pub(super) fn choose(
    input: &Input<'_>,
    reader: &mut Reader,
    evidence: Vec<Evidence>,
    among: &[Point],
) -> Weighed {
    let mut all = proposals(input, evidence);
    all.retain(|p| among.is_empty() || among.contains(&p.point));
    let (mut rejected, mut proposals) = (Vec::new(), Vec::new());
    for proposal in all {
        match rejection(input, &proposal) {
            Some(reason) => rejected.push(RejectedMove { proposal, reason }),
            None => proposals.push(proposal),
        }
    }
    if input.generators.has_readings() {
        blunders::check(input, reader, &mut proposals);
        after::play_out(input, &mut proposals);
    }
    proposals.sort_by_key(|p| (-p.value, p.point));
    let is_worthless = proposals.first().is_none_or(|p| p.value <= 0);
    if is_worthless
        && among.is_empty()
        && let Some(mut dame) = settled::dame_instead_of_a_pass(input)
    {
        rejected.retain(|e| !insert_reasons(&mut dame, &e.proposal));
        proposals.retain(|p| !insert_reasons(&mut dame, p));
        proposals.insert(0, dame);
    }
    Weighed {
        proposals,
        rejected,
        ..Weighed::default()
    }
}

/// Whether it is a proposal of the point of the dame. Its other reasons stay, and count nothing.
fn insert_reasons(dame: &mut Proposal, other: &Proposal) -> bool {
    let is_same = other.point == dame.point;
    if is_same {
        let others = other.reasons.iter().cloned();
        dame.reasons
            .extend(others.map(|reason| Reason { counted: 0, ..reason }));
    }
    is_same
}

/// Returns the legal moves with evidence, with their reasons and values, best first.
fn proposals(input: &Input<'_>, mut evidence: Vec<Evidence>) -> Vec<Proposal> {
    evidence.retain(|e| input.position.is_legal(e.point));
    prefer(&mut evidence);
    let mut proposals = by_point(evidence);
    proposals.retain(|proposal| proposal.reasons.iter().any(speaks));
    if let Some(status) = input.status {
        redundant::overrule_decided(input, status, &mut proposals);
        redundant::overrule_counted(input.analysis, &mut proposals);
    }
    for proposal in &mut proposals {
        let playouts = input
            .playouts
            .map(|playouts| of_playouts(input, playouts, proposal.point));
        proposal.reasons.extend(playouts);
        proposal.value = sum::count(input, proposal.point, &mut proposal.reasons);
    }
    proposals.sort_by_key(|p| (-p.value, p.point));
    proposals
}

/// Whether a reason says more than that the move-prediction model knows the point.
fn speaks(reason: &Reason) -> bool {
    !matches!(reason.kind, ReasonKind::Model { .. }) || reason.value > BARE_VALUE
}

/// Whether it says that a plain move is possible there, and no more. The weights were fitted to moves for
/// which more speaks: for others what playouts say would count too much.
fn is_plain(reason: &Reason) -> bool {
    let ReasonKind::Pattern(pattern) = &reason.kind else {
        return !speaks(reason) || matches!(reason.kind, ReasonKind::Playouts { .. });
    };
    reason.value == BARE_VALUE && matches!(pattern.source, Some(PatternSource::Fitted { .. }))
}

pub(super) fn of_playouts(input: &Input<'_>, playouts: &Playouts, point: Point) -> Reason {
    let (owner, gain) = (playouts.owner(point), playouts.gain(point));
    let (begun, named) = playouts.answer(point);
    let patterns = &input.knowledge.database().patterns;
    let by = named.map(|pattern| patterns[pattern as usize].name.clone());
    let by = by.collect();
    let kind = ReasonKind::Playouts {
        owner,
        gain,
        begun,
        by,
    };
    Reason::new(kind, 0)
}

/// Raises moves that patterns prefer above all moves that capture or save the same string.
fn prefer(evidence: &mut Vec<Evidence>) {
    let mut preferred: FxHashMap<Point, Point> = FxHashMap::default();
    for e in &*evidence {
        if let ReasonKind::Pattern(pattern) = &e.kind {
            for &string in &pattern.preferred_for {
                preferred.entry(string).or_insert(e.point);
            }
        }
    }
    let mut best: Vec<(Point, Evidence)> = Vec::new();
    for e in evidence.iter_mut() {
        let (ReasonKind::Capture { string, .. } | ReasonKind::Save { string, .. }) = e.kind else {
            continue;
        };
        let Some(&point) = preferred.get(&string) else {
            continue;
        };
        match best.iter_mut().find(|known| known.0 == string) {
            Some((_, known)) => known.value = known.value.max(e.value),
            None => best.push((string, Evidence { point, ..e.clone() })),
        }
    }
    evidence.retain(|e| !best.iter().any(|(_, b)| b.point == e.point && b.kind == e.kind));
    for e in evidence.iter_mut() {
        if let Some((_, best)) = best.iter().find(|(_, best)| best.kind == e.kind) {
            e.value = best.value - SECOND_BEST_LOSS;
        }
    }
    evidence.extend(best.into_iter().map(|(_, best)| best));
}

/// Groups evidence by point: proposals with reasons and without values.
fn by_point(evidence: Vec<Evidence>) -> Vec<Proposal> {
    let mut proposals: Vec<Proposal> = Vec::new();
    let mut index: FxHashMap<Point, usize> = FxHashMap::default();
    for Evidence { point, kind, value } in evidence {
        let index = *index.entry(point).or_insert_with(|| {
            proposals.push(Proposal {
                point,
                value: 0,
                reasons: Vec::new(),
            });
            proposals.len() - 1
        });
        proposals[index].reasons.push(Reason::new(kind, value));
    }
    proposals
}

fn rejection(input: &Input<'_>, proposal: &Proposal) -> Option<Rejection> {
    let board = input.position.board();
    let mut counting = proposal.reasons.iter().filter(|r| r.overruled.is_none());
    let settles = |status: &FinalStatus| settled::is_settled(board, status, proposal.point);
    let is_settled = || input.status.is_some_and(settles);
    if board.is_eye(input.color(), proposal.point) {
        Some(Rejection::OwnEye)
    } else if !counting.any(|reason| reason.kind.is_tactical()) && is_settled() {
        Some(Rejection::Settled)
    } else if !proposal.reasons.iter().any(|reason| reason.value > 0) {
        Some(Rejection::Worthless)
    } else if proposal.reasons.iter().all(is_plain) {
        Some(Rejection::Plain)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
