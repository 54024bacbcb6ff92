// SPDX-License-Identifier: MIT OR Apache-2.0

//! Relevance zones: the points on which a result rests (Shih, Wu, Wei: "A Novel Approach to Solving
//! Goal-Achieving Problems for Board Games", AAAI 2022).
//!
//! The result of a position is the same in every position with the same contents of its zone. A zone has
//! whole strings, and the liberties of those that can be captured, so that a move outside it captures nothing
//! in it. If a move loses and the zone of the position after it contains neither the move nor what it
//! captures, all other moves outside that zone lose as well: they are not searched. The last zones are also
//! looked up when a position is reached for the first time. Results that depend on a ko, or on the length of
//! the line, have no zone, and neither have those of semeais and eyes.

use arrayvec::ArrayVec;

use super::{Cover, Edge, Search};
use crate::local::{ProofNumbers, Role};
use crate::reading::life::board::{Bits, Dependence, LocalPosition, NOWHERE, Played, bit};

/// Number of last results with relevance zones that are kept for each side to move; 0 to 256.
/// life-and-death.md.
const ZONES_KEPT: usize = 64;

/// No zone: everything may matter.
pub(super) const ALL: Bits = Bits::MAX;

/// A result of the search with the contents of its zone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    pub(super) zone: Bits,
    own: Bits,
    attackers: Bits,
    pub(super) dies: bool,
    pub(super) dependence: Dependence,
}

/// The last results with zones, for each side to move.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    last: [ArrayVec<Pattern, ZONES_KEPT>; 2],
    /// Index at which the next one replaces an old one.
    next: [usize; 2],
}

impl Patterns {
    /// Keeps a result, in place of the oldest one.
    fn keep(&mut self, position: &LocalPosition, zone: Bits, dies: bool, dependence: Dependence) {
        let pattern = Pattern {
            zone,
            own: position.own & zone,
            attackers: position.attackers & zone,
            dies,
            dependence,
        };
        let side = position.to_move as usize;
        let (last, next) = (&mut self.last[side], &mut self.next[side]);
        if last.is_full() {
            last[*next] = pattern;
            *next = (*next + 1) % ZONES_KEPT;
        } else {
            last.push(pattern);
        }
    }

    /// A result that holds in a position. None if a move is forbidden there by the rule of ko.
    pub(super) fn find(&self, position: &LocalPosition) -> Option<&Pattern> {
        if position.has_ko() {
            return None;
        }
        let fits =
            |p: &&Pattern| position.own & p.zone == p.own && position.attackers & p.zone == p.attackers;
        self.last[position.to_move as usize].iter().find(fits)
    }
}

