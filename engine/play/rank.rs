// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ranks of players, and levels of about the same strength.
//!
//! The ranks of the levels are estimates. GNU Go 3.8 at its level 10 counts as 7 kyu, as its accounts on
//! servers had about 5 to 8 kyu. Matches on 9x9 gave the differences of levels in Elo
//! (`docs/experiments/levels.md`); 100 Elo count as a rank.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Level;

/// Ranks of the levels 1 to 10, in kyu.
const KYU: [f32; 10] = [25.0, 22.0, 19.0, 16.0, 13.0, 10.0, 8.0, 6.0, 4.0, 2.0];

/// A rank within the range of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    kyu: u8,
}

/// A malformed rank, or one beyond the levels.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected a rank from {}k to {}k, such as 12k", KYU[0], KYU[9])]
pub struct RankError;

impl FromStr for Rank {
    type Err = RankError;

    fn from_str(text: &str) -> Result<Self, RankError> {
        let number = text.strip_suffix(['k', 'K']).ok_or(RankError)?;
        let kyu: u8 = number.parse().map_err(|_| RankError)?;
        let is_reached = (KYU[9]..=KYU[0]).contains(&f32::from(kyu));
        is_reached.then_some(Self { kyu }).ok_or(RankError)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}k", self.kyu)
    }
}

impl From<Rank> for Level {
    fn from(rank: Rank) -> Self {
        let kyu = f32::from(rank.kyu);
        let above = KYU.iter().take_while(|&&of_level| of_level > kyu).count();
        let level = match above {
            0 => 1.0,
            _ => {
                let (weaker, stronger) = (KYU[above - 1], KYU[above]);
                above as f32 + (weaker - kyu) / (weaker - stronger)
            }
        };
        Self::new(level).unwrap_or(Self::FULL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_parsed_and_others_refused() {
        for good in ["25k", "7k", "2k"] {
            assert_eq!(good.parse::<Rank>().expect("a rank").to_string(), good);
        }
        for bad in ["", "k", "26k", "1k", "3d", "7", "-7k", "7.5k"] {
            let error = bad.parse::<Rank>().expect_err(bad).to_string();
            assert_eq!(error, "expected a rank from 25k to 2k, such as 12k");
        }
    }

    #[test]
    fn a_better_rank_is_a_higher_level() {
        let level = |kyu| Level::from(Rank { kyu });
        assert_eq!((level(25), level(2)), (Level::MIN, Level::FULL));
        assert!((2..25).all(|kyu| level(kyu) > level(kyu + 1)));
        assert!(KYU.is_sorted_by(|weaker, stronger| weaker > stronger));
    }
}
