// SPDX-License-Identifier: MIT OR Apache-2.0

//! The names of the engine's helpers.
//!
//! The functions are in the engine, which depends on this crate; its test
//! `the_table_has_the_helpers_that_databases_may_name` fails where its table and this list differ.

/// The helpers that a colon line may name, in alphabetical order. They are for move patterns; connection
/// patterns may name helpers but do not use them.
#[rustfmt::skip]
pub const HELPERS: &[&str] = &[
    "amalgamates", "bamboo_joint", "border_swing", "connect_and_die", "connects", "counter_capture",
    "crosscut_extension", "cut_holds", "cutting_stones", "descent", "double_atari", "double_cut",
    "empty_corner", "encloses_corner", "extends_from_atari", "extension", "first_line_hane",
    "high_handicap", "invasion", "joins_moyos", "keeps_eye", "knights_waist", "ladder", "ladder_breaker",
    "links_under", "makes_eye", "makes_eye_false", "makes_seki", "monkey_jump", "nakade", "net", "peep",
    "peeped_bamboo_joint", "pincer", "push_and_cut", "runs_out", "seals_off", "slides_for_base", "snapback",
    "splits_side", "spoils_eye", "takes_ko", "thrash", "threatens_capture", "tiger_mouth", "wedge",
    "wins_race",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(HELPERS.is_sorted_by(|a, b| a < b));
    }
}
