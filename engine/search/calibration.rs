// SPDX-License-Identifier: MIT OR Apache-2.0

//! Win rates and leads, corrected for people. The search itself uses uncorrected values.
//!
//! On large boards playouts lose groups that strong players do not lose. Their leads vary more than those of
//! games, and their win rates are too near to one half. One factor for each size of the board corrects both:
//! it multiplies the logarithm of the odds, and divides the deviation of the lead. One follows from the other
//! if leads have a normal distribution with the right mean.
//!
//! Playouts also divide points that strong players leave to nobody, and their mean lead has a large error
//! after few of them. So the lead for people has two more corrections. Ownership is taken to a power, which
//! makes it smaller where it is uncertain. And the lead is brought nearer to an even game, the more so the
//! more the leads of the playouts vary and the fewer playouts there are: the error is taken to be normal, and
//! leads to have Student's t-distribution, so that a large one stays large. If all playouts end alike, the
//! lead is exact.

use katachi_rules::{BoardSize, PointMap};

/// Factor on boards of 19 lines and more. Fitted to the winners of 1,446 recorded games of professionals,
/// strong amateurs and strong programs (`docs/experiments/calibration.md`).
const ON_19_LINES: f32 = 2.4;
/// Minimum side of boards with that factor.
const LARGE: f32 = 19.0;
/// Maximum side of boards without a correction: on 9x9 no factor did better on held-out games.
const SMALL: f32 = 9.0;

/// Exponent of ownership on boards of 19 lines; 1 on 9x9. Fitted with the three values below to the leads
/// that KataGo's network gives to positions of its own games (`docs/experiments/calibration.md`).
const OWNERSHIP_EXPONENT: f32 = 1.75;
/// Scale of the distribution of leads before a search, in points, and its degrees of freedom; 6 to 12,
/// and 4 to 50: the fewer, the more of a large lead remains.
const LEADS: f32 = 8.0;
const FREEDOM: f32 = 20.0;
/// Number of independent playouts that are worth as much as any number of playouts from one position, which
/// have errors in common; 30 to 1,000.
const INDEPENDENT_PLAYOUTS: f32 = 80.0;
/// The same two numbers for what moves gain or lose: fewer degrees of freedom, as blunders are large.
const GAINS: f32 = 4.0;
const FREEDOM_OF_GAINS: f32 = 8.0;

/// A correction for one size of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    factor: f32,
    exponent: f32,
}

/// Statistics of the leads of playouts: their standard deviation, and the number of playouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Leads {
    pub(super) deviation: f32,
    pub(super) playouts: u32,
}

