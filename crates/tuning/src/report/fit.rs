// SPDX-License-Identifier: MIT OR Apache-2.0

//! Weights of all patterns together, and the quality of predictions with them.
//!
//! The probability of a move is that of the model times `e^w`, with the sum `w` of the weights of all
//! patterns that hold for it, as the search adds up the bonuses of an author; then all are divided by their
//! sum. Weights are fitted by iterative scaling (J. N. Darroch and D. Ratcliff, "Generalized Iterative
//! Scaling for Log-Linear Models", 1972): each weight gets a share of the logarithm of played over expected
//! moves, so that patterns that hold for the same moves share the difference.

use super::estimate::{MAX_WEIGHT, sigmoid};
use super::survey::Observed;

/// Positions that pull a weight to 0, where the pattern adds nothing to the model: in each the move is played
/// with probability 1/2 there. R. Coulom ("Computing Elo Ratings of Move Patterns in the Game of Go", 2007)
/// has one win and one loss, that is 2. The patterns that are fitted here were selected by the same games,
/// which asks for more. Gains in nats a move of held-out games with 2, 16 and 40: 0.018, 0.022 and 0.025 (120
/// games on 9x9, every third position), -0.006, -0.001 and 0.000 (60 games of professionals, every tenth
/// position).
const PRIOR: f64 = 40.0;
/// Rounds of the fit at most.
const ROUNDS: usize = 300;
/// The fit ends when no weight changes by more, in nats.
const SETTLED: f64 = 0.002;

/// Fits the weights of the patterns that are free. The others, and the start, are `start`, in nats.
/// O(rounds * moves).
pub(super) fn fit(positions: &[&Observed], start: &[f64], is_free: &[bool]) -> Vec<f64> {
    let played = sums(positions, |_, played| f64::from(u8::from(played)), start);
    let held = positions.iter().flat_map(|position| &position.held);
    let free = |patterns: &[u32]| patterns.iter().filter(|&&p| is_free[p as usize]).count();
    let most = held.map(|held| free(&held.patterns)).max().unwrap_or(0).max(1);
    let mut weights = start.to_vec();
    for _ in 0..ROUNDS {
        let expected = sums(positions, |probability, _| probability, &weights);
        let mut largest: f64 = 0.0;
        for pattern in (0..weights.len()).filter(|&p| is_free[p]) {
            let old = weights[pattern];
            let ratio = (played[pattern] + PRIOR / 2.0) / (expected[pattern] + PRIOR * sigmoid(old));
            let new = (old + ratio.ln() / most as f64).clamp(-MAX_WEIGHT, MAX_WEIGHT);
            largest = largest.max((new - old).abs());
            weights[pattern] = new;
        }
        if largest < SETTLED {
            break;
        }
    }
    weights
}

/// Sums a function of probability and of being played over the moves of each pattern.
fn sums(positions: &[&Observed], of: impl Fn(f64, bool) -> f64, weights: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; weights.len()];
    for position in positions {
        let scores: Vec<f64> = position.scores(weights).collect();
        let total = position.total(&scores);
        for (held, score) in position.held.iter().zip(scores) {
            let value = of(score / total, held.is_played);
            for &pattern in &held.patterns {
                sums[pattern as usize] += value;
            }
        }
    }
    sums
}

impl Observed {
    /// The probability of each held move times `e^w`.
    fn scores<'a>(&'a self, weights: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        let weight = |patterns: &[u32]| patterns.iter().map(|&p| weights[p as usize]).sum::<f64>();
        let held = self.held.iter();
        held.map(move |held| f64::from(held.probability) * weight(&held.patterns).exp())
    }

    /// The sum by which all are divided.
    fn total(&self, scores: &[f64]) -> f64 {
        let held: f64 = self.held.iter().map(|held| f64::from(held.probability)).sum();
        (1.0 - held).max(0.0) + scores.iter().sum::<f64>()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Quality {
    /// Mean of the logarithm of the probability of the played move, in nats: 0 is perfect.
    pub(crate) log_likelihood: f64,
    /// Share of positions where the played move is the most probable one, 0 to 1.
    pub(crate) first: f64,
}

/// Log-likelihood of the played move, and whether that move is the most probable one.
pub(super) type Predicted = (f64, bool);

/// Predicts the played move of a position with weights in nats.
pub(super) fn predict(position: &Observed, weights: &[f64]) -> Predicted {
    let scores: Vec<f64> = position.scores(weights).collect();
    let total = position.total(&scores);
    let of_played = position.held.iter().zip(&scores).find(|(held, _)| held.is_played);
    let played = of_played.map_or(f64::from(position.played), |(_, &score)| score);
    let best = scores.iter().copied().fold(position.best_other.into(), f64::max);
    ((played / total).max(f64::MIN_POSITIVE).ln(), played >= best)
}

impl Quality {
    pub(super) fn new(predicted: &[Predicted]) -> Self {
        let count = predicted.len().max(1) as f64;
        Self {
            log_likelihood: predicted.iter().map(|p| p.0).sum::<f64>() / count,
            first: predicted.iter().filter(|p| p.1).count() as f64 / count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::survey::HeldMove;

    /// A position with a move of patterns 0 and 1, which has probability 0.2.
    fn position(is_played: bool) -> Observed {
        Observed {
            held: vec![HeldMove {
                probability: 0.2,
                is_played,
                patterns: Box::new([0, 1]),
            }],
            played: if is_played { 0.2 } else { 0.5 },
            best_other: 0.5,
        }
    }

    #[test]
    fn patterns_for_the_same_moves_share_their_weight() {
        let positions: Vec<Observed> = (0..1000).map(|i| position(i % 2 == 0)).collect();
        let positions: Vec<&Observed> = positions.iter().collect();
        let weights = fit(&positions, &[0.0, 0.0], &[true, true]);
        // Odds of 1 in place of 1/4.
        assert!((weights[0] - weights[1]).abs() < 1e-9);
        assert!((weights[0] + weights[1] - 4_f64.ln()).abs() < 0.15, "{weights:?}");
        let one = fit(&positions, &[0.0, 0.0], &[true, false]);
        assert!((one[0] - 4_f64.ln()).abs() < 0.15 && one[1] == 0.0, "{one:?}");
    }

    #[test]
    fn a_weight_changes_the_probability_of_its_move() {
        let (log_likelihood, is_first) = predict(&position(true), &[0.0, 0.0]);
        assert!((log_likelihood - 0.2_f64.ln()).abs() < 1e-6 && !is_first);
        let (log_likelihood, is_first) = predict(&position(true), &[4_f64.ln(), 0.0]);
        assert!((log_likelihood - 0.5_f64.ln()).abs() < 1e-6 && is_first);
    }
}
