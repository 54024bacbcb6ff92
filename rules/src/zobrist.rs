//! Hash keys of positions. They are constants: a key means the same position in every build.

use crate::color::Color;
use crate::point::{CELLS, Point};

/// SplitMix64 (Steele, Lea, Flood, 2014): the next state and its output.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

const fn keys<const N: usize>(mut state: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        (state, keys[i]) = split_mix(state);
        i += 1;
    }
    keys
}

static STONES: [[u64; CELLS]; 2] = [keys(1), keys(2)];
static KO: [u64; CELLS] = keys(3);
static BLOCKED: [[u64; CELLS]; 2] = [keys(5), keys(6)];
const WHITE_TO_MOVE: u64 = split_mix(4).1;

/// Key of a stone on a point.
#[inline]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    STONES[color as usize][point.index()]
}

/// Key of a point closed by ko.
pub(crate) fn ko(point: Point) -> u64 {
    KO[point.index()]
}

/// Key of a point where a side is blocked from taking a ko.
pub(crate) fn blocked(color: Color, point: Point) -> u64 {
    BLOCKED[color as usize][point.index()]
}

/// Key of the side to move.
pub(crate) const fn side(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    }
}
