// SPDX-License-Identifier: MIT OR Apache-2.0

//! Hash keys of positions (Albert Zobrist, 1970). They are constants: a key means the same position in every
//! build.
//!
//! White's keys are Black's with their halves swapped. So the key of a position with all colours swapped, the
//! side to move too, is the key with its halves swapped: `key.rotate_left(32)`.

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

static STONES: [[u64; CELLS]; 2] = for_both(keys(1));
static KO: [[u64; CELLS]; 2] = for_both(keys(3));
static BLOCKED: [[u64; CELLS]; 2] = for_both(keys(5));
const TO_MOVE: u64 = split_mix(4).1;

/// Black's keys and White's.
const fn for_both<const N: usize>(black: [u64; N]) -> [[u64; N]; 2] {
    let mut white = black;
    let mut i = 0;
    while i < N {
        white[i] = black[i].rotate_left(32);
        i += 1;
    }
    [black, white]
}

#[inline]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    STONES[color as usize][point.index()]
}

/// Key of a point closed by ko for that side.
pub(crate) fn ko(point: Point, color: Color) -> u64 {
    KO[color as usize][point.index()]
}

/// Key of a point where a side is blocked from taking a ko.
pub(crate) fn blocked(color: Color, point: Point) -> u64 {
    BLOCKED[color as usize][point.index()]
}

/// Key of the side to move.
pub(crate) const fn side(color: Color) -> u64 {
    match color {
        Color::Black => TO_MOVE,
        Color::White => TO_MOVE.rotate_left(32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_published_outputs_of_split_mix() {
        // The first outputs of the authors' program for this seed.
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(keys(1_234_567), expected);
        assert_eq!(for_both([1, 2 << 32]), [[1, 2 << 32], [1 << 32, 2]]);
    }

    #[test]
    fn all_keys_differ() {
        let mut all = vec![side(Color::Black), side(Color::White)];
        for color in Color::BOTH {
            for point in crate::BoardSize::square(25).points() {
                all.extend([stone(color, point), ko(point, color), blocked(color, point)]);
            }
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!((count, all.len()), (2 + 6 * 625, 2 + 6 * 625));
    }
}
