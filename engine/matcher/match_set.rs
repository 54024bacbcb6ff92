// SPDX-License-Identifier: MIT OR Apache-2.0

//! The matches of a position, and their update when points change.

use katachi_rules::{Color, Point};

use super::board::PatternBoard;
use super::grid::{CELLS, MARGIN, RINGS, STRIDE, go, place, point};
use super::index::{Anchor, Shape, Word, anchors};
use super::list::List;
use super::{Match, Matcher};

/// A match as a number, so that sorting is by variant, then by move: variant, place of the move, place
/// of the anchor. (Variants of one number have their anchor at one step from the move.)
type Key = u64;

fn key(shape: &Shape, anchor: usize) -> Key {
    let mv = go(anchor, shape.to_move.into());
    u64::from(shape.variant) << 32 | (mv as u64) << 16 | anchor as u64
}

fn anchor_of(key: Key) -> usize {
    (key & 0xFFFF) as usize
}

/// A variant that the tables let through but that asks for cells farther out: a change out there makes or unmakes
/// it without any change near the anchor.
#[derive(Clone, Copy, Debug, Default)]
struct Loose {
    bit: u32,
    anchor: u16,
    /// How far out.
    reach: u8,
    /// Twice the number of the index, and one if it fits.
    state: u8,
}

impl Loose {
    fn index(self) -> usize {
        usize::from(self.state / 2)
    }

    fn fits(self) -> bool {
        self.state & 1 != 0
    }
}

/// The matches of one side, with what is needed to keep them up to date. It can be used again for other positions
/// and other databases, without allocating. Cloning copies everything.
#[derive(Clone, Debug)]
pub struct MatchSet {
    side: Color,
    keys: List<Key>,
    loose: List<Loose>,
    is_sorted: bool,
    /// Keys of loose variants that no longer fit; scratch space to sort.
    gone: Vec<Key>,
    scratch: List<Key>,
    anchors: Vec<Anchor>,
    words: List<Word>,
    /// What is left to be tested, by bit and anchor.
    near: List<(u32, u16)>,
    rest: List<(u32, u16)>,
}

/// Places, a bit for each column, row by row of the array.
type Places = [u32; CELLS / STRIDE];

/// For each place how far the nearest changed point is off.
type Distances = [u8; CELLS];

/// More than any distance.
const SOME: u8 = u8::MAX;

impl MatchSet {
    /// No matches yet.
    pub fn new(side: Color) -> Self {
        Self {
            side,
            keys: List::new(),
            loose: List::new(),
            is_sorted: true,
            gone: Vec::new(),
            scratch: List::new(),
            anchors: Vec::new(),
            words: List::new(),
            near: List::new(),
            rest: List::new(),
        }
    }

    /// Whose matches they are.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Number of matches.
    pub fn len(&self) -> usize {
        self.keys.len
    }

    /// Is there no match?
    pub fn is_empty(&self) -> bool {
        self.keys.len == 0
    }

    /// The matches, in an order that depends on earlier positions, too.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Match> + '_ {
        self.keys.as_slice().iter().map(|key| Match {
            variant: (key >> 32) as u32,
            mv: point((key >> 16 & 0xFFFF) as usize),
        })
    }

    /// The matches in the order of the database (falling highest value), then of the board. They are sorted if that
    /// has not been done since they changed.
    pub fn sorted(&mut self) -> impl ExactSizeIterator<Item = Match> + '_ {
        if !self.is_sorted {
            sort(&mut self.keys, &mut self.scratch);
            self.is_sorted = true;
        }
        self.iter()
    }
}

impl Matcher {
    /// Finds all matches of a position for the side of `found`.
    pub fn find(&self, board: &PatternBoard, found: &mut MatchSet) {
        found.loose.len = 0;
        found.keys.len = 0;
        self.scan(board, &[u32::MAX; CELLS / STRIDE], found);
    }

    /// Brings the matches of an earlier position up to date: `board` is that position but for the points that
    /// `changed`. Changing them back is a change like any other.
    pub fn update(&self, board: &PatternBoard, changed: &[Point], found: &mut MatchSet) {
        // Anchors with a changed point on them or in their rings are looked at again.
        let mut places: Places = [0; CELLS / STRIDE];
        for at in changed.iter().map(|&p| place(p)) {
            let (x, y) = (at % STRIDE, at / STRIDE);
            for row in &mut places[y - MARGIN..=y + MARGIN] {
                *row |= 0x7F << (x - MARGIN);
            }
        }
        let mut distances = distances(changed);
        found.gone.clear();
        let (side, gone, keys) = (found.side, &mut found.gone, &mut found.keys);
        let mut fresh = keys.fill(found.loose.len);
        found.loose.retain(|loose| {
            let anchor = usize::from(loose.anchor) % CELLS;
            let distance = distances[anchor];
            if distance <= loose.reach && distance > RINGS as u8 {
                let index = &self.indexes[loose.index()];
                let bit = loose.bit as usize;
                let fits = index.fits(bit, board, side, anchor);
                if fits != loose.fits() {
                    loose.state ^= 1;
                    let key = key(&index.shapes[bit], anchor);
                    fresh.push_if(fits, key);
                    if !fits {
                        gone.push(key);
                    }
                }
            }
            distance > RINGS as u8
        });
        fresh.finish();
        // From here on distances say which anchors have keys to be dropped: all, or some.
        for &key in &*gone {
            distances[anchor_of(key)] = SOME;
        }
        keys.retain(|&mut key| {
            let distance = distances[anchor_of(key)];
            distance > RINGS as u8 && (distance != SOME || !gone.contains(&key))
        });
        self.scan(board, &places, found);
    }

