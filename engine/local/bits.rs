// SPDX-License-Identifier: MIT OR Apache-2.0

//! Sets of few points as the bits of one word, and walks over a graph of points whose neighbours are such
//! sets.
//!
//! Each solver numbers its points from 0 and takes the smallest word that holds them: `u8` for eyes of seven
//! points, `u16` for eye spaces, `u64` for them with the strings around, `u128` for local boards.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A word whose bits are points.
pub(crate) trait Bits:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    const EMPTY: Self;

    fn from_point(point: u8) -> Self;

    /// The lowest point of a set that is not empty.
    fn first(self) -> u8;

    /// The lowest point as a set; empty for the empty set.
    fn lowest(self) -> Self;

    fn len(self) -> usize;
}

macro_rules! bits {
    ($($word:ty)*) => {$(
        impl Bits for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn from_point(point: u8) -> Self {
                1 << point
            }

            #[inline]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline]
            fn len(self) -> usize {
                self.count_ones() as usize
            }
        }
    )*};
}

bits!(u8 u16 u64 u128);

/// The points of a set one by one, lowest first, each as a set.
#[inline]
pub(crate) fn singles<B: Bits>(mut set: B) -> impl Iterator<Item = B> {
    std::iter::from_fn(move || {
        (set != B::EMPTY).then(|| {
            let lowest = set.lowest();
            set = set ^ lowest;
            lowest
        })
    })
}

/// The points of a set, lowest first.
#[inline]
pub(crate) fn each<B: Bits>(set: B) -> impl Iterator<Item = u8> {
    singles(set).map(B::first)
}

/// All neighbours of the points of a set; some may be in it. `near` are the neighbours of each point.
#[inline]
pub(crate) fn around<B: Bits>(near: &[B], set: B) -> B {
    each(set).fold(B::EMPTY, |sum, p| sum | near[usize::from(p)])
}

/// Returns the points of `within` that are connected in it to `start`, with `start`, which is connected
/// itself.
#[inline]
pub(crate) fn flood<B: Bits>(near: &[B], start: B, within: B) -> B {
    let (mut all, mut frontier) = (start, start);
    while frontier != B::EMPTY {
        frontier = around(near, frontier) & within & !all;
        all = all | frontier;
    }
    all
}

/// The connected parts of a set, sorted by their lowest points.
#[inline]
pub(crate) fn parts<B: Bits>(near: &[B], set: B) -> impl Iterator<Item = B> + '_ {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != B::EMPTY).then(|| {
            let part = flood(near, left.lowest(), set);
            left = left & !part;
            part
        })
    })
}

/// Returns whether a set is connected. The empty set is connected, too.
#[inline]
pub(crate) fn is_connected<B: Bits>(near: &[B], set: B) -> bool {
    flood(near, set.lowest(), set) == set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points in a row, each next to those before and after it.
    fn row() -> Vec<u16> {
        (0..16).map(|i: u32| (0b101_u32 << i >> 1) as u16).collect()
    }

    #[test]
    fn points_come_lowest_first() {
        assert_eq!(each(0b1001_0100_u8).collect::<Vec<_>>(), [2, 4, 7]);
        assert_eq!(singles(0b1001_0100_u8).collect::<Vec<_>>(), [4, 16, 128]);
        assert_eq!(each(1_u128 << 127 | 1).collect::<Vec<_>>(), [0, 127]);
        assert_eq!(each(u16::EMPTY).count(), 0);
        for point in 0..128 {
            assert_eq!(u128::from_point(point).first(), point);
        }
    }

    #[test]
    fn a_row_falls_apart_at_its_gaps() {
        let near = row();
        let set = 0b1110_0110_0001_1000;
        let expected = [0b1_1000, 0b110_0000_0000, 0b1110_0000_0000_0000];
        assert_eq!(parts(&near, set).collect::<Vec<_>>(), expected);
        assert_eq!(flood(&near, 1 << 14, set), expected[2]);
        assert_eq!(flood(&near, 1, set), 1, "the start is part of it in any case");
        assert_eq!(around(&near, 0b110), 0b1111);
        assert!(is_connected(&near, expected[0]) && !is_connected(&near, set));
        assert!(is_connected(&near, 0));
    }
}
