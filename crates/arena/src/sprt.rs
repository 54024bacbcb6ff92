// SPDX-License-Identifier: MIT OR Apache-2.0

//! The sequential test: whether one program is stronger than the other by `elo1` rather than by `elo0`.
//!
//! A. Wald's test ("Sequential tests of statistical hypotheses", 1945) stops as soon as the likelihood ratio
//! of the two hypotheses passes a bound. The ratio is the generalised one: each hypothesis fixes the mean
//! share of points only, and stands for the likeliest distribution with that mean (M. Van den Bergh, "A
//! practical introduction to the GSPRT"). The test counts pairs of games with one opening, as the games of a
//! pair are not independent.

use serde::{Deserialize, Serialize};

use super::rating::expected_score;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sprt {
    /// The first program's lead in Elo under the null hypothesis.
    pub(crate) elo0: f64,
    /// Its lead under the alternative; greater than `elo0`.
    pub(crate) elo1: f64,
    #[serde(default = "five_percent")]
    pub(crate) alpha: f64,
    #[serde(default = "five_percent")]
    pub(crate) beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    AcceptElo0,
    AcceptElo1,
    Undecided,
}

/// Numbers of pairs in which the first program got 0, 1/2, 1, 3/2 and 2 points.
pub(crate) type Pairs = [u32; 5];

/// Returns the share of points of each kind of pair, and its number.
pub(crate) fn shares(pairs: &Pairs) -> [(f64, u32); 5] {
    [0, 1, 2, 3, 4].map(|i| (i as f64 / 4.0, pairs[i]))
}

impl Sprt {
    pub(crate) fn check(&self) -> Result<(), String> {
        let is_error = |p: f64| p > 0.0 && p < 0.5;
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            let Self { elo0, elo1, .. } = self;
            return Err(format!("elo0 ({elo0}) has to be less than elo1 ({elo1})"));
        }
        if !is_error(self.alpha) || !is_error(self.beta) {
            return Err("alpha and beta are chances of an error: more than 0 and less than 0.5".to_string());
        }
        Ok(())
    }

    /// Returns the log-likelihood ratios at which `elo0` and `elo1` are accepted.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    pub(crate) fn llr(&self, pairs: &Pairs) -> f64 {
        let count: f64 = pairs.iter().map(|&n| f64::from(n)).sum();
        if count == 0.0 {
            return 0.0;
        }
        // Kinds without a pair count as a thousandth of one. Otherwise results without variance would decide
        // the test at once.
        let seen = shares(pairs).map(|(share, n)| (share, f64::from(n).max(0.001)));
        let total: f64 = seen.iter().map(|&(_, n)| n).sum();
        let [zero, one] = [self.elo0, self.elo1].map(|elo| tilt(&seen, expected_score(elo)));
        let likelier: f64 = seen
            .iter()
            .map(|&(share, n)| {
                let [p0, p1] = [(zero, self.elo0), (one, self.elo1)]
                    .map(|(x, elo)| 1.0 + x * (share - expected_score(elo)));
                n / total * (p0 / p1).ln()
            })
            .sum();
        count * likelier
    }

    pub(crate) fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= lower => Verdict::AcceptElo0,
            llr if llr >= upper => Verdict::AcceptElo1,
            _ => Verdict::Undecided,
        }
    }
}

