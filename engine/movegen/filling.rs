//! The last moves of a game: neutral points, where the rules count stones.
//!
//! With territory scoring a neutral point is nobody's, and a pass is as good; what a filled point makes necessary is proposed by
//! tactics once it is. With area scoring each is a point.

use katachi_rules::{Move, Scoring};

use super::{Context, Proposal, Reason};
use crate::analysis::FinalStatus;

/// Less than anything that gains a point.
const VALUE: i32 = 1;

/// A neutral point to fill rather than to pass.
pub(super) fn instead_of_a_pass(context: &Context<'_>, status: &FinalStatus) -> Option<Proposal> {
    if context.game.rules().scoring != Scoring::Area {
        return None;
    }
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
