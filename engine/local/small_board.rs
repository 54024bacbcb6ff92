// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playing stones on sets of points: captures, suicide, ko.
//!
//! A solver brings the points, what lies outside them, and its own rule of ko; positions are copied, nothing
//! is undone. One board more plays by hand: that of the exhaustive search in the tactics benchmark, which is
//! to share no code with the solvers that it checks.

use super::bits::{Bits, around};
use super::window::{Window, WindowSet};

/// Which points are neighbours.
pub(crate) trait Graph<B: Bits> {
    /// All neighbours of a set; some may be in it.
    fn around(&self, set: B) -> B;

    /// The points of `within` that are connected in it to `start`, with `start`, which is connected.
    #[inline]
    fn flood(&self, start: B, within: B) -> B {
        let (mut all, mut frontier) = (start, start);
        while frontier != B::EMPTY {
            frontier = self.around(frontier) & within & !all;
            all = all | frontier;
        }
        all
    }
}

/// The neighbours of each point.
impl<B: Bits> Graph<B> for [B] {
    #[inline]
    fn around(&self, set: B) -> B {
        around(self, set)
    }
}

impl Graph<WindowSet> for Window {
    #[inline]
    fn around(&self, set: WindowSet) -> WindowSet {
        self.grown(set)
    }

    #[inline]
    fn flood(&self, start: WindowSet, within: WindowSet) -> WindowSet {
        self.flood(start, within)
    }
}

/// A small board for one side to move: what its move does not change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallBoard<'g, B, G: ?Sized = [B]> {
    pub(crate) graph: &'g G,
    /// Points that are empty when no stone is there.
    pub(crate) area: B,
    /// Points where stones of the side to move have a liberty outside that lasts, and points where those of
    /// the other side have one.
    pub(crate) lasting: [B; 2],
}

/// A position after a stone was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played<B> {
    /// Stones of the side that moved, and of the other side.
    pub(crate) own: B,
    pub(crate) other: B,
    pub(crate) captured: B,
    /// The string of the stone has no liberty; nothing was captured.
    pub(crate) is_suicide: bool,
    /// The single stone that was captured, if a single stone took it and can be taken back at once.
    pub(crate) ko: B,
}

impl<B> Played<B> {
    /// The stones of the owner and of the attacker, where the owner moved or else the attacker.
    pub(crate) fn sides(self, owner_moved: bool) -> (B, B) {
        match owner_moved {
            true => (self.own, self.other),
            false => (self.other, self.own),
        }
    }
}

