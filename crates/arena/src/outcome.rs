// SPDX-License-Identifier: MIT OR Apache-2.0

//! How a game ended.

use katachi_rules::{Color, GameResult};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// The result as in SGF. `W+` is a win without a score: the judge ended the game.
    pub(super) result: String,
    /// The fault of the loser, if any: its clock ran out, it died, hung, or broke the rules or the protocol.
    pub(super) fault: Option<String>,
}

impl From<GameResult> for Outcome {
    fn from(result: GameResult) -> Self {
        Self {
            result: result.to_string(),
            fault: None,
        }
    }
}

/// Returns the winner of a result as SGF has it; none for a draw and for `Void`.
pub fn winner_of(result: &str) -> Option<Color> {
    Color::parse(result.split_once('+')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_has_a_winner_with_a_score_and_without() {
        let winners = ["B+3.5", "W+R", "W+", "0", "Void"].map(winner_of);
        let (black, white) = (Some(Color::Black), Some(Color::White));
        assert_eq!(winners, [black, white, white, None, None]);
    }
}
