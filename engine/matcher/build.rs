//! Makes the index of a database.
//!
//! Bits are numbered so that variants which agree are neighbours (see `cluster`). Sets are not made variant by variant and state by state; instead each cell of the rings
//! has for each of its states the set of variants that refuse it, and what a group refuses is the union over
//! its cells. So the cost is O(elements) for those and O(sets * words) for the tables: see benches/matcher.rs.

use mkpat::{Database, Edges, Offset, Variant, Window};

use super::cluster::{Feature, Features};
use super::grid::{GROUP, RING_CELLS, STATES, ring_cell};
use super::index::{ENTRIES, Index, LINES, Shape};

/// A variant on its way into the index.
struct Draft {
    shape: Shape,
    edges: Edges,
    /// For each cell of the rings the states that it refuses: empty 1, friend 2, enemy 4.
    refused: [u8; RING_CELLS],
}

impl Draft {
    /// What the index knows of it.
    fn features(&self) -> impl Iterator<Item = Feature> {
        let edges = (0..4)
            .filter(|&side| self.edges.contains(SIDES[side]))
            .map(|side| Feature {
                number: side as u8,
                refused: Feature::EDGE,
            });
        let cells = self.refused.iter().zip(4..).filter(|&(&refused, _)| refused != 0);
        edges.chain(cells.map(|(&refused, number)| Feature { number, refused }))
    }
}

/// The edges in the order of their tables.
const SIDES: [Edges; 4] = [Edges::LEFT, Edges::TOP, Edges::RIGHT, Edges::BOTTOM];

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
    Draft {
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
        let mut features = Features::default();
        drafts.iter().for_each(|draft| features.push(draft.features()));
        let order = features.order();
        let drafts: Vec<&Draft> = order.iter().map(|&i| &drafts[i as usize]).collect();

        let mut moves: Vec<Offset> = drafts.iter().map(|d| d.shape.to_move).collect();
        moves.sort_unstable();
        moves.dedup();

        let words = drafts.len().div_ceil(64);
        let mut index = Self {
            bits: vec![0; (ENTRIES + moves.len()) * words],
            summary: Vec::new(),
            shapes: Vec::with_capacity(drafts.len()),
            windows: Vec::with_capacity(windows.len()),
            moves,
        };
        // Windows lie in the order of the bits: those of one block are looked at together.
        for draft in &drafts {
            let first = draft.shape.first_window as usize;
            let own = &windows[first..first + usize::from(draft.shape.windows)];
            index.shapes.push(Shape {
                first_window: index.windows.len() as u32,
                ..draft.shape
            });
            index.windows.extend(own);
        }
        if words > 0 {
            index.fill_edges(&drafts);
            index.fill_groups(&drafts);
            index.fill_moves(&drafts);
            index.arrange();
        }
        index
    }

    fn set(&mut self, entry: usize, bit: usize) {
        let entries = self.entries();
        self.bits[bit / 64 * entries + entry] |= 1 << (bit % 64);
    }

    fn fill_edges(&mut self, drafts: &[&Draft]) {
        let words = drafts.len().div_ceil(64);
        // Diagrams that have to lie on the edge fit at one distance, others from that distance on.
        let mut from = vec![0u64; 4 * LINES * words];
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
                    from[bit / 64 * 4 * LINES + entry] |= 1 << (bit % 64);
                }
            }
        }
        let entries = self.entries();
        for (to, from) in self
            .bits
            .chunks_exact_mut(entries)
            .zip(from.chunks_exact(4 * LINES))
        {
            for (to, from) in to.chunks_exact_mut(LINES).zip(from.chunks_exact(LINES)) {
                let mut all = 0;
                for (to, from) in to.iter_mut().zip(from) {
                    all |= from;
                    *to |= all;
                }
            }
        }
    }

    fn fill_groups(&mut self, drafts: &[&Draft]) {
        let entries = self.entries();
        for (table, drafts) in self.bits.chunks_exact_mut(entries).zip(drafts.chunks(64)) {
            // For each cell and state the variants of the word that refuse it.
            let mut refused = [[0u64; 3]; RING_CELLS];
            for (bit, draft) in drafts.iter().enumerate() {
                for (refused, &states) in refused.iter_mut().zip(&draft.refused) {
                    for (state, word) in refused.iter_mut().enumerate() {
                        *word |= u64::from(states >> state & 1) << bit;
                    }
                }
            }
            let tables = table[4 * LINES..ENTRIES].chunks_exact_mut(STATES);
            for (table, cells) in tables.zip(refused.chunks_exact(GROUP)) {
                for (state, word) in table.iter_mut().enumerate() {
                    let refused = |(i, cell): (usize, &[u64; 3])| cell[state / 3usize.pow(i as u32) % 3];
                    *word = !cells
                        .iter()
                        .enumerate()
                        .map(refused)
                        .fold(0, |all, word| all | word);
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

    /// Until now the tables were word by word. Orders each block by entries, and makes the second level.
    fn arrange(&mut self) {
        let entries = self.entries();
        let mut arranged = Vec::new();
        for block in self.bits.chunks_mut(64 * entries) {
            let words = block.len() / entries;
            arranged.clear();
            for entry in 0..entries {
                let mut summary = 0;
                for word in 0..words {
                    let bits = block[word * entries + entry];
                    arranged.push(bits);
                    summary |= u64::from(bits != 0) << word;
                }
                self.summary.push(summary);
            }
            block.copy_from_slice(&arranged);
        }
    }
}