impl<B: Bits, G: Graph<B> + ?Sized> SmallBoard<'_, B, G> {
    /// Plays `stone` of `own` at an empty point. `spare` gets each string of `other` beside it that is not
    /// captured.
    #[inline]
    pub(crate) fn play(&self, own: B, other: B, stone: B, mut spare: impl FnMut(B)) -> Played<B> {
        let own = own | stone;
        let empty = self.area & !(own | other);
        let mut captured = B::EMPTY;
        let mut beside = self.graph.around(stone) & other;
        while beside != B::EMPTY {
            let string = self.graph.flood(beside.lowest(), other);
            beside = beside & !string;
            if string & self.lasting[1] == B::EMPTY && self.graph.around(string) & empty == B::EMPTY {
                captured = captured | string;
            } else {
                spare(string);
            }
        }
        let mut played = Played {
            own,
            other: other & !captured,
            captured,
            is_suicide: false,
            ko: B::EMPTY,
        };
        let is_free =
            |string: B| string & self.lasting[0] != B::EMPTY || self.graph.around(string) & empty != B::EMPTY;
        if is_free(stone) {
            return played;
        }
        let string = self.graph.flood(stone, own);
        if captured == B::EMPTY {
            played.is_suicide = !is_free(string);
        } else if string == stone && captured == captured.lowest() {
            played.ko = captured & self.area;
        }
        played
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, BoardSize, Color, Point};
    use proptest::prelude::*;

    use super::*;
    use crate::local::flood;

    /// Plays moves on a small board of the whole of `size` and on a board of the rules; they agree.
    fn play_twins<B: Bits, G: Graph<B> + ?Sized>(
        size: BoardSize,
        moves: &[usize],
        graph: &G,
        bit: impl Fn(Point) -> B,
    ) {
        let points: Vec<Point> = size.points().collect();
        let set = |points: &mut dyn Iterator<Item = Point>| points.fold(B::EMPTY, |set, p| set | bit(p));
        let small = SmallBoard {
            graph,
            area: set(&mut points.iter().copied()),
            lasting: [B::EMPTY; 2],
        };
        let mut board = Board::new(size);
        let mut color = Color::Black;
        for &number in moves {
            let point = points[number % points.len()];
            let stones =
                |board: &Board, color| set(&mut points.iter().copied().filter(|&p| board.cell(p).is(color)));
            if board.is_empty(point) {
                let (own, other) = (stones(&board, color), stones(&board, color.opposite()));
                let mut spared = B::EMPTY;
                let played = small.play(own, other, bit(point), |string| spared = spared | string);
                assert_eq!(played.is_suicide, board.is_suicide(color, point), "{board}");
                if !played.is_suicide {
                    board.clear_ko();
                    board.place(color, point);
                    let ko = board.ko().map_or(B::EMPTY, |(p, _)| bit(p));
                    let expected = (stones(&board, color), stones(&board, color.opposite()), ko);
                    assert!((played.own, played.other, played.ko) == expected, "{board}");
                    assert!(other & !played.other == played.captured && spared & !played.other == B::EMPTY);
                }
            }
            color = color.opposite();
        }
    }

    fn neighbours<B: Bits>(size: BoardSize) -> Vec<B> {
        let points: Vec<Point> = size.points().collect();
        let number = |p: Point| points.iter().position(|&q| q == p);
        let around = |p: &Point| p.neighbours().into_iter().filter_map(number);
        let set = |p| around(p).fold(B::EMPTY, |set, n| set | B::from_point(n as u8));
        points.iter().map(set).collect()
    }

    proptest! {
        #[test]
        fn a_small_board_plays_by_the_rules(moves in prop::collection::vec(0usize..1000, 1..150)) {
            let number = |size: BoardSize, p: Point| p.y() * size.width() + p.x();
            for (width, height) in [(4, 4), (3, 5), (2, 8), (1, 9)] {
                let size = BoardSize::new(width, height).expect("a small size");
                play_twins(size, &moves, &neighbours::<u16>(size)[..], |p| u16::from_point(number(size, p)));
            }
            let size = BoardSize::square(8);
            play_twins(size, &moves, &neighbours::<u64>(size)[..], |p| u64::from_point(number(size, p)));
            let size = BoardSize::square(9);
            play_twins(size, &moves, &neighbours::<u128>(size)[..], |p| u128::from_point(number(size, p)));
            let window = Window::around(size, Point::new(4, 4));
            play_twins(size, &moves, &window, |p| window.bit(p));
        }

        #[test]
        fn strings_with_lasting_liberties_are_not_captured(moves in prop::collection::vec(0usize..16, 1..60), lasting in any::<u16>()) {
            let near = neighbours::<u16>(BoardSize::square(4));
            let mut stones = [0u16; 2];
            for (turn, number) in moves.into_iter().enumerate() {
                let (us, stone) = (turn % 2, 1u16 << number);
                let (own, other) = (stones[us], stones[1 - us]);
                if (own | other) & stone != 0 {
                    continue;
                }
                let small = SmallBoard { graph: &near[..], area: u16::MAX, lasting: [lasting; 2] };
                let played = small.play(own, other, stone, |_| {});
                let string = flood(&near, stone, own | stone);
                prop_assert!(!played.is_suicide || string & lasting == 0);
                let freed = near.iter().enumerate().fold(0, |all, (i, _)| {
                    let captured = flood(&near, 1 << i, other) & played.captured;
                    all | if played.captured >> i & 1 != 0 { captured & lasting } else { 0 }
                });
                prop_assert_eq!(freed, 0);
                if !played.is_suicide {
                    (stones[us], stones[1 - us]) = (played.own, played.other);
                }
            }
        }
    }
}
