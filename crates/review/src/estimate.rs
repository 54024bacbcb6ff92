// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a search says of a position, as numbers that can be averaged and compared.

use katachi_engine::search::Report;
use katachi_rules::{BoardSize, Color, PointMap};

use super::calibration;
use super::value::Value;

/// Factor that brings the ownership of a point nearer to that of its likely owner. Differences between the
/// sums on two positions are then nearer to a judge's than differences between mean leads.
const TO_LIKELY_OWNER: f32 = 1.5;

/// The estimate of a position by a search. Its numbers are Black's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// Logarithm of the odds of winning, by playouts with the correction for the size of the board.
    pub(crate) odds: f32,
    /// Its standard error.
    pub(crate) odds_error: f32,
    /// Mean lead of playouts in points, with komi.
    pub(crate) lead: f32,
    /// Its standard error.
    pub(crate) lead_error: f32,
    /// The lead if points went to their likely owners.
    pub(crate) likely_lead: f32,
    pub(crate) visits: u32,
}

impl Estimate {
    pub(crate) fn from_report(report: &Report, size: BoardSize) -> Self {
        let sign = match report.color {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        let (lead, deviation) = report.lead;
        let lead = sign * lead;
        let (odds, odds_error) = odds(report, report.win_rate, report.visits);
        Self {
            odds: sign * odds,
            odds_error,
            lead,
            lead_error: deviation / (report.playouts.max(1) as f32).sqrt(),
            likely_lead: lead + likely_gain(&report.ownership, size),
            visits: report.visits,
        }
    }

    pub(crate) fn value(&self, size: BoardSize) -> Value {
        let odds = (self.odds, self.odds_error);
        let (win_rate, win_rate_error) = calibration::win_rate(size, odds, (self.lead, self.lead_error));
        Value {
            win_rate,
            win_rate_error,
            lead: self.lead,
            lead_error: self.lead_error,
            visits: self.visits,
        }
    }

    /// The lead of a side if points went to their likely owners.
    pub(crate) fn likely_lead_of(&self, color: Color) -> f32 {
        match color {
            Color::Black => self.likely_lead,
            Color::White => -self.likely_lead,
        }
    }
}

/// The logarithm of the odds of a win rate by that many simulations, and its standard error. One more win and
/// one more loss are counted, as a rate of 0 or 1 is not certain.
pub(crate) fn odds(report: &Report, win_rate: f32, visits: u32) -> (f32, f32) {
    let visits = visits.max(1) as f32;
    let likely = ((win_rate * visits + 1.0) / (visits + 2.0)).clamp(0.5 / visits, 1.0 - 0.5 / visits);
    let corrected = report.calibration.win_rate(likely);
    let error = (likely * (1.0 - likely) / visits).sqrt();
    let spread = corrected * (1.0 - corrected);
    let odds = (corrected / (1.0 - corrected)).ln();
    (
        odds,
        report.calibration.win_rate_error(likely, error) / spread.max(f32::MIN_POSITIVE),
    )
}

/// The points that Black gains if all points go to their likely owners.
fn likely_gain(ownership: &PointMap<f32>, size: BoardSize) -> f32 {
    let gain = |owner: f32| (TO_LIKELY_OWNER * owner).clamp(-1.0, 1.0) - owner;
    size.points().map(|point| gain(ownership[point])).sum()
}
