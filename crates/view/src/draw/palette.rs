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
pub(crate) mod vision;

#[cfg(test)]
mod tests {
    use super::vision::{Eyes, contrast, difference};
    use super::*;

    #[test]
    fn black_letters_can_be_read_on_every_status() {
        for how in GroupStatus::ALL {
            let ratio = contrast(BLACK, status(how));
            assert!(ratio >= 4.5, "{how:?}: {ratio}");
        }
    }

    #[test]
    fn statuses_differ_for_people_who_see_no_red_or_no_green() {
        // People notice a difference of 2.3 (Mahy et al. 1994); small marks need far more.
        const LEAST: f64 = 20.0;
        for eyes in [Eyes::Usual, Eyes::Protanopia, Eyes::Deuteranopia] {
            let plain: Vec<GroupStatus> = GroupStatus::ALL
                .into_iter()
                .filter(|status| !status.is_likely())
                .collect();
            for (i, &one) in plain.iter().enumerate() {
                for &other in &plain[..i] {
                    let found = difference(status(one), status(other), eyes);
                    assert!(found >= LEAST, "{one:?}, {other:?}, {eyes:?}: {found}");
                }
            }
        }
    }
}
