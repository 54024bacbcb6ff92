//! The matches of a position, and what becomes of them when points change.

use katachi_rules::{Color, Point};

use super::grid::{CELLS, MARGIN, go, place, point};
use super::*;

/// A match as a number, so that sorting is by variant, then by move: variant, place of the move, place
/// of the anchor. (Variants of one number have their anchor at one step from the move.)
type Key = u64;

fn key(shape: &Shape, anchor: usize) -> Key {
    let mv = go(anchor, step(shape.to_move));
    u64::from(shape.variant) << 32 | (mv as u64) << 16 | anchor as u64
}

fn anchor_of(key: Key) -> usize {
    (key & 0xFFFF) as usize
}

/// A variant that the index lets through but that reaches beyond the rings: a change out there makes or unmakes
/// it without any change of the rings.
#[derive(Clone, Copy, Debug)]
struct Far {
    index: u8,
    fits: bool,
    anchor: u16,
    bit: u32,
}

/// The matches of one side, with what is needed to keep them up to date. It can be used again for other positions
/// and other databases, without allocating.
#[derive(Clone, Debug)]
pub struct Found {
    side: Color,
    keys: Vec<Key>,
    far: Vec<Far>,
    /// New keys, and keys of far variants that no longer fit.
    fresh: Vec<Key>,
    gone: Vec<Key>,
    anchors: Vec<Anchor>,
}

/// Places, a bit for each column, row by row of the array.
type Places = [u32; CELLS / STRIDE];

impl Found {
    /// No matches yet.
    pub fn new(side: Color) -> Self {
        Self {
            side,
            keys: Vec::new(),
            far: Vec::new(),
            fresh: Vec::new(),
            gone: Vec::new(),
            anchors: Vec::new(),
        }
    }

    /// Whose matches they are.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Number of matches.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Is there no match?
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The matches in the order of the database (falling highest value), then of the board.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Match> + '_ {
        self.keys.iter().map(|key| Match {
            variant: (key >> 32) as u32,
            mv: point((key >> 16 & 0xFFFF) as usize),
        })
    }
}

impl Matcher {
    /// Finds all matches of a position for the side of `found`.
    pub fn find(&self, board: &PatternBoard, found: &mut Found) {
        found.keys.clear();
        found.far.clear();
        found.fresh.clear();
        self.scan(board, &[u32::MAX; CELLS / STRIDE], found);
        std::mem::swap(&mut found.keys, &mut found.fresh);
        sort_by_variant(&mut found.keys, &mut found.fresh, self.variants());
    }

    /// Brings the matches of an earlier position up to date: `board` is that position but for the points that
    /// `changed`. Changing them back is a change like any other.
    pub fn update(&self, board: &PatternBoard, changed: &[Point], found: &mut Found) {
        // Anchors with a changed point on them or in their rings are looked at again.
        let mut places: Places = [0; CELLS / STRIDE];
        for at in changed.iter().map(|&p| place(p)) {
            let (x, y) = (at % STRIDE, at / STRIDE);
            for row in &mut places[y - MARGIN..=y + MARGIN] {
                *row |= 0x7F << (x - MARGIN);
            }
        }
        let again = |anchor: usize| places[anchor / STRIDE] >> (anchor % STRIDE) & 1 != 0;

        found.fresh.clear();
        found.gone.clear();
        let (side, fresh, gone) = (found.side, &mut found.fresh, &mut found.gone);
        found.far.retain_mut(|far| {
            let anchor = usize::from(far.anchor);
            if again(anchor) {
                return false;
            }
            let index = &self.indexes[usize::from(far.index)];
            let shape = &index.shapes[far.bit as usize];
            if changed.iter().any(|&p| covers(shape, anchor, p)) {
                let fits = fits(index, shape, board, side, anchor);
                if fits != far.fits {
                    far.fits = fits;
                    let list = if fits { &mut *fresh } else { &mut *gone };
                    list.push(key(shape, anchor));
                }
            }
            true
        });
        found
            .keys
            .retain(|&key| !again(anchor_of(key)) && !gone.contains(&key));
        self.scan(board, &places, found);
        found.fresh.sort_unstable();
        merge(&mut found.keys, &found.fresh);
    }

    /// Looks at the anchors among these places; what fits is put to the fresh keys, in no order.
    fn scan(&self, board: &PatternBoard, places: &Places, found: &mut Found) {
        let side = found.side;
        let (fresh, candidates) = (&mut found.fresh, &mut found.far);
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
                    let (lines, rings) = (board.lines(place), board.rings(side, place));
                    found.anchors.push(Anchor::new(place, lines, rings));
                }
            }
            index.scan(&found.anchors, |anchor, bit| {
                let shape = &index.shapes[bit];
                let place = usize::from(anchor.place);
                let fits = fits(index, shape, board, side, place);
                if shape.windows > 0 {
                    candidates.push(Far {
                        index: number as u8,
                        fits,
                        anchor: anchor.place,
                        bit: bit as u32,
                    });
                }
                if fits {
                    fresh.push(key(shape, place));
                }
            });
        }
    }
}

/// Does the diagram lie over this point?
fn covers(shape: &Shape, anchor: usize, p: Point) -> bool {
    let at = point(anchor);
    let (dx, dy) = (p.x() as i8 - at.x() as i8, p.y() as i8 - at.y() as i8);
    (shape.top_left.dx..=shape.bottom_right.dx).contains(&dx)
        && (shape.top_left.dy..=shape.bottom_right.dy).contains(&dy)
}

/// Sorts keys by their variants; those of one variant have been found in the order of the board. Two passes
/// over the digits of the number of the variant.
fn sort_by_variant(keys: &mut Vec<Key>, scratch: &mut Vec<Key>, variants: usize) {
    const DIGIT: u32 = 10;
    let bits = variants.next_power_of_two().trailing_zeros();
    if keys.len() < 64 || bits > 2 * DIGIT {
        keys.sort_unstable();
        return;
    }
    let digit = bits.div_ceil(2);
    scratch.clear();
    scratch.resize(keys.len(), 0);
    for shift in [32, 32 + digit] {
        let value = |key: Key| (key >> shift) as usize & ((1 << digit) - 1);
        let mut ends = [0u32; 1 << DIGIT];
        keys.iter().for_each(|&key| ends[value(key)] += 1);
        let mut at = 0;
        for end in &mut ends[..1 << digit] {
            at += *end;
            *end = at - *end;
        }
        for &key in &*keys {
            let end = &mut ends[value(key)];
            scratch[*end as usize] = key;
            *end += 1;
        }
        std::mem::swap(keys, scratch);
    }
}

/// Merges sorted keys into sorted keys, from the back.
fn merge(keys: &mut Vec<Key>, fresh: &[Key]) {
    let mut old = keys.len();
    let mut new = fresh.len();
    keys.resize(old + new, 0);
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
