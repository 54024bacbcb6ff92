// SPDX-License-Identifier: MIT OR Apache-2.0

//! Levels: the strength of a player.
//!
//! A level is a number from 1 to 10. Each whole level has a row in a table. Strong levels search, with fewer
//! visits the weaker they are. Weak levels play shapes by the move-prediction model (`shape`), and search a
//! part of their moves only. The weaker they are, the oftener they overlook ataris and captures, and the less
//! sure is their choice among plausible moves. They do not blunder on purpose. The rows were chosen by
//! matches between neighbours (`docs/experiments/levels.md`).
//!
//! A level between two whole ones plays each move as one of these two, by chance: at 3.4, four moves in ten
//! are moves of level 4.
//!
//! The ranks of the levels are estimates. GNU Go 3.8 at its level 10 counts as 7 kyu, as its accounts on
//! servers had about 5 to 8 kyu. Matches on 9x9 gave the differences of levels in Elo; 100 Elo count as a
//! rank.

use std::fmt;
use std::str::FromStr;

use katachi_rules::Game;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use thiserror::Error;

use crate::search::{Constant, SearchSettings};

/// The strength of a player, from 1, a beginner, to 10, full strength.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Level(f32);

/// A malformed level.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected a level from 1 to 10, such as 5 or 5.5")]
pub struct LevelError;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strength {
    /// Visits of the search, as a share of the visits of level 10.
    visits: f32,
    /// Weighs evidence in decided games, and solves the last points of a game.
    pub(super) is_thorough: bool,
    /// Choice of a shape in place of the search's move. `None`: the search chooses all moves.
    pub(super) shape: Option<Shape>,
}

/// The choice of a shape by a weak level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    /// Share of the moves that are left to the search. The search always decides about a pass.
    pub(super) reading: f32,
    /// Share of the other moves for which captures, ataris and ladders are not overlooked.
    pub(super) attention: f32,
    /// The probability of a move by the model has the exponent 1 / temperature. 0: the most probable move.
    pub(super) temperature: f32,
}

/// Visits of a search of weak levels, as a share of the visits of level 10.
const WEAK_VISITS: f32 = 0.02;

const fn shaped(reading: f32, attention: f32, temperature: f32) -> Strength {
    Strength {
        visits: WEAK_VISITS,
        is_thorough: false,
        shape: Some(Shape {
            reading,
            attention,
            temperature,
        }),
    }
}

const fn searched(visits: f32) -> Strength {
    Strength {
        visits,
        is_thorough: false,
        shape: None,
    }
}

/// The levels 1 to 10.
const LEVELS: [Strength; 10] = [
    shaped(0.0, 0.35, 1.0),
    shaped(0.0, 0.75, 0.85),
    shaped(0.02, 0.97, 0.53),
    shaped(0.26, 1.0, 0.33),
    shaped(0.75, 1.0, 0.3),
    searched(0.027),
    searched(0.06),
    searched(0.146),
    searched(0.3),
    Strength {
        is_thorough: true,
        ..searched(1.0)
    },
];

impl Level {
    /// The weakest level.
    pub const MIN: Self = Self(1.0);
    /// The strongest level, the default.
    pub const FULL: Self = Self(10.0);

    /// Makes a level from 1 to 10. `None` for other numbers.
    pub fn new(level: f32) -> Option<Self> {
        (Self::MIN.0..=Self::FULL.0)
            .contains(&level)
            .then_some(Self(level))
    }

    /// The shapes of the whole levels below and above, with their shares.
    pub(super) fn shapes(self) -> [(Shape, f32); 2] {
        let below = self.0 as usize - 1;
        // Levels without a shape of their own choose as the strongest one that has one.
        let shape = |level: usize| LEVELS[..=level].iter().rev().find_map(|row| row.shape);
        let shape = |level: usize| shape(level.min(LEVELS.len() - 1)).expect("level 1 has a shape");
        [
            (shape(below), 1.0 - self.0.fract()),
            (shape(below + 1), self.0.fract()),
        ]
    }

