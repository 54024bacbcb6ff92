// SPDX-License-Identifier: MIT OR Apache-2.0

//! Windows: parts of the board of up to eleven by eleven points, a bit for each point in one word.

use katachi_rules::{BoardSize, Point};

pub(crate) type WindowSet = u128;

/// Lines of a window.
const SIDE: u8 = 11;

/// The place of the window on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    left: u8,
    top: u8,
    /// The points that are on the board.
    pub(crate) all: WindowSet,
    /// All but the first and all but the last column.
    after_first: WindowSet,
    before_last: WindowSet,
}

impl Window {
    /// The window with `center` in its middle, moved so that it covers as much of the board as possible.
    pub(crate) fn around(size: BoardSize, center: Point) -> Self {
        let start = |at: u8, side: u8| at.saturating_sub(SIDE / 2).min(side.saturating_sub(SIDE));
        let (left, top) = (start(center.x(), size.width()), start(center.y(), size.height()));
        let columns = SIDE.min(size.width());
        let mut this = Self {
            left,
            top,
            all: 0,
            after_first: 0,
            before_last: 0,
        };
        for y in 0..SIDE.min(size.height()) {
            for x in 0..columns {
                let bit = 1 << (y * SIDE + x);
                this.all |= bit;
                this.after_first |= if x > 0 { bit } else { 0 };
                this.before_last |= if x < columns - 1 { bit } else { 0 };
            }
        }
        this
    }

    /// The bit of a point of the board, 0 if it is outside.
    pub(crate) fn bit(&self, point: Point) -> WindowSet {
        let (x, y) = (
            point.x().wrapping_sub(self.left),
            point.y().wrapping_sub(self.top),
        );
        if x < SIDE && y < SIDE {
            (1 << (y * SIDE + x)) & self.all
        } else {
            0
        }
    }

    pub(crate) fn point(&self, bit: WindowSet) -> Point {
        let index = bit.trailing_zeros() as u8;
        Point::new(self.left + index % SIDE, self.top + index / SIDE)
    }

    /// The set with all neighbours of its points.
    #[inline]
    pub(crate) fn grown(&self, set: WindowSet) -> WindowSet {
        let beside = (set & self.before_last) << 1 | (set & self.after_first) >> 1;
        (set | beside | set << SIDE | set >> SIDE) & self.all
    }

    /// The points of `within` that are connected with those of `from` in it.
    #[inline]
    pub(crate) fn flood(&self, from: WindowSet, within: WindowSet) -> WindowSet {
        let mut found = from & within;
        loop {
            let next = self.grown(found) & within;
            if next == found {
                return found;
            }
            found = next;
        }
    }
}
