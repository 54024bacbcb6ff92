// SPDX-License-Identifier: MIT OR Apache-2.0

//! Win rates and leads, corrected for people. The search itself uses uncorrected values.
//!
//! On large boards playouts lose groups that strong players do not lose. Their leads vary more than those of
//! games, and their win rates are too near to one half. One factor for each size of the board corrects both:
//! it multiplies the logarithm of the odds, and divides the deviation of the lead. One follows from the other
//! if leads have a normal distribution with the right mean.

use katachi_rules::BoardSize;

/// Factor on boards of 19 lines and more. Fitted to the winners of 1,446 recorded games of professionals,
/// strong amateurs and strong programs (`docs/experiments/calibration.md`).
const ON_19_LINES: f32 = 2.4;
/// Minimum side of boards with that factor.
const LARGE: f32 = 19.0;
/// Maximum side of boards without a correction: on 9x9 no factor did better on held-out games.
const SMALL: f32 = 9.0;

/// A correction for one size of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    factor: f32,
}

impl Calibration {
    /// Makes the correction for a board. Between 9x9 and 19x19 the factor is interpolated by the side.
    pub fn for_size(size: BoardSize) -> Self {
        let side = (size.area() as f32).sqrt();
        let share = ((side - SMALL) / (LARGE - SMALL)).clamp(0.0, 1.0);
        Self {
            factor: 1.0 + share * (ON_19_LINES - 1.0),
        }
    }

    /// Returns the probability of a win from a win rate of simulations. It grows with the rate, one half
    /// stays one half, and the probabilities of both sides add up to 1.
    pub fn win_rate(self, won: f32) -> f32 {
        let power = |share: f32| share.clamp(0.0, 1.0).powf(self.factor);
        let [won, lost] = [won, 1.0 - won].map(power);
        won / (won + lost)
    }

    /// Returns the standard error of that probability from the error of the win rate.
    pub fn win_rate_error(self, won: f32, error: f32) -> f32 {
        (self.win_rate(won + error) - self.win_rate(won - error)) / 2.0
    }

    /// Returns the standard deviation of the final lead from the deviation of the leads of playouts, in
    /// points.
    pub fn deviation(self, deviation: f32) -> f32 {
        deviation / self.factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: [u8; 5] = [5, 9, 13, 19, 25];

    fn on(side: u8) -> Calibration {
        Calibration::for_size(BoardSize::square(side))
    }

    fn shares() -> impl Iterator<Item = f32> {
        (0..=1000).map(|i| i as f32 / 1000.0)
    }

    #[test]
    fn one_half_stays_one_half_and_certainty_stays_certain() {
        for side in SIDES {
            assert_eq!([0.0, 0.5, 1.0].map(|p| on(side).win_rate(p)), [0.0, 0.5, 1.0]);
            // A mean of AMAF can be beyond them.
            assert_eq!([-0.2, 1.2].map(|p| on(side).win_rate(p)), [0.0, 1.0]);
        }
    }

    #[test]
    fn larger_shares_are_larger_probabilities() {
        for side in SIDES {
            let all: Vec<_> = shares().map(|p| on(side).win_rate(p)).collect();
            assert!(all.is_sorted(), "{side}");
            assert!(all.windows(2).any(|pair| pair[0] < pair[1]));
            assert!(all.iter().all(|p| (0.0..=1.0).contains(p)), "{side}");
        }
    }

    #[test]
    fn the_probabilities_of_both_sides_add_up_to_one() {
        for (side, share) in SIDES
            .into_iter()
            .flat_map(|side| shares().map(move |p| (side, p)))
        {
            let sum = on(side).win_rate(share) + on(side).win_rate(1.0 - share);
            assert!((sum - 1.0).abs() < 1e-5, "{side}: {share} gives {sum}");
        }
    }

    #[test]
    fn small_boards_are_not_corrected_and_larger_ones_more() {
        for share in shares() {
            assert!((on(9).win_rate(share) - share).abs() < 1e-6);
        }
        assert_eq!((on(9).deviation(20.0), on(5)), (20.0, on(9)));
        let (rates, deviations) = (
            SIDES.map(|side| on(side).win_rate(0.6)),
            SIDES.map(|side| on(side).deviation(50.0)),
        );
        assert!(
            rates.is_sorted() && rates[2] > rates[1] && rates[3] > rates[2],
            "{rates:?}"
        );
        assert!(deviations.iter().rev().is_sorted(), "{deviations:?}");
        assert_eq!(on(19), on(25));
    }

    #[test]
    fn the_error_grows_near_one_half_and_shrinks_near_certainty() {
        assert!((on(9).win_rate_error(0.5, 0.03) - 0.03).abs() < 1e-6);
        assert!(on(19).win_rate_error(0.5, 0.03) > 0.06);
        assert!(on(19).win_rate_error(0.97, 0.01) < 0.005);
    }
}
