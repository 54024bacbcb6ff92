// SPDX-License-Identifier: MIT OR Apache-2.0

//! Colours of statuses, as all eyes see them.

pub(crate) mod vision;

use super::*;
use vision::{Eyes, contrast, difference};

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
