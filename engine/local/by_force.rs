// SPDX-License-Identifier: MIT OR Apache-2.0

//! Life by force in a small area: whether the owner of a string can make it live *by itself*, so that it is
//! never captured though its owner passes ever after; or whether it wins a capturing race.
//!
//! The owner succeeds if it reaches a position in which the string is unconditionally alive (D. Benson, "Life
//! in the game of Go", 1976), or in a race if it captures the other string first. A game without end is a
//! failure. So false eyes, captures inside, cuts and shortage of liberties need no rules of their own, and a
//! seki is no life.
//!
//! Positions are generated depth first, and each result is carried back at once to all positions that lead to
//! it. Decided positions are not searched further. When all relevant positions have been generated, those
//! without a result are failures: nothing leads out of them against the will of the attacker. So results do
//! not depend on the way to a position, as they would in a search that knows its path alone.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::bits::{Bits as _, around, each, flood, parts};
use super::small_board::SmallBoard;
use super::{KoThreats, Role};

pub(crate) type Set = u64;

/// A small area. Points outside it are not played on.
#[derive(Clone, Debug, Default)]
pub(crate) struct SmallArea {
    /// Neighbours of each point. A point may stand for a whole string, and so may have many.
    pub(crate) beside: Vec<Set>,
    /// Stones at the start.
    pub(crate) owner: Set,
    pub(crate) attacker: Set,
    /// The string that has to live, by one of its points.
    pub(crate) main: Set,
    /// Stones that the owner may not lose: the capture of one is a failure. `main` is one.
    pub(crate) vital: Set,
    /// The attacker's string that has to be captured in a race, by one of its points. `None` without a race.
    pub(crate) prey: Set,
    /// Points where attackers are never captured: they have a liberty outside.
    pub(crate) safe: Set,
    /// Points where stones of the owner are never captured.
    pub(crate) safe_for_owner: Set,
    /// Points where only the attacker plays.
    pub(crate) closed_to_owner: Set,
    /// Point of a ko that was just taken, and the side that may not take it back.
    pub(crate) ko: Option<(u8, Role)>,
}

pub(crate) const MAX_POINTS: usize = Set::BITS as usize;

const NO_KO: u8 = u8::MAX;
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct AreaPosition {
    owner: Set,
    attacker: Set,
    /// The point that the side to move may not take, or [`NO_KO`].
    ko: u8,
    owner_moves: bool,
}

#[derive(Clone, Copy, Debug)]
struct AreaNode {
    position: AreaPosition,
    /// Whether the owner comes to live.
    lives: Option<bool>,
    /// Points that are not tried yet; the pass comes after them.
    left: Set,
    has_passed: bool,
    /// All moves were generated.
    is_complete: bool,
    /// Number of moves to undecided positions.
    open: u32,
    /// The last edge from a position that leads here.
    parents: u32,
}

/// Questions about one area, which share their results.
#[derive(Debug)]
pub(crate) struct ByForce<'a> {
    area: &'a SmallArea,
    threats: KoThreats,
    nodes: Vec<AreaNode>,
    numbers: FxHashMap<AreaPosition, u32>,
    /// Edges to a position that was not decided: the position before, and the next edge of the same list.
    edges: Vec<(u32, u32)>,
    most: usize,
    /// Number of positions that a move decided, by side and point.
    history: [[u32; MAX_POINTS]; 2],
}

impl<'a> ByForce<'a> {
    /// Questions about an area that generate at most `most` positions together.
    pub(crate) fn new(area: &'a SmallArea, threats: KoThreats, most: usize) -> Self {
        Self {
            area,
            threats,
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            most,
            history: [[0; MAX_POINTS]; 2],
        }
    }

    pub(crate) fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the owner lives if that side moves first. None if there are too many positions.
    pub(crate) fn lives(&mut self, first: Role) -> Option<bool> {
        let root = self.number(self.start(first));
        self.decide(root)
    }

    /// Returns the first moves that achieve the goal of the side that moves: life of the owner, or its
    /// failure.
    pub(crate) fn moves(&mut self, first: Role) -> Option<Set> {
        let start = self.start(first);
        let mut found = 0;
        for point in each(self.playable(&start)) {
            if let Some(next) = self.after(&start, Some(point)) {
                let next = self.number(next);
                if self.decide(next)? == first.is_owner() {
                    found |= 1 << point;
                }
            }
        }
        Some(found)
    }

