// SPDX-License-Identifier: MIT OR Apache-2.0

//! The weight of one pattern beside the move-prediction model, with an interval.
//!
//! The model gives the moves of a pattern in a position the probability `q` together. A weight `w` of the
//! pattern changes it to `q e^w / (1 - q + q e^w)`. The estimate is the weight with which the sum of these
//! over all positions is the number of positions where such a move was played, which has the maximum
//! likelihood. The interval has the weights whose likelihood is not much less (S. S. Wilks, "The Large-Sample
//! Distribution of the Likelihood Ratio for Testing Composite Hypotheses", 1938). It is sound for rare moves
//! too, where a normal distribution is not.

use katachi_engine::learn::VALUE_PER_NAT;

/// Twice the loss of log-likelihood at the ends of an interval of 99 %, by the chi-squared distribution with
/// one degree of freedom. Hundreds of patterns are tested at once, and of 95 % intervals one in twenty would
/// be wrong.
const MAX_LOSS: f64 = 6.635;
/// Largest weight, in nats.
pub(super) const MAX_WEIGHT: f64 = 8.0;
/// Bisections of an interval of 16 nats, down to less than a thousandth of a unit of value.
const STEPS: u32 = 20;

/// A difference of value with its interval of 99 %, in units of value. A bound of 128 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Estimate {
    /// The difference, moved a little towards 0 where there are few positions.
    pub(crate) difference: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The probability by the model of all moves of a pattern in a position, and whether one of them was played.
pub(super) type Trial = (f32, bool);

/// Estimates the weight of a pattern. O(trials).
pub(super) fn estimate(trials: &[Trial]) -> Estimate {
    let logits: Vec<f64> = trials.iter().map(|&(q, _)| logit(q)).collect();
    let played = trials.iter().filter(|trial| trial.1).count() as f64;
    let excess = |w: f64| played - logits.iter().map(|logit| sigmoid(logit + w)).sum::<f64>();
    let log_likelihood = |w: f64| -> f64 {
        let both = trials.iter().zip(&logits);
        both.map(|(&(_, is_played), logit)| match is_played {
            true => log_sigmoid(logit + w),
            false => log_sigmoid(-logit - w),
        })
        .sum()
    };
    let best = root(-MAX_WEIGHT, MAX_WEIGHT, excess);
    let least = log_likelihood(best) - MAX_LOSS / 2.0;
    let unit = f64::from(VALUE_PER_NAT);
    Estimate {
        // One position more, where the move is played with probability 1/2, and half of it was.
        difference: unit * root(-MAX_WEIGHT, MAX_WEIGHT, |w| excess(w) + 0.5 - sigmoid(w)),
        low: unit * root(-MAX_WEIGHT, best, |w| least - log_likelihood(w)),
        high: unit * root(best, MAX_WEIGHT, |w| log_likelihood(w) - least),
    }
}

/// The number in an interval from which on a function is not above 0.
fn root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    if f(low) <= 0.0 {
        return low;
    }
    if f(high) >= 0.0 {
        return high;
    }
    for _ in 0..STEPS {
        let middle = (low + high) / 2.0;
        match f(middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    (low + high) / 2.0
}

fn log_sigmoid(x: f64) -> f64 {
    match x > 0.0 {
        true => -(-x).exp().ln_1p(),
        false => x - x.exp().ln_1p(),
    }
}

pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn logit(q: f32) -> f64 {
    let q = f64::from(q).clamp(1e-7, 1.0 - 1e-7);
    (q / (1.0 - q)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trials(q: f32, played: usize, positions: usize) -> Vec<Trial> {
        (0..positions).map(|i| (q, i < played)).collect()
    }

    #[test]
    fn a_pattern_that_is_played_as_expected_adds_nothing() {
        let Estimate {
            difference,
            low,
            high,
        } = estimate(&trials(0.25, 100, 400));
        assert!(difference.abs() < 0.5 && low < 0.0 && high > 0.0, "{low} {high}");
        // 2.576 / sqrt(400 * 0.25 * 0.75) nats to each side, by the normal distribution.
        assert!((high - low - 2.0 * 16.0 * 2.576 / 75_f64.sqrt()).abs() < 0.5);
    }

    #[test]
    fn the_odds_of_a_pattern_are_its_difference() {
        // Odds of 1 in place of 1/9.
        let estimate = estimate(&trials(0.1, 500, 1000));
        assert!((estimate.difference - 16.0 * 9_f64.ln()).abs() < 0.2);
        assert!(estimate.low > 16.0 * 2.0 && estimate.high < 16.0 * 2.4);
    }

    #[test]
    fn one_rare_move_says_little() {
        // Played once in a place with a chance of 1 in 20: that is no proof.
        assert!(estimate(&trials(0.05, 1, 1)).low < 0.0);
        let nothing = estimate(&[]);
        assert_eq!((nothing.low, nothing.high), (-128.0, 128.0));
    }

    #[test]
    fn a_pattern_that_was_never_played_has_an_upper_end_alone() {
        let estimate = estimate(&trials(0.1, 0, 100));
        assert_eq!(estimate.low, -128.0);
        assert!(estimate.high < 0.0 && estimate.difference > -80.0);
    }
}