/// Returns the `x` of the likeliest distribution with that mean, in which a kind with frequency `p` and share
/// `a` has the weight `p / (1 + x (a - mean))`. It is found by bisection, as the sum falls where all weights
/// are positive.
fn tilt(seen: &[(f64, f64); 5], mean: f64) -> f64 {
    let sum = |x: f64| -> f64 {
        seen.iter()
            .map(|&(share, n)| n * (share - mean) / (1.0 + x * (share - mean)))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::rating::elo_of_score;
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng as _, SeedableRng as _};

    const TEST: Sprt = Sprt {
        elo0: 0.0,
        elo1: 40.0,
        alpha: 0.05,
        beta: 0.05,
    };

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = TEST.bounds();
        assert!((lower + 2.944).abs() < 0.001 && (upper - 2.944).abs() < 0.001);
        assert!(TEST.check().is_ok());
        assert!(Sprt { elo1: 0.0, ..TEST }.check().is_err());
        assert!(Sprt { alpha: 0.5, ..TEST }.check().is_err());
    }

    #[test]
    fn ratios_agree_with_what_cutechess_cli_printed() {
        // Losses, draws and wins, the hypotheses, and the line "SPRT: llr": thread 543 of cutechess, and pull
        // requests 570 of cinder and 122 of RubiChess. Games are counted there one by one.
        for (losses, draws, wins, elo0, elo1, llr, digits) in [
            (759, 1863, 880, 0.0, 5.0, 2.95, 2),
            (1037, 1925, 1038, -5.0, 5.0, 0.0555, 4),
            (323, 602, 385, 0.0, 5.0, 1.4, 1),
            (614, 1601, 678, 0.0, 5.0, 1.39, 2),
        ] {
            let test = Sprt { elo0, elo1, ..TEST };
            let found = test.llr(&[losses, 0, draws, 0, wins]);
            let precision = 0.51 * 10.0_f64.powi(-digits);
            assert!((found - llr).abs() < precision, "{found} for {llr}");
        }
    }

    #[test]
    fn likelihood_follows_the_results() {
        assert_eq!(TEST.llr(&[0; 5]), 0.0);
        let even = TEST.llr(&[20, 0, 60, 0, 20]);
        let ahead = TEST.llr(&[10, 0, 60, 0, 30]);
        assert!(even < 0.0 && ahead > 0.0, "{even} {ahead}");
        // Twice the pairs say twice as much, and a lead half way between the hypotheses says nothing.
        assert!((TEST.llr(&[40, 0, 120, 0, 40]) - 2.0 * even).abs() < 0.01);
        let symmetric = Sprt {
            elo0: -20.0,
            elo1: 20.0,
            ..TEST
        };
        assert!(symmetric.llr(&[20, 5, 60, 5, 20]).abs() < 1e-9);
    }

    /// Plays two games from one opening, which favours a colour, so that pairs are more alike than by chance.
    fn pair(random: &mut ChaCha8Rng, elo: f64) -> usize {
        let mut uniform = || f64::from(random.next_u32()) / 4_294_967_296.0;
        let bias = 100.0 * (2.0 * uniform() - 1.0);
        let draw = 0.1;
        let mut game = |lead: f64| {
            let drawn = uniform() < draw;
            let won = uniform() < expected_score(lead);
            if drawn { 1 } else { 2 * usize::from(won) }
        };
        game(elo + bias) + game(elo - bias)
    }

    /// Returns the number of tests that accept `elo1`, and the number of pairs that all tests took.
    fn simulate(tests: u64, test: Sprt, elo: f64, seed: u64) -> (u64, u64) {
        let (mut accepted, mut taken) = (0, 0);
        for number in 0..tests {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(number);
            let mut pairs = [0; 5];
            loop {
                pairs[pair(&mut random, elo)] += 1;
                taken += 1;
                match test.verdict(&pairs) {
                    Verdict::Undecided => {}
                    verdict => {
                        accepted += u64::from(verdict == Verdict::AcceptElo1);
                        break;
                    }
                }
            }
        }
        (accepted, taken)
    }

    #[test]
    fn a_thousand_tests_keep_their_error_rates() {
        // Draws and openings that favour a colour shrink a lead. The test is about the share of points.
        let lead = 40.0;
        let biases = (0..1000).map(|i| (f64::from(i) + 0.5) / 5.0 - 100.0);
        let share = biases.map(|bias| expected_score(lead + bias)).sum::<f64>() / 1000.0;
        let test = Sprt {
            elo0: 0.0,
            elo1: elo_of_score(0.05 + 0.9 * share),
            ..TEST
        };
        let (wrongly, pairs0) = simulate(1000, test, 0.0, 1);
        let (rightly, pairs1) = simulate(1000, test, lead, 2);
        // With a chance of 5 % for an error 50 of 1,000 tests err on average, and more than 70 in 2 of 1,000
        // cases.
        assert!(
            wrongly <= 70,
            "{wrongly} of 1,000 accept elo1 although elo0 is true"
        );
        let missed = 1000 - rightly;
        assert!(
            missed <= 70,
            "{missed} of 1,000 accept elo0 although elo1 is true"
        );
        // The tests neither stop at once nor run for ever.
        let average = (pairs0 + pairs1) / 2000;
        assert!((50..1000).contains(&average), "{average} pairs");
    }

    #[test]
    fn a_sweep_takes_some_pairs_to_decide() {
        let first = (1..)
            .find(|&n| TEST.verdict(&[0, 0, 0, 0, n]) != Verdict::Undecided)
            .unwrap();
        assert!((5..60).contains(&first), "{first}");
        assert_eq!(TEST.verdict(&[0, 0, 0, 0, first]), Verdict::AcceptElo1);
    }
}
