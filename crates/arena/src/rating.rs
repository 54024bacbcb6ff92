// SPDX-License-Identifier: MIT OR Apache-2.0

//! Elo from results, and how much it says.
//!
//! Elo is logistic: a program 400 points ahead wins ten games of eleven. Draws count as half a game won and half a game
//! lost.

use nalgebra::{DMatrix, DVector};

use super::stats::Z;

/// Elo points of one unit of the natural logarithm of odds.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The share of points that a program gets that is ahead by that number of Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / POINTS).exp())
}

/// The lead in Elo that gives this share of points, 0..=1; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    POINTS * (score / (1.0 - score)).ln()
}

/// A lead or a rating in Elo with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub elo: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The lead of one program over another from how often it got which share of points, each 0..=1: of games 0, 1/2
/// and 1, of pairs of games with one opening also 1/4 and 3/4. Such pairs take the luck of the opening out.
///
/// The mean share is taken to be normal with the variance seen, and its interval turned into Elo: as the chess
/// tools cutechess-cli (games) and fastchess (pairs) do. None without games.
pub fn lead(shares: &[(f64, u32)]) -> Option<Estimate> {
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

/// Points and games of all programs against each other, by their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    points: DMatrix<f64>,
}

/// Ratings, with what had to be assumed.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By the numbers of the programs; their mean is 0.
    pub of: Vec<Estimate>,
    /// A draw was added to every pairing that was played, because the results alone set no limit to some rating.
    pub with_added_draws: bool,
}

impl Scores {
    /// Of that number of programs, before any game.
    pub fn new(programs: usize) -> Self {
        Self {
            points: DMatrix::zeros(programs, programs),
        }
    }

    /// Adds a game: the first program got that share of the point.
    pub fn add(&mut self, first: usize, second: usize, share: f64) {
        self.points[(first, second)] += share;
        self.points[(second, first)] += 1.0 - share;
    }

    fn games(&self, i: usize, j: usize) -> f64 {
        self.points[(i, j)] + self.points[(j, i)]
    }

    /// The most likely ratings under the model of R. A. Bradley and M. E. Terry ("Rank analysis of incomplete block
    /// designs", Biometrika 39, 1952), which is that of Elo, with the 95 % intervals that follow from the
    /// curvature of the likelihood. Intervals are about the mean of all programs.
    ///
    /// A program that won or lost all its games has no most likely rating; nor have two groups of which one never got a
    /// point of the other. Then a draw is added to every pairing that was played. None if even so programs are not
    /// linked by games, or there are less than two.
    pub fn ratings(&self) -> Option<Ratings> {
        if self.is_linked() {
            return Some(Ratings {
                of: self.most_likely()?,
                with_added_draws: false,
            });
        }
        let n = self.points.nrows();
        let mut more = self.clone();
        for i in 0..n {
            for j in i + 1..n {
                if self.games(i, j) > 0.0 {
                    more.add(i, j, 0.5);
                }
            }
        }
        let of = if more.is_linked() {
            more.most_likely()?
        } else {
            return None;
        };
        Some(Ratings {
            of,
            with_added_draws: true,
        })
    }

    /// Did every program get points of every other, directly or by way of others? Only then the likelihood has a
    /// maximum (L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957).
    fn is_linked(&self) -> bool {
        let n = self.points.nrows();
        let reaches_all = |forth: bool| {
            let mut reached = vec![false; n];
            let mut open = vec![0];
            while let Some(i) = open.pop() {
                if std::mem::replace(&mut reached[i], true) {
                    continue;
                }
                let edge = |j: usize| {
                    if forth {
                        self.points[(i, j)]
                    } else {
                        self.points[(j, i)]
                    }
                };
                open.extend((0..n).filter(|&j| !reached[j] && edge(j) > 0.0));
            }
            reached.into_iter().all(|r| r)
        };
        n > 1 && reaches_all(true) && reaches_all(false)
    }

