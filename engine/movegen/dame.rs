//! Dame filling: the last moves of a game under area scoring, where each dame is a point.
//!
//! Under territory scoring a pass is as good. Where a filled dame makes an answer necessary, tactics propose it afterwards.

use katachi_rules::{Move, Scoring};

use super::{Context, Proposal, Reason};
use crate::analysis::FinalStatus;

/// Less than anything that gains a point.
const VALUE: i32 = 1;

/// A dame to fill rather than to pass.
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
            reasons: vec![Reason::Dame { value: VALUE }],
        })
}

#[cfg(test)]
mod tests;
