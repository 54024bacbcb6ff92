// SPDX-License-Identifier: MIT OR Apache-2.0

//! The last boards of a game, and the observations made of them.
//!
//! Each point has one word with two bits for each board: bit `2 * i` is set if a black stone stood there
//! `i` steps ago, bit `2 * i + 1` if a white one did. That is the order of the planes of an observation
//! as Black sees it, so that a step is one shift of every word, and an observation is the bits of the
//! words laid out one after the other. Boards before the start are zeros by themselves.

use katachi_rules::{Cell, Color};

use super::spread;

/// Even bits: Black's stones.
const BLACK: u64 = 0x5555_5555_5555_5555;
/// The board of now.
const NOW: u64 = 0b11;

/// Puts a copy of the board of now in front. O(points), vectorised.
#[inline]
pub(super) fn advance(points: &mut [u64]) {
    for word in points {
        *word = *word << 2 | *word & NOW;
    }
}

/// What stands on a point now.
#[inline]
pub(super) fn cell(word: u64) -> Cell {
    match word & NOW {
        0b01 => Cell::Black,
        0b10 => Cell::White,
        _ => Cell::Empty,
    }
}

/// Sets what stands on a point now.
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
        // The default, with every length known to the compiler.
        for (planes, &word) in out.as_chunks_mut::<17>().0.iter_mut().zip(points) {
            let [low, high, ..] = view(word).to_le_bytes();
            planes[..8].copy_from_slice(spread::byte(low));
            planes[8..16].copy_from_slice(spread::byte(high));
            planes[16] = last;
        }
        return;
    }
    for (planes, &word) in out.chunks_exact_mut(2 * boards + 1).zip(points) {
        if let Some((color, stones)) = planes.split_last_mut() {
            spread::bits(view(word), stones);
            *color = last;
        }
    }
}
