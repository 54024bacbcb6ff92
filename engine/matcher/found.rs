//! The matches of a position, and what becomes of them when points change.

use katachi_rules::{Color, Point};

use super::grid::{CELLS, STRIDE, go, place, point};
use super::index::{Anchor, Shape, Word};
use super::list::List;
use super::*;

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
    index: u8,
    fits: bool,
}

/// The matches of one side, with what is needed to keep them up to date. It can be used again for other positions
/// and other databases, without allocating.
#[derive(Clone, Debug)]
pub struct Found {
    side: Color,
    keys: List<Key>,
    loose: List<Loose>,
    /// New keys, and keys of loose variants that no longer fit.
    fresh: List<Key>,
    gone: Vec<Key>,
    anchors: Vec<Anchor>,
    words: List<Word>,
    /// What is left to be tested, by bit and anchor.
    near: List<(u32, u16)>,
    rest: List<(u32, u16)>,
}

/// For each place how far the nearest changed point is off.
type Distances = [u8; CELLS];

impl Found {
    /// No matches yet.
    pub fn new(side: Color) -> Self {
        Self {
            side,
            keys: List::new(),
            loose: List::new(),
            fresh: List::new(),
            gone: Vec::new(),
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

    /// The matches in the order of the database (falling highest value), then of the board.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Match> + '_ {
        self.keys.as_slice().iter().map(|key| Match {
            variant: (key >> 32) as u32,
            mv: point((key >> 16 & 0xFFFF) as usize),
        })
    }
}

impl Matcher {
    /// Finds all matches of a position for the side of `found`.
    pub fn find(&self, board: &PatternBoard, found: &mut Found) {
        found.loose.len = 0;
        found.fresh.len = 0;
        self.scan(board, &[0; CELLS], found);
        sort_by_variant(&mut found.fresh, &mut found.keys, self.variants());
        std::mem::swap(&mut found.keys, &mut found.fresh);
    }

    /// Brings the matches of an earlier position up to date: `board` is that position but for the points that
    /// `changed`. Changing them back is a change like any other.
    pub fn update(&self, board: &PatternBoard, changed: &[Point], found: &mut Found) {
        let distances = distances(changed);
        let distance = |anchor: usize| distances[anchor % CELLS];
        found.fresh.len = 0;
        found.gone.clear();
        let (side, gone) = (found.side, &mut found.gone);
        let mut fresh = found.fresh.fill(found.loose.len);
        found.loose.retain(|loose| {
            let anchor = usize::from(loose.anchor);
            let distance = distance(anchor);
            if distance <= loose.reach && distance > NEAR {
                let index = &self.indexes[usize::from(loose.index)];
                let bit = loose.bit as usize;
                let fits = index.fits(bit, board, side, anchor);
                if fits != loose.fits {
                    loose.fits = fits;
                    let key = key(&index.shapes[bit], anchor);
                    if fits {
                        fresh.push_if(true, key);
                    } else {
                        gone.push(key);
                    }
                }
            }
            distance > NEAR
        });
        fresh.finish();
        gone.sort_unstable();
        gone.push(Key::MAX);
        let mut next = 0;
        found.keys.retain(|&mut key| {
            let is_gone = gone[next] == key;
            next += usize::from(is_gone);
            !is_gone & (distance(anchor_of(key)) > NEAR)
        });
        self.scan(board, &distances, found);
        found.fresh.items[..found.fresh.len].sort_unstable();
        merge(&mut found.keys, found.fresh.as_slice());
    }

