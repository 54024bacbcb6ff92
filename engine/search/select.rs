// SPDX-License-Identifier: MIT OR Apache-2.0

//! Selection: the move that the next simulation takes in a node.
//!
//! The value of a move has three parts: the mean of its results and of its virtual visits; the AMAF mean,
//! blended with it (S. Gelly, D. Silver, "Combining online and offline knowledge in UCT", 2007); and an
//! exploration term (PUCT: C. Rosin, "Multi-armed bandits with episode context", 2011).

use super::node::TreeNode;
use super::settings::Constants;

/// Minimum prior of a move that gets virtual visits for it.
const MIN_PRIOR: f32 = 0.001;

/// Virtual visits at 0.5 that smooth the baseline of AMAF by ownership.
const BASELINE_VISITS: f32 = 4.0;

/// Returns the index of the child with the highest value.
pub(super) fn best_child(constants: &Constants, parent: &TreeNode, children: &[TreeNode]) -> usize {
    let visits = (parent.visits() + parent.pending()) as f32;
    let explore = constants.exploration * (visits + 1.0).sqrt();
    let amaf_from = match constants.local > 0.0 {
        true => {
            1.0 - (parent.value.get() + 0.5 * BASELINE_VISITS) / (parent.visits() as f32 + BASELINE_VISITS)
        }
        false => 0.0,
    };
    let (mut best, mut max) = (0, f32::MIN);
    for (index, child) in children.iter().enumerate() {
        let value = value(constants, explore, amaf_from, child);
        if value > max {
            (best, max) = (index, value);
        }
    }
    best
}

/// Returns the value of a child. `amaf_from` is the baseline to which its AMAF mean is added.
#[inline]
fn value(constants: &Constants, explore: f32, amaf_from: f32, child: &TreeNode) -> f32 {
    let prior = child.prior.get();
    let won = match prior >= MIN_PRIOR {
        true => constants.prior_games * prior.sqrt(),
        false => 0.0,
    };
    // Virtual losses count as visits of value 0.
    let visits = (child.visits() + child.pending()) as f32;
    let all = visits + won + constants.virtual_visits;
    let mut value = (child.value.get() + won + 0.5 * constants.virtual_visits) / all.max(1e-6);
    let amaf = child.amaf_visits.get();
    if constants.rave > 0.0 && amaf > 0.0 {
        let share = amaf / (amaf + all + all * amaf / constants.rave);
        value += share * (amaf_from + child.amaf_value.get() / amaf - value);
    }
    value + explore * prior / (1.0 + visits)
}
