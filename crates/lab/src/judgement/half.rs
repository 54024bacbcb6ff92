// SPDX-License-Identifier: MIT OR Apache-2.0

//! Two halves of a collection of games, by the moves alone.

use clap::ValueEnum;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Color, Move};
use sha2::{Digest as _, Sha256};

/// One half of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Half {
    /// Games that changes are fitted to
    Development,
    /// Games whose overall figures alone are printed
    HeldOut,
}

crate::names::display_names!(Half);

impl Half {
    /// The half to which a game belongs: by a hash of its board and moves, whatever file it is in.
    pub fn from_record(record: &Record) -> Self {
        match hash_of_moves(record)[0] & 1 {
            0 => Self::Development,
            _ => Self::HeldOut,
        }
    }
}

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
}
