// SPDX-License-Identifier: MIT OR Apache-2.0

//! From evidence to a choice: the only place where evidence is combined, overruled and limited. In this
//! order:
//!
//! 1. Evidence for illegal moves is dropped.
//! 2. Of the moves that capture or save the same string, one that a pattern of class `A` or `D` prefers is
//!    worth most.
//! 3. Reasons are overruled: captures, rescues and lives that playouts call decided, or that the endgame
//!    search has counted in its gain (`redundant`); patterns in the places of learned shapes, which the
//!    move-prediction model counts; patterns and that model where the endgame search has valued the move.
//! 4. The value of the move-prediction model is scaled down where little is left to gain.
//! 5. The reasons of a move are added up (`sum`).
//! 6. Moves into own eyes and into settled area (`settled`) are rejected, and moves for which nothing of
//!    positive value speaks.
//! 7. The best moves get a one-ply blunder check (`blunders`).
//! 8. Where no move has a positive value, dame are filled under area scoring (`dame`).

mod blunders;
mod dame;
mod redundant;
mod settled;
mod sum;

use katachi_rules::Point;
use rustc_hash::FxHashMap;

pub(crate) use settled::final_status;
pub(super) use sum::counts_instead;

use super::evidence::{Evidence, Overruled, Reason, ReasonKind};
use super::{Input, Proposal, RejectedMove, Rejection, Weighed};
use crate::movegen::{NEARLY_FULL, SECOND_BEST_LOSS};
use crate::reading::Reader;

/// The usual value of a move in the middle of a game. If the best value by the endgame search or by reading
/// is lower on a nearly full board, what the model adds is scaled down in proportion: its probabilities are
/// those of moves that gain as much as usual. 20 to 80.
const USUAL_VALUE: f32 = 40.0;
/// The least share of the value of the model that is kept, from 0 to 1; 0 to 0.5.
const MIN_MODEL_SHARE: f32 = 0.2;
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
    }
    proposals.sort_by_key(|p| (-p.value, p.point));
    let is_worthless = proposals.first().is_none_or(|p| p.value <= 0);
    if is_worthless
        && among.is_empty()
        && let Some(mut dame) = dame::instead_of_a_pass(input)
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

/// Is it a proposal of the point of the dame? Its other reasons stay, and count nothing.
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
    if let Some(status) = input.status {
        redundant::overrule_decided(input, status, &mut proposals);
        redundant::overrule_counted(input.analysis, &mut proposals);
    }
    overrule_by_endgame(&mut proposals);
    let share = model_share(input, &proposals);
    for proposal in &mut proposals {
        proposal.value = sum::count(&mut proposal.reasons, share);
    }
    proposals.sort_by_key(|p| (-p.value, p.point));
    proposals
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
        let is_in_model = matches!(&kind, ReasonKind::Pattern(pattern) if pattern.in_model);
        proposals[index].reasons.push(Reason {
            kind,
            value,
            counted: 0,
            overruled: is_in_model.then_some(Overruled::InModel),
        });
    }
    proposals
}

/// Overrules patterns and the move-prediction model where the endgame search has valued a move.
fn overrule_by_endgame(proposals: &mut [Proposal]) {
    let is_endgame = |reason: &Reason| matches!(reason.kind, ReasonKind::Endgame { .. });
    for proposal in proposals {
        if proposal.reasons.iter().any(is_endgame) {
            for reason in &mut proposal.reasons {
                if matches!(reason.kind, ReasonKind::Pattern(_) | ReasonKind::Model { .. }) {
                    reason.overruled = Some(Overruled::ByEndgame);
                }
            }
        }
    }
}

/// The share of the value of the move-prediction model that is kept, 0 to 1.
fn model_share(input: &Input<'_>, proposals: &[Proposal]) -> f32 {
    let board = input.position.board();
    let stones = board.size().area() - board.empty_points().len();
    if input.status.is_none() || (stones as f32) < NEARLY_FULL * board.size().area() as f32 {
        return 1.0;
    }
    let reasons = proposals.iter().flat_map(|proposal| &proposal.reasons);
    let exact = reasons.filter(|reason| {
        let is_general = matches!(reason.kind, ReasonKind::Pattern(_) | ReasonKind::Model { .. });
        !is_general && reason.overruled.is_none()
    });
    let highest = exact.map(|reason| reason.value).max().unwrap_or(0);
    (highest as f32 / USUAL_VALUE).clamp(MIN_MODEL_SHARE, 1.0)
}

fn rejection(input: &Input<'_>, proposal: &Proposal) -> Option<Rejection> {
    let board = input.position.board();
    let mut counting = proposal.reasons.iter().filter(|r| r.overruled.is_none());
    let is_settled = || {
        input
            .status
            .is_some_and(|status| settled::is_settled(board, status, proposal.point))
    };
    if board.is_eye(input.color(), proposal.point) {
        Some(Rejection::OwnEye)
    } else if !counting.any(|reason| reason.kind.is_tactical()) && is_settled() {
        Some(Rejection::Settled)
    } else if !proposal.reasons.iter().any(has_value) {
        Some(Rejection::Worthless)
    } else {
        None
    }
}

/// Does a reason speak for its move by itself?
fn has_value(reason: &Reason) -> bool {
    reason.value > 0 && reason.overruled != Some(Overruled::InModel)
}

#[cfg(test)]
mod tests;
