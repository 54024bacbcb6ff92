// SPDX-License-Identifier: MIT OR Apache-2.0

//! Makes the index of a database.
//!
//! Bits are numbered so that similar variants are neighbours (`cluster`). For each cell of the rings and each
//! of its states there is the set of variants that refuse it. The union over the cells of a group is what the
//! group refuses. So the cost is O(elements) for the cells and O(sets * words) for the tables
//! (`benches/matcher.rs`).

use std::ops::RangeInclusive;

use mkpat::{Database, Offset, Variant, Window};

use super::cluster::{Feature, Features};
use super::grid::{GROUP, RING_CELLS, STATES, ring_cell};
use super::index::{Block, ENTRIES, ExtraTests, Index, LINES, SIDES, Shape};

/// A variant on its way into the index.
struct Draft {
    variant: u32,
    to_move: Offset,
    extra: ExtraTests,
    /// For each cell of the rings the states that it refuses: empty 1, friend 2, enemy 4.
    refused: [u8; RING_CELLS],
}

impl Draft {
    /// The conditions that the tables test.
    fn features(&self) -> impl Iterator<Item = Feature> {
        let edges = (0..4)
            .filter(|&side| self.extra.edges.contains(SIDES[side]))
            .map(|side| Feature {
                number: side as u8,
                refused: Feature::EDGE,
            });
        let cells = self.refused.iter().zip(4..).filter(|&(&refused, _)| refused != 0);
        edges.chain(cells.map(|(&refused, number)| Feature { number, refused }))
    }

    /// Distances to an edge, as the tables tell them apart, at which the diagram fits on the board. The last
    /// one stands for all larger ones, and the diagram may not fit.
    fn fits(&self, side: usize) -> RangeInclusive<usize> {
        let reach = self.reaches(side).min(LINES - 1);
        if self.extra.edges.contains(SIDES[side]) {
            reach..=reach
        } else {
            reach..=LINES - 1
        }
    }

    fn reaches(&self, side: usize) -> usize {
        self.extra.reaches()[side].max(0) as usize
    }

    /// Is there a side on which the diagram reaches farther than the tables know?
    fn is_wide(&self) -> bool {
        (0..4).any(|side| self.reaches(side) + usize::from(self.extra.edges.contains(SIDES[side])) >= LINES)
    }
}

/// States that an and-compare test refuses.
fn refused(mask: u32, value: u32) -> u8 {
    (0..3).fold(0, |set, state| set | u8::from(state & mask != value) << state)
}

/// Splits the tests of a variant: the rings, and windows for cells beyond them, those with the most tested
/// cells first.
fn draft(database: &Database, number: usize, variant: &Variant, windows: &mut Vec<Window>) -> Draft {
    let mut draft = Draft {
        variant: number as u32,
        to_move: variant.to_move,
        extra: ExtraTests {
            first_window: windows.len() as u32,
            windows: 0,
            edges: variant.edges,
            top_left: variant.top_left,
            bottom_right: variant.bottom_right,
        },
        refused: [0; RING_CELLS],
    };
    for window in database.windows_of(variant) {
        let mut far = 0;
        let mut left = window.mask;
        while left != 0 {
            let pair = left.leading_zeros() / 2;
            let shift = 30 - 2 * pair;
            left &= !(3 << shift);
            let offset = window.at + Offset::new(pair as i8 % 4 - 1, pair as i8 / 4 - 1);
            let (mask, value) = (window.mask >> shift & 3, window.value >> shift & 3);
            match ring_cell(offset) {
                Some(cell) => draft.refused[cell] |= refused(mask, value),
                // The index is chosen by the anchor.
                None if offset == Offset::ZERO => {}
                None => far |= 3 << shift,
            }
        }
        if window.mask & far != 0 {
            windows.push(Window {
                at: window.at,
                mask: window.mask & far,
                value: window.value & far,
            });
            draft.extra.windows += 1;
        }
    }
    let own = &mut windows[draft.extra.first_window as usize..];
    own.sort_by_key(|window| std::cmp::Reverse(window.mask.count_ones()));
    draft
}

