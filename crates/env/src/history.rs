// SPDX-License-Identifier: MIT OR Apache-2.0

//! The last boards of a game, and observations.
//!
//! Each point has one word with two bits per board: bit `2 * i` is set if a black stone stood there `i` steps
//! ago, bit `2 * i + 1` for a white one. This is the order of the planes of Black's observation, so a step
//! shifts every word, and an observation unpacks the bits of the words in order. Boards before the start are
//! zero.

use katachi_rules::{Cell, Color};

use super::unpack;

/// Even bits: Black's stones.
const BLACK: u64 = 0x5555_5555_5555_5555;
const NOW: u64 = 0b11;

/// Duplicates the current board as the newest one. O(points), vectorised.
#[inline]
pub(super) fn advance(points: &mut [u64]) {
    for word in points {
        *word = *word << 2 | *word & NOW;
    }
}

/// Current content of a point.
#[inline]
pub(super) fn cell(word: u64) -> Cell {
    match word & NOW {
        0b01 => Cell::Black,
        0b10 => Cell::White,
        _ => Cell::Empty,
    }
}

/// Sets the current content of a point.
#[inline]
pub(super) fn set(word: &mut u64, cell: Cell) {
    *word = *word & !NOW | cell as u64;
}

/// Writes the observation of the side `viewer`: for each point, row by row, `boards` pairs of planes,
/// own stones first, and a last plane that is set for White.
pub(super) fn observe(points: &[u64], viewer: Color, boards: usize, out: &mut [bool]) {
    match viewer {
        Color::Black => lay_out(points, |word| word, false, boards, out),
        Color::White => lay_out(
            points,
            |word| (word & BLACK) << 1 | word >> 1 & BLACK,
            true,
            boards,
            out,
        ),
    }
}

#[inline]
fn lay_out(points: &[u64], view: impl Fn(u64) -> u64, last: bool, boards: usize, out: &mut [bool]) {
    if boards == 8 {
        // The default history, with lengths that are constants for the compiler.
        for (planes, &word) in out.as_chunks_mut::<17>().0.iter_mut().zip(points) {
            let [low, high, ..] = view(word).to_le_bytes();
            planes[..8].copy_from_slice(unpack::byte(low));
            planes[8..16].copy_from_slice(unpack::byte(high));
            planes[16] = last;
        }
        return;
    }
    for (planes, &word) in out.chunks_exact_mut(2 * boards + 1).zip(points) {
        if let Some((color, stones)) = planes.split_last_mut() {
            unpack::bits(view(word), stones);
            *color = last;
        }
    }
}
