// SPDX-License-Identifier: MIT OR Apache-2.0

//! Counts in words.

use std::fmt::Display;

use katachi_view::reason::quantity;

/// `1 game not on 19x19 was passed over`, with any reason.
pub fn passed_over(games: u32, reason: impl Display) -> String {
    let was = if games == 1 { "was" } else { "were" };
    format!("{} {reason} {was} passed over", quantity(games, "game"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_was_and_two_were_passed_over() {
        assert_eq!(passed_over(1, "not on 9x9"), "1 game not on 9x9 was passed over");
        assert_eq!(
            passed_over(2, "not on 9x9"),
            "2 games not on 9x9 were passed over"
        );
    }
}