impl Calibration {
    /// Makes the correction for a board. Between 9x9 and 19x19 the factor is interpolated by the side.
    pub fn for_size(size: BoardSize) -> Self {
        let side = (size.area() as f32).sqrt();
        let share = ((side - SMALL) / (LARGE - SMALL)).clamp(0.0, 1.0);
        Self {
            factor: 1.0 + share * (ON_19_LINES - 1.0),
            exponent: 1.0 + share * (OWNERSHIP_EXPONENT - 1.0),
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

    /// Returns the standard deviation of the final lead from that of the leads of playouts, in points.
    pub fn deviation(self, deviation: f32) -> f32 {
        deviation / self.factor
    }

    /// Returns what the correction of ownership adds to Black's lead, in points.
    pub(super) fn gain_by_ownership(self, size: BoardSize, ownership: &PointMap<f32>) -> f32 {
        let gain = |owner: f32| owner.abs().powf(self.exponent).copysign(owner) - owner;
        size.points().map(|point| gain(ownership[point])).sum()
    }

    /// Returns the share of a lead that remains, 0 to 1, and the standard error of what remains in points.
    pub(super) fn share_of_lead(self, lead: f32, leads: Leads) -> (f32, f32) {
        let playouts = leads.playouts.max(1) as f32;
        let variance = leads.deviation * leads.deviation;
        let error = variance * (1.0 / playouts + 1.0 / INDEPENDENT_PLAYOUTS);
        let share = shrinkage(lead, LEADS, FREEDOM, error);
        (share, share * (variance / playouts).sqrt())
    }

    /// Returns what remains of the difference, in points, between the lead after a move with so many visits
    /// and the lead of its position.
    pub(super) fn gain(self, difference: f32, leads: Leads, visits: u32) -> f32 {
        let error = leads.deviation * leads.deviation / visits.max(1) as f32;
        let share = shrinkage(difference, GAINS, FREEDOM_OF_GAINS, error);
        self.share_of_lead(0.0, leads).0 * share * difference
    }
}

/// Returns the share of a measured value that remains, 0 to 1. Values have Student's t-distribution with that
/// scale and those degrees of freedom, and the measurement has a normal error of that variance. The variance
/// of the prior is that of the normal distribution that stands for Student's at this value (Lange, Little
/// and Taylor 1989).
fn shrinkage(value: f32, scale: f32, freedom: f32, error: f32) -> f32 {
    let prior = (freedom * scale * scale + value * value) / (freedom + 1.0);
    prior / (prior + error)
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
        for side in SIDES {
            for share in shares() {
                let sum = on(side).win_rate(share) + on(side).win_rate(1.0 - share);
                assert!((sum - 1.0).abs() < 1e-5, "{side}: {share} gives {sum}");
            }
        }
    }

    #[test]
    fn small_boards_are_not_corrected_and_larger_ones_more() {
        for share in shares() {
            assert!((on(9).win_rate(share) - share).abs() < 1e-6);
        }
        assert_eq!((on(9).deviation(20.0), on(5)), (20.0, on(9)));
        let rates = SIDES.map(|side| on(side).win_rate(0.6));
        let deviations = SIDES.map(|side| on(side).deviation(50.0));
        let grows = rates[2] > rates[1] && rates[3] > rates[2];
        assert!(rates.is_sorted() && grows, "{rates:?}");
        assert!(deviations.iter().rev().is_sorted(), "{deviations:?}");
        assert_eq!(on(19), on(25));
    }

    fn leads(deviation: f32, playouts: u32) -> Leads {
        Leads { deviation, playouts }
    }

    #[test]
    fn a_lead_that_all_playouts_agree_on_is_not_corrected() {
        let size = BoardSize::square(19);
        let settled: PointMap<f32> = PointMap::filled(-1.0);
        assert_eq!(on(19).gain_by_ownership(size, &settled), 0.0);
        assert_eq!(on(19).share_of_lead(30.0, leads(0.0, 25)), (1.0, 0.0));
        assert_eq!(on(19).gain(5.0, leads(0.0, 25), 3), 5.0);
    }

    #[test]
    fn uncertain_points_count_less_on_large_boards() {
        let doubtful: PointMap<f32> = PointMap::filled(0.5);
        let gain = |side: u8| on(side).gain_by_ownership(BoardSize::square(side), &doubtful);
        assert_eq!(gain(9), 0.0);
        let of_large = gain(19);
        assert!((-361.0 * 0.25..-361.0 * 0.15).contains(&of_large), "{of_large}");
        let swapped: PointMap<f32> = PointMap::filled(-0.5);
        let found = on(19).gain_by_ownership(BoardSize::square(19), &swapped);
        assert_eq!(found, -of_large);
    }

    #[test]
    fn more_of_a_lead_remains_by_more_playouts_and_by_less_spread() {
        let share = |deviation, playouts| on(19).share_of_lead(5.0, leads(deviation, playouts)).0;
        assert!(share(60.0, 25) < share(60.0, 500) && share(60.0, 500) < share(20.0, 500));
        assert!(share(60.0, u32::MAX) < 1.0, "playouts have errors in common");
        let large = on(19).share_of_lead(80.0, leads(60.0, 500)).0;
        assert!(large > share(60.0, 500), "{large}");
        let gain = |visits| on(19).gain(3.0, leads(60.0, 500), visits);
        assert!(gain(5) < gain(300) && gain(300) < 3.0 * share(60.0, 500));
    }

    #[test]
    fn the_error_grows_near_one_half_and_shrinks_near_certainty() {
        assert!((on(9).win_rate_error(0.5, 0.03) - 0.03).abs() < 1e-6);
        assert!(on(19).win_rate_error(0.5, 0.03) > 0.06);
        assert!(on(19).win_rate_error(0.97, 0.01) < 0.005);
    }
}