    /// Looks at the anchors among these places, and adds what fits to the keys.
    ///
    /// It works in stages, each for all anchors at once, because what one word or variant makes the processor wait for
    /// is then served while it works on the next.
    fn scan(&self, board: &PatternBoard, places: &Places, found: &mut MatchSet) {
        let side = found.side;
        found.is_sorted = false;
        for (number, (index, cell)) in self.indexes.iter().zip(anchors(side)).enumerate() {
            if index.shapes.is_empty() {
                continue;
            }
            found.anchors.clear();
            for (y, (row, among)) in board.rows(cell).iter().zip(places).enumerate() {
                let mut columns = row & among;
                while columns != 0 {
                    let place = y * STRIDE + columns.trailing_zeros() as usize;
                    columns &= columns - 1;
                    found.anchors.push(Anchor::new(board, side, place));
                }
            }
            let (keys, loose, near, rest) = (
                &mut found.keys,
                &mut found.loose,
                &mut found.near,
                &mut found.rest,
            );
            let loosely = |bit: u32, anchor: u16, fits: bool| Loose {
                bit,
                anchor,
                reach: index.shapes[bit as usize].reach,
                state: 2 * number as u8 + u8::from(fits),
            };
            index.scan(&found.anchors, &mut found.words, |words| {
                spread(words, near);
                rest.len = 0;
                let most = near.len + 1;
                let (mut keys, mut loose, mut open) = (keys.fill(most), loose.fill(most), rest.fill(most));
                for &(bit, place) in near.as_slice() {
                    let shape = &index.shapes[bit as usize];
                    let anchor = usize::from(place);
                    let fits = shape.window_fits(board, side, anchor);
                    let is_open = fits & shape.has_rest;
                    let far = loosely(bit, place, fits);
                    loose.push_if((shape.reach > 0) & !is_open, far);
                    keys.push_if(fits & !is_open, key(shape, anchor));
                    open.push_if(is_open, (bit, place));
                }
                open.finish();
                for &(bit, place) in rest.as_slice() {
                    let shape = &index.shapes[bit as usize];
                    let anchor = usize::from(place);
                    let fits = index.rest_fits(bit as usize, board, side, anchor);
                    loose.push_if(shape.reach > 0, loosely(bit, place, fits));
                    keys.push_if(fits, key(shape, anchor));
                }
                keys.finish();
                loose.finish();
            });
        }
    }
}

/// Lists the bits of words, each with its anchor.
fn spread(words: &[Word], near: &mut List<(u32, u16)>) {
    near.len = 0;
    for &Word {
        mut bits,
        first,
        place,
    } in words
    {
        let spare: &mut [_; 64] = near.spare();
        let mut listed = 0;
        while bits != 0 {
            spare[listed % 64] = (first + bits.trailing_zeros(), place);
            listed += 1;
            bits &= bits - 1;
        }
        near.len += listed;
    }
}

/// The greater of columns and rows, to the nearest of some points.
fn distances(points: &[Point]) -> Distances {
    let mut distances = [SOME - 1; CELLS];
    for at in points.iter().map(|&p| place(p)) {
        let (x, y) = ((at % STRIDE) as u8, (at / STRIDE) as u8);
        for (row, distances) in distances.chunks_exact_mut(STRIDE).enumerate() {
            let dy = y.abs_diff(row as u8);
            for (column, distance) in distances.iter_mut().enumerate() {
                *distance = (*distance).min(dy.max(x.abs_diff(column as u8)));
            }
        }
    }
    distances
}

/// Sorts keys. Those of one variant are few, and often in the order of the board; so by two digits of the
/// variant, then each by insertion.
fn sort(keys: &mut List<Key>, scratch: &mut List<Key>) {
    const DIGIT: u32 = 10;
    let len = keys.len;
    let highest = keys.as_slice().iter().fold(0, |all, &key| all | key) >> 32;
    let digit = (u64::BITS - highest.leading_zeros()).div_ceil(2);
    if len < 64 || digit > DIGIT {
        keys.items[..len].sort_unstable();
        return;
    }
    scratch.len = 0;
    scratch.reserve(len);
    for shift in [32, 32 + digit] {
        let value = |key: Key| (key >> shift) as usize & ((1 << digit) - 1);
        let mut ends = [0u32; 1 << DIGIT];
        keys.as_slice().iter().for_each(|&key| ends[value(key)] += 1);
        let mut at = 0;
        for end in &mut ends[..1 << digit] {
            at += *end;
            *end = at - *end;
        }
        for &key in keys.as_slice() {
            let end = &mut ends[value(key)];
            scratch.items[*end as usize] = key;
            *end += 1;
        }
        scratch.len = len;
        std::mem::swap(keys, scratch);
    }
    let keys = &mut keys.items[..len];
    for i in 1..len {
        let mut at = i;
        while at > 0 && keys[at - 1] > keys[at] {
            keys.swap(at - 1, at);
            at -= 1;
        }
    }
}
