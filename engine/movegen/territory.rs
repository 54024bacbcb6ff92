//! Borders and neutral points: where random games do not agree whose a point becomes.

use katachi_rules::{Move, Point};

use super::{Context, Proposals, Reason};
use crate::analysis::Analysis;

/// A point whose owner is the same in all but this part of the games is settled.
const SETTLED: f32 = 0.06;

/// How open the ownership of a point is: 0 settled, 1 as often one side's as the other's.
fn openness(analysis: &Analysis, point: Point, context: &Context<'_>) -> f32 {
    1.0 - analysis.ownership.of(point, context.color).abs()
}

/// Is everything at the point and beside it settled, whoever moves there?
pub(crate) fn is_settled(context: &Context<'_>, analysis: &Analysis, point: Point) -> bool {
    let size = context.game.size();
    openness(analysis, point, context) < SETTLED
        && point
            .neighbours()
            .iter()
            .all(|&n| !size.contains(n) || openness(analysis, n, context) < SETTLED)
}

/// Proposes every point whose owner is open. Small values: in the opening everything else is larger, and at
/// the end these are the last moves.
pub(crate) fn propose(context: &Context<'_>, analysis: &mut Analysis, proposals: &mut Proposals) {
    let board = context.game.board();
    let size = board.size();
    for point in size.points() {
        if !context.game.is_legal(context.color, Move::Play(point)) || board.is_eye(context.color, point) {
            continue;
        }
        let own = openness(analysis, point, context);
        let around: f32 = point
            .neighbours()
            .iter()
            .filter(|&&n| size.contains(n))
            .map(|&n| openness(analysis, n, context))
            .sum();
        let open = own + around / 4.0;
        let value = (8.0 * open) as i32;
        if own >= SETTLED && value > 0 && analysis.reader.is_safe_move(context.color, point) {
            proposals.add(point, Reason::Border { open, value });
        }
    }
}
