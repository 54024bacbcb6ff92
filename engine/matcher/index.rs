// SPDX-License-Identifier: MIT OR Apache-2.0

//! The index: which variants fit at an anchor, from tables of bitsets in two levels.
//!
//! Each variant has a bit. Two tables, one for the columns and one for the rows, have for each pair of distances of the
//! anchor from two opposite edges of the board the set of variants whose diagram then lies between them, edge on edge;
//! twelve tables, one for each group of four cells of the rings, have for each state of the group the set of
//! variants that accept it. The variants that fit are the intersection of fourteen sets: exactly those, save that
//! cells farther out, and edges far off, are still to be tested. A set has a second level, one bit for each word that is
//! not zero, so that the intersection of the second levels says which few words have to be looked at. It says
//! little if variants that agree are not neighbours; hence the numbering of bits (see `cluster`).
//!
//! Because near edges are exact, no variant that is left asks for a cell of the rings off the board, so rings need no
//! state for such cells: 81 states of four cells instead of 256.

use katachi_rules::{Cell, Color};
use mkpat::{Edges, Offset, Window};

use super::board::PatternBoard;
use super::grid::{GROUPS, INNER, RINGS, STATES, go, step};
use super::list::List;

/// Distances from an edge that the tables tell apart: the last is this far and farther.
pub(super) const LINES: usize = 10;
/// Those of the edges and of the inner rings.
const NEAR: usize = 2 + INNER;
/// Sets that are intersected at every anchor.
const SETS: usize = 2 + GROUPS;
/// Entries of the tables of edges.
pub(super) const EDGES: usize = 2 * LINES * LINES;
/// Entries of all tables but the last, which has one for each way from anchor to move.
pub(super) const ENTRIES: usize = EDGES + GROUPS * STATES;

/// The data of a variant that the tables let through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The window beyond the rings that asks most, by its step from the anchor.
    window_mask: u32,
    window_value: u32,
    window_step: i16,
    /// From the anchor to the move.
    pub(super) to_move: i16,
    /// Index in the database.
    pub(super) variant: u32,
    /// Distance of the farthest cell beyond the rings that is tested; 0 if there is none.
    pub(super) reach: u8,
    /// Is there more to test than the one window?
    pub(super) has_rest: bool,
}

impl Shape {
    pub(super) fn new(variant: u32, to_move: Offset, window: Window, reach: u8, has_rest: bool) -> Self {
        Self {
            window_mask: window.mask,
            window_value: window.value,
            window_step: step(window.at) as i16,
            to_move: step(to_move) as i16,
            variant,
            reach,
            has_rest,
        }
    }

    /// Do the cells beyond the rings match, as far as one window shows?
    #[inline]
    pub(super) fn window_fits(&self, board: &PatternBoard, side: Color, place: usize) -> bool {
        let window = board.window(side, go(place, self.window_step.into()));
        window & self.window_mask == self.window_value
    }
}

/// The remaining tests of variants that ask for several windows beyond the rings, or are farther from
/// an edge than the tables know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    pub(super) first_window: u32,
    pub(super) windows: u8,
    pub(super) edges: Edges,
    /// From the anchor to the corners of the diagram.
    pub(super) top_left: Offset,
    pub(super) bottom_right: Offset,
}

/// The edges, in the order of [`PatternBoard::lines`].
pub(super) const SIDES: [Edges; 4] = [Edges::LEFT, Edges::TOP, Edges::RIGHT, Edges::BOTTOM];

impl Rest {
    /// How far the diagram reaches to each side.
    pub(super) fn reaches(&self) -> [i8; 4] {
        let (a, b) = (self.top_left, self.bottom_right);
        [-a.dx, -a.dy, b.dx, b.dy]
    }
}

/// A set among the variants of a block. Rows are not a power of two apart, or they would share lines of the
/// cache.
pub(super) type Row = [u64; 72];

/// 64 words of variants.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// Their sets, by entry.
    pub(super) rows: Vec<Row>,
    /// The second levels.
    pub(super) summary: Vec<u64>,
}

/// What stands on the anchors of each index, for a side.
pub(super) fn anchors(side: Color) -> [Cell; 3] {
    [side.into(), side.opposite().into(), Cell::Empty]
}

/// The variants with one kind of anchor.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub(super) blocks: Vec<Block>,
    /// By bit.
    pub(super) shapes: Vec<Shape>,
    pub(super) rests: Vec<Rest>,
    /// Of the rests.
    pub(super) windows: Vec<Window>,
    /// The ways from anchor to move that occur, in the order of their sets.
    pub(super) ways: Vec<Offset>,
}

/// A place to be looked at, and the sets that it asks for: columns, rows, and each group of the rings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    pub(super) place: u16,
    sets: [u16; SETS],
}

/// The variants of one word that fit at an anchor, but for cells beyond the rings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word {
    pub(super) bits: u64,
    /// The bit of the index that is its lowest.
    pub(super) first: u32,
    pub(super) place: u16,
}

