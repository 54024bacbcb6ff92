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

/// A move with a smaller prior gains nothing by AMAF: some of these points, such as the 1-1 points of empty
/// corners, are played late in most playouts, and first mostly by the side that wins.
const MIN_PRIOR_OF_AMAF: f32 = 1e-5;

/// Virtual visits at 0.5 that smooth the mean of the parent, the baseline of AMAF.
const BASELINE_VISITS: f32 = 4.0;

/// Returns the index of the child with the highest value.
pub(super) fn best_child(constants: &Constants, parent: &TreeNode, children: &[TreeNode]) -> usize {
    let visits = (parent.visits() + parent.pending()) as f32;
    let explore = constants.exploration * (visits + 1.0).sqrt();
    let baseline =
        1.0 - (parent.value.get() + 0.5 * BASELINE_VISITS) / (parent.visits() as f32 + BASELINE_VISITS);
    let (mut best, mut max) = (0, f32::MIN);
    for (index, child) in children.iter().enumerate() {
        let value = value(constants, explore, baseline, child);
        if value > max {
            (best, max) = (index, value);
        }
    }
    best
}

/// Returns the value of a child. `baseline` is the mean of its parent, to which AMAF by ownership adds.
#[inline]
fn value(constants: &Constants, explore: f32, baseline: f32, child: &TreeNode) -> f32 {
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
        let from = if constants.local > 0.0 { baseline } else { 0.0 };
        let mut mean = from + child.amaf_value.get() / amaf;
        if prior < MIN_PRIOR_OF_AMAF {
            mean = mean.min(baseline);
        }
        value += share * (mean - value);
    }
    value + explore * prior / (1.0 + visits)
}
