// SPDX-License-Identifier: MIT OR Apache-2.0

//! Joseki drawn from records of games: which corner sequences are played, and how often.
//!
//! Each of the four corners of a game is a sequence of moves, with moves elsewhere between. It is turned to
//! one standard form, so that mirror images and exchanged colours are one; a position that different orders
//! of moves lead to is counted once, with everything that was ever played in it. From the counts grow five
//! trees, one for each usual first move, most frequent lines first, in the SGF that the joseki compiler of
//! `mkpat` reads.
//!
//! - `corner`: the standard form.
//! - `count`: games to counted positions.
//! - `tree`: counted positions to trees with values.
//! - `limits`: limits of counting and writing.
//!
//! The result depends on the set of games alone, not on their order. Time is proportional to the moves of the
//! games, memory to the number of different positions.

mod corner;
mod count;
mod limits;
mod tree;

#[cfg(test)]
mod tests;

use katachi_rules::sgf::Record;

use count::Positions;
pub use count::Unfit;
pub use limits::HarvestLimits;
pub use tree::JosekiTree;

/// Counts of corner positions in games.
#[derive(Debug)]
pub struct Harvest {
    limits: HarvestLimits,
    positions: Positions,
}

impl Harvest {
    /// Nothing counted yet.
    ///
    /// # Panics
    /// If the corners would have fewer than 7 or more than 11 lines.
    pub fn new(limits: HarvestLimits) -> Self {
        assert!((7..=11).contains(&limits.reach), "a corner has 7 to 11 lines");
        Self {
            limits,
            positions: Positions::default(),
        }
    }

    /// Counts the corners of a game.
    ///
    /// # Errors
    /// If no corners can be counted in it. Nothing of it is counted then.
    pub fn add(&mut self, record: &Record) -> Result<(), Unfit> {
        self.positions.add(record, self.limits.reach, self.limits.depth)
    }

    /// The five trees. A position that several orders of moves lead to is continued where it was reached most
    /// often.
    pub fn trees(&self) -> Vec<JosekiTree> {
        tree::trees(&self.positions, &self.limits)
    }
}
