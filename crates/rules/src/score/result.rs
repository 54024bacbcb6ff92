// SPDX-License-Identifier: MIT OR Apache-2.0

//! Results of games, as game records write them.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;

/// The result of a game.
///
/// ```
/// use katachi_rules::{Color, GameResult};
/// assert_eq!(GameResult::Score(-3.5).to_string(), "B+3.5");
/// assert_eq!(GameResult::Score(0.1 + 0.2).to_string(), "W+0.3");
/// assert_eq!("W+R".parse(), Ok(GameResult::Resignation(Color::White)));
/// assert_eq!(GameResult::NoResult.to_string(), "Void");
/// assert_eq!("Draw".parse::<GameResult>().map(|r| r.winner()), Ok(None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameResult {
    /// White's lead; negative if Black wins, 0 for a draw.
    Score(f32),
    /// Won by that side; the other side resigned.
    Resignation(Color),
    /// Won by that side; the other side ran out of time.
    Time(Color),
    /// Won by that side; the other side broke rules.
    Forfeit(Color),
    /// A long cycle, or suspended play: there is no winner.
    NoResult,
}

impl GameResult {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Score(lead) if lead > 0.0 => Some(Color::White),
            Self::Score(lead) if lead < 0.0 => Some(Color::Black),
            Self::Score(_) | Self::NoResult => None,
            Self::Resignation(color) | Self::Time(color) | Self::Forfeit(color) => Some(color),
        }
    }
}

/// As in the SGF property `RE`: `B+3.5`, `W+R`, `W+T`, `B+F`, `0`, `Void`. A score has at most three
/// decimals.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(lead) => match (f64::from(*lead) * 1000.0).round() / 1000.0 {
                lead if lead > 0.0 => write!(f, "W+{lead}"),
                lead if lead < 0.0 => write!(f, "B+{}", -lead),
                _ => f.write_str("0"),
            },
            Self::Resignation(color) => write!(f, "{}+R", color.letter()),
            Self::Time(color) => write!(f, "{}+T", color.letter()),
            Self::Forfeit(color) => write!(f, "{}+F", color.letter()),
            Self::NoResult => f.write_str("Void"),
        }
    }
}

/// Reads the values that SGF allows in `RE`, in any case. A win without reason or score, and `?`, are errors.
impl FromStr for GameResult {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "0" | "draw" | "jigo" => return Ok(Self::Score(0.0)),
            "void" => return Ok(Self::NoResult),
            _ => {}
        }
        let (winner, how) = text.split_once('+').ok_or(())?;
        let winner = Color::parse(winner).ok_or(())?;
        match how {
            "r" | "resign" => Ok(Self::Resignation(winner)),
            "t" | "time" => Ok(Self::Time(winner)),
            "f" | "forfeit" => Ok(Self::Forfeit(winner)),
            _ => {
                let points: f32 = how.parse().map_err(|_| ())?;
                if !points.is_finite() || points < 0.0 {
                    return Err(());
                }
                Ok(Self::Score(match winner {
                    Color::White => points,
                    Color::Black => -points,
                }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_printed_and_name_the_winner() {
        use GameResult::*;
        let (black, white) = (Color::Black, Color::White);
        for (result, text, winner) in [
            (Score(-3.5), "B+3.5", Some(black)),
            (Score(0.5), "W+0.5", Some(white)),
            (Score(0.0), "0", None),
            (Resignation(black), "B+R", Some(black)),
            (Resignation(white), "W+R", Some(white)),
            (Time(black), "B+T", Some(black)),
            (Forfeit(white), "W+F", Some(white)),
            (NoResult, "Void", None),
        ] {
            assert_eq!(result.to_string(), text);
            assert_eq!(text.parse(), Ok(result));
            assert_eq!(result.winner(), winner, "{text}");
        }
    }

    #[test]
    fn results_have_other_spellings_and_nonsense_is_refused() {
        use GameResult::*;
        for (text, expected) in [
            (" white+Resign ", Resignation(Color::White)),
            ("b+time", Time(Color::Black)),
            ("B+Forfeit", Forfeit(Color::Black)),
            ("Jigo", Score(0.0)),
            ("DRAW", Score(0.0)),
            ("void", NoResult),
            ("W+0", Score(0.0)),
            ("black+12", Score(-12.0)),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["", "?", "B", "B+", "x+3", "W+-3", "W+inf", "W+nan", "B+x"] {
            assert_eq!(text.parse::<GameResult>(), Err(()), "{text}");
        }
    }

    #[test]
    fn a_score_has_at_most_three_decimals() {
        for (lead, text) in [
            (0.0005, "W+0.001"),
            (-0.0006, "B+0.001"),
            (0.0004, "0"),
            (1.25, "W+1.25"),
            (-361.0, "B+361"),
        ] {
            assert_eq!(GameResult::Score(lead).to_string(), text);
        }
    }
}
