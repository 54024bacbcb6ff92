//! Joseki drawn from records of games: which corner sequences are played, and how often.
//!
//! Each of the four corners of a game is a sequence of moves, with moves elsewhere between. It is turned to one standard
//! form, so that mirror images and exchanged colours are one; a position that different orders of moves lead to is
//! counted once, with everything that was ever played in it. From the counts grow five trees, one for each usual
//! first move, most frequent lines first, in the SGF that the joseki compiler of `mkpat` reads.
//!
//! - `corner`: the standard form.
//! - `count`: games to counted positions.
//! - `tree`: counted positions to trees with values.
//!
//! The result depends on the set of games alone, not on their order. Time is proportional to the moves of the games, memory to the number of
//! different positions.

mod corner;
mod count;
mod tree;

#[cfg(test)]
mod tests;

use katachi_rules::sgf::Record;

use count::Positions;
pub use count::Unfit;

/// The limits of what is counted and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HarvestLimits {
    /// Moves that were played less often in a position are left out; 1 or more.
    pub min_count: u32,
    /// So are moves that are fewer than this many in a hundred of what their side played in the position, first moves
    /// excepted.
    pub min_share: u32,
    /// Moves of one corner that are looked at, 1 or more.
    pub depth: usize,
    /// Lines from each edge that belong to a corner, 7 to 11.
    pub reach: u8,
}

impl Default for HarvestLimits {
    fn default() -> Self {
        Self {
            min_count: 25,
            min_share: 3,
            depth: 16,
            reach: 10,
        }
    }
}

/// The tree of one first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JosekiTree {
    /// `hoshi`, `komoku`, `sansan`, `mokuhazushi` or `takamoku`.
    pub name: &'static str,
    /// The tree as text; only a root if the first move was never played often enough.
    pub sgf: String,
    /// Moves in it behind the first, each of which becomes a pattern.
    pub entries: usize,
    /// Lines from the root to an end.
    pub variations: usize,
}

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

    /// The five trees. A position that several orders of moves lead to is continued where it was reached most often.
    pub fn trees(&self) -> Vec<JosekiTree> {
        tree::trees(&self.positions, &self.limits)
    }
}
