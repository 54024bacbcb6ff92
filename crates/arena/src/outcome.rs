// SPDX-License-Identifier: MIT OR Apache-2.0

//! How a game ended.

use katachi_rules::{Color, result_text};

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// The game was counted: White's lead.
    Score(f32),
    /// A repetition ended the game by its rules.
    NoResult,
    /// The loser resigned.
    Resignation { winner: Color },
    /// The judge ended the game.
    Adjudication { winner: Color },
    /// The loser's clock ran out.
    Time { winner: Color, why: String },
    /// The loser died, hung, or broke the rules or the protocol.
    Forfeit { winner: Color, why: String },
}

impl Outcome {
    /// Returns the result as in SGF: `B+3.5`, `0`, `Void`, `W+R`, `W+T`, `W+F`, and `W+` for a win without a
    /// score.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Score(lead) => result_text(*lead),
            Self::NoResult => "Void".to_string(),
            Self::Resignation { winner } => format!("{}+R", winner.letter()),
            Self::Adjudication { winner } => format!("{}+", winner.letter()),
            Self::Time { winner, .. } => format!("{}+T", winner.letter()),
            Self::Forfeit { winner, .. } => format!("{}+F", winner.letter()),
        }
    }

    /// Returns the fault of the loser, if any.
    pub(super) fn fault(&self) -> Option<&str> {
        match self {
            Self::Time { why, .. } | Self::Forfeit { why, .. } => Some(why),
            Self::Score(_) | Self::NoResult | Self::Resignation { .. } | Self::Adjudication { .. } => None,
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
    fn results_read_as_in_game_records() {
        let why = String::new();
        for (outcome, text, winner) in [
            (Outcome::Score(0.0), "0", None),
            (Outcome::NoResult, "Void", None),
            (Outcome::Score(-3.5), "B+3.5", Some(Color::Black)),
            (
                Outcome::Resignation { winner: Color::White },
                "W+R",
                Some(Color::White),
            ),
            (
                Outcome::Adjudication { winner: Color::Black },
                "B+",
                Some(Color::Black),
            ),
            (
                Outcome::Time {
                    winner: Color::Black,
                    why: why.clone(),
                },
                "B+T",
                Some(Color::Black),
            ),
            (
                Outcome::Forfeit {
                    winner: Color::White,
                    why,
                },
                "W+F",
                Some(Color::White),
            ),
        ] {
            assert_eq!((outcome.text().as_str(), winner_of(text)), (text, winner));
        }
    }
}