    fn start(&self, first: Role) -> AreaPosition {
        let is_closed = |&(_, closed_to): &(u8, Role)| closed_to == first && self.threats != Some(first);
        let ko = self.area.ko.filter(is_closed);
        AreaPosition {
            owner: self.area.owner,
            attacker: self.area.attacker,
            ko: ko.map_or(NO_KO, |(point, _)| point),
            owner_moves: first.is_owner(),
        }
    }

    fn decide(&mut self, root: u32) -> Option<bool> {
        self.explore(root)?;
        if self.nodes[root as usize].lives.is_none() {
            // All positions that can be reached against the will of one side were generated.
            self.conclude(root, false);
        }
        self.nodes[root as usize].lives
    }

    /// Generates positions from there, until it is decided or there are no more. None if there are too many.
    fn explore(&mut self, root: u32) -> Option<()> {
        let mut path = vec![root];
        while let Some(&at) = path.last() {
            let node = self.nodes[at as usize];
            if node.lives.is_some() || node.is_complete {
                path.pop();
                continue;
            }
            if self.nodes.len() > self.most {
                return None;
            }
            let Some(next) = self.next_move(at) else {
                let node = &mut self.nodes[at as usize];
                node.is_complete = true;
                if node.open == 0 {
                    // All moves lead to positions that are lost for the side to move.
                    let lives = !node.position.owner_moves;
                    self.conclude(at, lives);
                }
                path.pop();
                continue;
            };
            let Some(position) = self.after(&node.position, next) else {
                continue;
            };
            let below = self.number(position);
            match self.nodes[below as usize].lives {
                Some(lives) if lives == node.position.owner_moves => {
                    if let Some(point) = next {
                        self.history[usize::from(lives)][usize::from(point)] += 1;
                    }
                    self.conclude(at, lives);
                }
                Some(_) => {}
                None => {
                    let parents = &mut self.nodes[below as usize].parents;
                    self.edges.push((at, *parents));
                    *parents = self.edges.len() as u32 - 1;
                    self.nodes[at as usize].open += 1;
                    path.push(below);
                }
            }
        }
        Some(())
    }

    /// Returns the point of the best untried move of a node; a pass has none.
    fn next_move(&mut self, at: u32) -> Option<Option<u8>> {
        let AreaNode { position, left, .. } = self.nodes[at as usize];
        let history = &self.history[usize::from(position.owner_moves)];
        let empty = !(position.owner | position.attacker);
        let worth = |&p: &u8| {
            let free = (self.area.beside[usize::from(p)] & empty).count_ones();
            (history[usize::from(p)], free, u8::MAX - p)
        };
        let best = each(left).max_by_key(worth);
        let node = &mut self.nodes[at as usize];
        match best {
            Some(point) => node.left &= !(1 << point),
            None if node.has_passed => return None,
            None => node.has_passed = true,
        }
        Some(best)
    }

    /// Marks a position as decided, and the positions that it decides.
    fn conclude(&mut self, at: u32, lives: bool) {
        self.nodes[at as usize].lives = Some(lives);
        let mut decided = vec![at];
        while let Some(below) = decided.pop() {
            let lives = self.nodes[below as usize].lives.expect("it is decided");
            let mut edge = self.nodes[below as usize].parents;
            while edge != NONE {
                let (parent, next) = self.edges[edge as usize];
                edge = next;
                let node = &mut self.nodes[parent as usize];
                node.open -= 1;
                let is_wanted = lives == node.position.owner_moves;
                if node.lives.is_none() && (is_wanted || node.is_complete && node.open == 0) {
                    node.lives = Some(lives);
                    decided.push(parent);
                }
            }
        }
    }

    /// The number of a position; a new one is judged as it stands.
    fn number(&mut self, position: AreaPosition) -> u32 {
        if let Some(&known) = self.numbers.get(&position) {
            return known;
        }
        let index = self.nodes.len() as u32;
        self.numbers.insert(position, index);
        self.nodes.push(AreaNode {
            position,
            lives: self.as_it_stands(&position),
            left: self.playable(&position),
            has_passed: false,
            is_complete: false,
            open: 0,
            parents: NONE,
        });
        index
    }