impl Search<'_> {
    /// Marks all open moves outside the zone of a proof as lost, if a move has lost by that proof without
    /// being needed in it.
    pub(super) fn cover(&mut self, index: u32, position: &LocalPosition, at: usize) -> Option<()> {
        let edge = *self.nodes[index as usize].edges.get(at)?;
        let lost = ProofNumbers::decided(position.to_move.is_owner());
        let child = &self.nodes[edge.node? as usize];
        let (zone, dependence) = (child.zone, edge.dependence.with(child.dependence));
        let may_cover = self.uses_zones && edge.cover == Cover::None && child.numbers == lost;
        if !may_cover || zone == ALL || dependence.ko {
            return None;
        }
        let (stone, captured) = self.change(position, edge.point);
        if zone & (stone | captured) != 0 {
            return None;
        }
        for i in 0..self.nodes[index as usize].edges.len() {
            let other = self.nodes[index as usize].edges[i];
            let is_outside = other.point == NOWHERE || zone & bit(other.point) == 0;
            if i != at && is_outside && !self.edge_numbers(&other).is_decided() {
                self.nodes[index as usize].edges[at].cover = Cover::Covers;
                self.nodes[index as usize].edges[i] = Edge {
                    numbers: lost,
                    node: None,
                    dependence,
                    cover: Cover::Covered,
                    ..other
                };
            }
        }
        Some(())
    }

    /// The zone of a node that is decided by its moves, which is kept.
    pub(super) fn zone_of(
        &mut self,
        index: u32,
        position: &LocalPosition,
        dies: bool,
        dependence: Dependence,
    ) -> Bits {
        if dependence.ko || !self.uses_zones {
            return ALL;
        }
        let zone = if dies == position.to_move.is_attacker() {
            self.zone_of_win(index, position, dies)
        } else {
            self.zone_of_loss(index, position)
        };
        if zone == ALL {
            return ALL;
        }
        let zone = self.closed(position, zone);
        self.patterns.keep(position, zone, dies, dependence);
        zone
    }

    /// The smallest zone of a move that wins.
    fn zone_of_win(&self, index: u32, position: &LocalPosition, dies: bool) -> Bits {
        let edges = &self.nodes[index as usize].edges;
        let wins = |e: &&Edge| self.edge_numbers(e).outcome() == Some(dies) && !e.dependence.ko;
        let zones = edges.iter().filter(wins).filter_map(|edge| {
            let child = &self.nodes[edge.node? as usize];
            let is_sure = child.zone != ALL && !child.dependence.ko;
            is_sure.then(|| child.zone | self.needed(position, edge.point))
        });
        zones.min_by_key(|zone| zone.count_ones()).unwrap_or(ALL)
    }

    /// Points that a move needs to be possible and to capture the same stones.
    fn needed(&self, position: &LocalPosition, point: u8) -> Bits {
        if point == NOWHERE {
            return 0;
        }
        let (stone, captured) = self.change(position, point);
        let liberties = self.board.near(point) & position.empty(self.board);
        let needed = if captured != 0 {
            captured | self.board.around(captured)
        } else if liberties != 0 {
            liberties & liberties.wrapping_neg()
        } else {
            self.board.near(point)
        };
        stone | needed
    }

    /// Zone of a position in which all moves lose: that of one loss without the move, and of all moves in it.
    fn zone_of_loss(&self, index: u32, position: &LocalPosition) -> Bits {
        let edges = &self.nodes[index as usize].edges;
        let zone_of = |edge: &Edge| edge.node.map_or(ALL, |child| self.nodes[child as usize].zone);
        let is_without = |edge: &&Edge| {
            let (stone, captured) = self.change(position, edge.point);
            let zone = zone_of(edge);
            zone != ALL && zone & (stone | captured) == 0
        };
        let covering = edges.iter().filter(|edge| edge.cover == Cover::Covers);
        let mut zone = covering.fold(0, |all, edge| all | zone_of(edge));
        if zone == 0 {
            let passes = edges.iter().filter(is_without).map(zone_of);
            zone = passes.min_by_key(|zone| zone.count_ones()).unwrap_or(ALL);
        }
        let first = zone;
        let mut played = 0;
        for edge in edges.iter().filter(|edge| edge.point != NOWHERE) {
            played |= bit(edge.point);
            if first & bit(edge.point) == 0 || edge.cover == Cover::Covered || zone == ALL {
                continue;
            }
            let below = zone_of(edge);
            let (stone, captured) = self.change(position, edge.point);
            zone |= below | stone;
            if below & (stone | captured) != 0 && captured != 0 {
                zone |= captured | self.board.around(captured);
            }
        }
        // Moves that are not possible here have to be impossible elsewhere, too.
        let impossible = first & position.empty(self.board) & !played;
        if impossible != 0 && zone != ALL {
            let beside = self.board.around(impossible) & (position.own | position.attackers);
            let strings = self.board.flood(beside & position.own, position.own)
                | self.board.flood(beside & position.attackers, position.attackers);
            zone |= impossible | strings | self.board.around(strings);
        }
        zone
    }

    /// A zone with whole strings, and with the liberties of those that can be captured.
    fn closed(&self, position: &LocalPosition, zone: Bits) -> Bits {
        let board = self.board;
        let empty = position.empty(board);
        let mut closed = zone;
        let sides = [(position.own, Role::Owner), (position.attackers, Role::Attacker)];
        for (stones, role) in sides {
            let lasting = board.lasting(role);
            let touched = board.flood(zone & stones, stones);
            closed |= touched;
            for string in LocalPosition::strings(board, touched).filter(|string| string & lasting == 0) {
                closed |= board.around(string) & empty;
            }
        }
        closed
    }

    /// The stone of a move and the stones that it captures.
    fn change(&self, position: &LocalPosition, point: u8) -> (Bits, Bits) {
        if point == NOWHERE {
            return (0, 0);
        }
        let captured = match position.play(self.board, point, self.threats, &mut Dependence::default()) {
            Played::To(next) => (position.own | position.attackers) & !(next.own | next.attackers),
            Played::StoppedByKo | Played::Illegal => 0,
        };
        (bit(point), captured)
    }
}

#[cfg(test)]
mod tests;
