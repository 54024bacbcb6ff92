//! Policies by their names, for those who compare them.

use std::fmt;
use std::str::FromStr;

use katachi_rules::{BoardSize, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::{Fighting, Learned, Policy, Settled, Turn, Uniform};

/// The name of a playout policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyName {
    /// Any legal move that fills no own eye.
    Uniform,
    /// Keeps what is settled: used to judge final positions.
    Settled,
    /// Contact beside the last move.
    Fighting,
    /// Weights fitted to records.
    Learned,
}

/// No policy has that name.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("expected uniform, settled, fighting or learned")]
pub struct UnknownPolicy;

impl PolicyName {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Uniform, Self::Settled, Self::Fighting, Self::Learned];

    /// Makes the policy for a board of that size.
    pub(crate) fn policy(self, size: BoardSize) -> Named {
        match self {
            Self::Uniform => Named::Uniform(Uniform),
            Self::Settled => Named::Settled(Settled::default()),
            Self::Fighting => Named::Fighting(Fighting::new()),
            Self::Learned => Named::Learned(Learned::new(size)),
        }
    }
}

impl fmt::Display for PolicyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Uniform => "uniform",
            Self::Settled => "settled",
            Self::Fighting => "fighting",
            Self::Learned => "learned",
        })
    }
}

impl FromStr for PolicyName {
    type Err = UnknownPolicy;

    fn from_str(text: &str) -> Result<Self, UnknownPolicy> {
        Self::ALL
            .into_iter()
            .find(|name| name.to_string() == text)
            .ok_or(UnknownPolicy)
    }
}

/// A policy that was chosen by its name.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    Uniform(Uniform),
    Settled(Settled),
    Fighting(Fighting),
    Learned(Learned),
}

impl Policy for Named {
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point> {
        match self {
            Self::Uniform(policy) => policy.choose(board, turn, rng),
            Self::Settled(policy) => policy.choose(board, turn, rng),
            Self::Fighting(policy) => policy.choose(board, turn, rng),
            Self::Learned(policy) => policy.choose(board, turn, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in PolicyName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        assert_eq!("Fighting!".parse::<PolicyName>(), Err(UnknownPolicy));
    }
}
