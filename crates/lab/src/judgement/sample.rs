// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which positions of a game are taken.

use std::ops::RangeInclusive;

use katachi_rules::BoardSize;
use katachi_rules::sgf::Record;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use crate::chance::random_below;
use crate::games::hash_of_moves;

/// Which positions are sampled. Which one of an equal part depends by chance on the moves of the game alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Sampling {
    /// Moves between positions [default: 20; 9x9: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) every: Option<u16>,
    /// Random positions a game, one from each equal part
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), conflicts_with = "every")]
    pub(crate) per_game: Option<u16>,
    /// Moves before the first and the last position
    ///
    /// The default is 20, or 10 on small boards, to the end.
    #[arg(long, value_name = "A..B", value_parser = parse_moves)]
    pub(crate) moves: Option<RangeInclusive<usize>>,
}

impl Sampling {
    /// Moves from one position to the next on a board of that size.
    pub(crate) fn interval(&self, size: BoardSize) -> usize {
        self.every.map_or(usual(size).1, usize::from)
    }

    /// Numbers of moves after which positions of a game of `moves` moves are taken.
    pub(crate) fn numbers(&self, record: &Record, moves: usize) -> Vec<usize> {
        let (first, last) = match &self.moves {
            Some(range) => (*range.start(), moves.min(*range.end())),
            None => (usual(record.size).0, moves),
        };
        let Some(count) = self.per_game.map(usize::from) else {
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

    fn numbers(side: u8, every: Option<u16>, moves: Option<RangeInclusive<usize>>) -> Vec<usize> {
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
}
