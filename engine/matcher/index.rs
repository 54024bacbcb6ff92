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
    /// The sets, in blocks of 64 words: within a block entry by entry.
    pub(super) bits: Vec<u64>,
    /// Their second levels: one word for each block and entry.
    pub(super) summary: Vec<u64>,
    /// By bit.
    pub(super) shapes: Vec<Shape>,
    /// What is left to test of variants that reach beyond the rings.
    pub(super) windows: Vec<Window>,
    /// The ways from anchor to move that occur; their sets follow the other entries in this order.
    pub(super) moves: Vec<Offset>,
}

/// Sets of the edges and of the two inner rings.
const PART: usize = 10;

/// A place to be looked at, and the sets that it asks for: one for each edge, one for each group of the rings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    pub(super) place: u16,
    sets: [u16; SETS],
}

const _: () = assert!(ENTRIES <= u16::MAX as usize);

impl Anchor {
    /// From the lines between the anchor and the edges (left, top, right, bottom), and its rings.
    #[inline]
    pub(super) fn new(place: usize, lines: [usize; 4], rings: Rings) -> Self {
        let states = rings.to_le_bytes();
        let sets = std::array::from_fn(|i| match i {
            0..4 => (i * LINES + lines[i]) as u16,
            _ => (4 * LINES + (i - 4) * STATES) as u16 + u16::from(states[i - 4]),
        });
        Self {
            place: place as u16,
            sets,
        }
    }

    /// The bits that all its sets have, among the words of a block that are left.
    ///
    /// Nothing here is decided by the bits of a word: a few loads more, and a place in the list for what may be
    /// zero, cost less than a branch that is guessed wrong. The sets come in two or three parts, so that those of the
    /// outer rings are read for few words.
    #[inline]
    fn look(
        &self,
        block: &[u64],
        words: usize,
        mut left: u64,
        list: &mut [(usize, u64); 64],
        mut found: impl FnMut(usize),
    ) {
        let intersect = |sets: &[u16], word: usize, bits: u64| {
            sets.iter()
                .fold(bits, |all, &set| all & block[usize::from(set) * words + word])
        };
        let mut listed = 0;
        while left != 0 {
            let word = left.trailing_zeros() as usize;
            left &= left - 1;
            let bits = intersect(&self.sets[..PART], word, u64::MAX);
            list[listed % 64] = (word, bits);
            listed += usize::from(bits != 0);
        }
        let waiting = std::mem::take(&mut listed);
        for i in 0..waiting.min(64) {
            let (word, bits) = list[i];
            let bits = intersect(&self.sets[PART..], word, bits);
            list[listed % 64] = (64 * word, bits);
            listed += usize::from(bits != 0);
        }
        for &(first, mut bits) in &list[..listed] {
            while bits != 0 {
                found(first + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

impl Index {
    /// Entries of all tables.
    pub(super) fn entries(&self) -> usize {
        ENTRIES + self.moves.len()
    }

    /// The tables of 64 words after the other, each with its second level.
    fn blocks(&self) -> impl Iterator<Item = (&[u64], &[u64])> {
        let entries = self.entries();
        self.summary
            .chunks_exact(entries)
            .zip(self.bits.chunks(64 * entries))
    }

    /// Finds the bits that all sets of an anchor have, for many anchors.
    ///
    /// The tables are served 64 words at a time, each for all anchors: half a megabyte, which stays in the second
    /// cache while it is in use, however large the database.
    #[inline]
    pub(super) fn scan(&self, anchors: &[Anchor], mut found: impl FnMut(&Anchor, usize)) {
        let mut list = [(0, 0); 64];
        for (number, (summary, block)) in self.blocks().enumerate() {
            let words = block.len() / self.entries();
            for anchor in anchors {
                let left = anchor
                    .sets
                    .iter()
                    .fold(u64::MAX, |all, &set| all & summary[usize::from(set)]);
                anchor.look(block, words, left, &mut list, |bit| {
                    found(anchor, 4096 * number + bit)
                });
            }
        }
    }

    /// The bits for one anchor, only of variants whose move lies the way of this number.
    #[inline]
    pub(super) fn scan_one(&self, anchor: &Anchor, way: usize, mut found: impl FnMut(usize)) {
        let mut list = [(0, 0); 64];
        for (number, (summary, block)) in self.blocks().enumerate() {
            let words = block.len() / self.entries();
            let mut left = anchor.sets.iter().fold(summary[ENTRIES + way], |all, &set| {
                all & summary[usize::from(set)]
            });
            let way = &block[(ENTRIES + way) * words..][..words];
            while left != 0 {
                let word = left.trailing_zeros() as usize;
                left &= left - 1;
                anchor.look(block, words, 1 << word, &mut list, |bit| {
                    if way[word] >> (bit % 64) & 1 != 0 {
                        found(4096 * number + bit);
                    }
                });
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