    fn playable(&self, position: &AreaPosition) -> Set {
        let closed = if position.owner_moves {
            self.area.closed_to_owner
        } else {
            0
        };
        let ko = if position.ko == NO_KO { 0 } else { 1 << position.ko };
        self.all() & !(position.owner | position.attacker | closed | ko)
    }

    /// Whether the owner lives if the position is decided without further moves.
    fn as_it_stands(&self, position: &AreaPosition) -> Option<bool> {
        let AreaPosition { owner, attacker, .. } = *position;
        if self.area.prey != 0 {
            let is_over = self.area.prey & !attacker != 0;
            return (is_over || self.area.vital & !owner != 0).then_some(is_over);
        }
        if self.area.vital & !owner != 0 || !self.may_have_two_eyes(owner, attacker) {
            return Some(false);
        }
        self.is_alive(owner, attacker).then_some(true)
    }

    /// Whether the string can still live, whatever is played. An eye has no point beside attackers that are
    /// never captured. Points of the owner's capturable stones count too.
    fn may_have_two_eyes(&self, owner: Set, attacker: Set) -> bool {
        let near = &self.area.beside;
        let outside = flood(near, self.area.safe & attacker, attacker);
        let lost = outside | self.area.safe | around(near, outside) | self.area.vital;
        let free = self.all() & !lost & !(owner & flood(near, self.area.main, owner));
        let mut pieces = parts(near, free);
        match (pieces.next(), pieces.next()) {
            (None, _) => false,
            (Some(piece), None) => piece.count_ones() > 2,
            _ => true,
        }
    }

    /// Whether the string is never captured though its owner passes ever after. The attacker can fill all
    /// regions around it but two, whose empty points are all liberties of the string, and which have no safe
    /// attacker beside them.
    fn is_alive(&self, owner: Set, attacker: Set) -> bool {
        let near = &self.area.beside;
        let mut strings: ArrayVec<Set, MAX_POINTS> = parts(near, owner).collect();
        let mut regions: ArrayVec<Set, MAX_POINTS> = parts(near, self.all() & !owner)
            .filter(|region| region & self.area.safe == 0)
            .collect();
        loop {
            let before = (strings.len(), regions.len());
            strings.retain(|string| {
                let liberties = around(near, *string);
                let is_vital = |region: &&Set| **region & !attacker & !liberties == 0;
                regions.iter().filter(is_vital).take(2).count() == 2
            });
            let alive = strings.iter().fold(0, |all, string| all | string);
            if alive & self.area.main == 0 {
                return false;
            }
            regions.retain(|region| around(near, *region) & owner & !alive == 0);
            if before == (strings.len(), regions.len()) {
                return true;
            }
        }
    }

    fn all(&self) -> Set {
        Set::MAX >> (MAX_POINTS - self.area.beside.len())
    }

