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

/// Makes the prior of each move on the board a mean of its prior by the move model and its probability by the evidence, if there is any.
pub(super) fn blend(moves: &mut [(Move, f32)], evidence: &[(Point, i32)], share: f32) {
    if evidence.is_empty() {
        return;
    }
    let probabilities = probabilities(evidence);
    for (mv, prior) in moves {
        let Move::Play(point) = *mv else { continue };
        let probability = probabilities.iter().find(|e| e.0 == point).map_or(0.0, |e| e.1);
        *prior = (1.0 - share) * *prior + share * probability;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_become_the_mean_of_model_and_evidence_and_keep_their_sum() {
        let at = |x| Move::Play(Point::new(x, 0));
        let mut moves = [(at(0), 0.75), (at(1), 0.25), (Move::Pass, 0.0)];
        let evidence = [(Point::new(1, 0), 40), (Point::new(0, 0), 40)];
        blend(&mut moves, &evidence, 0.5);
        assert_eq!(moves, [(at(0), 0.625), (at(1), 0.375), (Move::Pass, 0.0)]);
        blend(&mut moves, &[], 0.5);
        assert_eq!(moves[0].1, 0.625);
    }
}
