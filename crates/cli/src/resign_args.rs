// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options about resignation.

use std::str::FromStr;

use katachi_engine::play::{Hopeless, Resign};

#[derive(Debug, clap::Args)]
pub(crate) struct ResignArgs {
    /// Resign: on, off, win rate, points behind
    ///
    /// A win rate such as 0.05: below it at several own moves in a row. A whole number of points such as 20:
    /// lost by more at best.
    #[arg(long, value_name = "WHEN", default_value = "on")]
    resign: When,
    /// Do not resign before this number of moves
    ///
    /// The default is a third of the points of the board by win rate, half of them by points, and two thirds
    /// where the engine gave a handicap.
    #[arg(long, value_name = "MOVES", hide_short_help = true)]
    resign_from: Option<u32>,
}

impl ResignArgs {
    /// As the settings of the engine have it.
    pub(crate) fn settings(&self) -> Option<Resign> {
        let hopeless = match self.resign {
            When::Off => return None,
            When::On => Resign::default().hopeless,
            When::Hopeless(hopeless) => hopeless,
        };
        Some(Resign {
            hopeless,
            first_move: self.resign_from,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum When {
    On,
    Off,
    Hopeless(Hopeless),
}

impl FromStr for When {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "on" => return Ok(Self::On),
            "off" => return Ok(Self::Off),
            _ => {}
        }
        let rate = || {
            text.parse()
                .ok()
                .filter(|rate| (0.0..0.5).contains(rate) && *rate > 0.0)
        };
        let found = match text.parse() {
            Ok(points) => Some(Hopeless::Points(points)),
            Err(_) => rate().map(Hopeless::WinRate),
        };
        found.map(Self::Hopeless).ok_or_else(|| {
            "expected on, off, a win rate above 0 and below 0.5, or a whole number of points".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_a_point_and_points_have_none() {
        assert_eq!("on".parse(), Ok(When::On));
        assert_eq!("off".parse(), Ok(When::Off));
        assert_eq!("20".parse(), Ok(When::Hopeless(Hopeless::Points(20))));
        assert_eq!("0.05".parse(), Ok(When::Hopeless(Hopeless::WinRate(0.05))));
        for bad in ["", "0.0", "0.5", "5.5", "-3", "1e9", "NaN", "never"] {
            assert!(bad.parse::<When>().is_err(), "{bad}");
        }
    }
}
