// SPDX-License-Identifier: MIT OR Apache-2.0

//! The evidence of the classical choice as priors of the root.
//!
//! The value of a move holds 16 times the natural logarithm of its probability by the move model, so that the
//! exponential of a sixteenth of it, divided by the sum over all moves, is a probability.
//!
//! In decided games half of the prior of a move at the root is the evidence of the classical choice (`evidence-share`
//! in `settings`), which counts points where nearly every move wins, or loses. A first look of 200 visits, with the
//! tree kept from the move before, says whether the game is decided (`play/player.rs`).
//! Where a move is to be explained, evidence is weighed beside the search and changes nothing in it
//! (`Request::explains`).

use katachi_rules::{Move, Point};

use super::node::Node;

/// Units of value for a factor of e in probability.
const UNITS: f32 = 16.0;

/// What is said about moves at the root before they are searched.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// Values of moves by the classical choice, in the unit of proposals.
    pub evidence: Vec<(Point, i32)>,
}

/// The probabilities that the values stand for.
pub(super) fn probabilities(evidence: &[(Point, i32)]) -> Vec<(Point, f32)> {
    let most = evidence.iter().map(|e| e.1).max().unwrap_or(0);
    let weight = |value: i32| ((value - most) as f32 / UNITS).exp();
    let sum: f32 = evidence.iter().map(|e| weight(e.1)).sum();
    let of = |&(point, value): &(Point, i32)| (point, weight(value) / sum);
    evidence.iter().map(of).collect()
}

/// Makes the prior of each child a mean of its prior by the move model and of that by the evidence.
pub(super) fn blend(children: &[Node], evidence: &[(Point, i32)], share: f32) {
    let probabilities = probabilities(evidence);
    for child in children {
        let Move::Play(point) = child.mv() else { continue };
        let probability = probabilities.iter().find(|e| e.0 == point).map_or(0.0, |e| e.1);
        child
            .prior
            .set((1.0 - share) * child.prior.get() + share * probability);
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::Arena;
    use super::*;

    #[test]
    fn priors_become_the_mean_of_model_and_evidence_and_keep_their_sum() {
        let arena = Arena::new(1 << 20);
        let root = arena.node(arena.root());
        let at = |x| Point::new(x, 0);
        let moves = [
            (Move::Play(at(0)), 0.75),
            (Move::Play(at(1)), 0.25),
            (Move::Pass, 0.0),
        ];
        assert!(root.claim() && arena.grow(root, &moves));
        let (_, children) = arena.children(root).expect("it has children");
        blend(children, &[(at(1), 40), (at(0), 40)], 0.5);
        let priors: Vec<f32> = children.iter().map(|child| child.prior.get()).collect();
        assert_eq!(priors, [0.625, 0.375, 0.0]);
    }
}
