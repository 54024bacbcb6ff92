// SPDX-License-Identifier: MIT OR Apache-2.0

//! Two halves of a collection of games, by the moves alone.

use std::fmt;
use std::str::FromStr;

use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Color, Move};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

/// One half of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// Games that changes are fitted to.
    Development,
    /// Games whose overall figures alone are printed.
    HeldOut,
}

/// No half has that name.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("expected development or held-out")]
pub struct UnknownHalf;

impl Half {
    /// The half to which a game belongs: by a hash of its board and moves, whatever file it is in.
    pub fn from_record(record: &Record) -> Self {
        if hash_of_moves(record)[0] & 1 == 0 {
            Self::Development
        } else {
            Self::HeldOut
        }
    }
}

/// A hash of the board and the moves of a game.
pub(crate) fn hash_of_moves(record: &Record) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update([record.size.width(), record.size.height()]);
    for step in &record.steps {
        if let Step::Play(color, mv) = step {
            let (x, y) = match mv {
                Move::Play(point) => (point.x(), point.y()),
                Move::Pass => (u8::MAX, u8::MAX),
            };
            hash.update([u8::from(*color == Color::White), x, y]);
        }
    }
    hash.finalize().into()
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Development => "development",
            Self::HeldOut => "held-out",
        })
    }
}

impl FromStr for Half {
    type Err = UnknownHalf;

    fn from_str(text: &str) -> Result<Self, UnknownHalf> {
        match text {
            "development" => Ok(Self::Development),
            "held-out" => Ok(Self::HeldOut),
            _ => Err(UnknownHalf),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(sgf: &str) -> Half {
        Half::from_record(&Record::parse(sgf.as_bytes()).unwrap())
    }

    #[test]
    fn the_half_depends_on_the_moves_alone_and_both_are_of_like_size() {
        assert_eq!(
            half("(;SZ[9]PB[A]RE[B+3.5];B[ee];W[cc])"),
            half("(;SZ[9]PB[B]KM[7.5];B[ee]C[here];W[cc])")
        );
        let work = ('a'..='s')
            .flat_map(|x| ('a'..='s').map(move |y| format!("(;B[{x}{y}];W[])")))
            .filter(|sgf| half(sgf) == Half::Development)
            .count();
        assert!((150..=210).contains(&work), "{work} of 361");
    }

    #[test]
    fn halves_are_read_as_they_are_written() {
        for half in [Half::Development, Half::HeldOut] {
            assert_eq!(half.to_string().parse(), Ok(half));
        }
        assert_eq!("both".parse::<Half>(), Err(UnknownHalf));
    }
}
