//! The index: which variants fit at an anchor, from tables of bitsets in two levels.
//!
//! Each variant has a bit. Four tables, one for each edge of the board, have for each distance of the anchor from
//! that edge the set of variants whose diagram then lies on the board, edge on edge; twelve tables, one for each
//! group of four cells of the rings, have for each state of the group the set of variants that accept it. The variants
//! that fit are the intersection of sixteen sets: exactly those, save that cells farther out are still to be
//! tested. A set has a second level, one bit for each word that is not zero, so that the intersection of the second
//! levels says which few words have to be looked at. It says little if variants that agree are not neighbours;
//! hence the numbering of bits (see `build`).
//!
//! Because the edges are exact, no variant that is left asks for a cell off the board, so rings need no state for
//! such cells: 81 states of four cells instead of 256.

use mkpat::{Offset, Window};

use super::board::Rings;
use super::grid::{GROUPS, STATES};

/// Distances from an edge.
pub(super) const LINES: usize = 25;
/// Sets that are intersected at every anchor.
pub(super) const SETS: usize = 4 + GROUPS;
/// Entries of all tables but the last, which has one for each way from anchor to move.
pub(super) const ENTRIES: usize = 4 * LINES + GROUPS * STATES;

/// What is needed of a variant once it is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Index in the database.
    pub(super) variant: u32,
    /// The windows with cells beyond the rings: the first, and how many.
    pub(super) first_window: u32,
    pub(super) windows: u8,
    /// From the anchor to the move.
    pub(super) to_move: Offset,
    /// From the anchor to the corners of the diagram.
    pub(super) top_left: Offset,
    pub(super) bottom_right: Offset,
}

/// The variants with one kind of anchor.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Words of a set.
    pub(super) words: usize,
    /// Words of its second level.
    pub(super) summaries: usize,
    /// The sets, entry by entry.
    pub(super) bits: Vec<u64>,
    /// Their second levels.
    pub(super) summary: Vec<u64>,
    /// By bit.
    pub(super) shapes: Vec<Shape>,
    /// What is left to test of variants that reach beyond the rings.
    pub(super) windows: Vec<Window>,
    /// The ways from anchor to move that occur; their sets follow the other entries in this order.
    pub(super) moves: Vec<Offset>,
}

/// The sets of an anchor: its lines from the edges (left, top, right, bottom) and its rings.
#[inline]
pub(super) fn entries(lines: [usize; 4], rings: Rings) -> [usize; SETS] {
    let states = rings.to_le_bytes();
    std::array::from_fn(|i| match i {
        0..4 => i * LINES + lines[i],
        _ => 4 * LINES + (i - 4) * STATES + usize::from(states[i - 4]),
    })
}

impl Index {
    /// The bits that all these sets have. The sets that exclude the most should come first.
    #[inline]
    pub(super) fn scan<const N: usize>(&self, entries: [usize; N], mut found: impl FnMut(usize)) {
        let summaries = entries.map(|entry| &self.summary[entry * self.summaries..][..self.summaries]);
        for s in 0..self.summaries {
            let mut words = summaries.iter().fold(u64::MAX, |all, set| all & set[s]);
            while words != 0 {
                let word = 64 * s + words.trailing_zeros() as usize;
                words &= words - 1;
                let mut bits = u64::MAX;
                for entry in entries {
                    bits &= self.bits[entry * self.words + word];
                    if bits == 0 {
                        break;
                    }
                }
                while bits != 0 {
                    found(64 * word + bits.trailing_zeros() as usize);
                    bits &= bits - 1;
                }
            }
        }
    }

    /// What is left to test of a shape.
    #[inline]
    pub(super) fn windows_of(&self, shape: &Shape) -> &[Window] {
        let first = shape.first_window as usize;
        &self.windows[first..first + usize::from(shape.windows)]
    }

    /// Bytes of the tables.
    pub(super) fn size(&self) -> usize {
        size_of_val(&self.bits[..])
            + size_of_val(&self.summary[..])
            + size_of_val(&self.shapes[..])
            + size_of_val(&self.windows[..])
    }
}
