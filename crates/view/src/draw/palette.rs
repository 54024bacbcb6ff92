// SPDX-License-Identifier: MIT OR Apache-2.0

//! Colours that pictures and terminals of 24 bits share.
//!
//! The statuses follow the palette of Okabe and Ito (Color Universal Design, 2002), moved a little so that
//! they differ in lightness, too: people who see no difference between red and green tell them apart. The
//! tests say by how much.

use crate::groups::GroupStatus;

/// Red, green and blue, 0 to 255 each.
pub type Rgb = [u8; 3];

/// Black ink, for letters on bright grounds.
pub const BLACK: Rgb = [0; 3];
/// White ink, for letters on dark grounds.
pub const WHITE: Rgb = [0xff; 3];

/// Returns the colour of a status, a ground for black letters.
pub const fn status(status: GroupStatus) -> Rgb {
    match status {
        GroupStatus::Alive | GroupStatus::LikelyAlive => [0x00, 0x9e, 0x73],
        GroupStatus::Unknown => [0xff, 0xf2, 0x5a],
        GroupStatus::Weak => [0xe3, 0xa0, 0x08],
        GroupStatus::Critical | GroupStatus::LikelyCritical => [0xd0, 0x52, 0x06],
        GroupStatus::Dead | GroupStatus::LikelyDead => [0x6c, 0xbc, 0xff],
    }
}

#[cfg(test)]
pub(crate) mod tests;