    /// Looks at the anchors near what has changed; what fits is put to the fresh keys, in no order.
    fn scan(&self, board: &PatternBoard, distances: &Distances, found: &mut Found) {
        let side = found.side;
        let mut places = [0u32; CELLS / STRIDE];
        for (row, distances) in places.iter_mut().zip(distances.chunks_exact(STRIDE)) {
            for (x, &distance) in distances.iter().enumerate() {
                *row |= u32::from(distance <= NEAR) << x;
            }
        }
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
            let (fresh, loose, near, rest) = (&mut found.fresh, &mut found.loose, &mut found.near, &mut found.rest);
            let loosely = |bit: u32, anchor: u16, fits: bool| Loose {
                bit,
                anchor,
                reach: index.shapes[bit as usize].reach,
                index: number as u8,
                fits,
            };
            index.scan(&found.anchors, &mut found.words, |words| {
                near.len = 0;
                for &Word { mut bits, first, place } in words {
                    // Most words have one or two bits.
                    let room: &mut [_; 64] = near.room();
                    let mut listed = 0;
                    loop {
                        room[listed % 64] = (first + bits.trailing_zeros(), place);
                        listed += 1;
                        bits &= bits - 1;
                        if bits == 0 { break; }
                    }
                    near.len += listed;
                }
                rest.len = 0;
                let most = near.len + 1;
                let (mut fresh, mut loose, mut open) = (fresh.fill(most), loose.fill(most), rest.fill(most));
                for &(bit, place) in near.as_slice() {
                    let shape = &index.shapes[bit as usize];
                    let anchor = usize::from(place);
                    let fits = shape.window_fits(board, side, anchor);
                    let is_open = fits & shape.has_rest;
                    let far = loosely(bit, place, fits);
                    loose.push_if((shape.reach > 0) & !is_open, far);
                    fresh.push_if(fits & !is_open, key(shape, anchor));
                    open.push_if(is_open, (bit, place));
                }
                open.finish();
                for &(bit, place) in rest.as_slice() {
                    let shape = &index.shapes[bit as usize];
                    let anchor = usize::from(place);
                    let fits = index.rest_fits(bit as usize, board, side, anchor);
                    loose.push_if(shape.reach > 0, loosely(bit, place, fits));
                    fresh.push_if(fits, key(shape, anchor));
                }
                fresh.finish();
                loose.finish();
            });
        }
    }
}

/// Anchors this near to a change are looked at again.
const NEAR: u8 = 3;

/// The greater of columns and rows, to the nearest of some points.
fn distances(points: &[Point]) -> Distances {
    let mut distances = [u8::MAX; CELLS];
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

/// Sorts keys by their variants; those of one variant have been found in the order of the board. Two passes
/// over the digits of the number of the variant.
fn sort_by_variant(keys: &mut List<Key>, scratch: &mut List<Key>, variants: usize) {
    const DIGIT: u32 = 10;
    let bits = variants.next_power_of_two().trailing_zeros();
    let len = keys.len;
    if len < 64 || bits > 2 * DIGIT {
        keys.items[..len].sort_unstable();
        return;
    }
    let digit = bits.div_ceil(2);
    if scratch.items.len() < len {
        scratch.items.resize(len, 0);
    }
    for shift in [32, 32 + digit] {
        let value = |key: Key| (key >> shift) as usize & ((1 << digit) - 1);
        let mut ends = [0u32; 1 << DIGIT];
        keys.items[..len].iter().for_each(|&key| ends[value(key)] += 1);
        let mut at = 0;
        for end in &mut ends[..1 << digit] {
            at += *end;
            *end = at - *end;
        }
        for &key in &keys.items[..len] {
            let end = &mut ends[value(key)];
            scratch.items[*end as usize] = key;
            *end += 1;
        }
        scratch.len = len;
        std::mem::swap(keys, scratch);
    }
}

/// Merges sorted keys into sorted keys, from the back.
fn merge(keys: &mut List<Key>, fresh: &[Key]) {
    let mut old = keys.len;
    let mut new = fresh.len();
    keys.len += new;
    if keys.items.len() < keys.len {
        keys.items.resize(keys.len, 0);
    }
    let keys = &mut keys.items;
    while new > 0 {
        let take_old = old > 0 && keys[old - 1] > fresh[new - 1];
        keys[old + new - 1] = if take_old { keys[old - 1] } else { fresh[new - 1] };
        if take_old {
            old -= 1;
        } else {
            new -= 1;
        }
    }
}
