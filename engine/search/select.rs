// SPDX-License-Identifier: MIT OR Apache-2.0

//! The choice of the move that the next simulation takes in a node.
//!
//! The value of a move is the mean of its results, the games that its prior stands for among them, blended with the mean of
//! the simulations in which it came later (S. Gelly, D. Silver, "Combining online and offline knowledge in UCT", 2007), plus an
//! exploration term (C. Rosin, "Multi-armed bandits with episode context", 2011: PUCT).

use super::node::TreeNode;
use super::settings::Constants;

/// Moves of a smaller prior have no won games to start with.
const MIN_PRIOR: f32 = 0.001;

/// Even games that are added to those of a node for the mean from which AMAF by ownership differs.
const BASELINE_VISITS: f32 = 4.0;

/// The place of the child of highest value among those of a node.
pub(super) fn best_child(constants: &Constants, parent: &TreeNode, children: &[TreeNode]) -> usize {
    let visits = (parent.visits() + parent.pending()) as f32;
    let explore = constants.exploration * (visits + 1.0).sqrt();
    let amaf_from = match constants.local > 0.0 {
        true => {
            1.0 - (parent.value.get() + 0.5 * BASELINE_VISITS) / (parent.visits() as f32 + BASELINE_VISITS)
        }
        false => 0.0,
    };
    let (mut best, mut most) = (0, f32::MIN);
    for (place, child) in children.iter().enumerate() {
        let value = value(constants, explore, amaf_from, child);
        if value > most {
            (best, most) = (place, value);
        }
    }
    best
}

/// AMAF values of children are added to `amaf_from`.
#[inline]
fn value(constants: &Constants, explore: f32, amaf_from: f32, child: &TreeNode) -> f32 {
    let prior = child.prior.get();
    let won = match prior >= MIN_PRIOR {
        true => constants.prior_games * prior.sqrt(),
        false => 0.0,
    };
    // Threads below the node are losses until they come back.
    let visits = (child.visits() + child.pending()) as f32;
    let games = visits + won + constants.virtual_visits;
    let mut value = (child.value.get() + won + 0.5 * constants.virtual_visits) / games.max(1e-6);
    let amaf = child.amaf_visits.get();
    if constants.rave > 0.0 && amaf > 0.0 {
        let share = amaf / (amaf + games + games * amaf / constants.rave);
        value += share * (amaf_from + child.amaf_value.get() / amaf - value);
    }
    value + explore * prior / (1.0 + visits)
}
