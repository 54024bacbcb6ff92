// SPDX-License-Identifier: MIT OR Apache-2.0

//! Sums of games, and confidence intervals.

use katachi_rules::Color;

/// The 0.975 quantile of the normal distribution: an interval of 95 %.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// Number of games without an interval: one pair has no spread.
pub(super) const TOO_FEW: u32 = 2;

/// Returns the 95 % score interval of E. B. Wilson ("Probable inference, the law of succession, and
/// statistical inference", Journal of the American Statistical Association 22, 1927) for `points` won of
/// `games`. It keeps within 0..=1 and works for few games and one-sided results. It assumes wins and losses;
/// draws, counted as half a point, have less variance, so the interval is too wide with them. None without
/// games.
pub(super) fn wilson_interval(points: f64, games: u32) -> Option<[f64; 2]> {
    if games == 0 {
        return None;
    }
    let n = f64::from(games);
    let rate = points / n;
    let z2 = Z * Z;
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).max(0.0).sqrt();
    Some([(centre - half).max(0.0), (centre + half).min(1.0)])
}

/// Returns the winner of a result as SGF has it; none for a draw and for `Void`.
pub fn winner_of(result: &str) -> Option<Color> {
    Color::parse(result.split_once('+')?.0)
}

/// Sums of the games of one program.
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
    /// Number of moves that it chose, in games with a known CPU time.
    pub timed_moves: u32,
    /// CPU seconds for these moves.
    pub cpu_seconds: f64,
}

impl Tally {
    /// Adds a game that the program played with `color`; `result` is as SGF has it, and `cpu` the CPU seconds
    /// and the moves that it chose in them.
    pub(super) fn add(&mut self, color: Color, result: &str, cpu: Option<(f64, u32)>) {
        let i = color as usize;
        self.games[i] += 1;
        match winner_of(result) {
            None => self.draws[i] += 1,
            Some(winner) if winner == color => self.wins[i] += 1,
            Some(_) if result.ends_with('F') => self.forfeits += 1,
            Some(_) if result.ends_with('T') => self.time_losses += 1,
            Some(_) => {}
        }
        if let Some((seconds, moves)) = cpu {
            self.cpu_seconds += seconds;
            // Results come from files, which may have any numbers.
            self.timed_moves = self.timed_moves.saturating_add(moves);
        }
    }

    /// Returns the points: wins and half the draws.
    pub fn points(&self) -> f64 {
        (0..2).map(|color| self.points_as(color)).sum()
    }

    /// Returns the points with one colour; 0 is Black.
    pub fn points_as(&self, color: usize) -> f64 {
        f64::from(self.wins[color]) + f64::from(self.draws[color]) / 2.0
    }

    pub(super) fn won(&self) -> u32 {
        self.wins.iter().sum()
    }

    pub(super) fn drawn(&self) -> u32 {
        self.draws.iter().sum()
    }

    pub(super) fn lost(&self) -> u32 {
        self.game_count() - self.won() - self.drawn()
    }

    /// Returns the number of games with either colour.
    pub fn game_count(&self) -> u32 {
        self.games.iter().sum()
    }

    /// Returns the CPU seconds for a move; none if they are not known.
    pub fn cpu_per_move(&self) -> Option<f64> {
        (self.timed_moves > 0).then(|| self.cpu_seconds / f64::from(self.timed_moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_has_a_winner_with_a_score_and_without() {
        let winners = ["B+3.5", "W+R", "W+", "0", "Void"].map(winner_of);
        let (black, white) = (Some(Color::Black), Some(Color::White));
        assert_eq!(winners, [black, white, white, None, None]);
    }

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
            let found = wilson_interval(points, games).unwrap();
            assert!(
                (found[0] - low).abs() < 5e-5 && (found[1] - high).abs() < 5e-5,
                "{found:?}"
            );
        }
        assert_eq!(wilson_interval(0.0, 0), None);
        assert_eq!(wilson_interval(5.0, 5).unwrap()[1], 1.0);
    }

    #[test]
    fn numbers_of_moves_do_not_overflow() {
        let mut tally = Tally::default();
        for moves in [1, u32::MAX] {
            tally.add(Color::Black, "B+R", Some((1.0, moves)));
        }
        assert_eq!(tally.timed_moves, u32::MAX);
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
