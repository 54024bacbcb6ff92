// SPDX-License-Identifier: MIT OR Apache-2.0

//! Offsets in a picture and its eight transformations.
//!
//! Offsets count columns to the right and rows down, from `*` in the untransformed picture. Points of the
//! board count the same way from the top left, so that no picture has to be flipped.

use std::fmt;

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

/// An offset in a picture: columns to the right and rows down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Offset {
    /// Columns to the right.
    pub dx: i8,
    /// Rows down.
    pub dy: i8,
}

impl Offset {
    /// The zero offset.
    pub const ZERO: Self = Self { dx: 0, dy: 0 };

    /// `dx` columns to the right, `dy` rows down.
    pub const fn new(dx: i8, dy: i8) -> Self {
        Self { dx, dy }
    }

    /// From one cell of a diagram to another, each by column and row.
    pub(crate) const fn between(from: (usize, usize), to: (usize, usize)) -> Self {
        Self::new(to.0 as i8 - from.0 as i8, to.1 as i8 - from.1 as i8)
    }
}

impl std::ops::Add for Offset {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.dx + other.dx, self.dy + other.dy)
    }
}

impl std::ops::Sub for Offset {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.dx - other.dx, self.dy - other.dy)
    }
}

/// One of the eight symmetries of the board, with the letters of the classical table and the image of the
/// picture `ABC/DEF/GHI`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Transformation {
    /// Identity: `ABC/DEF/GHI`.
    A,
    /// Mirrored at the horizontal axis: `GHI/DEF/ABC`.
    B,
    /// Mirrored at the vertical axis: `CBA/FED/IHG`.
    C,
    /// Half turn: `IHG/FED/CBA`.
    D,
    /// Mirrored at the main diagonal: `ADG/BEH/CFI`.
    E,
    /// Quarter turn to the left: `CFI/BEH/ADG`.
    F,
    /// Quarter turn to the right: `GDA/HEB/IFC`.
    G,
    /// Mirrored at the other diagonal: `IFC/HEB/GDA`.
    H,
}

impl Transformation {
    /// All eight, by letter.
    pub const ALL: [Self; 8] = {
        use Transformation::*;
        [A, B, C, D, E, F, G, H]
    };

    /// The order in which they are tried: the first two for symmetry `X` and `+`, the first four for `|`,
    /// `-`, `\` and `/`, all eight for `8`.
    pub const ORDER: [Self; 8] = {
        use Transformation::*;
        [A, F, D, G, B, H, C, E]
    };

    /// The letter `a`..`h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The image of an offset of the original picture.
    pub const fn apply(self, o: Offset) -> Offset {
        let Offset { dx: x, dy: y } = o;
        match self {
            Self::A => Offset::new(x, y),
            Self::B => Offset::new(x, -y),
            Self::C => Offset::new(-x, y),
            Self::D => Offset::new(-x, -y),
            Self::E => Offset::new(y, x),
            Self::F => Offset::new(y, -x),
            Self::G => Offset::new(-y, x),
            Self::H => Offset::new(-y, -x),
        }
    }

    /// The transformation that undoes this one.
    pub const fn inverse(self) -> Self {
        match self {
            Self::F => Self::G,
            Self::G => Self::F,
            other => other,
        }
    }
}

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

bitflags! {
    /// Sides of a picture that lie on the edge of the board.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Edges: u8 {
        /// The leftmost column is the first of the board.
        const LEFT = 1;
        /// The rightmost column is the last of the board.
        const RIGHT = 2;
        /// The top row is the first of the board.
        const TOP = 4;
        /// The bottom row is the last of the board.
        const BOTTOM = 8;
    }
}

impl Edges {
    /// Each side with the step towards it.
    pub(crate) const SIDES: [(Self, Offset); 4] = [
        (Self::LEFT, Offset::new(-1, 0)),
        (Self::RIGHT, Offset::new(1, 0)),
        (Self::TOP, Offset::new(0, -1)),
        (Self::BOTTOM, Offset::new(0, 1)),
    ];

    /// The sides after a transformation of the picture.
    pub fn transformed(self, t: Transformation) -> Self {
        let is_turned = |to: Offset| {
            let from = t.inverse().apply(to);
            Self::SIDES
                .iter()
                .any(|&(side, step)| step == from && self.contains(side))
        };
        let turned = Self::SIDES.into_iter().filter(|&(_, to)| is_turned(to));
        turned.map(|(side, _)| side).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_transformation_turns_the_picture_as_the_table_says() {
        let becomes = [
            "ABCDEFGHI",
            "GHIDEFABC",
            "CBAFEDIHG",
            "IHGFEDCBA",
            "ADGBEHCFI",
            "CFIBEHADG",
            "GDAHEBIFC",
            "IFCHEBGDA",
        ];
        for (t, expected) in Transformation::ALL.into_iter().zip(becomes) {
            let mut picture = [' '; 9];
            for (i, c) in ('A'..='I').enumerate() {
                let to = t.apply(Offset::new(i as i8 % 3 - 1, i as i8 / 3 - 1));
                picture[((to.dy + 1) * 3 + to.dx + 1) as usize] = c;
            }
            assert_eq!(picture.iter().collect::<String>(), expected, "transformation {t}");
        }
    }

    #[test]
    fn inverse_undoes_and_edges_turn_with_the_picture() {
        for t in Transformation::ALL {
            let o = Offset::new(2, -5);
            assert_eq!(t.inverse().apply(t.apply(o)), o);
            assert_eq!(Edges::all().transformed(t), Edges::all());
        }
        assert_eq!(Edges::LEFT.transformed(Transformation::F), Edges::BOTTOM);
        assert_eq!(
            (Edges::TOP | Edges::RIGHT).transformed(Transformation::C),
            Edges::TOP | Edges::LEFT
        );
    }
}
