// SPDX-License-Identifier: MIT OR Apache-2.0

//! Area scoring of a board. All stones count as alive.

use katachi_rules::{ByColor, Cell, Color, MAX_SIDE};

use super::history;

/// Width of a row with a border cell on either side. There is a border row above and below.
const STRIDE: usize = MAX_SIDE as usize + 2;

const BLACK: u8 = 1;
const WHITE: u8 = 2;

/// Counts the stones of each colour, and the empty points from which a path of empty points leads to only
/// that colour. **A point that reaches no stone counts for both**: on a board without stones both areas are N
/// * N, so the sign of komi decides.
pub(super) fn count(points: &[u64], size: usize) -> ByColor<u32> {
    // The colours that each point has or reaches; the border reaches nothing.
    let mut reach = [0u8; STRIDE * STRIDE];
    let mut open = [false; STRIDE * STRIDE];
    let at = |index: usize| (index / size + 1) * STRIDE + index % size + 1;
    for (index, &word) in points.iter().enumerate() {
        match history::cell(word) {
            Cell::Black => reach[at(index)] = BLACK,
            Cell::White => reach[at(index)] = WHITE,
            _ => open[at(index)] = true,
        }
    }
    // Sweeps forward and backward until one changes nothing: two or three times, except in spirals.
    loop {
        let mut changed = false;
        let mut visit = |p: usize| {
            if open[p] {
                let seen = reach[p] | reach[p - STRIDE] | reach[p - 1] | reach[p + 1] | reach[p + STRIDE];
                changed |= seen != reach[p];
                reach[p] = seen;
            }
        };
        (0..points.len()).for_each(|index| visit(at(index)));
        (0..points.len()).rev().for_each(|index| visit(at(index)));
        if !changed {
            break;
        }
    }
    let without = |other: u8| {
        (0..points.len())
            .filter(|&index| reach[at(index)] & other == 0)
            .count()
    };
    ByColor::from_fn(|color| match color {
        Color::Black => without(WHITE) as u32,
        Color::White => without(BLACK) as u32,
    })
}
