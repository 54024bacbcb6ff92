// SPDX-License-Identifier: MIT OR Apache-2.0

//! The fitted weight of a move pattern, which a trainer writes into the text below the colon line, and the
//! names of the learned shapes that entries may take the place of.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Classes of boards that have a difference of their own, with their names in the text.
pub const BOARD_CLASSES: [&str; 3] = ["9x9", "13x13", "19x19"];

/// What a move gains by a pattern in a log-linear model of good moves. Weights are in hundredths of a nat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fit {
    /// On all boards.
    pub weight: i32,
    /// Added to it on each of [`BOARD_CLASSES`].
    pub differences: [i32; 3],
    /// The weight in a model that has patterns alone, and no neighbourhoods of moves.
    pub alone: i32,
    /// Where it was fitted.
    pub source: FitSource,
}

/// Where a weight comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FitSource {
    /// The author set it; a trainer leaves it as it is.
    #[default]
    Author,
    /// A trainer fitted it to moves of games.
    Games {
        /// Number of moves at which the picture matched, if it was counted.
        held: Option<u32>,
        /// How many of them were made; 0 if it was not counted.
        played: u32,
        /// Value of the colon line then. What an author adds to it later is a bonus.
        value: i32,
    },
}

impl Fit {
    /// Largest absolute weight, in hundredths of a nat.
    pub const MAX_WEIGHT: i32 = 2_000;

    /// A weight in nats, rounded to hundredths.
    pub fn hundredths(nats: f32) -> i32 {
        ((100.0 * nats).round() as i32).clamp(-Self::MAX_WEIGHT, Self::MAX_WEIGHT)
    }

    /// The value of the colon line at the time of the fit; none of a weight of the author.
    pub fn value(&self) -> Option<i32> {
        match self.source {
            FitSource::Author => None,
            FitSource::Games { value, .. } => Some(value),
        }
    }
}

/// Returns whether a name has the form of the names of learned shapes: a word, the number of points, and a
/// place of at least four digits, as in `Hane_21_0412`.
pub fn is_shape_name(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let &[kind, points, place] = name.split('_').collect::<Vec<_>>().as_slice() else {
        return false;
    };
    let is_word = kind.len() > 1 && kind.bytes().skip(1).all(|b| b.is_ascii_lowercase());
    kind.starts_with(|c: char| c.is_ascii_uppercase())
        && is_word
        && is_number(points)
        && is_number(place)
        && place.len() >= 4
}

/// The line of the text.
impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nats = |hundredths: i32| f64::from(hundredths) / 100.0;
        write!(f, "#= {:.2}", nats(self.weight))?;
        for (class, &difference) in BOARD_CLASSES.iter().zip(&self.differences) {
            if difference != 0 {
                write!(f, ", {class} {:+.2}", nats(difference))?;
            }
        }
        if self.alone != 0 {
            write!(f, ", alone {:.2}", nats(self.alone))?;
        }
        match self.source {
            FitSource::Author => f.write_str(", mine"),
            FitSource::Games { held, played, value } => {
                if let Some(held) = held {
                    write!(f, ", held {held}")?;
                }
                if held.is_some() || played > 0 {
                    write!(f, ", played {played}")?;
                }
                write!(f, ", value {value}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_learned_shapes_have_a_form_of_their_own() {
        for name in ["Hane_21_0412", "Open_9_0001", "Atari_123_12345"] {
            assert!(is_shape_name(name), "{name}");
        }
        for name in "Hane Hane_21 Hane_21_412 hane_21_0412 Hane_x_0412 Hane_21_0412_ A_21_0412 ".split(" ") {
            assert!(!is_shape_name(name), "{name}");
        }
    }
}
