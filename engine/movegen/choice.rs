// SPDX-License-Identifier: MIT OR Apache-2.0

//! The choice among proposals, after a one-ply blunder check of the best ones.

use katachi_rules::{Color, Move, Point};

use super::{Choice, Context, Proposal, Reason, dame, settled, tactics};
use crate::analysis::{Analysis, FinalStatus};

/// Number of proposals, best first, that the blunder check looks at.
const CHECKED_FOR_BLUNDERS: usize = 12;
/// The blunder check looks at strings within this distance of the move, in steps.
const BLUNDER_DISTANCE: u32 = 4;

/// Chooses among proposals, which come best first. Illegal moves, moves into an own eye and moves into settled area are dropped. The
/// blunder check takes the worth of the most valuable string that a move loses from its value. The best move whose value is positive is
/// chosen; if `among` is not empty, only from its points.
///
/// None if `complete` is false and the best value has fallen.
pub(crate) fn choose(
    context: &Context<'_>,
    analysis: &mut Analysis,
    mut proposals: Vec<Proposal>,
    status: Option<&FinalStatus>,
    among: &[Point],
    complete: bool,
) -> Option<Choice> {
    let board = context.game.board();
    let before = proposals.first().map_or(0, |p| p.value);
    let is_settled = |point| status.is_some_and(|status| settled::is_settled(board, status, point));
    proposals.retain(|proposal| {
        (among.is_empty() || among.contains(&proposal.point))
            && context.game.is_legal(context.color, Move::Play(proposal.point))
            && !board.is_eye(context.color, proposal.point)
            && (is_tactical(proposal) || !is_settled(proposal.point))
    });
    for proposal in proposals.iter_mut().take(CHECKED_FOR_BLUNDERS) {
        if let Some((stone, loss)) = most_valuable_loss(analysis, proposal.point, context.color) {
            let worm = analysis.worms.get(stone).expect("a string is a worm");
            proposal.value -= loss;
            proposal.reasons.push(Reason::Loses {
                string: worm.origin,
                size: worm.size,
                value: -loss,
            });
        }
    }
    proposals.sort_by_key(|p| (-p.value, p.point));
    if !complete && proposals.first().is_none_or(|p| p.value < before) {
        return None;
    }
    if proposals.first().is_none_or(|p| p.value <= 0)
        && among.is_empty()
        && let Some(dame) = status.and_then(|status| dame::instead_of_a_pass(context, status))
    {
        proposals.retain(|p| p.point != dame.point);
        proposals.insert(0, dame);
    }
    let best = proposals
        .first()
        .filter(|p| p.value > 0)
        .map(|p| (p.point, p.value));
    let (mv, value) = best.map_or((Move::Pass, 0), |(point, value)| (Move::Play(point), value));
    Some(Choice::new(mv, value, proposals))
}

/// Is a reason of it about the life of stones, which reading judges better than playouts?
fn is_tactical(proposal: &Proposal) -> bool {
    proposal.reasons.iter().any(|r| {
        matches!(
            r,
            Reason::Capture { .. }
                | Reason::Save { .. }
                | Reason::Life { .. }
                | Reason::Region { .. }
                | Reason::Combination { .. }
                | Reason::Ko { .. }
                | Reason::KoThreat { .. }
        )
    })
}

/// The most valuable own string near the move that is safe now and can be captured after it, with its worth.
fn most_valuable_loss(analysis: &mut Analysis, point: Point, color: Color) -> Option<(Point, i32)> {
    let near: Vec<(Point, i32)> = analysis
        .worms
        .iter()
        .filter(|worm| {
            worm.color == color
                && !worm.attack.is_yes()
                && worm.liberties[0] <= 4
                && worm.stones.iter().any(|s| s.distance(point) <= BLUNDER_DISTANCE)
        })
        .map(|worm| (worm.origin, tactics::worth(analysis, worm)))
        .collect();
    analysis.reader.after(color, point, |reader| {
        let mut lost = None;
        for (stone, worth) in near {
            if lost.is_none_or(|(_, known)| worth > known) && reader.attack(stone).verdict.is_yes() {
                lost = Some((stone, worth));
            }
        }
        lost
    })?
}

#[cfg(test)]
mod tests;
