//! The last look at a move before it is played.

use katachi_rules::{Color, Move, Point};

use super::{Choice, Context, Proposal, Reason, filling, settled, tactics};
use crate::analysis::{Analysis, FinalStatus};

/// So many of the best proposals are looked at once more.
const LOOKED_AT: usize = 12;
/// Strings farther from the move than this are not endangered by it.
const NEAR: u32 = 4;

/// Chooses among proposals, best first: what is illegal, fills an own eye or is played into settled ground goes, and what the
/// rest would lose is taken off. The best is played if anything speaks for it, of the points `among`; of all if there are none.
///
/// None if `complete` is false and the proposal that was the best is not the one chosen.
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
    for proposal in proposals.iter_mut().take(LOOKED_AT) {
        if let Some((stone, loss)) = greatest_loss(analysis, proposal.point, context.color) {
            let worm = analysis.worms.get(stone).expect("a string is a worm");
            proposal.value -= loss;
            proposal.reasons.push(Reason::Loses {
                string: context.game.size().vertex(worm.origin).to_string(),
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
        && let Some(filling) = status.and_then(|status| filling::instead_of_a_pass(context, status))
    {
        proposals.retain(|p| p.point != filling.point);
        proposals.insert(0, filling);
    }
    let best = proposals
        .first()
        .filter(|p| p.value > 0)
        .map(|p| (p.point, p.value));
    let (mv, value) = best.map_or((Move::Pass, 0), |(point, value)| (Move::Play(point), value));
    Some(Choice::new(mv, value, proposals))
}

/// Is it about the life of stones, which reading knows better than playouts?
fn is_tactical(proposal: &Proposal) -> bool {
    proposal.reasons.iter().any(|r| {
        matches!(
            r,
            Reason::Capture { .. }
                | Reason::Save { .. }
                | Reason::Life { .. }
                | Reason::Room { .. }
                | Reason::Combination { .. }
                | Reason::Ko { .. }
                | Reason::KoThreat { .. }
        )
    })
}

/// The own string near the move that is safe now and could be captured after it, with its worth.
fn greatest_loss(analysis: &mut Analysis, point: Point, color: Color) -> Option<(Point, i32)> {
    let near: Vec<(Point, i32)> = analysis
        .worms
        .iter()
        .filter(|worm| {
            worm.color == color
                && !worm.attack.is_yes()
                && worm.liberties[0] <= 4
                && worm.stones.iter().any(|s| s.distance(point) <= NEAR)
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
