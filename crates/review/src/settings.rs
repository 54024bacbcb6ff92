// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is reviewed, how much is searched, and from where on a loss counts. All thresholds of a review are
//! here.

use katachi_engine::learn::BoardClass;
use katachi_rules::{BoardSize, Color};

use super::assessment::on;

/// Range and effort of a review. Seed and level come from the settings of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Simulations of the first search of each position, or visits of a judge. Where a search suspects a
    /// move of a loss, [`DEEPER`] times as many follow. `None` for [`default_visits`], or as the judge is
    /// configured.
    pub visits: Option<u32>,
    /// Positions that are searched at the same time. The result does not depend on it.
    pub threads: usize,
    /// The first move that is reviewed, counted from 1.
    pub from: usize,
    /// The last one.
    pub to: usize,
    /// The side whose moves are reviewed; both if there is none.
    pub player: Option<Color>,
    /// Number of mistakes of each side that the summary lists.
    pub top: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            visits: None,
            threads: 1,
            from: 1,
            to: usize::MAX,
            player: None,
            top: 5,
        }
    }
}

/// Default simulations of the first search of a position: [`VISITS_19`] on 19x19 and more on smaller boards,
/// where a simulation is shorter and there are fewer positions. A game takes less than two minutes on one
/// core.
pub fn default_visits(size: BoardSize) -> u32 {
    let share = 361.0 / size.area().max(81) as f32;
    (VISITS_19 as f32 * share.powf(1.5)) as u32 / 10 * 10
}

/// Default simulations of a position on 19x19.
pub const VISITS_19: u32 = 250;
/// Factor of visits for a suspected move.
pub const DEEPER: u32 = 5;
/// MiB of the tree of a search: more than enough for a hundred thousand visits.
pub(crate) const MEMORY: usize = 64;

/// A limit of a loss, reached by its win rate or its points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limit {
    /// Share of the win rate.
    pub win_rate: f32,
    /// Points on 19x19; fewer on smaller boards.
    pub points: f32,
}

impl Limit {
    const fn new(win_rate: f32, points: f32) -> Self {
        Self { win_rate, points }
    }

    /// Returns the limit on a board of that size, with points in proportion to its side.
    pub fn on(self, size: BoardSize) -> Self {
        let side = (size.area() as f32).sqrt();
        Self {
            points: self.points * side / 19.0,
            ..self
        }
    }
}

/// Chance of a mistake by the first searches that makes a move suspected.
pub(crate) const SUSPECTED: f32 = 0.15;
/// Returns the chance of a mistake from which on a move counts as one: 0.25 on 9x9, 0.2 to 0.5, where 0.4
/// finds a third fewer mistakes and the same share of the flags is wrong; 0.4 on 19x19
/// (docs/experiments/reviews.md).
pub fn likely(size: BoardSize) -> f32 {
    let [chance] = on(size, [[0.25], [0.4]]);
    chance
}
/// Share of that chance from which on a move is told as one that may be a mistake, 0.6 to 0.9.
pub(crate) const MAY_BE: f32 = 0.75;
/// A loss is significant from this multiple of its standard error on.
pub const SIGNIFICANT: f32 = 1.0;
/// Loss of an inaccuracy.
pub const INACCURACY: Limit = Limit::new(0.05, 4.0);
/// Loss of a mistake.
pub const MISTAKE: Limit = Limit::new(0.10, 8.0);
/// Loss of a blunder.
pub const BLUNDER: Limit = Limit::new(0.20, 16.0);

/// Minimum visits of an alternative, as a share of the visits of the best move.
pub(crate) const ALSO_GOOD: f32 = 0.25;
/// Maximum number of moves of a variation.
pub(crate) const MAX_LINE_LENGTH: usize = 10;
/// Moves before the middle game, as a share of the points of the board: 43 on 19x19, 9 on 9x9.
pub(crate) const OPENING: f32 = 0.12;
/// A move of the opening is unusual below this probability by the move model, 0.001 to 0.01, if another one
/// has at least the second.
pub(crate) const UNUSUAL: [f32; 2] = [0.003, 0.1];
/// The moves with the most visits are looked at, up to this number; 5 to 15.
pub(crate) const LOOKED_AT: usize = 8;
/// Or those with at least this probability by the move model; 0.005 to 0.05.
pub(crate) const LIKELY_TO_BE_SEEN: f32 = 0.01;
/// Absolute ownership of a settled point.
pub(crate) const SETTLED: f32 = 0.7;
/// Share of settled points in the endgame.
pub(crate) const ENDGAME: f32 = 0.75;
/// Minimum stones of a group, in the class of a mistake.
pub(crate) const SMALLEST_GROUP: usize = 3;
/// Returns the maximum rows or columns between two moves in one place.
pub(crate) fn near(size: BoardSize) -> u8 {
    match BoardClass::new(size) {
        BoardClass::Small => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_points_are_a_blunder_on_a_small_board() {
        let on = |side| BLUNDER.on(BoardSize::square(side));
        assert_eq!(on(19), BLUNDER);
        assert!((on(9).points - 7.6).abs() < 0.1);
        assert_eq!(on(9).win_rate, BLUNDER.win_rate);
    }
}
