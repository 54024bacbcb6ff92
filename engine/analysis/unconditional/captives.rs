// SPDX-License-Identifier: MIT OR Apache-2.0

//! Can stones without two eyes stay on the board because of stones that they enclose?
//!
//! The other side moves as often as it likes, and then play alternates. It may fill its area but for a few
//! points, and leave stones of the owner inside alive. These are captured in the end, or stand in seki, and
//! the owner prevents it only by filling the space in a shape that is dead when it is captured (*nakade*).
//! All ways of filling are tried and read out.

use katachi_rules::{Board, Color, Point, PointSet};
use rustc_hash::FxHashMap;

use super::{filled, subsets};

/// With more empty points out of the owner's reach an area is not read; 6 to 12, as the work doubles with
/// each.
const CAPTIVES_MOST_SPACE: usize = 9;
/// Moves from the filled area to the capture, at most; 20 to 60.
const CAPTIVES_DEPTH: u32 = 40;
/// Moves played for one such area; 100,000 to 1,000,000.
const CAPTIVES_NODES: u32 = 300_000;

/// Results for a position with the owner to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Moves left with which a capture was found: more moves also suffice.
    captured: Option<u32>,
    /// Moves left with which none was found: fewer do not suffice, either.
    survived: u32,
}

/// Reads whether the other side survives in one area.
pub(super) struct Captives<'a> {
    owner: Color,
    area: &'a PointSet,
    alive: &'a PointSet,
    nodes: u32,
    known: FxHashMap<(u64, bool), Known>,
}

impl<'a> Captives<'a> {
    /// Does the other side of `owner` live in the area, or may it? Never if no stone of the owner is there to
    /// be enclosed.
    pub(super) fn live(board: &Board, owner: Color, area: &'a PointSet, alive: &'a PointSet) -> bool {
        if !area.iter().any(|p| board.cell(p).is(owner)) {
            return false;
        }
        let out_of_reach = |&p: &Point| !p.neighbours().iter().any(|&n| alive.contains(n));
        let space: Vec<Point> = area
            .iter()
            .filter(|&p| board.is_empty(p))
            .filter(out_of_reach)
            .collect();
        if space.len() > CAPTIVES_MOST_SPACE {
            return true;
        }
        let mut search = Self {
            owner,
            area,
            alive,
            nodes: 0,
            known: FxHashMap::default(),
        };
        subsets(&space).any(|keep| {
            let mut filled = filled(board, owner.opposite(), area, &keep);
            !search.can_capture(&mut filled, CAPTIVES_DEPTH, false)
        })
    }

    /// Can the owner, who moves first, capture stones that touch its living ones? `passed`: the other side
    /// did nothing in its last turn.
    fn can_capture(&mut self, board: &mut Board, depth: u32, passed: bool) -> bool {
        let key = (board.situation_key(self.owner), passed);
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.captured.is_some_and(|least| depth >= least) {
            return true;
        }
        if depth <= known.survived {
            return false;
        }
        let captures = depth >= 2 && self.search(board, depth, passed);
        let known = self.known.entry(key).or_default();
        if captures {
            known.captured = Some(depth);
        } else {
            known.survived = depth;
        }
        captures
    }

    fn search(&mut self, board: &mut Board, depth: u32, passed: bool) -> bool {
        for point in self.moves(board, self.owner) {
            if self.nodes >= CAPTIVES_NODES {
                return false;
            }
            self.nodes += 1;
            let ring_before = self.ring(board);
            let undo = board.play(self.owner, point);
            let captures = (undo.is_capture() && self.ring(board) < ring_before)
                || self.no_reply_helps(board, depth - 1);
            board.undo(undo);
            if captures {
                return true;
            }
        }
        if passed {
            return false;
        }
        let ko = board.clear_ko();
        let captures = self.no_reply_helps(board, depth - 1);
        board.set_ko(ko);
        captures
    }

    /// The other side moves or passes, and is captured all the same.
    fn no_reply_helps(&mut self, board: &mut Board, depth: u32) -> bool {
        let other = self.owner.opposite();
        for point in self.moves(board, other) {
            self.nodes += 1;
            let undo = board.play(other, point);
            let captures = self.can_capture(board, depth - 1, false);
            board.undo(undo);
            if !captures {
                return false;
            }
        }
        let ko = board.clear_ko();
        let captures = self.can_capture(board, depth - 1, true);
        board.set_ko(ko);
        captures
    }

    fn moves(&self, board: &Board, color: Color) -> Vec<Point> {
        self.area.iter().filter(|&p| board.is_legal(color, p)).collect()
    }

    /// Stones of the other side that touch living ones of the owner.
    fn ring(&self, board: &Board) -> usize {
        let other = self.owner.opposite();
        let in_ring =
            |&p: &Point| board.cell(p).is(other) && p.neighbours().iter().any(|&n| self.alive.contains(n));
        self.area.iter().filter(in_ring).count()
    }
}
