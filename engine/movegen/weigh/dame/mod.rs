// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dame filling: the last moves of a game under area scoring, where each dame is a point.
//!
//! Under territory scoring a pass is as good. Where a filled dame makes an answer necessary, tactics propose
//! it afterwards.
//!
//! Dame are filled where no move has a positive value, in the order in which a final position is counted
//! (`engine/analysis/final_status/ending.rs`).

use katachi_rules::Scoring;

use super::{Input, Proposal, Reason, ReasonKind};

/// A dame: less than anything that gains a point. By the scale.
const DAME_VALUE: i32 = 1;

/// The dame to fill in place of a pass, if any.
pub(super) fn instead_of_a_pass(input: &Input<'_>) -> Option<Proposal> {
    if input.position.scoring() != Scoring::Area {
        return None;
    }
    let point = input.status?.neutral_point(input.color())?;
    input.position.is_legal(point).then(|| Proposal {
        point,
        value: DAME_VALUE,
        reasons: vec![Reason {
            counted: DAME_VALUE,
            ..Reason::new(ReasonKind::Dame, DAME_VALUE)
        }],
    })
}

#[cfg(test)]
mod tests;