    /// The position after a pass, or a move at a point that is empty and not forbidden. `None` if it is
    /// suicide.
    fn after(&self, position: &AreaPosition, point: Option<u8>) -> Option<AreaPosition> {
        let Some(point) = point else {
            return Some(AreaPosition {
                owner_moves: !position.owner_moves,
                ko: NO_KO,
                ..*position
            });
        };
        let SmallArea {
            safe, safe_for_owner, ..
        } = *self.area;
        let (own, other, lasting) = match position.owner_moves {
            true => (position.owner, position.attacker, [safe_for_owner, safe]),
            false => (position.attacker, position.owner, [safe, safe_for_owner]),
        };
        let board = SmallBoard {
            graph: &self.area.beside[..],
            area: self.all(),
            lasting,
        };
        let played = board.play(own, other, 1 << point, |_| {});
        if played.is_suicide {
            return None;
        }
        let (owner, attacker) = played.sides(position.owner_moves);
        let next = Role::of_owner(!position.owner_moves);
        let is_ko = played.ko != 0 && self.threats != Some(next);
        Some(AreaPosition {
            owner,
            attacker,
            ko: if is_ko { played.ko.first() } else { NO_KO },
            owner_moves: !position.owner_moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::corner_tests::arena;

    const MANY: usize = 100_000;

    /// An area in the upper left corner, in a picture of the exact solver. Its first point is the wall, which
    /// has to live. With `spare` the wall has an eye elsewhere.
    fn corner(rows: &[&str], spare: bool) -> SmallArea {
        let arena = arena(rows, 0);
        let eye = 1 + arena.neighbours.len();
        let inside = |near: (usize, &u16)| Set::from(*near.1) << 1 | Set::from(arena.wall >> near.0 & 1);
        let wall = Set::from(arena.wall) << 1 | Set::from(spare) << eye;
        let beside = [wall]
            .into_iter()
            .chain(arena.neighbours.iter().enumerate().map(inside));
        SmallArea {
            beside: beside.chain(spare.then_some(1)).collect(),
            owner: 1,
            main: 1,
            vital: 1,
            attacker: Set::from(arena.stones) << 1,
            safe: Set::from(arena.open) << 1,
            closed_to_owner: Set::from(spare) << eye,
            ..SmallArea::default()
        }
    }

    /// Eyes if the attacker moves first, and if the owner does, with all ko threats for one side.
    #[track_caller]
    fn eyes(rows: &[&str], threats: KoThreats) -> (u8, u8) {
        let lives = |spare, first| {
            let area = corner(rows, spare);
            ByForce::new(&area, threats, MANY)
                .lives(first)
                .expect("a small area")
        };
        let eyes = |first| match (lives(true, first), lives(false, first)) {
            (_, true) => 2,
            (one, false) => u8::from(one),
        };
        (eyes(Role::Attacker), eyes(Role::Owner))
    }

    #[test]
    fn the_shapes_of_the_textbook() {
        let worth = |rows: &[&str]| eyes(rows, Some(Role::Attacker));
        assert_eq!(worth(&[".#", "##"]), (1, 1));
        assert_eq!(worth(&["...#", "####"]), (1, 2));
        assert_eq!(worth(&["....#", "#####"]), (2, 2));
        assert_eq!(worth(&["..#", "..#", "###"]), (1, 1));
        assert_eq!(worth(&["XX#", "XX.#", "###"]), (1, 1), "a square");
        assert_eq!(worth(&["X.X.#", "#####"]), (1, 2), "joined, or not");
    }

    #[test]
    fn an_open_point_lets_the_attacker_in() {
        assert_eq!(eyes(&[".+", "##"], Some(Role::Attacker)), (0, 0));
        assert_eq!(eyes(&["..+", "###"], Some(Role::Attacker)), (0, 1));
        assert_eq!(eyes(&["...+", "####"], Some(Role::Attacker)), (1, 1));
    }

    #[test]
    fn a_ko_is_won_by_who_has_the_threats() {
        let bent_four = ["...#", ".###", "####"];
        assert_eq!(eyes(&bent_four, Some(Role::Attacker)), (1, 2));
        assert_eq!(eyes(&bent_four, Some(Role::Owner)), (2, 2));
    }

    #[test]
    fn a_seki_is_no_life_by_itself() {
        assert_eq!(eyes(&[".XXX.#", "######"], Some(Role::Owner)).0, 1);
        let area = corner(&[".XXXX.#", "#######"], false);
        let lives = ByForce::new(&area, Some(Role::Owner), MANY).lives(Role::Attacker);
        assert_eq!(lives, Some(false));
    }

    #[test]
    fn all_first_moves_that_succeed_are_returned() {
        let area = corner(&["...#", "####"], false);
        let mut force = ByForce::new(&area, Some(Role::Attacker), MANY);
        for first in Role::BOTH {
            assert_eq!(force.lives(first), Some(first.is_owner()));
            assert_eq!(force.moves(first), Some(0b100), "the point in the middle");
        }
    }

    #[test]
    fn questions_with_too_many_positions_stay_open() {
        let area = corner(&["....#", "....#", "#####"], false);
        let mut force = ByForce::new(&area, Some(Role::Attacker), 5);
        assert_eq!(force.lives(Role::Attacker), None);
        assert_eq!(force.lives(Role::Attacker), None, "also when asked again");
        assert!(force.positions() < 50);
    }
}
