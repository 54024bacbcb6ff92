// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board of a window: playing, capturing, and the score without further moves.

use katachi_rules::{Board, ByColor, Color, Point, PointSet};

use crate::local::{SmallBoard, Window, WindowSet, singles};

/// A string with at most this number of liberties may come into danger; 2 to 4.
pub(super) const SHORT_OF_LIBERTIES: u32 = 3;

/// The stones of a window. Copied rather than undone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct WindowStones {
    pub(super) of: ByColor<WindowSet>,
    /// For each side the point where it may not retake a ko at once, if any.
    pub(super) ko: ByColor<WindowSet>,
    /// Stones captured by Black less those captured by White.
    prisoners: i8,
}

/// The part of the board in a window: what stays the same during a search.
#[derive(Clone, Debug)]
pub(super) struct WindowBoard {
    pub(super) window: Window,
    /// Stones of strings that reach beyond the window or have a liberty there: they are not captured.
    free: WindowSet,
    /// Living stones; stones that are connected to them live.
    living: ByColor<WindowSet>,
    pub(super) start: WindowStones,
}

impl WindowBoard {
    /// The stones of a board in a window; dead ones give no life to stones that are connected to them.
    pub(super) fn new(board: &Board, window: Window, dead: &PointSet) -> Self {
        let mut stones = WindowStones::default();
        let (mut free, mut living) = (0, ByColor::default());
        for bit in singles(window.all) {
            let point = window.point(bit);
            let Some(color) = board.cell(point).color() else {
                continue;
            };
            stones.of[color] |= bit;
            if !dead.contains(point) {
                living[color] |= bit;
            }
            let leads_out = |p: Point| {
                board.size().contains(p)
                    && window.bit(p) == 0
                    && (board.is_empty(p) || board.cell(p).is(color))
            };
            if point.neighbours().into_iter().any(leads_out) {
                free |= bit;
            }
        }
        if let Some((point, color)) = board.ko() {
            stones.ko[color] = window.bit(point);
        }
        Self {
            window,
            free,
            living,
            start: stones,
        }
    }

    pub(super) fn empty(&self, stones: &WindowStones) -> WindowSet {
        self.window.all & !(stones.of.black | stones.of.white)
    }

    /// Returns the string of a stone, with its liberties; points outside are none.
    fn string(&self, stones: &WindowStones, stone: WindowSet, color: Color) -> (WindowSet, WindowSet) {
        let string = self.window.flood(stone, stones.of[color]);
        (string, self.window.grown(string) & self.empty(stones))
    }

    pub(super) fn play(&self, stones: &WindowStones, color: Color, point: WindowSet) -> Option<WindowStones> {
        if stones.ko[color] == point {
            return None;
        }
        let other = color.opposite();
        let board = SmallBoard {
            graph: &self.window,
            area: self.window.all,
            lasting: [self.free; 2],
        };
        let played = board.play(stones.of[color], stones.of[other], point, |_| {});
        if played.is_suicide {
            return None;
        }
        let mut next = *stones;
        next.of[color] = played.own;
        next.of[other] = played.other;
        next.ko = ByColor::default();
        next.ko[other] = played.ko;
        let count = played.captured.count_ones() as i8;
        next.prisoners += match color {
            Color::Black => count,
            Color::White => -count,
        };
        Some(next)
    }

    /// The liberties of all strings in atari with a stone among these points.
    pub(super) fn ataris(&self, stones: &WindowStones, among: WindowSet) -> WindowSet {
        self.liberties_of_short(stones, among, 1)
    }

    /// The liberties of capturable strings with a stone among these points and at most `short` liberties.
    pub(super) fn liberties_of_short(
        &self,
        stones: &WindowStones,
        among: WindowSet,
        short: u32,
    ) -> WindowSet {
        let mut found = 0;
        for color in Color::BOTH {
            let mut left = among & stones.of[color] & !self.free;
            while left != 0 {
                let (string, liberties) = self.string(stones, left & left.wrapping_neg(), color);
                left &= !string;
                if liberties.count_ones() <= short && string & self.free == 0 {
                    found |= liberties;
                }
            }
        }
        found
    }

    /// The points of `border` that are connected with those of `from`: by neighbouring points, or by strings
    /// that are short of liberties with their liberties.
    pub(super) fn fight(&self, from: WindowSet, border: WindowSet) -> WindowSet {
        let mut found = from;
        loop {
            let beside = self.window.grown(found);
            let short = self.liberties_of_short(&self.start, beside, SHORT_OF_LIBERTIES);
            let next = found | beside & border | short;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// Returns for each side the points that are nearer to its living stones than to those of the other side,
    /// without these stones: an estimate of the owner of each point without a move.
    fn owned(&self, stones: &WindowStones) -> ByColor<WindowSet> {
        let mut alive = ByColor::from_fn(|color| self.window.flood(self.living[color], stones.of[color]));
        loop {
            let near = self.nearer(&alive);
            let mut changed = false;
            for color in Color::BOTH {
                // Stones beside the points of their own side are alive, too.
                let points = self.window.grown(near[color] & self.empty(stones));
                let joined = points & stones.of[color] & !alive[color];
                if joined != 0 {
                    alive[color] |= self.window.flood(joined, stones.of[color]);
                    changed = true;
                }
            }
            if !changed {
                return near;
            }
        }
    }

    fn nearer(&self, alive: &ByColor<WindowSet>) -> ByColor<WindowSet> {
        let mut open = self.window.all & !(alive.black | alive.white);
        let (mut near, mut last) = (*alive, *alive);
        loop {
            let next = ByColor::from_fn(|color| self.window.grown(last[color]) & open);
            if next.black | next.white == 0 {
                break;
            }
            open &= !(next.black | next.white);
            last = ByColor::from_fn(|color| next[color] & !next[color.opposite()]);
            near.black |= last.black;
            near.white |= last.white;
        }
        ByColor::from_fn(|color| near[color] & !alive[color])
    }

    /// The score for Black, in points: territory, prisoners, and two for each dead stone.
    pub(super) fn count(&self, stones: &WindowStones) -> i32 {
        let owned = self.owned(stones);
        let empty = self.empty(stones);
        let points = |color: Color| {
            let territory = (owned[color] & empty).count_ones();
            let dead = (owned[color] & stones.of[color.opposite()]).count_ones();
            (territory + 2 * dead) as i32
        };
        points(Color::Black) - points(Color::White) + i32::from(stones.prisoners)
    }

    /// Returns whether all neighbours of a point are stones of a side, so that a move would only fill an own
    /// eye.
    pub(super) fn is_own_eye(&self, stones: &WindowStones, color: Color, point: WindowSet) -> bool {
        self.window.grown(point) & !point & !stones.of[color] == 0
    }
}

impl WindowStones {
    /// The point where a ko may not be retaken at once, if any.
    pub(super) fn ko_point(&self) -> WindowSet {
        self.ko.black | self.ko.white
    }

    /// The points that differ.
    pub(super) fn changed(&self, from: &Self) -> WindowSet {
        (self.of.black ^ from.of.black) | (self.of.white ^ from.of.white)
    }
}
