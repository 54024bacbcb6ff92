// SPDX-License-Identifier: MIT OR Apache-2.0

//! The eight points around a point as one number.

use crate::color::{Cell, Color};

/// Contents of the eight points around a point, two bits each as in [`Cell`]: the points above, left, right
/// and below, then the diagonal points in the order of [`Point::diagonals`](crate::Point::diagonals).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around(u16);

/// The lower bits of all points, and of the four sides.
const ALL: u16 = 0x5555;
const SIDES: u16 = 0x0055;

impl Around {
    /// From the cells in their order.
    pub fn new(cells: [Cell; 8]) -> Self {
        let bits = cells.iter().enumerate();
        Self(bits.fold(0, |all, (i, &cell)| all | (cell as u16) << (2 * i)))
    }

    /// From all sixteen bits.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// All sixteen bits.
    #[inline]
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Adds or removes a stone at the point with that place.
    #[inline]
    pub(super) fn toggle(&mut self, place: usize, stone: Cell) {
        self.0 ^= (stone as u16) << (2 * place);
    }

    /// Lower bits of the points that have a stone of the colour or are off the board.
    #[inline]
    fn walled(self, color: Color) -> u16 {
        self.0 >> color as u16 & ALL
    }

    /// Number of empty sides on the board.
    #[inline]
    pub fn empty_sides(self) -> u32 {
        (!(self.0 | self.0 >> 1) & SIDES).count_ones()
    }

    /// Returns whether there is a stone of the colour at a side.
    #[inline]
    pub fn has_beside(self, color: Color) -> bool {
        self.walled(color) & !self.walled(color.opposite()) & SIDES != 0
    }

    /// Number of the eight points that have a stone of the colour or are off the board.
    #[inline]
    pub fn walls(self, color: Color) -> u32 {
        self.walled(color).count_ones()
    }

    /// The colour of all stones at the sides; none if there are no stones or both colours.
    #[inline]
    pub fn owner(self) -> Option<Color> {
        let [black, white] = Color::BOTH.map(|color| self.walled(color) & SIDES);
        match (black & !white != 0, white & !black != 0) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Returns whether an empty point with these neighbours would be an eye by
    /// [`Board::is_eye`](crate::Board::is_eye).
    #[inline]
    pub fn is_eye(self, color: Color) -> bool {
        let (own, enemy) = (self.walled(color), self.walled(color.opposite()));
        let off = own & enemy & !SIDES != 0;
        own & SIDES == SIDES && (enemy & !own & !SIDES).count_ones() + u32::from(off) < 2
    }
}
