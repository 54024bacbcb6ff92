// SPDX-License-Identifier: MIT OR Apache-2.0

//! Values of positions for Black, and losses of moves for the side that moved.

use super::settings::Limit;
use katachi_katago_json::Answer;
use katachi_rules::Color;
use serde::{Deserialize, Serialize};

/// The value of a position for Black, by a search with its corrections (`assessment`) or by a judge. The
/// errors are standard errors of the playouts. They do not contain misjudgements of the playouts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Value {
    /// Probability that Black wins, 0 to 1.
    pub win_rate: f32,
    /// Its standard error.
    pub win_rate_error: f32,
    /// Black's mean lead in points, with komi.
    pub lead: f32,
    /// Its standard error.
    pub lead_error: f32,
    /// Simulations.
    pub visits: u32,
}

impl Value {
    /// The value by a judge, which tells no errors: they are 0.
    pub(crate) fn from_answer(answer: &Answer) -> Self {
        Self {
            win_rate: answer.win_rate,
            win_rate_error: 0.0,
            lead: answer.lead,
            lead_error: 0.0,
            visits: answer.visits,
        }
    }

    /// Returns the win rate of a side, 0 to 1.
    pub fn win_rate_of(&self, color: Color) -> f32 {
        share_of(color, self.win_rate)
    }

    /// Returns the lead of a side in points.
    pub fn lead_of(&self, color: Color) -> f32 {
        lead_of(color, self.lead)
    }
}

/// Turns a share of Black's into that of a side, or the other way round.
pub(crate) fn share_of(color: Color, share: f32) -> f32 {
    match color {
        Color::Black => share,
        Color::White => 1.0 - share,
    }
}

/// Turns a number that is good for Black into one that is good for a side, or the other way round.
pub(crate) fn lead_of(color: Color, lead: f32) -> f32 {
    match color {
        Color::Black => lead,
        Color::White => -lead,
    }
}

/// The loss of a move against the best move of the search, for the side that moved. Negative if the move
/// turned out better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Loss {
    /// Loss of win rate, from -1 to 1.
    pub win_rate: f32,
    /// Its standard error.
    pub win_rate_error: f32,
    /// Loss of points.
    pub points: f32,
    /// Its standard error.
    pub points_error: f32,
}

impl Loss {
    /// Returns the loss of `color` from the values after the move and after the best move.
    pub fn between(color: Color, best: &Value, after: &Value) -> Self {
        Self {
            win_rate: best.win_rate_of(color) - after.win_rate_of(color),
            win_rate_error: best.win_rate_error.hypot(after.win_rate_error),
            points: best.lead_of(color) - after.lead_of(color),
            points_error: best.lead_error.hypot(after.lead_error),
        }
    }

    /// Returns the parts of the loss that reach this multiple of their standard errors. Others are 0.
    pub fn significant(&self, times: f32) -> Counted {
        let is_significant = |loss: f32, error: f32| loss > 0.0 && loss >= times * error;
        let part = |loss: f32, error: f32| if is_significant(loss, error) { loss } else { 0.0 };
        Counted {
            win_rate: part(self.win_rate, self.win_rate_error),
            points: part(self.points, self.points_error),
        }
    }
}

/// The significant parts of a loss. Others are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// Win rate, 0 to 1.
    pub win_rate: f32,
    /// Points.
    pub points: f32,
}

impl Counted {
    /// Returns whether a part reaches its limit.
    pub fn reaches(&self, limit: Limit) -> bool {
        self.win_rate >= limit.win_rate || self.points >= limit.points
    }

    /// Returns the larger part relative to its limit, to sort mistakes.
    pub fn in_limits(&self, limit: Limit) -> f32 {
        (self.win_rate / limit.win_rate).max(self.points / limit.points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(win_rate: f32, lead: f32) -> Value {
        Value {
            win_rate,
            win_rate_error: 0.03,
            lead,
            lead_error: 1.5,
            visits: 400,
        }
    }

    #[test]
    fn a_loss_is_of_the_side_that_moved() {
        let (best, after) = (value(0.6, 5.0), value(0.4, -3.0));
        let loss = Loss::between(Color::Black, &best, &after);
        assert!((loss.win_rate - 0.2).abs() < 1e-6 && (loss.points - 8.0).abs() < 1e-6);
        assert!((loss.points_error - 1.5 * 2f32.sqrt()).abs() < 1e-5);
        let gain = Loss::between(Color::White, &best, &after);
        assert_eq!(gain.significant(1.0), Counted::default(), "a gain is no loss");
        assert!((gain.win_rate + 0.2).abs() < 1e-6 && (gain.points + 8.0).abs() < 1e-6);
    }
}
