// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playing stones and taking them back.

use arrayvec::ArrayVec;

use super::Board;
use crate::color::{Cell, Color};
use crate::point::Point;
use crate::zobrist;

/// Head of a stone that has not been joined to a string yet: a border point, never a real head.
pub(super) const NO_HEAD: u16 = 0;

/// Record to undo one stone. Records are undone in reverse order, on the board that made them.
#[derive(Clone, Debug)]
#[must_use = "a stone can only be taken back with its record"]
pub struct Undo {
    point: Point,
    color: Color,
    ko: Option<(Point, Color)>,
    /// Index of the point in the list of empty points.
    empty_index: u16,
    /// Liberties of the first joined string before the stone.
    liberties: u16,
    /// Earlier head, next stone, liberties and stones of the point: they may belong to a string that was
    /// captured there.
    links: [u16; 4],
    /// Heads of the friendly strings that were joined, the one that kept its head first.
    friends: ArrayVec<u16, 4>,
    /// Heads of the strings that were captured.
    captured: ArrayVec<u16, 4>,
    /// Stones removed in all, of either colour.
    removed: u16,
    suicide: bool,
}

impl Undo {
    /// Returns whether the stone removed other stones.
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Number of stones that left the board, of either colour.
    pub fn removed(&self) -> usize {
        self.removed as usize
    }
}

impl Board {
    /// Plays a stone on an empty point, even against ko. Captures, and removes the own string if it has no
    /// liberties then. O(1) but for joined and captured strings; does not allocate.
    pub fn play(&mut self, color: Color, point: Point) -> Undo {
        let mut undo = self.put(color, point);
        let enemy = color.opposite();
        for i in 0..undo.captured.len() {
            undo.removed += self.remove_string(undo.captured[i], enemy);
        }
        let head = self.head[point.index()];
        if self.liberties[head as usize] == 0 {
            undo.suicide = true;
            undo.removed += self.remove_string(head, color);
        } else if undo.removed == 1 && self.stones[head as usize] == 1 && self.liberties[head as usize] == 1 {
            self.ko = Some((Point::from_index(undo.captured[0]), enemy));
        }
        undo
    }

    /// Plays a stone as [`Board::play`] does, without the record that takes it back.
    pub fn place(&mut self, color: Color, point: Point) {
        let _ = self.play(color, point);
    }

    /// Adds a stone and joins strings, whose counts may become zero. Records enemy strings without liberties
    /// but does not remove them.
    pub(super) fn put(&mut self, color: Color, point: Point) -> Undo {
        debug_assert!(self.is_empty(point));
        let p = point.index();
        let own = Cell::from(color);
        let mut undo = Undo {
            point,
            color,
            ko: self.ko.take(),
            empty_index: self.empty.take(point),
            liberties: 0,
            links: [self.head[p], self.next[p], self.liberties[p], self.stones[p]],
            friends: ArrayVec::new(),
            captured: ArrayVec::new(),
            removed: 0,
            suicide: false,
        };
        self.cells[p] = own;
        self.head[p] = NO_HEAD;
        self.key ^= zobrist::stone(color, point);

        let mut open = 0;
        let mut enemies = ArrayVec::<u16, 4>::new();
        for n in point.neighbours() {
            let cell = self.cell(n);
            let head = self.head[n.index()];
            match cell {
                Cell::Empty => open += 1,
                Cell::Off => {}
                cell if cell == own => {
                    if !undo.friends.contains(&head) {
                        undo.friends.push(head);
                    }
                }
                _ => {
                    if !enemies.contains(&head) {
                        enemies.push(head);
                        self.liberties[head as usize] -= 1;
                        if self.liberties[head as usize] == 0 {
                            undo.captured.push(head);
                        }
                    }
                }
            }
        }
        // The largest string keeps its head, so that only the smaller ones are relabelled below.
        if let Some(largest) = (0..undo.friends.len()).max_by_key(|&i| self.stones[undo.friends[i] as usize])
        {
            undo.friends.swap(0, largest);
        }
        let Some((&main, others)) = undo.friends.split_first() else {
            self.head[p] = p as u16;
            self.next[p] = p as u16;
            self.stones[p] = 1;
            self.liberties[p] = open;
            return undo;
        };
        let m = main as usize;
        undo.liberties = self.liberties[m];
        self.liberties[m] += self.new_liberties(point, own, main);
        self.liberties[m] -= 1;
        self.head[p] = main;
        self.next[p] = self.next[m];
        self.next[m] = p as u16;
        self.stones[m] += 1;
        for &other in others {
            let o = other as usize;
            let mut next = Some(other);
            while let Some(s) = next {
                self.liberties[m] += self.new_liberties(Point::from_index(s), own, main);
                self.head[s as usize] = main;
                next = self.after(s, other);
            }
            self.next.swap(m, o);
            self.stones[m] += self.stones[o];
        }
        undo
    }

