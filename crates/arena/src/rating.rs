// SPDX-License-Identifier: MIT OR Apache-2.0

//! Elo from results, and how much it says.
//!
//! Elo is logistic: a program 400 points ahead wins ten games of eleven. Draws count as half a game won and
//! half a game lost.

use super::stats::Z;

/// Elo points of one unit of the natural logarithm of odds.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Returns the expected share of points of a program that is ahead by that number of Elo.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / POINTS).exp())
}

/// Returns the lead in Elo with that expected share of points, 0..=1; infinite at the ends.
pub(crate) fn elo_of_score(score: f64) -> f64 {
    POINTS * (score / (1.0 - score)).ln()
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) elo: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Returns the lead of one program over another. Each entry is a share of points, 0..=1, and how often it
/// came: 0, 1/2 and 1 for games, also 1/4 and 3/4 for pairs of games with one opening. Pairs take the luck of
/// the opening out.
///
/// The mean share is assumed to be normal with the sample variance, and its interval is turned into Elo, as
/// the chess tools cutechess-cli (games) and fastchess (pairs) do. None without games.
pub(crate) fn lead(shares: &[(f64, u32)]) -> Option<Estimate> {
    let count: f64 = shares.iter().map(|&(_, n)| f64::from(n)).sum();
    if count == 0.0 {
        return None;
    }
    let average = |of: &dyn Fn(f64) -> f64| {
        let sum: f64 = shares.iter().map(|&(share, n)| of(share) * f64::from(n)).sum();
        sum / count
    };
    let mean = average(&|share| share);
    let deviation = (average(&|share| (share - mean).powi(2)) / count).sqrt();
    let elo = |share: f64| elo_of_score(share.clamp(0.0, 1.0));
    Some(Estimate {
        elo: elo(mean),
        low: elo(mean - Z * deviation),
        high: elo(mean + Z * deviation),
    })
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scores {
    /// Points of the first program against the second, by their numbers.
    pub(crate) points: Matrix,
}

pub(crate) type Matrix = Vec<Vec<f64>>;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ratings {
    /// By the numbers of the programs; their mean is 0.
    pub(crate) of: Vec<Estimate>,
    /// A draw was added to every pairing that was played, as some rating would be infinite without.
    pub(crate) with_added_draws: bool,
}

impl Scores {
    /// Adds a game in which the first program got that share of the point.
    fn add(&mut self, first: usize, second: usize, share: f64) {
        self.points[first][second] += share;
        self.points[second][first] += 1.0 - share;
    }

    fn games(&self, i: usize, j: usize) -> f64 {
        self.points[i][j] + self.points[j][i]
    }

    /// The most likely ratings under the model of R. A. Bradley and M. E. Terry ("Rank analysis of incomplete
    /// block designs", Biometrika 39, 1952), which is that of Elo, with the 95 % intervals that follow from
    /// the curvature of the likelihood. Intervals are about the mean of all programs.
    ///
    /// A program that won or lost all its games has no most likely rating. Neither have two groups if one of
    /// them never got a point from the other. Then a draw is added to every pairing that was played. None if
    /// games do not connect all programs, or there are fewer than two.
    pub(crate) fn ratings(&self) -> Option<Ratings> {
        let with_added_draws = !self.is_linked();
        let mut scores = self.clone();
        for i in 0..self.points.len() {
            for j in 0..i {
                if with_added_draws && self.games(i, j) > 0.0 {
                    scores.add(i, j, 0.5);
                }
            }
        }
        Some(Ratings {
            of: scores.is_linked().then(|| scores.most_likely()).flatten()?,
            with_added_draws,
        })
    }

    /// Whether every program got points from every other one, directly or by way of others. Only then the
    /// likelihood has a maximum (L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957).
    fn is_linked(&self) -> bool {
        let n = self.points.len();
        let reaches_all = |forth: bool| {
            let mut reached = vec![false; n];
            let mut open = vec![0];
            while let Some(i) = open.pop() {
                if std::mem::replace(&mut reached[i], true) {
                    continue;
                }
                let edge = |j: usize| match forth {
                    true => self.points[i][j],
                    false => self.points[j][i],
                };
                open.extend((0..n).filter(|&j| !reached[j] && edge(j) > 0.0));
            }
            reached.into_iter().all(|r| r)
        };
        n > 1 && reaches_all(true) && reaches_all(false)
    }

    /// Newton's method in logarithms of odds, with the last program at 0; at the end the mean is moved to 0.
    fn most_likely(&self) -> Option<Vec<Estimate>> {
        let n = self.points.len();
        let mut strength = vec![0.0; n];
        let mut covariance = Matrix::new();
        for _ in 0..200 {
            let mut slope = vec![0.0; n - 1];
            let mut curvature = vec![vec![0.0; n - 1]; n - 1];
            for i in 0..n - 1 {
                for j in (0..n).filter(|&j| j != i) {
                    let expected = 1.0 / (1.0 + f64::exp(strength[j] - strength[i]));
                    let weight = self.games(i, j) * expected * (1.0 - expected);
                    slope[i] += self.points[i][j] - self.games(i, j) * expected;
                    curvature[i][i] += weight;
                    if j < n - 1 {
                        curvature[i][j] -= weight;
                    }
                }
            }
            covariance = inverse(curvature)?;
            let times_slope = |row: &Vec<f64>| row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            let step: Vec<f64> = covariance.iter().map(times_slope).collect();
            let longest = step.iter().map(|step| step.abs()).fold(0.0, f64::max);
            for (strength, step) in strength.iter_mut().zip(&step) {
                // Far from the maximum a whole step can go too far.
                *strength += step / longest.max(1.0);
            }
            if longest < 1e-10 {
                break;
            }
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / n as f64;
        // The last program has no row: its covariances are 0.
        let row_means: Vec<f64> = covariance.iter().map(|row| mean(row)).collect();
        let estimate = |i: usize| {
            let variance = match covariance.get(i) {
                Some(row) => row[i] - 2.0 * row_means[i] + mean(&row_means),
                None => mean(&row_means),
            };
            let elo = POINTS * (strength[i] - mean(&strength));
            let margin = POINTS * Z * variance.max(0.0).sqrt();
            Estimate {
                elo,
                low: elo - margin,
                high: elo + margin,
            }
        };
        Some((0..n).map(estimate).collect())
    }
}

/// Inverts a matrix by Gauss-Jordan elimination; none unless it is positive definite, so pivots need no
/// search.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let n = matrix.len();
    let mut inverse = vec![vec![0.0; n]; n];
    for (k, row) in inverse.iter_mut().enumerate() {
        row[k] = 1.0;
    }
    for k in 0..n {
        let pivot = matrix[k][k];
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        for side in [&mut matrix, &mut inverse] {
            side[k].iter_mut().for_each(|cell| *cell /= pivot);
        }
        let (row, inverse_row) = (matrix[k].clone(), inverse[k].clone());
        for i in (0..n).filter(|&i| i != k) {
            let factor = matrix[i][k];
            for j in 0..n {
                matrix[i][j] -= factor * row[j];
                inverse[i][j] -= factor * inverse_row[j];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half the width of the interval.
    fn half_width(found: &Estimate) -> f64 {
        (found.high - found.low) / 2.0
    }

    fn no_games(programs: usize) -> Scores {
        Scores {
            points: vec![vec![0.0; programs]; programs],
        }
    }

    fn games(wins: u32, losses: u32, draws: u32) -> Estimate {
        lead(&[(1.0, wins), (0.0, losses), (0.5, draws)]).unwrap()
    }

    #[test]
    fn leads_agree_with_what_cutechess_cli_printed() {
        // Wins, losses, draws, and the line "Elo difference" of cutechess-cli, as published with changes to
        // the chess engines Pedantic (pull requests 8 and 10), Calvin (97), Wahoo (104), Princhess (190, 256,
        // 265), cinder (570) and in thread 543 of cutechess itself.
        let published = [
            (332, 316, 352, 5.6, 17.3),
            (1342, 1317, 1341, 2.2, 8.8),
            (143, 129, 368, 7.6, 17.5),
            (1216, 1199, 3939, 0.9, 5.3),
            (509, 396, 1058, 20.0, 10.4),
            (767, 725, 902, 6.1, 11.0),
            (289, 294, 417, -1.7, 16.4),
            (65, 66, 69, -1.7, 39.1),
            (1038, 1037, 1925, 0.1, 7.7),
            (880, 759, 1863, 12.0, 7.9),
        ];
        // It has the quantile 0.975 by an approximation of the inverse error function (S. Winitzki, 2008).
        let its_quantile = 1.957_19;
        for (wins, losses, draws, elo, margin) in published {
            let found = games(wins, losses, draws);
            let found_margin = half_width(&found) * its_quantile / Z;
            assert!(
                (found.elo - elo).abs() < 0.0501 && (found_margin - margin).abs() < 0.0501,
                "{wins} - {losses} - {draws}: {found:?}"
            );
        }
    }

    #[test]
    fn leads_of_pairs_agree_with_what_fastchess_printed() {
        // Pairs with 0, 1/2, 1, 3/2 and 2 points: thread 807 of fastchess, and pull requests 773, 836, 879
        // and 920 of the chess engine cinder.
        for (pairs, elo, margin) in [
            ([30, 6, 18, 0, 6], -168.40, 73.37),
            ([36, 340, 767, 462, 82], 22.07, 7.16),
            ([835, 6884, 13116, 7201, 852], 2.11, 1.70),
            ([115, 1156, 2443, 1233, 141], 4.40, 3.91),
            ([367, 5622, 13276, 5562, 426], 0.40, 1.62),
        ] {
            let found = lead(&super::super::sprt::shares(&pairs)).unwrap();
            assert!(
                (found.elo - elo).abs() < 0.005_01 && (half_width(&found) - margin).abs() < 0.005_01,
                "{pairs:?}: {found:?}"
            );
        }
    }

    #[test]
    fn a_clean_sweep_sets_no_upper_limit() {
        let found = games(5, 0, 0);
        assert_eq!((found.elo, found.high), (f64::INFINITY, f64::INFINITY));
        assert_eq!(lead(&[(0.5, 0)]), None);
        let even = games(2, 2, 0);
        assert!(even.elo.abs() < 1e-9 && (even.low + even.high).abs() < 1e-9);
    }

    /// Games won by the row's team against the column's, American League East, 1987.
    const BASEBALL: [[u32; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];

    fn scores(wins: &[[u32; 7]; 7]) -> Scores {
        let mut scores = no_games(7);
        for (i, row) in wins.iter().enumerate() {
            for (j, &count) in row.iter().enumerate() {
                (0..count).for_each(|_| scores.add(i, j, 1.0));
            }
        }
        scores
    }

    #[test]
    fn ratings_agree_with_a_published_table() {
        // A. Agresti, "Categorical Data Analysis", 2nd edition, 2002, table 10.11: logarithms of odds against
        // Baltimore, which the tests of the R package BradleyTerry2 reproduce.
        let ratings = scores(&BASEBALL).ratings().unwrap();
        assert!(!ratings.with_added_draws);
        let last = ratings.of[6].elo;
        let published = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0];
        for (found, expected) in ratings.of.iter().zip(published) {
            let odds = (found.elo - last) / POINTS;
            assert!((odds - expected).abs() < 0.005, "{odds} for {expected}");
        }
        let sum: f64 = ratings.of.iter().map(|r| r.elo).sum();
        assert!(sum.abs() < 1e-6);
    }

    #[test]
    fn two_programs_have_the_interval_of_the_binomial() {
        let mut scores = no_games(2);
        (0..30).for_each(|_| scores.add(0, 1, 1.0));
        (0..10).for_each(|_| scores.add(0, 1, 0.0));
        let ratings = scores.ratings().unwrap();
        let lead = ratings.of[0].elo - ratings.of[1].elo;
        assert!((lead - elo_of_score(0.75)).abs() < 1e-6);
        // The information of n games about the logarithm of odds is n p (1 - p); about the mean half the lead
        // remains.
        let margin = Z * POINTS / (40.0 * 0.75 * 0.25_f64).sqrt() / 2.0;
        assert!((half_width(&ratings.of[0]) - margin).abs() < 1e-6);
    }

    #[test]
    fn unlimited_ratings_get_draws_and_unconnected_programs_no_ratings() {
        let mut scores = no_games(3);
        assert_eq!(scores.ratings(), None);
        (0..4).for_each(|_| scores.add(0, 1, 1.0));
        assert_eq!(scores.ratings(), None, "the third has not played");
        scores.add(1, 2, 0.5);
        let ratings = scores.ratings().unwrap();
        assert!(ratings.with_added_draws);
        assert!(ratings.of[0].elo > ratings.of[1].elo && ratings.of.iter().all(|r| r.elo.is_finite()));
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
