// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ids of players, which are not colours.

use katachi_rules::Color;

/// One of the two players. The player of Black is drawn for each game, so an agent that is trained as player
/// 0 learns both colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Player {
    /// Player 0.
    #[default]
    Zero,
    /// Player 1.
    One,
}

impl Player {
    /// Player 0, then player 1.
    pub const BOTH: [Self; 2] = [Self::Zero, Self::One];

    /// The player with an id, if it is 0 or 1.
    pub fn new(id: usize) -> Option<Self> {
        Self::BOTH.get(id).copied()
    }

    /// The id, 0 or 1: an index into rewards.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Zero => Self::One,
            Self::One => Self::Zero,
        }
    }

    /// The player's colour in a game where `black` has Black.
    #[inline]
    pub fn color(self, black: Self) -> Color {
        if self == black { Color::Black } else { Color::White }
    }
}
