// SPDX-License-Identifier: MIT OR Apache-2.0

//! Makes the index of a database.
//!
//! Bits are numbered so that similar variants are neighbours (`order`). For each cell of the rings and each
//! of its states there is the set of variants that refuse it. The union over the cells of a group is what the
//! group refuses. So the cost is O(elements) for the cells and O(sets * words) for the tables
//! (`docs/experiments/patterns.md`).
//!
//! An index reads a word of 64 variants if each of its sets has one of them. A word is skipped most often if
//! its variants share the conditions that exclude the most. So the variants are divided by a decision tree:
//! by the edge or cell that excludes the most over all variants of the branch, then each branch again, until
//! branches are small. Exclusion is counted in tenths of a bit: a cell beside a stone is empty in half of all
//! cases.

use std::ops::RangeInclusive;

use mkpat::{Database, Offset, Variant, Window};

use super::board::{GROUP, RING_CELLS, STATES, ring_cell};
use super::index::{Block, ENTRIES, ExtraTests, Index, LINES, SIDES, Shape};

/// Edges and cells of the rings.
const COUNT: usize = 4 + RING_CELLS;

/// What a variant refuses, on the edges and then on the cells of the rings: empty 1, friend 2, enemy 4; or
/// [`EDGE`].
type Conditions = [u8; COUNT];

/// The condition on an edge: that it is there.
const EDGE: u8 = 7;

/// Information of each condition, in tenths of a bit. An edge fits one anchor in a line.
const INFORMATION: [u32; 8] = [0, 10, 5, 20, 5, 20, 10, 40];

/// Branches of a word or less are not divided.
const SMALL: usize = 64;

/// A variant on its way into the index.
struct Draft {
    variant: u32,
    to_move: Offset,
    extra: ExtraTests,
    conditions: Conditions,
}

impl Draft {
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

    /// Whether there is a side on which the diagram reaches farther than the tables know.
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
        conditions: [0; _],
    };
    for (condition, &side) in draft.conditions.iter_mut().zip(&SIDES) {
        *condition = if variant.edges.contains(side) { EDGE } else { 0 };
    }
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
                Some(cell) => draft.conditions[SIDES.len() + cell] |= refused(mask, value),
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
        let conditions: Vec<&Conditions> = drafts.iter().map(|draft| &draft.conditions).collect();
        let order = order(&conditions);
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
        for (refused, &states) in refused.iter_mut().zip(&draft.conditions[SIDES.len()..]) {
            for (state, word) in refused.iter_mut().enumerate() {
                *word |= u64::from(states >> state & 1) << bit;
            }
        }
    }
    let groups: Vec<&[[u64; 3]]> = refused.chunks_exact(GROUP).collect();
    let accepted = |cells: &[[u64; 3]], state: usize| {
        let refused = |(i, cell): (usize, &[u64; 3])| cell[state / 3usize.pow(i as u32) % 3];
        let refused = cells.iter().enumerate().map(refused);
        !refused.fold(0, |all, word| all | word)
    };
    let accepted = |cells| (0..STATES).map(move |state| accepted(cells, state));
    sets.extend(groups.iter().flat_map(|cells| accepted(cells)));
    sets
}

/// Returns the variants with these conditions in their order. O(conditions * depth of the tree).
fn order(variants: &[&Conditions]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..variants.len() as u32).collect();
    divide(variants, &mut order, [false; COUNT]);
    order
}

fn divide(variants: &[&Conditions], order: &mut [u32], mut used: [bool; COUNT]) {
    if order.len() <= SMALL {
        return;
    }
    let mut excluded = [0; COUNT];
    for &variant in &*order {
        for (sum, &condition) in excluded.iter_mut().zip(variants[variant as usize]) {
            *sum += INFORMATION[usize::from(condition)];
        }
    }
    let unused = (0..COUNT).filter(|&number| !used[number]);
    let best = unused.max_by_key(|&number| excluded[number]);
    let Some(best) = best.filter(|&best| excluded[best] > 0) else {
        return;
    };
    used[best] = true;
    let condition = |variant: &u32| variants[*variant as usize][best];
    order.sort_by_key(condition);
    for branch in order.chunk_by_mut(|a, b| condition(a) == condition(b)) {
        divide(variants, branch, used);
    }
}
