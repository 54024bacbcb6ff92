//! The last moves of a game: neutral points, where the rules count stones.
//!
//! With territory scoring a neutral point is nobody's, and a pass is as good; what a filled point makes necessary is proposed by
//! tactics once it is. With area scoring each is a point.

use katachi_rules::{Move, Scoring};

use super::{Context, Proposal, Reason};
use crate::analysis::{FinalStatus, KnownLife};

/// Games in thought by which stones are judged dead, and points neutral.
const GAMES: u32 = 60;
/// Before so large a part of the board is stones, a pass is not for want of anything but neutral points.
const FULL: f32 = 0.35;
/// Less than anything that gains a point.
const VALUE: i32 = 1;

/// A neutral point to fill rather than to pass.
pub(super) fn instead_of_a_pass(context: &Context<'_>) -> Option<Proposal> {
    let board = context.game.board();
    let stones = board.size().area() - board.empty_points().len();
    if context.game.rules().scoring != Scoring::Area || (stones as f32) < FULL * board.size().area() as f32 {
        return None;
    }
    let status = FinalStatus::of(board, &KnownLife::default(), GAMES);
    let point = status.neutral_point(context.color)?;
    context
        .game
        .is_legal(context.color, Move::Play(point))
        .then(|| Proposal {
            point,
            value: VALUE,
            reasons: vec![Reason::Fill { value: VALUE }],
        })
}

#[cfg(test)]
mod tests;
