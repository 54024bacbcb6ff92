// SPDX-License-Identifier: MIT OR Apache-2.0

//! The history heuristic of the life-and-death search.

use crate::local::Role;

/// Number of wins of a point at which the wins of all points are halved; a power of two, 1,024 to 16,384.
const HISTORY_HALVED_AT: u16 = 1 << 12;

/// History heuristic: wins by side and point, as a point that is vital in one position often is in the next.
#[derive(Clone, Debug)]
pub(crate) struct History {
    wins: [[u16; 128]; 2],
    /// Largest number of wins of a point, by side; stored because every move of every position needs it.
    most: [u16; 2],
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            wins: [[0; 128]; 2],
            most: [0; 2],
        }
    }

    pub(crate) fn note(&mut self, mover: Role, point: u8) {
        let side = mover as usize;
        let (wins, most) = (&mut self.wins[side], &mut self.most[side]);
        if wins[usize::from(point)] >= HISTORY_HALVED_AT {
            wins.iter_mut().for_each(|w| *w /= 2);
            *most /= 2;
        }
        wins[usize::from(point)] += 1;
        *most = (*most).max(wins[usize::from(point)]);
    }

    /// Wins of a point in eighths of the largest number, rounded up: 0 only if it never won.
    pub(super) fn eighths(&self, mover: Role, point: u8) -> u32 {
        let side = mover as usize;
        let top = u32::from(self.most[side].max(8));
        (u32::from(self.wins[side][usize::from(point)]) * 8).div_ceil(top)
    }
}
