// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pass-alive stones: they cannot be captured even if their side always passes. And the territory they
//! surround.
//!
//! Source: David B. Benson, *Life in the Game of Go*, Information Sciences 10 (1976), in the form that
//! KataGo's rules use, which also covers suicide. A string is pass-alive if it has two *vital* regions: areas
//! without own stones, surrounded by pass-alive strings, each of whose test points is a liberty (or next to
//! the string). Without suicide the test points are the empty points of the region. With suicide they are all
//! of its points, because the enemy can empty a point by dying on it.
//!
//! ```
//! use katachi_rules::{Board, Color, pass_alive};
//! let board = Board::from_diagram(
//!     ". X . X O
//!      X X X X O
//!      O O O O O
//!      . O . O .",
//! );
//! let alive = pass_alive(&board, false);
//! assert_eq!(alive.stones[Color::Black].len(), 6);
//! assert_eq!(alive.territory[Color::Black].len(), 2);
//! assert!(alive.is_everything(board.size()));
//! ```

use arrayvec::ArrayVec;

use crate::board::{Board, MAX_AREA};
use crate::color::{ByColor, Color};
use crate::point::{BoardSize, CELLS, Point, PointSet};

/// Pass-alive stones and pass-alive territory of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassAlive {
    /// Stones that cannot be captured.
    pub stones: ByColor<PointSet>,
    /// Points surrounded by pass-alive strings of their owner, of which at most one is not adjacent to these
    /// strings. Enemy stones there are dead.
    pub territory: ByColor<PointSet>,
}

impl PassAlive {
    /// Stones inside pass-alive territory of the other side.
    pub fn dead_stones(&self, board: &Board) -> PointSet {
        let stones = Color::BOTH.into_iter().flat_map(|color| {
            let theirs = self.territory[color.opposite()].iter();
            theirs.filter(move |&p| board.cell(p).is(color))
        });
        stones.collect()
    }

    /// Returns whether every point of the board is a pass-alive stone or pass-alive territory.
    pub fn is_everything(&self, size: BoardSize) -> bool {
        let sets = [&self.stones, &self.territory];
        let points: usize = sets.iter().map(|s| s.black.len() + s.white.len()).sum();
        points == size.area()
    }
}

/// Finds the pass-alive stones and territory. O(points); does not allocate.
pub fn pass_alive(board: &Board, suicide: bool) -> PassAlive {
    let mut alive = PassAlive::default();
    for color in Color::BOTH {
        Search::new(board, color, suicide).run(&mut alive);
    }
    alive
}

/// A connected area without stones of the colour under test.
struct Region {
    /// Range of its points in [`Search::points`].
    points: (u16, u16),
    /// Range of its strings in [`Search::links`].
    links: (u16, u16),
    /// Points that no stone of the colour touches, counted up to 2.
    interior: u8,
    kept: bool,
}

/// A string that touches a region.
#[derive(Clone, Copy)]
struct Link {
    head: u16,
    vital: bool,
}

struct Search<'a> {
    board: &'a Board,
    color: Color,
    suicide: bool,
    points: ArrayVec<Point, MAX_AREA>,
    regions: ArrayVec<Region, MAX_AREA>,
    links: ArrayVec<Link, { 4 * MAX_AREA }>,
    /// For each head, the number of kept regions that are vital to its string.
    vital: [u16; CELLS],
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, color: Color, suicide: bool) -> Self {
        let mut search = Self {
            board,
            color,
            suicide,
            points: ArrayVec::new(),
            regions: ArrayVec::new(),
            links: ArrayVec::new(),
            vital: [0; CELLS],
        };
        let mut done = PointSet::EMPTY;
        for start in board.size().points() {
            if !board.cell(start).is(color) && done.insert(start) {
                search.collect(start, &mut done);
            }
        }
        search
    }

    /// Floods the region around a point and counts which strings it is vital to.
    fn collect(&mut self, start: Point, done: &mut PointSet) {
        let first_point = self.points.len();
        let first_link = self.links.len();
        let size = self.board.size();
        // For each linked string, in the order of its link, the test points that touch it.
        let mut touching = ArrayVec::<u16, MAX_AREA>::new();
        let (mut tests, mut interior) = (0, 0);
        self.points.push(start);
        let mut next = first_point;
        while let Some(&point) = self.points.get(next) {
            next += 1;
            let is_test = self.suicide || self.board.is_empty(point);
            tests += u16::from(is_test);
            let strings = self.board.strings_beside(point, self.color);
            if strings.is_empty() {
                interior = (interior + 1).min(2);
            }
            for head in strings {
                let head = head.index() as u16;
                let found = self.links[first_link..].iter().position(|link| link.head == head);
                let at = found.unwrap_or_else(|| {
                    self.links.push(Link { head, vital: false });
                    touching.push(0);
                    touching.len() - 1
                });
                touching[at] += u16::from(is_test);
            }
            for n in point.neighbours() {
                if size.contains(n) && !self.board.cell(n).is(self.color) && done.insert(n) {
                    self.points.push(n);
                }
            }
        }
        for (link, count) in self.links[first_link..].iter_mut().zip(touching) {
            link.vital = count == tests;
            self.vital[link.head as usize] += u16::from(link.vital);
        }
        self.regions.push(Region {
            points: (first_point as u16, self.points.len() as u16),
            links: (first_link as u16, self.links.len() as u16),
            interior,
            kept: true,
        });
    }

    fn run(mut self, alive: &mut PassAlive) {
        loop {
            let mut changed = false;
            for region in &mut self.regions {
                let links = &self.links[region.links.0 as usize..region.links.1 as usize];
                if region.kept && links.iter().any(|link| self.vital[link.head as usize] < 2) {
                    region.kept = false;
                    changed = true;
                    for link in links.iter().filter(|link| link.vital) {
                        self.vital[link.head as usize] -= 1;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for region in self.regions.iter().filter(|r| r.kept && r.links.0 < r.links.1) {
            // Every string with two vital regions is linked to each of them, so these links reach all such
            // strings.
            for link in &self.links[region.links.0 as usize..region.links.1 as usize] {
                let head = Point::from_index(link.head);
                if !alive.stones[self.color].contains(head) {
                    alive.stones[self.color].extend(self.board.string(head));
                }
            }
            if region.interior < 2 {
                let points = &self.points[region.points.0 as usize..region.points.1 as usize];
                alive.territory[self.color].extend(points.iter().copied());
            }
        }
    }
}