    /// Newton's method in logarithms of odds, with the last program at 0 and then all moved to the mean 0.
    fn most_likely(&self) -> Option<Vec<Estimate>> {
        let n = self.points.nrows();
        let mut strength = DVector::<f64>::zeros(n);
        let mut covariance = DMatrix::<f64>::zeros(n, n);
        for _ in 0..200 {
            let mut slope = DVector::<f64>::zeros(n - 1);
            let mut curvature = DMatrix::<f64>::zeros(n - 1, n - 1);
            for i in 0..n - 1 {
                for j in (0..n).filter(|&j| j != i) {
                    let expected = 1.0 / (1.0 + (strength[j] - strength[i]).exp());
                    let weight = self.games(i, j) * expected * (1.0 - expected);
                    slope[i] += self.points[(i, j)] - self.games(i, j) * expected;
                    curvature[(i, i)] += weight;
                    if j < n - 1 {
                        curvature[(i, j)] -= weight;
                    }
                }
            }
            let inverse = curvature.cholesky()?.inverse();
            let mut step = &inverse * slope;
            // Far from the maximum a whole step can go too far.
            let longest = step.amax();
            if longest > 1.0 {
                step /= longest;
            }
            for i in 0..n - 1 {
                strength[i] += step[i];
            }
            covariance.view_mut((0, 0), (n - 1, n - 1)).copy_from(&inverse);
            if longest < 1e-10 {
                break;
            }
        }
        let mean = strength.mean();
        let centre = DMatrix::<f64>::identity(n, n) - DMatrix::from_element(n, n, 1.0 / n as f64);
        let covariance = &centre * covariance * &centre;
        let estimate = |i: usize| {
            let elo = POINTS * (strength[i] - mean);
            let margin = POINTS * Z * covariance[(i, i)].max(0.0).sqrt();
            Estimate {
                elo,
                low: elo - margin,
                high: elo + margin,
            }
        };
        Some((0..n).map(estimate).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u32, losses: u32, draws: u32) -> Estimate {
        lead(&[(1.0, wins), (0.0, losses), (0.5, draws)]).unwrap()
    }

    #[test]
    fn leads_agree_with_what_cutechess_cli_printed() {
        // Wins, losses, draws, and the line "Elo difference" of cutechess-cli, as published with changes to the chess
        // engines Pedantic (pull requests 8 and 10), Calvin (97), Wahoo (104), Princhess (190, 256, 265), cinder (570)
        // and in thread 543 of cutechess itself.
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
            let found_margin = found.margin() * its_quantile / Z;
            assert!(
                (found.elo - elo).abs() < 0.0501 && (found_margin - margin).abs() < 0.0501,
                "{wins} - {losses} - {draws}: {found:?}"
            );
        }
    }

    #[test]
    fn leads_of_pairs_agree_with_what_fastchess_printed() {
        // Pairs with 0, 1/2, 1, 3/2 and 2 points: thread 807 of fastchess, and pull requests 773, 836, 879 and 920 of the
        // chess engine cinder.
        for (pairs, elo, margin) in [
            ([30, 6, 18, 0, 6], -168.40, 73.37),
            ([36, 340, 767, 462, 82], 22.07, 7.16),
            ([835, 6884, 13116, 7201, 852], 2.11, 1.70),
            ([115, 1156, 2443, 1233, 141], 4.40, 3.91),
            ([367, 5622, 13276, 5562, 426], 0.40, 1.62),
        ] {
            let found = lead(&super::super::sprt::shares(&pairs)).unwrap();
            assert!(
                (found.elo - elo).abs() < 0.005_01 && (found.margin() - margin).abs() < 0.005_01,
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
        let mut scores = Scores::new(7);
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
        let mut scores = Scores::new(2);
        (0..30).for_each(|_| scores.add(0, 1, 1.0));
        (0..10).for_each(|_| scores.add(0, 1, 0.0));
        let ratings = scores.ratings().unwrap();
        let lead = ratings.of[0].elo - ratings.of[1].elo;
        assert!((lead - elo_of_score(0.75)).abs() < 1e-6);
        // The information of n games about the logarithm of odds is n p (1 - p); about the mean half the lead remains.
        let margin = Z * POINTS / (40.0 * 0.75 * 0.25_f64).sqrt() / 2.0;
        assert!((ratings.of[0].margin() - margin).abs() < 1e-6);
    }

    #[test]
    fn results_without_a_limit_get_draws_and_those_without_a_link_no_ratings() {
        let mut scores = Scores::new(3);
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
