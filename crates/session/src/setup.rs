// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of a new game: board, rules, sides and time.

use std::fmt;

use katachi_rules::sgf::HANDICAP_KOMI;
use katachi_rules::{BoardSize, Color, Game, Rules, TimeSystem, fixed_handicap};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// The sides that the person plays; Katachi plays the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// Black, against Katachi.
    #[default]
    Black,
    /// White, against Katachi.
    White,
    /// Both: two persons, or analysis.
    Both,
    /// None: Katachi plays itself.
    Neither,
}

impl Sides {
    /// Returns whether the person plays that side.
    pub fn has(self, color: Color) -> bool {
        self == Self::Both || self == Self::from(color)
    }

    /// Returns the opposite sides.
    pub fn swapped(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
            Self::Both => Self::Neither,
            Self::Neither => Self::Both,
        }
    }

    /// Parses `black`, `white` or their first letters, `both` or `none`, in any case.
    ///
    /// # Errors
    /// Another word.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        match Color::parse(text) {
            Some(color) => Ok(color.into()),
            None if text.eq_ignore_ascii_case("both") => Ok(Self::Both),
            None if text.eq_ignore_ascii_case("none") => Ok(Self::Neither),
            None => Err("expected black, white, both or none"),
        }
    }

    /// Returns the name of a player for the record.
    pub fn player(self, color: Color) -> &'static str {
        match self.has(color) {
            true => "You",
            false => "Katachi",
        }
    }
}

impl From<Color> for Sides {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// Writes a part of a sentence, such as `you play Black`.
impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "you play Black, Katachi plays White",
            Self::White => "you play White, Katachi plays Black",
            Self::Both => "you play both sides",
            Self::Neither => "Katachi plays both sides",
        })
    }
}

/// Options of a new game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// The board.
    pub size: BoardSize,
    /// The rules.
    pub rules: Rules,
    /// Komi. `None`: the usual komi of the rules and the handicap.
    pub komi: Option<f32>,
    /// Handicap stones, 0 or 2 to 9.
    pub handicap: u8,
    /// The sides that the person plays.
    pub sides: Sides,
    /// Time system of both sides.
    pub time: TimeSystem,
}

impl Default for Setup {
    /// Returns an even game on 19x19 without clocks, in which the person plays Black.
    fn default() -> Self {
        Self {
            size: BoardSize::square(19),
            rules: Rules::default(),
            komi: None,
            handicap: 0,
            sides: Sides::default(),
            time: TimeSystem::default(),
        }
    }
}

impl Setup {
    /// Creates the game.
    ///
    /// # Errors
    /// The board does not have that handicap.
    pub fn game(&self) -> Result<Game, Refusal> {
        let usual = match self.handicap {
            0 => self.rules.usual_komi(),
            _ => HANDICAP_KOMI,
        };
        let mut game = Game::new(self.size, self.rules, self.komi.unwrap_or(usual));
        if self.handicap > 0 {
            let points = fixed_handicap(self.size, self.handicap.into());
            let is_placed = points.is_some_and(|points| game.set_handicap(&points).is_ok());
            if !is_placed {
                return Err(Refusal::from(format!(
                    "no {} handicap stones on {}: 2 to 9 on square boards of odd sides from 9 lines on, 2 to 4 on even \
                     ones from 8 and on 7x7",
                    self.handicap, self.size
                )));
            }
        }
        Ok(game)
    }
}
