// SPDX-License-Identifier: MIT OR Apache-2.0

//! The numbers of analysis protocols, from the report of a search, for the side to move.

use katachi_engine::search::{Report, Searched, Values};
use katachi_rules::Color;

/// Standard deviations between a win rate and its lower bound: the bound holds in 97.5 % of the cases.
const BOUND: f32 = 1.96;

/// Numbers of a move or of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Simulations.
    pub visits: u32,
    /// Probability of a win, 0 to 1.
    pub win_rate: f32,
    /// Lower confidence bound of the win rate.
    pub lower_bound: f32,
    /// Corrected lead in points, with komi.
    pub lead: f32,
    /// Standard deviation of the final lead.
    pub deviation: f32,
}

/// Returns a side's win rate and lead, from Black's, or Black's from a side's.
pub fn of_side(color: Color, win_rate: f32, lead: f32) -> (f32, f32) {
    match color {
        Color::Black => (win_rate, lead),
        Color::White => (1.0 - win_rate, -lead),
    }
}

impl Numbers {
    /// Returns the numbers of the position.
    pub fn of_position(report: &Report) -> Self {
        Self::new(report, report.visits, report.values())
    }

    /// Returns the numbers of a move. A move without simulations has the numbers of the position.
    pub fn of_move(report: &Report, searched: &Searched) -> Self {
        Self::new(report, searched.visits, report.values_of(searched))
    }

    fn new(report: &Report, visits: u32, values: Values) -> Self {
        let bound = values.win_rate - BOUND * values.win_rate_error;
        Self {
            visits,
            win_rate: values.win_rate,
            lower_bound: if visits == 0 { 0.0 } else { bound.max(0.0) },
            lead: values.lead,
            deviation: report.evaluation.deviation,
        }
    }

    /// Returns the win rate scaled to -1..1.
    pub fn utility(&self) -> f32 {
        2.0 * self.win_rate - 1.0
    }

    /// Returns the lower bound scaled to -1..1.
    pub fn utility_bound(&self) -> f32 {
        2.0 * self.lower_bound - 1.0
    }
}

/// Returns the moves of a report with a visit, best first: at least `least` and at most `most` moves.
pub fn listed(report: &Report, least: usize, most: usize) -> impl Iterator<Item = &Searched> {
    let visited = report.moves.iter().filter(|searched| searched.visits > 0).count();
    report.moves.iter().take(visited.max(least).min(most))
}

/// Standard deviation of the ownership of a point from playout to playout, where it is 1 or -1, by its mean.
pub fn deviation(ownership: f32) -> f32 {
    (1.0 - ownership.powi(2)).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use katachi_rules::Move;

    use super::*;
    use crate::position::tests::searched;

    #[test]
    fn the_lower_bound_is_far_below_after_few_visits_and_nearer_after_more() {
        let mut report = searched(Move::Pass);
        let mut below = |visits| {
            report.moves[0].visits = visits;
            let numbers = Numbers::of_move(&report, &report.moves[0]);
            numbers.win_rate - numbers.lower_bound
        };
        let below = [1, 10, 100, 10_000].map(&mut below);
        assert!(below[0] > 0.3 && below.is_sorted_by(|a, b| a >= b), "{below:?}");
    }

    #[test]
    fn the_best_move_has_the_numbers_of_the_position() {
        let mut report = searched(Move::Pass);
        report.lead = (3.0, 48.0);
        let of_move = Numbers::of_move(&report, &report.moves[0]);
        let of_position = Numbers::of_position(&report);
        assert_eq!(
            (of_position.win_rate, of_position.lead),
            (of_move.win_rate, of_move.lead)
        );
        assert!(
            of_move.win_rate > 0.528,
            "playouts are less sure than a strong player"
        );
    }

    #[test]
    fn a_move_without_visits_has_the_numbers_of_the_position_and_is_listed_on_demand() {
        let mut report = searched(Move::Pass);
        let mut other = report.moves[0].clone();
        other.visits = 0;
        report.moves.push(other);
        let numbers = Numbers::of_move(&report, &report.moves[1]);
        assert_eq!((numbers.visits, numbers.lower_bound), (0, 0.0));
        assert_eq!(numbers.win_rate, Numbers::of_position(&report).win_rate);
        let count = |least, most| listed(&report, least, most).count();
        assert_eq!((count(0, 9), count(2, 9), count(2, 1)), (1, 2, 1));
    }
}
