// SPDX-License-Identifier: MIT OR Apache-2.0

//! Policies by name.

use std::fmt;
use std::str::FromStr;

use katachi_rules::{Board, BoardSize, Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::learned::{Learned, PlayoutWeights};
use super::play::play_on;
use super::policy::{Policy, Turn};
use super::settled::Settled;
use super::uniform::Uniform;

/// The name of a playout policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyName {
    /// Any legal move that fills no own eye.
    Uniform,
    /// Keeps settled stones: judges final positions.
    Settled,
    /// Has fitted weights: the policy of the search.
    Learned,
}

/// Unknown name of a policy.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("expected uniform, settled or learned")]
pub struct UnknownPolicy;

impl PolicyName {
    /// All policies.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::Settled, Self::Learned];

    /// Makes the policy for boards of that size. `Learned` alone uses the weights.
    pub fn policy(self, weights: &PlayoutWeights, size: BoardSize) -> PlayoutPolicy {
        PlayoutPolicy(match self {
            Self::Uniform => Named::Uniform(Uniform),
            Self::Settled => Named::Settled(Settled::default()),
            Self::Learned => Named::Learned(Learned::new(weights, size)),
        })
    }
}

impl fmt::Display for PolicyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Uniform => "uniform",
            Self::Settled => "settled",
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

/// A policy for boards of one size.
#[derive(Clone, Debug)]
pub struct PlayoutPolicy(Named);

impl PlayoutPolicy {
    /// Plays playouts from a position, after a move of the other side at `last`. `see` gets each final board.
    pub fn play(
        &self,
        board: &Board,
        first: Color,
        last: Option<Point>,
        playouts: u32,
        rng: &mut ChaCha8Rng,
        mut see: impl FnMut(&PlayoutBoard),
    ) {
        let start = PlayoutBoard::new(board);
        for _ in 0..playouts {
            let mut board = start.clone();
            play_on(&mut board, first, last, &self.0, rng, |_, _| {});
            see(&board);
        }
    }
}

#[derive(Clone, Debug)]
enum Named {
    Uniform(Uniform),
    Settled(Settled),
    Learned(Learned),
}

impl Policy for Named {
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point> {
        match self {
            Self::Uniform(policy) => policy.choose(board, turn, rng),
            Self::Settled(policy) => policy.choose(board, turn, rng),
            Self::Learned(policy) => policy.choose(board, turn, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_name_is_read_as_its_policy() {
        for name in PolicyName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        assert_eq!("Settled!".parse::<PolicyName>(), Err(UnknownPolicy));
    }
}
