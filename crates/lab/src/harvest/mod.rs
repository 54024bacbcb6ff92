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
//!
//! The result depends on the set of games alone, not on their order. Time is proportional to the moves of the
//! games, memory to the number of different positions.

mod corner;
mod count;
mod tree;

#[cfg(test)]
mod tests;

use katachi_rules::sgf::Record;

use count::Positions;
pub(crate) use count::Unfit;
pub(crate) use tree::JosekiTree;

/// Limits of counting and writing.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct HarvestLimits {
    /// Smallest count of a move in its position
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) min_count: u32,
    /// Smallest share of a move in percent
    ///
    /// Of the moves of its side in the position. First moves are kept.
    #[arg(long, value_name = "PERCENT", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=100))]
    min_share: u32,
    /// Moves of a corner at most
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u8).range(1..=100))]
    max_moves: u8,
    /// Lines of a corner from each edge, 7 to 11
    #[arg(long, value_name = "LINES", default_value_t = 10, value_parser = clap::value_parser!(u8).range(7..=11))]
    corner: u8,
}

/// Counts of corner positions in games.
#[derive(Debug)]
pub(crate) struct Harvest {
    limits: HarvestLimits,
    positions: Positions,
}

impl Harvest {
    /// Nothing counted yet.
    pub(crate) fn new(limits: HarvestLimits) -> Self {
        Self {
            limits,
            positions: Positions::default(),
        }
    }

    /// Counts the corners of a game. Nothing of a game that is refused is counted.
    pub(crate) fn add(&mut self, record: &Record) -> Result<(), Unfit> {
        self.positions.add(record, &self.limits)
    }

    /// The five trees. A position that several orders of moves lead to is continued where it was reached most
    /// often.
    pub(crate) fn trees(&self) -> Vec<JosekiTree> {
        tree::trees(&self.positions, &self.limits)
    }
}
