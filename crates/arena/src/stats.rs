// SPDX-License-Identifier: MIT OR Apache-2.0

//! The sums of a match, and how much they say.

use super::outcome::Player;

/// The lower and upper end of a range of scoring rates, each 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The 0.975 quantile of the normal distribution: an interval of 95 %.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// Games of which no interval is told: one pair says nothing of how sure its result is.
pub(super) const TOO_FEW: u32 = 2;

/// The 95 % score interval of E. B. Wilson ("Probable inference, the law of succession, and statistical
/// inference", Journal of the American Statistical Association 22, 1927) for `points` won of `games`.
/// It keeps within 0..=1 and works for few games and one-sided results. Draws, counted as half a point,
/// have less variance than the wins and losses it assumes, so with draws it is rather too wide.
/// None without games.
pub fn wilson_interval(points: f64, games: u32) -> Option<Interval> {
    if games == 0 {
        return None;
    }
    let n = f64::from(games);
    let rate = points / n;
    let z2 = Z * Z;
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).max(0.0).sqrt();
    Some(Interval {
        low: (centre - half).max(0.0),
        high: (centre + half).min(1.0),
    })
}

/// The sums of one program.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games won with Black, and with White.
    pub wins: [u32; 2],
    /// Games drawn with Black, and with White.
    pub draws: [u32; 2],
    /// Games played with Black, and with White.
    pub games: [u32; 2],
    /// Games lost by dying, hanging, or breaking the rules or the protocol.
    pub forfeits: u32,
    /// Games lost by the clock.
    pub time_losses: u32,
    /// Moves it chose itself, in games in which its CPU time is known.
    pub timed_moves: u32,
    /// CPU seconds that it spent on them.
    pub cpu_seconds: f64,
}

impl Tally {
    /// Wins and half the draws.
    pub fn points(&self) -> f64 {
        (0..2).map(|color| self.points_as(color)).sum()
    }

    /// Wins and half the draws with one colour: 0 is Black.
    pub fn points_as(&self, color: usize) -> f64 {
        f64::from(self.wins[color]) + f64::from(self.draws[color]) / 2.0
    }

    /// Games with either colour.
    pub fn game_count(&self) -> u32 {
        self.games.iter().sum()
    }

    /// CPU seconds for each move that it chose; none if that is not known.
    pub fn cpu_per_move(&self) -> Option<f64> {
        (self.timed_moves > 0).then(|| self.cpu_seconds / f64::from(self.timed_moves))
    }
}

/// The sums of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sums {
    pub(super) tallies: [Tally; 2],
}

impl Sums {
    pub(super) fn tally(&self, player: Player) -> &Tally {
        &self.tallies[player.index()]
    }

    pub(super) fn of_mut(&mut self, player: Player) -> &mut Tally {
        &mut self.tallies[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_agree_with_published_values() {
        // Newcombe, "Two-sided confidence intervals for the single proportion" (Statistics in Medicine 17,
        // 1998), table I, method 3: 81/263, 15/148, 0/20, 1/29.
        for (points, games, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson_interval(points, games).unwrap();
            assert!(
                (interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5,
                "{interval:?}"
            );
        }
        assert_eq!(wilson_interval(0.0, 0), None);
        assert_eq!(wilson_interval(5.0, 5).unwrap().high, 1.0);
    }

    #[test]
    fn draws_count_half() {
        let tally = Tally {
            wins: [2, 1],
            draws: [0, 3],
            games: [3, 4],
            ..Tally::default()
        };
        assert_eq!(
            (tally.points(), tally.points_as(1), tally.game_count()),
            (4.5, 2.5, 7)
        );
        assert_eq!(tally.cpu_per_move(), None);
    }
}