    /// Returns the number.
    pub fn number(self) -> f32 {
        self.0
    }

    /// Returns whether most of its moves are chosen by shape, without reading.
    pub fn plays_shape(self) -> bool {
        LEVELS[self.0 as usize - 1].shape.is_some()
    }

    /// Scales a number of nodes or playouts in proportion to the level; it is `full` at the full level.
    pub(super) fn scale(self, full: u32) -> u32 {
        (full as f32 * self.0 / Self::FULL.0) as u32
    }

    /// Returns the visits where the full level has `full`. A level between two has those of the lower one.
    pub(super) fn visits(self, full: u32) -> u32 {
        LEVELS[self.0 as usize - 1].visits(full)
    }

    /// Returns the strength of the next move, a function of the position and the seed.
    pub(super) fn strength(self, game: &Game, seed: u64) -> &'static Strength {
        let is_upper = draw(&mut random(game, seed)) < self.0.fract();
        &LEVELS[self.0 as usize - 1 + usize::from(is_upper)]
    }
}

impl Strength {
    pub(super) fn adjust(&self, mut settings: SearchSettings) -> SearchSettings {
        if !self.is_thorough {
            settings.changes.set(Constant::Ending, 0.0);
        }
        settings
    }

    /// Returns the visits of the search, where level 10 has `full`.
    pub(super) fn visits(&self, full: u32) -> u32 {
        ((full as f32 * self.visits) as u32).max(1)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        text.parse().ok().and_then(Self::new).ok_or(LevelError)
    }
}

/// At most one decimal: `5`, `3.3`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ((self.0 * 10.0).round() / 10.0).fmt(f)
    }
}

pub(super) fn random(game: &Game, seed: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed ^ game.board().key());
    // Simulations use the first stream.
    random.set_stream(1);
    random
}

/// Draws a number from 0 to less than 1.
pub(super) fn draw(random: &mut ChaCha8Rng) -> f32 {
    (random.next_u32() >> 8) as f32 / (1 << 24) as f32
}

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
    use katachi_rules::{BoardSize, Move, Rules};

    use super::*;

    #[test]
    fn levels_are_numbers_from_1_to_10() {
        for good in ["1", "10", "4.5"] {
            let level: Level = good.parse().expect("a level");
            assert_eq!(level.to_string(), good);
        }
        for bad in ["0", "0.9", "10.1", "", "strong", "nan", "inf"] {
            assert!(bad.parse::<Level>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_level_of_a_rank_is_printed_with_one_decimal() {
        let level = Level::new(10.0 / 3.0).expect("a level");
        assert_eq!(level.to_string(), "3.3");
    }

    #[test]
    fn a_level_between_two_plays_each_move_as_one_of_them() {
        let mut game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        let level = Level::new(9.25).expect("a level");
        let mut upper = 0;
        for point in game.size().points() {
            game.play(game.to_move(), Move::Play(point))
                .expect("a legal move");
            let strength = level.strength(&game, 1);
            assert_eq!(
                strength,
                level.strength(&game, 1),
                "the same in the same position"
            );
            upper += u32::from(strength.visits == 1.0);
            game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        }
        assert!((10..=30).contains(&upper), "about a quarter of 81: {upper}");
    }

    #[test]
    fn a_higher_level_searches_more_or_sees_more() {
        let of = |value: fn(&Shape) -> f32| LEVELS.map(|row| row.shape.as_ref().map_or(1.0, value));
        assert!(LEVELS.map(|row| row.visits).is_sorted());
        assert!(of(|shape| shape.reading).is_sorted());
        assert!(of(|shape| shape.attention).is_sorted());
        let temperatures = LEVELS.map(|row| row.shape.map_or(0.0, |shape| shape.temperature));
        assert!(temperatures.is_sorted_by(|weaker, stronger| weaker >= stronger));
    }

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
