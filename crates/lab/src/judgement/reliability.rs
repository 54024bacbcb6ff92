// SPDX-License-Identifier: MIT OR Apache-2.0

//! Calibration: how often predictions of about equal probability came true.

use katachi_arena::{Interval, wilson_interval};

use super::measure::Bin;

/// Positions with about equal predictions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Predictions and results.
    pub bin: Bin,
    /// Of how many games the positions are.
    pub games: u32,
    last_game: Option<usize>,
}

impl Row {
    /// The 95 % interval of the share that happened, none without positions. It counts games, as the
    /// positions of one are won or lost together.
    pub fn interval(&self) -> Option<Interval> {
        wilson_interval(self.bin.share_happened() * f64::from(self.games), self.games)
    }
}

/// Ten rows: probabilities from 0 to 0.1, and so on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reliability([Row; 10]);

impl Reliability {
    /// Adds a prediction about a position of a game, and what happened. All positions of a game are added one
    /// after another.
    pub fn add(&mut self, game: usize, predicted: f64, happened: bool) {
        let last = self.0.len() - 1;
        let row = &mut self.0[((predicted * 10.0) as usize).min(last)];
        row.bin.add(predicted, happened);
        if row.last_game.replace(game) != Some(game) {
            row.games += 1;
        }
    }

    /// The rows, by prediction.
    pub fn rows(&self) -> &[Row] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_as_wide_as_the_number_of_games_says() {
        let (mut of_many, mut of_one) = (Reliability::default(), Reliability::default());
        for (i, happened) in [true, true, false, true].into_iter().enumerate() {
            of_many.add(i, 0.72, happened);
            of_one.add(7, 0.72, happened);
        }
        let [many, one] = [&of_many, &of_one].map(|reliability| reliability.rows()[7]);
        assert_eq!((many.games, one.games, many.bin), (4, 1, one.bin));
        assert_eq!(many.bin.share_happened(), 0.75);
        let width = |row: Row| row.interval().map(|interval| interval.high - interval.low);
        assert!(width(many) < width(one));
        assert_eq!(of_many.rows()[0].interval(), None);
    }
}
