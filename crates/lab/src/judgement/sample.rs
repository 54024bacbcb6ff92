// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which games are taken, by two halves of a collection, and which positions of a game.

use std::ops::RangeInclusive;

use clap::ValueEnum;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{BoardSize, Color, Move};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use sha2::{Digest as _, Sha256};

use crate::chance::random_below;

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

/// Which positions are sampled. Defaults depend on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sampling {
    /// Moves from one position to the next; 1 or more.
    pub(crate) every: Option<usize>,
    /// Moves played before the first position, and at most before the last one.
    pub(crate) moves: Option<RangeInclusive<usize>>,
    /// The number of positions of each game, in place of those at equal distances: one of each equal part of
    /// it, which one by chance that depends on its moves alone.
    pub(crate) per_game: Option<usize>,
}

impl Sampling {
    /// Moves from one position to the next on a board of that size.
    pub(crate) fn interval(&self, size: BoardSize) -> usize {
        self.every.unwrap_or(usual(size).1).max(1)
    }

    /// Numbers of moves after which positions of a game of `moves` moves are taken.
    pub(crate) fn numbers(&self, record: &Record, moves: usize) -> Vec<usize> {
        let (first, last) = match &self.moves {
            Some(range) => (*range.start(), moves.min(*range.end())),
            None => (usual(record.size).0, moves),
        };
        let Some(count) = self.per_game else {
            return (first..=last).step_by(self.interval(record.size)).collect();
        };
        let mut rng = ChaCha8Rng::from_seed(hash_of_moves(record));
        let length = (last + 1).saturating_sub(first);
        let parts = (0..count).map(|i| first + i * length / count..first + (i + 1) * length / count);
        let parts = parts.filter(|part| !part.is_empty());
        parts
            .map(|part| part.start + random_below(&mut rng, part.len()))
            .collect()
    }
}

/// Moves before the first position of a board of that size, and from one position to the next.
fn usual(size: BoardSize) -> (usize, usize) {
    match size.area() {
        0..=99 => (10, 6),
        100..=224 => (12, 12),
        _ => (20, 20),
    }
}

pub(super) fn parse_moves(text: &str) -> Result<RangeInclusive<usize>, String> {
    let range = text.split_once("..").and_then(|(first, last)| {
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        Some(first as usize..=last as usize).filter(|range| !range.is_empty())
    });
    range.ok_or_else(|| "expected the first and the last number of moves, such as 60..250".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(side: u8, every: Option<usize>, moves: Option<RangeInclusive<usize>>) -> Vec<usize> {
        let sampling = Sampling {
            every,
            moves,
            per_game: None,
        };
        sampling.numbers(&game(side, ""), 61)
    }

    fn game(side: u8, moves: &str) -> Record {
        Record::parse(format!("(;SZ[{side}]{moves})").as_bytes()).expect("a record")
    }

    #[test]
    fn two_numbers_with_two_dots_between_are_a_range() {
        assert_eq!(parse_moves("60..250"), Ok(60..=250));
        assert!(parse_moves("250..60").is_err() && parse_moves("60").is_err());
    }

    #[test]
    fn positions_are_spaced_to_the_end_of_the_game() {
        assert_eq!(numbers(19, None, None), [20, 40, 60]);
        assert_eq!(numbers(9, None, None), [10, 16, 22, 28, 34, 40, 46, 52, 58]);
        assert_eq!(numbers(9, Some(25), None), [10, 35, 60]);
        assert_eq!(numbers(9, Some(25), Some(0..=50)), [0, 25, 50]);
        assert_eq!(numbers(19, None, Some(70..=90)), [0; 0]);
    }

    #[test]
    fn so_many_positions_of_a_game_are_one_of_each_part_and_others_in_another_game() {
        let of = |count, moves| {
            let sampling = Sampling {
                per_game: Some(count),
                ..Sampling::default()
            };
            sampling.numbers(&game(19, moves), 139)
        };
        let numbers = of(3, ";B[aa]");
        assert_eq!(numbers, of(3, ";B[aa]"));
        for (number, part) in numbers.iter().zip([20..60, 60..100, 100..140]) {
            assert!(part.contains(number), "{number} is not in {part:?}");
        }
        assert_ne!(numbers, of(3, ";B[bb]"));
        assert_eq!(of(1, "").len(), 1);
        assert_eq!(of(500, "").len(), 120, "there are no more");
    }

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
