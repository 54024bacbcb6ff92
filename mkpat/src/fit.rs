// SPDX-License-Identifier: MIT OR Apache-2.0

//! The fitted weight of a move pattern, which a trainer writes into the text below the colon line.

use std::fmt;

/// Classes of boards that have a difference of their own, with their names in the text.
pub const BOARD_CLASSES: [&str; 3] = ["9x9", "13x13", "19x19"];

/// What a move gains by a pattern in a log-linear model of good moves. Weights are in hundredths of a nat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FitSource {
    /// The author set it; a trainer leaves it as it is.
    #[default]
    Author,
    /// A trainer fitted it to moves of games.
    Games {
        /// Number of moves at which the picture matched.
        held: u32,
        /// How many of them were made.
        played: u32,
        /// Value of the colon line then. What an author adds to it later is a bonus.
        value: i32,
    },
}

impl Fit {
    /// Largest absolute weight, in hundredths of a nat.
    pub const MAX_WEIGHT: i32 = 2_000;

    /// The value of the colon line at the time of the fit; none of a weight of the author.
    pub fn value(&self) -> Option<i32> {
        match self.source {
            FitSource::Author => None,
            FitSource::Games { value, .. } => Some(value),
        }
    }
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
                write!(f, ", held {held}, played {played}, value {value}")
            }
        }
    }
}
