// SPDX-License-Identifier: MIT OR Apache-2.0

//! The local board of a window: playing, capturing, and the score without further moves.

use crate::local::{SmallBoard, Window, WindowSet, singles};
use crate::movegen::constants::SHORT_OF_LIBERTIES;
use katachi_rules::{Board, Color, Point, PointSet};

/// The stones of a window. Copied rather than undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stones {
    pub(super) of: [WindowSet; 2],
    /// The point where a ko may not be retaken at once, by the side `ko_of`.
    pub(super) ko: WindowSet,
    ko_of: u8,
    /// Stones captured by Black less those captured by White.
    prisoners: i8,
}

/// The part of the board in a window: what stays the same during a search.
#[derive(Clone, Debug)]
pub(super) struct LocalBoard {
    pub(super) window: Window,
    /// Stones of strings that reach beyond the window or have a liberty there: they are not captured.
    free: WindowSet,
    /// Living stones; stones that are connected to them live.
    living: [WindowSet; 2],
    /// The stones at the start of the search.
    pub(super) start: Stones,
}

pub(super) const fn side(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

impl LocalBoard {
    /// The stones of a board in a window; dead ones give no life to stones that are connected to them.
    pub(super) fn new(board: &Board, window: Window, dead: &PointSet) -> Self {
        let mut stones = Stones {
            of: [0; 2],
            ko: 0,
            ko_of: 0,
            prisoners: 0,
        };
        let (mut free, mut living) = (0, [0; 2]);
        for bit in singles(window.all) {
            let point = window.point(bit);
            let Some(color) = board.cell(point).color() else {
                continue;
            };
            stones.of[side(color)] |= bit;
            if !dead.contains(point) {
                living[side(color)] |= bit;
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
            stones.ko = window.bit(point);
            stones.ko_of = side(color) as u8;
        }
        Self {
            window,
            free,
            living,
            start: stones,
        }
    }

    pub(super) fn empty(&self, stones: &Stones) -> WindowSet {
        self.window.all & !(stones.of[0] | stones.of[1])
    }

    /// The string of a stone, with its liberties; all points outside are none.
    fn string(&self, stones: &Stones, stone: WindowSet, us: usize) -> (WindowSet, WindowSet) {
        let string = self.window.flood(stone, stones.of[us]);
        (string, self.window.grown(string) & self.empty(stones))
    }

    /// The stones after a move; none if the move is illegal.
    pub(super) fn play(&self, stones: &Stones, us: usize, point: WindowSet) -> Option<Stones> {
        if stones.ko == point && usize::from(stones.ko_of) == us {
            return None;
        }
        let them = 1 - us;
        let board = SmallBoard {
            graph: &self.window,
            area: self.window.all,
            lasting: [self.free; 2],
        };
        let played = board.play(stones.of[us], stones.of[them], point, |_| {});
        if played.is_suicide {
            return None;
        }
        let mut next = *stones;
        next.of[us] = played.own;
        next.of[them] = played.other;
        next.ko = played.ko;
        next.ko_of = if played.ko == 0 { 0 } else { them as u8 };
        let count = played.captured.count_ones() as i8;
        next.prisoners += if us == 0 { count } else { -count };
        Some(next)
    }

    /// The liberties of all strings in atari, of both sides.
    pub(super) fn ataris(&self, stones: &Stones) -> WindowSet {
        self.ataris_among(stones, self.window.all)
    }

    /// The same for the string of a stone and its neighbours: no others come into atari by playing the stone.
    pub(super) fn ataris_beside(&self, stones: &Stones, stone: WindowSet) -> WindowSet {
        self.ataris_among(stones, self.window.grown(stone))
    }

    fn ataris_among(&self, stones: &Stones, among: WindowSet) -> WindowSet {
        let mut found = 0;
        for us in 0..2 {
            let mut left = among & stones.of[us] & !self.free;
            while left != 0 {
                let (string, liberties) = self.string(stones, left & left.wrapping_neg(), us);
                left &= !string;
                if liberties.is_power_of_two() && string & self.free == 0 {
                    found |= liberties;
                }
            }
        }
        found
    }

    /// The liberties of all strings with a stone among these points that are short of liberties.
    pub(super) fn short_liberties(&self, stones: &Stones, among: WindowSet) -> WindowSet {
        self.liberties_of_short(stones, among, SHORT_OF_LIBERTIES)
    }

    /// The same for strings with at most `short` liberties.
    pub(super) fn liberties_of_short(&self, stones: &Stones, among: WindowSet, short: u32) -> WindowSet {
        let mut found = 0;
        for us in 0..2 {
            let mut left = among & stones.of[us] & !self.free;
            while left != 0 {
                let (string, liberties) = self.string(stones, left & left.wrapping_neg(), us);
                left &= !string;
                if liberties.count_ones() <= short && string & self.free == 0 {
                    found |= liberties;
                }
            }
        }
        found
    }

    /// The points of `border` that are connected with those of `from`: by neighbouring points, or by strings that are short of liberties
    /// with their liberties.
    pub(super) fn fight(&self, from: WindowSet, border: WindowSet) -> WindowSet {
        let mut found = from;
        loop {
            let beside = self.window.grown(found);
            let next = found | beside & border | self.short_liberties(&self.start, beside);
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// For each side the points that are nearer to its living stones than to the other's, without these stones: an estimate of the owner
    /// of each point without a move.
    fn owned(&self, stones: &Stones) -> [WindowSet; 2] {
        let mut alive = [0, 1].map(|us| self.window.flood(self.living[us], stones.of[us]));
        loop {
            let near = self.nearer(alive);
            let mut changed = false;
            for us in 0..2 {
                // Stones beside the points of their own side are alive, too.
                let joined = self.window.grown(near[us] & self.empty(stones)) & stones.of[us] & !alive[us];
                if joined != 0 {
                    alive[us] |= self.window.flood(joined, stones.of[us]);
                    changed = true;
                }
            }
            if !changed {
                return near;
            }
        }
    }

    fn nearer(&self, alive: [WindowSet; 2]) -> [WindowSet; 2] {
        let mut open = self.window.all & !(alive[0] | alive[1]);
        let mut near = alive;
        let mut last = alive;
        loop {
            let next = [0, 1].map(|us| self.window.grown(last[us]) & open);
            if next[0] | next[1] == 0 {
                break;
            }
            open &= !(next[0] | next[1]);
            last = [next[0] & !next[1], next[1] & !next[0]];
            near[0] |= last[0];
            near[1] |= last[1];
        }
        [near[0] & !alive[0], near[1] & !alive[1]]
    }

    /// The score for Black, in points: territory, prisoners, and two for each dead stone.
    pub(super) fn count(&self, stones: &Stones) -> i32 {
        let owned = self.owned(stones);
        let empty = self.empty(stones);
        let points = |us: usize| {
            let territory = (owned[us] & empty).count_ones();
            let dead = (owned[us] & stones.of[1 - us]).count_ones();
            (territory + 2 * dead) as i32
        };
        points(0) - points(1) + i32::from(stones.prisoners)
    }
}

impl Stones {
    /// The points that differ.
    pub(super) fn changed(&self, from: &Self) -> WindowSet {
        (self.of[0] ^ from.of[0]) | (self.of[1] ^ from.of[1])
    }
}

impl LocalBoard {
    /// Are all neighbours of the point stones of that side, so that a move would only fill an own eye?
    pub(super) fn is_own_eye(&self, stones: &Stones, us: usize, point: WindowSet) -> bool {
        self.window.grown(point) & !point & !stones.of[us] == 0
    }
}