impl Index {
    /// Builds the index of the chosen variants. O(elements + words * entries).
    pub(super) fn new(database: &Database, chosen: impl Fn(usize, &Variant) -> bool) -> Self {
        let mut windows = Vec::new();
        let mut drafts: Vec<Draft> = Vec::new();
        for (number, variant) in database.variants.iter().enumerate() {
            if chosen(number, variant) {
                drafts.push(draft(database, number, variant, &mut windows));
            }
        }
        let mut features = Features::default();
        drafts.iter().for_each(|draft| features.push(draft.features()));
        let order = features.order();
        let drafts: Vec<&Draft> = order.iter().map(|&i| &drafts[i as usize]).collect();
        let mut index = Self::default();
        for draft in &drafts {
            index.push_shape(draft, &windows);
        }
        for block in drafts.chunks(64 * 64) {
            index.push_block(block);
        }
        index
    }

    fn push_shape(&mut self, draft: &Draft, windows: &[Window]) {
        let first = draft.extra.first_window as usize;
        let own = &windows[first..first + usize::from(draft.extra.windows)];
        let nothing = Window {
            at: Offset::ZERO,
            mask: 0,
            value: 0,
        };
        let (&window, own) = own.split_first().unwrap_or((&nothing, &[]));
        let has_extra = !own.is_empty() || draft.is_wide();
        let shape = Shape::new(draft.variant, draft.to_move, window, has_extra);
        self.shapes.push(shape);
        // Windows lie in the order of the bits: the windows of one block are read together.
        self.extras.push(ExtraTests {
            first_window: self.windows.len() as u32,
            windows: own.len() as u8,
            ..draft.extra
        });
        self.windows.extend(own);
    }

    /// Adds the tables of 64 words or fewer.
    fn push_block(&mut self, drafts: &[&Draft]) {
        let mut block = Block {
            rows: vec![[0; _]; ENTRIES],
            summary: vec![0; ENTRIES],
        };
        for (word, drafts) in drafts.chunks(64).enumerate() {
            let sets = sets(drafts);
            for (summary, &set) in block.summary.iter_mut().zip(&sets) {
                *summary |= u64::from(set != 0) << word;
            }
            for (row, set) in block.rows.iter_mut().zip(sets) {
                row[word] = set;
            }
        }
        self.blocks.push(block);
    }
}

/// The sets of one word, in the order of the entries.
fn sets(drafts: &[&Draft]) -> Vec<u64> {
    let mut sets = Vec::with_capacity(ENTRIES);
    // For each side and distance the variants whose diagram lies on the board there.
    let mut fits = [[0u64; LINES]; 4];
    for (bit, draft) in drafts.iter().enumerate() {
        for (side, fits) in fits.iter_mut().enumerate() {
            for fits in &mut fits[draft.fits(side)] {
                *fits |= 1 << bit;
            }
        }
    }
    let [left, top, right, bottom] = fits;
    for (before, after) in [(left, right), (top, bottom)] {
        sets.extend(before.iter().flat_map(|a| after.iter().map(move |b| a & b)));
    }
    // For each cell and state the variants of the word that refuse it.
    let mut refused = [[0u64; 3]; RING_CELLS];
    for (bit, draft) in drafts.iter().enumerate() {
        for (refused, &states) in refused.iter_mut().zip(&draft.refused) {
            for (state, word) in refused.iter_mut().enumerate() {
                *word |= u64::from(states >> state & 1) << bit;
            }
        }
    }
    let groups: Vec<&[[u64; 3]]> = refused.chunks_exact(GROUP).collect();
    let accepted = |cells: &[[u64; 3]], state: usize| {
        let refused = |(i, cell): (usize, &[u64; 3])| cell[state / 3usize.pow(i as u32) % 3];
        !cells
            .iter()
            .enumerate()
            .map(refused)
            .fold(0, |all, word| all | word)
    };
    let accepted = |cells| (0..STATES).map(move |state| accepted(cells, state));
    sets.extend(groups.iter().flat_map(|cells| accepted(cells)));
    sets
}
