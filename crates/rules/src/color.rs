// SPDX-License-Identifier: MIT OR Apache-2.0

//! Colours of the sides, and contents of points.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Color {
    /// Moves first.
    Black,
    /// Receives komi.
    White,
}

impl Color {
    /// Black, then White.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Reads `b`, `black`, `w` or `white` in any case.
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Self::Black),
            "w" | "white" => Some(Self::White),
            _ => None,
        }
    }

    /// `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// Content of a point. Its two bits are those of the and-compare tests of patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty = 0b00,
    /// A black stone.
    Black = 0b01,
    /// A white stone.
    White = 0b10,
    /// The point is not on the board.
    Off = 0b11,
}

impl Cell {
    /// The colour of the stone, if there is one.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Off => None,
        }
    }

    /// Returns whether it is a stone of that colour.
    #[inline]
    pub fn is(self, color: Color) -> bool {
        self == Self::from(color)
    }

    /// Returns whether it is a stone.
    #[inline]
    pub const fn is_stone(self) -> bool {
        matches!(self, Self::Black | Self::White)
    }
}

impl From<Color> for Cell {
    #[inline]
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Computes the value of each side.
    pub fn from_fn(mut f: impl FnMut(Color) -> T) -> Self {
        Self {
            black: f(Color::Black),
            white: f(Color::White),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_by_letter_and_by_name_and_are_printed() {
        for (text, color) in [
            ("b", Some(Color::Black)),
            ("BLACK", Some(Color::Black)),
            ("W", Some(Color::White)),
            ("White", Some(Color::White)),
            ("", None),
            ("x", None),
            ("blac", None),
        ] {
            assert_eq!(Color::parse(text), color, "{text}");
        }
        let shown = Color::BOTH.map(|color| format!("{color} {}", color.letter()));
        assert_eq!(shown, ["Black B", "White W"]);
        assert_eq!(Color::BOTH.map(Color::opposite), [Color::White, Color::Black]);
    }
}
