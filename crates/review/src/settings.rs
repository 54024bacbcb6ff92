// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is reviewed, how much is searched, and from where on a loss counts. All thresholds of a review are here.

use katachi_rules::{BoardSize, Color};

/// What is reviewed, and how much is searched. The engine's seed and level are those of its own settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Simulations of the first search of each position. Where a move is suspected of a loss, [`DEEPER`] times as many follow.
    pub visits: u32,
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
            visits: VISITS,
            threads: 1,
            from: 1,
            to: usize::MAX,
            player: None,
            top: 5,
        }
    }
}

/// Simulations of the first search of a position, if nothing else is said: a game of 250 moves on 19x19 then takes less than two minutes
/// on one core.
pub const VISITS: u32 = 250;
/// How many times as much a suspected move is searched.
pub const DEEPER: u32 = 5;
/// MiB of the tree of a search: more than enough for a hundred thousand visits.
pub(crate) const MEMORY: usize = 64;

/// A loss of win rate or of points, whichever is reached first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limit {
    /// Share of the win rate.
    pub win_rate: f32,
    /// Points on 19x19; fewer on smaller boards.
    pub points: f32,
}

impl Limit {
    /// The same on a board of that size: points in proportion to its side.
    pub fn on(self, size: BoardSize) -> Self {
        let side = (size.area() as f32).sqrt();
        Self {
            points: self.points * side / 19.0,
            ..self
        }
    }
}

/// A loss by the first search from which on a move is suspected, if it is at least its standard error.
pub(crate) const SUSPECTED: Limit = Limit {
    win_rate: 0.05,
    points: 3.0,
};
/// A loss counts only if it is this many times its standard error: less is often chance.
pub const SIGNIFICANT: f32 = 2.0;
/// From where on a move is an inaccuracy.
pub const INACCURACY: Limit = Limit {
    win_rate: 0.05,
    points: 4.0,
};
/// From where on it is a mistake.
pub const MISTAKE: Limit = Limit {
    win_rate: 0.10,
    points: 8.0,
};
/// From where on it is a blunder.
pub const BLUNDER: Limit = Limit {
    win_rate: 0.20,
    points: 16.0,
};

/// A move that the search looked at is worth showing beside the best one if it has at least this share of its visits.
pub(crate) const ALSO_GOOD: f32 = 0.25;
/// Moves of a variation that are shown, at most.
pub(crate) const MAX_LINE_LENGTH: usize = 10;
/// Moves before the middle game, as a share of the points of the board: 43 on 19x19, 9 on 9x9.
pub(crate) const OPENING: f32 = 0.12;
/// A point is settled if one side owns it so much oftener than the other at the end of playouts, 0 to 1.
pub(crate) const SETTLED: f32 = 0.7;
/// The endgame begins where this share of the points is settled and stays so.
pub(crate) const ENDGAME: f32 = 0.75;
/// Groups of fewer stones are not worth a word when their status changes.
pub(crate) const SMALLEST_GROUP: u32 = 3;
/// A better move is near the played one, and so about the same fight, up to this many rows or columns.
pub(crate) const NEAR: u8 = 3;
/// A better move for which nothing else speaks is explained by its probability from this on, by the move-prediction model.
pub(crate) const WORTH_TELLING: f32 = 0.05;

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
