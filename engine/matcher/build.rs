//! Makes the index of a database.
//!
//! Bits are numbered so that variants which agree are neighbours: by edges, then by what they ask of the inner
//! ring, then of the next. Sets are not made variant by variant and state by state; instead each cell of the rings
//! has for each of its states the set of variants that refuse it, and what a group refuses is the union over
//! its cells. So the cost is O(elements) for those and O(sets * words) for the tables: see benches/matcher.rs.

use mkpat::{Database, Edges, Offset, Variant, Window};

use super::grid::{GROUP, GROUPS, RING_CELLS, STATES, ring_cell};
use super::index::{ENTRIES, Index, LINES, Shape};

/// A variant on its way into the index.
struct Draft {
    /// Variants are numbered in this order.
    key: u128,
    shape: Shape,
    edges: Edges,
    /// For each cell of the rings the states that it refuses: empty 1, friend 2, enemy 4.
    refused: [u8; RING_CELLS],
}

/// States that an and-compare test refuses.
fn refused(mask: u32, value: u32) -> u8 {
    (0..3).fold(0, |set, state| set | u8::from(state & mask != value) << state)
}

/// Takes a variant apart: what the rings decide, and windows for the rest.
fn draft(database: &Database, number: usize, variant: &Variant, windows: &mut Vec<Window>) -> Draft {
    let mut all = [0u8; RING_CELLS];
    let first_window = windows.len();
    for window in database.windows_of(variant) {
        let mut far = 0;
        let mut left = window.mask;
        while left != 0 {
            let pair = left.leading_zeros() / 2;
            let shift = 30 - 2 * pair;
            left &= !(3 << shift);
            let offset = window.at + Offset::new(pair as i8 % 4 - 1, pair as i8 / 4 - 1);
            match ring_cell(offset) {
                Some(cell) => all[cell] |= refused(window.mask >> shift & 3, window.value >> shift & 3),
                // The anchor itself is what the index is chosen by.
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
        }
    }
    // A cell that is not asked for has 0; the number of the variant makes the order total.
    let mut key = u128::from(variant.edges.bits());
    for &states in &all[..24] {
        key = key << 3 | u128::from(states);
    }
    Draft {
        key: key << 32 | number as u128,
        shape: Shape {
            variant: number as u32,
            first_window: first_window as u32,
            windows: (windows.len() - first_window) as u8,
            to_move: variant.to_move,
            top_left: variant.top_left,
            bottom_right: variant.bottom_right,
        },
        edges: variant.edges,
        refused: all,
    }
}

impl Index {
    /// The index of the variants that are chosen. O(elements + words * entries).
    pub(super) fn new(database: &Database, chosen: impl Fn(&Variant) -> bool) -> Self {
        let mut windows = Vec::new();
        let mut drafts: Vec<Draft> = Vec::new();
        for (number, variant) in database.variants.iter().enumerate() {
            if chosen(variant) {
                drafts.push(draft(database, number, variant, &mut windows));
            }
        }
        let mut order: Vec<(u128, u32)> = drafts.iter().zip(0..).map(|(d, i)| (d.key, i)).collect();
        order.sort_unstable();
        let drafts: Vec<&Draft> = order.iter().map(|&(_, i)| &drafts[i as usize]).collect();

        let mut moves: Vec<Offset> = drafts.iter().map(|d| d.shape.to_move).collect();
        moves.sort_unstable();
        moves.dedup();

        let words = drafts.len().div_ceil(64);
        let mut index = Self {
            words,
            summaries: words.div_ceil(64),
            bits: vec![0; (ENTRIES + moves.len()) * words],
            summary: Vec::new(),
            shapes: drafts.iter().map(|d| d.shape).collect(),
            windows,
            moves,
        };
        if words > 0 {
            index.fill_edges(&drafts);
            index.fill_groups(&drafts);
            index.fill_moves(&drafts);
            index.fill_summary();
        }
        index
    }

    fn set(&mut self, entry: usize, bit: usize) {
        self.bits[entry * self.words + bit / 64] |= 1 << (bit % 64);
    }

    fn fill_edges(&mut self, drafts: &[&Draft]) {
        const SIDES: [Edges; 4] = [Edges::LEFT, Edges::TOP, Edges::RIGHT, Edges::BOTTOM];
        // Diagrams that have to lie on the edge fit at one distance, others from that distance on.
        let mut from = vec![0u64; 4 * LINES * self.words];
        for (bit, draft) in drafts.iter().enumerate() {
            let Shape {
                top_left: a,
                bottom_right: b,
                ..
            } = draft.shape;
            for (side, (edge, reach)) in SIDES.into_iter().zip([-a.dx, -a.dy, b.dx, b.dy]).enumerate() {
                let reach = reach.max(0) as usize;
                if reach >= LINES {
                    continue;
                }
                let entry = side * LINES + reach;
                if draft.edges.contains(edge) {
                    self.set(entry, bit);
                } else {
                    from[entry * self.words + bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        for side in from.chunks_mut(LINES * self.words) {
            for i in self.words..side.len() {
                side[i] |= side[i - self.words];
            }
        }
        self.bits
            .iter_mut()
            .zip(from)
            .for_each(|(all, from)| *all |= from);
    }

    fn fill_groups(&mut self, drafts: &[&Draft]) {
        let words = self.words;
        let mut refused = vec![0u64; GROUP * 3 * words];
        for group in 0..GROUPS {
            refused.fill(0);
            for (bit, draft) in drafts.iter().enumerate() {
                for cell in 0..GROUP {
                    let mut states = draft.refused[group * GROUP + cell];
                    while states != 0 {
                        let state = states.trailing_zeros() as usize;
                        states &= states - 1;
                        refused[(cell * 3 + state) * words + bit / 64] |= 1 << (bit % 64);
                    }
                }
            }
            for state in 0..STATES {
                let cells: [&[u64]; GROUP] = std::array::from_fn(|cell| {
                    let one = state / 3usize.pow(cell as u32) % 3;
                    &refused[(cell * 3 + one) * words..][..words]
                });
                let entry = 4 * LINES + group * STATES + state;
                let set = &mut self.bits[entry * words..][..words];
                for (i, word) in set.iter_mut().enumerate() {
                    *word = !(cells[0][i] | cells[1][i] | cells[2][i] | cells[3][i]);
                }
            }
        }
    }

    fn fill_moves(&mut self, drafts: &[&Draft]) {
        for (bit, draft) in drafts.iter().enumerate() {
            let number = self
                .moves
                .binary_search(&draft.shape.to_move)
                .expect("every way is listed");
            self.set(ENTRIES + number, bit);
        }
    }

    fn fill_summary(&mut self) {
        for set in self.bits.chunks_exact(self.words) {
            for words in set.chunks(64) {
                let bit = |(i, &word): (usize, &u64)| u64::from(word != 0) << i;
                let summary = words.iter().enumerate().map(bit).fold(0, |all, bit| all | bit);
                self.summary.push(summary);
            }
        }
    }
}
