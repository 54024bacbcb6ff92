// SPDX-License-Identifier: MIT OR Apache-2.0

//! Finds the dead stones, by playouts and reading.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::{bent_four, lives};
use crate::analysis::{Ownership, Unconditional};
use crate::playout::{Settled, is_nakade, stats_of};
use crate::reading::{Reader, Verdict};

/// A string with less mean ownership than this is uncertain, from -1 to 1; 0.7 to 0.95.
const SURE_OWNERSHIP: f32 = 0.9;
/// Nodes for one reading of an uncertain string; 500 to 10,000.
const FINAL_STRING_NODES: u32 = 2_000;

/// Least ownership at which a side owns a point that no wall closes off, 0 to 1; 0.8 to 0.98.
const CLEAR_OWNERSHIP: f32 = 0.9;
/// A point that is left empty in a larger share of the playouts is a liberty that neither side wants to fill,
/// 0 to 1; 0.3 to 0.7.
const STAYS_EMPTY_SHARE: f32 = 0.5;

/// Knowledge about stones from the reading of groups or from the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownLife {
    /// Stones that live.
    pub alive: PointSet,
    /// Stones that are dead.
    pub dead: PointSet,
}

pub(super) struct PlayoutResults {
    pub(super) ownership: Ownership,
    /// Share of the playouts in which a point between both sides is left empty, from 0 to 1.
    pub(super) empty: PointMap<f32>,
}

impl PlayoutResults {
    /// Plays `playouts` playouts, in which neither side plays on `closed` points but to answer an atari.
    pub(super) fn play(board: &Board, closed: PointSet, playouts: u32) -> Self {
        let ends = stats_of(board, &Settled { closed }, playouts);
        let mut empty = PointMap::filled(0.0);
        for p in board.size().points() {
            empty[p] = ends.nobodys(p);
        }
        Self {
            ownership: Ownership::new(ends.all_ownership()),
            empty,
        }
    }

    /// The owner of a point at the end of nearly all playouts.
    pub(super) fn clear_owner(&self, point: Point) -> Option<Color> {
        match self.ownership.share(point, Color::Black) {
            b if b >= CLEAR_OWNERSHIP => Some(Color::Black),
            b if b <= -CLEAR_OWNERSHIP => Some(Color::White),
            _ => None,
        }
    }

    pub(super) fn stays_empty(&self, point: Point) -> bool {
        self.empty[point] > STAYS_EMPTY_SHARE
    }
}

pub(super) struct Judge<'a> {
    pub(super) board: &'a Board,
    pub(super) certain: Unconditional,
    pub(super) known: KnownLife,
    pub(super) playouts: u32,
    /// Nodes for each question about the life of an uncertain group; with 0 no group is read.
    pub(super) nodes: u32,
}

impl Judge<'_> {
    /// Returns the dead stones, and the results of the playouts that judged them.
    ///
    /// Strings that survive in most playouts are removed if tactical reading captures them, as are groups
    /// that a bent four in the corner kills. Then the playouts are repeated, as the strings around are better
    /// off than the first playouts showed. After the reading of groups they are repeated again; there neither
    /// side plays on the liberties of groups that reading found alive.
    pub(super) fn judge(mut self) -> (PointSet, PlayoutResults) {
        let mut closed = self.certain.territory.black;
        closed.extend_with(&self.certain.territory.white);
        let mut results = PlayoutResults::play(self.board, closed, self.playouts);
        let mut lost = self.lost_by_tactics(&results);
        lost.extend_with(&bent_four::dead_groups(self.board));
        if !lost.is_empty() {
            self.known.dead.extend_with(&lost);
            let mut rest = self.board.clone();
            rest.remove_stones(&lost);
            results = PlayoutResults::play(&rest, closed, self.playouts);
        }
        let read = match self.nodes {
            0 => KnownLife::default(),
            nodes => lives::read(self.board, &results, nodes, |p| self.is_known(p).is_some()),
        };
        if read != KnownLife::default() {
            self.known.dead.extend_with(&read.dead);
            self.known.alive.extend_with(&read.alive);
            let mut rest = self.board.clone();
            rest.remove_stones(&self.known.dead);
            let beside = read.alive.iter().flat_map(Point::neighbours);
            closed.extend(beside.filter(|&n| self.board.is_empty(n)));
            results = PlayoutResults::play(&rest, closed, self.playouts);
        }
        (self.dead_stones(&results), results)
    }

    /// Strings that survive in most playouts, but not in nearly all, that one move captures and none saves.
    /// Strings of a nakade shape are left out: capturing them leaves the captor one eye, so that they may be
    /// part of a seki.
    fn lost_by_tactics(&self, results: &PlayoutResults) -> PointSet {
        let mut reader = Reader::new(self.board, FINAL_STRING_NODES);
        let mut lost = PointSet::EMPTY;
        for p in self.board.strings().filter(|&p| self.is_known(p).is_none()) {
            let stones: Vec<Point> = self.board.string(p).collect();
            if (0.0..SURE_OWNERSHIP).contains(&results.ownership.of_string(self.board, p))
                && !is_nakade(&stones)
                && reader.tactics().attack(p).verdict == Verdict::Yes
                && reader.tactics().defend(p).verdict == Verdict::No
            {
                lost.extend(self.board.string(p));
            }
        }
        lost
    }

    fn dead_stones(&self, results: &PlayoutResults) -> PointSet {
        let survives = |p: Point| results.ownership.of_string(self.board, p) >= 0.0;
        let is_dead = |&p: &Point| !self.is_known(p).unwrap_or_else(|| survives(p));
        let dead = self.board.strings().filter(is_dead);
        dead.flat_map(|p| self.board.string(p)).collect()
    }

    fn is_known(&self, stone: Point) -> Option<bool> {
        let color = self.board.cell(stone).color()?;
        if self.certain.territory[color.opposite()].contains(stone) || self.known.dead.contains(stone) {
            return Some(false);
        }
        let lives = self.certain.alive[color].contains(stone)
            || self.certain.territory[color].contains(stone)
            || self.known.alive.contains(stone);
        lives.then_some(true)
    }
}