impl Anchor {
    /// A place to be looked at, from what is around it.
    #[inline]
    pub(super) fn new(board: &PatternBoard, side: Color, place: usize) -> Self {
        let lines = board.lines(place).map(|lines| lines.min(LINES - 1));
        let states = board.rings(side, place).states();
        let sets = std::array::from_fn(|i| {
            let set = match i {
                0 | 1 => LINES * (LINES * i + lines[i]) + lines[i + 2],
                _ => EDGES + (i - 2) * STATES + usize::from(states[i - 2]),
            };
            set as u16
        });
        Self {
            place: place as u16,
            sets,
        }
    }

    /// Lists the words of a block in which its sets have bits in common, among those of `words`; how many.
    ///
    /// Nothing here is decided by the bits of a word: a few loads more, and a place in the list for what may be
    /// zero, cost less than a branch that is guessed wrong. The sets come in two parts, so that those of the
    /// outer ring are read for few words.
    #[inline]
    fn look(&self, block: &Block, first: usize, mut words: u64, room: &mut [Word; 64]) -> usize {
        let row = |&set: &u16| &block.rows[usize::from(set)];
        let near: [&Row; NEAR] = std::array::from_fn(|i| row(&self.sets[i]));
        let outer: [&Row; SETS - NEAR] = std::array::from_fn(|i| row(&self.sets[NEAR + i]));
        let mut waiting = 0;
        while words != 0 {
            let word = words.trailing_zeros() as usize % 64;
            words &= words - 1;
            let bits = near.iter().fold(u64::MAX, |all, row| all & row[word]);
            room[waiting % 64] = Word {
                bits,
                first: word as u32,
                place: self.place,
            };
            waiting += usize::from(bits != 0);
        }
        let mut listed = 0;
        for i in 0..waiting.min(64) {
            let Word {
                bits,
                first: word,
                place,
            } = room[i];
            let bits = outer.iter().fold(bits, |all, row| all & row[word as usize % 64]);
            room[listed % 64] = Word {
                bits,
                first: first as u32 + 64 * word,
                place,
            };
            listed += usize::from(bits != 0);
        }
        listed
    }
}

impl Index {
    /// Entries of all tables.
    pub(super) fn entries(&self) -> usize {
        ENTRIES + self.ways.len()
    }

    /// Finds the bits that fit but for cells beyond the rings, for many anchors, in lists of words.
    ///
    /// The tables are served a block at a time, each for all anchors: half a megabyte, which stays in the second
    /// cache while it is in use, however large the database.
    #[inline]
    pub(super) fn scan(&self, anchors: &[Anchor], list: &mut List<Word>, mut found: impl FnMut(&[Word])) {
        for (number, block) in self.blocks.iter().enumerate() {
            list.len = 0;
            for anchor in anchors {
                let sets = anchor.sets.iter();
                let words = sets.fold(u64::MAX, |all, &set| all & block.summary[usize::from(set)]);
                list.len += anchor.look(block, 4096 * number, words, list.spare());
            }
            found(list.as_slice());
        }
    }

    /// The bits for one anchor, only of variants with this number of the step from anchor to move.
    #[inline]
    pub(super) fn scan_one(
        &self,
        anchor: &Anchor,
        way: usize,
        list: &mut [Word; 64],
        mut found: impl FnMut(usize),
    ) {
        for (number, block) in self.blocks.iter().enumerate() {
            let sets = anchor.sets.iter();
            let way = ENTRIES + way;
            let words = sets.fold(block.summary[way], |all, &set| {
                all & block.summary[usize::from(set)]
            });
            let listed = anchor.look(block, 0, words, list);
            for word in &list[..listed] {
                let mut bits = word.bits & block.rows[way][word.first as usize / 64 % 64];
                while bits != 0 {
                    found(4096 * number + word.first as usize + bits.trailing_zeros() as usize);
                    bits &= bits - 1;
                }
            }
        }
    }

    /// Does a shape that the tables have let through match there?
    #[inline]
    pub(super) fn fits(&self, bit: usize, board: &PatternBoard, side: Color, place: usize) -> bool {
        let shape = &self.shapes[bit];
        shape.window_fits(board, side, place) && (!shape.has_rest || self.rest_fits(bit, board, side, place))
    }

    /// Does the rest of a shape match, too?
    pub(super) fn rest_fits(&self, bit: usize, board: &PatternBoard, side: Color, place: usize) -> bool {
        let rest = &self.rests[bit];
        let lines = board.lines(place);
        let windows = &self.windows[rest.first_window as usize..][..usize::from(rest.windows)];
        rest.reaches()
            .into_iter()
            .zip(lines)
            .zip(SIDES)
            .all(|((reach, lines), edge)| {
                let lines = lines as i8;
                if rest.edges.contains(edge) {
                    lines == reach
                } else {
                    lines >= reach
                }
            })
            && windows
                .iter()
                .all(|w| board.window(side, go(place, step(w.at))) & w.mask == w.value)
    }

    /// Bytes of the tables.
    pub(super) fn size(&self) -> usize {
        let block = |block: &Block| size_of_val(&block.rows[..]) + size_of_val(&block.summary[..]);
        self.blocks.iter().map(block).sum::<usize>()
            + size_of_val(&self.shapes[..])
            + size_of_val(&self.rests[..])
            + size_of_val(&self.windows[..])
    }
}

const _: () = assert!(size_of::<Shape>() == 20 && ENTRIES <= u16::MAX as usize && LINES > RINGS as usize);
