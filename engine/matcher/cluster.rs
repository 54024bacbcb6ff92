// SPDX-License-Identifier: MIT OR Apache-2.0

//! The numbering of variants: those with the same conditions become neighbours.
//!
//! An index reads a word of 64 variants if each of its sets has one of them. A word is skipped most often if
//! its variants share the conditions that exclude the most. So the variants are divided by a decision tree:
//! by the edge or cell that excludes the most over all variants of the branch, then each branch again, until
//! branches are small. Exclusion is counted in tenths of a bit: a cell beside a stone is empty in half of all
//! cases.

/// An edge or a cell of the rings, with the condition on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Feature {
    /// Which edge or cell.
    pub(super) number: u8,
    /// The states that are refused: empty 1, friend 2, enemy 4; or [`Feature::EDGE`].
    pub(super) refused: u8,
}

impl Feature {
    /// The condition on an edge: that it is there.
    pub(super) const EDGE: u8 = 7;
    /// Edges and cells of the rings.
    pub(super) const COUNT: usize = 4 + super::grid::RING_CELLS;

    /// Information of the condition, in tenths of a bit. An edge fits one anchor in a line.
    fn information(self) -> u32 {
        [0, 10, 5, 20, 5, 20, 10, 40][usize::from(self.refused)]
    }
}

/// Branches of a word or less are not divided.
const SMALL: usize = 64;

/// The features of many variants, one after the other.
#[derive(Debug, Default)]
pub(super) struct Features {
    all: Vec<Feature>,
    ends: Vec<u32>,
}

impl Features {
    /// Adds a variant. No number of its features occurs twice.
    pub(super) fn push(&mut self, features: impl IntoIterator<Item = Feature>) {
        self.all.extend(features);
        self.ends.push(self.all.len() as u32);
    }

    fn of_variant(&self, variant: u32) -> &[Feature] {
        let first = variant
            .checked_sub(1)
            .map_or(0, |before| self.ends[before as usize]);
        &self.all[first as usize..self.ends[variant as usize] as usize]
    }

    /// The condition on an edge or cell, or 0.
    fn asked(&self, variant: u32, number: usize) -> usize {
        let features = self.of_variant(variant).iter();
        features
            .filter(|f| usize::from(f.number) == number)
            .map(|f| usize::from(f.refused))
            .sum()
    }

    /// Returns the variants in their order. O(features * depth of the tree).
    pub(super) fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.ends.len() as u32).collect();
        let mut scratch = order.clone();
        self.divide(&mut order, &mut scratch, [false; Feature::COUNT]);
        order
    }

    fn divide(&self, order: &mut [u32], scratch: &mut [u32], mut used: [bool; Feature::COUNT]) {
        if order.len() <= SMALL {
            return;
        }
        let mut excluded = [0; Feature::COUNT];
        for &variant in &*order {
            for &feature in self.of_variant(variant) {
                excluded[usize::from(feature.number)] += feature.information();
            }
        }
        let unused = (0..Feature::COUNT).filter(|&number| !used[number]);
        let Some(best) = unused.max_by_key(|&number| excluded[number]) else {
            return;
        };
        if excluded[best] == 0 {
            return;
        }
        used[best] = true;
        // A stable sort by the condition.
        let mut ends = [0; 8];
        for &variant in &*order {
            ends[self.asked(variant, best)] += 1;
        }
        let mut at = 0;
        for end in &mut ends {
            at += *end;
            *end = at - *end;
        }
        for &variant in &*order {
            let end = &mut ends[self.asked(variant, best)];
            scratch[*end] = variant;
            *end += 1;
        }
        order.copy_from_slice(scratch);
        let mut first = 0;
        for end in ends {
            self.divide(&mut order[first..end], &mut scratch[first..end], used);
            first = end;
        }
    }
}