    /// Empty neighbours of a stone that are not liberties of the string `head` yet.
    fn new_liberties(&self, stone: Point, own: Cell, head: u16) -> u16 {
        let mut new = 0;
        for e in stone.neighbours() {
            let is_new = self.is_empty(e)
                && !e
                    .neighbours()
                    .iter()
                    .any(|&n| self.cell(n) == own && self.head[n.index()] == head);
            new += u16::from(is_new);
        }
        new
    }

    /// Undoes the last stone. Restores everything, the order of the empty points too.
    pub fn undo(&mut self, undo: Undo) {
        let p = undo.point.index();
        let color = undo.color;
        if undo.suicide {
            self.restore_string(self.head[p], color);
        }
        for &head in undo.captured.iter().rev() {
            self.restore_string(head, color.opposite());
        }
        if let Some((&main, others)) = undo.friends.split_first() {
            let m = main as usize;
            for &other in others.iter().rev() {
                let o = other as usize;
                self.stones[m] -= self.stones[o];
                self.next.swap(m, o);
                let mut next = Some(other);
                while let Some(s) = next {
                    self.head[s as usize] = other;
                    next = self.after(s, other);
                }
            }
            self.next[m] = self.next[p];
            self.stones[m] -= 1;
            self.liberties[m] = undo.liberties;
        }
        [self.head[p], self.next[p], self.liberties[p], self.stones[p]] = undo.links;
        self.cells[p] = Cell::Empty;
        self.key ^= zobrist::stone(color, undo.point);
        for head in self.strings_beside(undo.point, color.opposite()) {
            self.liberties[head.index()] += 1;
        }
        self.empty.put_back(undo.point, undo.empty_index);
        self.ko = undo.ko;
    }

    fn remove_string(&mut self, head: u16, color: Color) -> u16 {
        let mut next = Some(head);
        while let Some(s) = next {
            let stone = Point::from_index(s);
            self.cells[s as usize] = Cell::Empty;
            self.key ^= zobrist::stone(color, stone);
            self.empty.push(stone);
            for other in self.strings_beside(stone, color.opposite()) {
                self.liberties[other.index()] += 1;
            }
            next = self.after(s, head);
        }
        let stones = self.stones[head as usize];
        self.prisoners[color] += u32::from(stones);
        stones
    }

    fn restore_string(&mut self, head: u16, color: Color) {
        let mut next = Some(head);
        while let Some(s) = next {
            let stone = Point::from_index(s);
            self.cells[s as usize] = color.into();
            self.key ^= zobrist::stone(color, stone);
            for other in self.strings_beside(stone, color.opposite()) {
                self.liberties[other.index()] -= 1;
            }
            next = self.after(s, head);
        }
        // Its points were pushed last.
        let stones = self.stones[head as usize];
        self.empty.pop(stones);
        self.prisoners[color] -= u32::from(stones);
    }
}
