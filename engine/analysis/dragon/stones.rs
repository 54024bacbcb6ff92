// SPDX-License-Identifier: MIT OR Apache-2.0

//! The first stage: which strings are one dragon.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::groups::Groups;
use super::{Connections, Dragons, NONE};
use crate::analysis::orientation::map_back;
use crate::analysis::{Worm, Worms};
use crate::knowledge::Knowledge;
use crate::reading::Reader;

/// Nodes for one question while strings are joined to dragons: can a cutting stone be captured? 100 to 2,000.
/// Experiments: with 2,000 about 1 % more pairs agree, for three times the nodes.
const CUTTING_STONE_NODES: u32 = 300;

/// The stones of a dragon.
#[derive(Clone, Debug, PartialEq)]
pub struct DragonStones {
    /// Its side.
    pub color: Color,
    /// Its first stone from the top left: two stones are of one dragon if the origins agree.
    pub origin: Point,
    /// Its stones.
    pub stones: PointSet,
    /// The origins of its strings, in the order of the board.
    pub strings: Vec<Point>,
    /// Number of stones.
    pub size: u32,
    /// Sum of the effective sizes of its strings.
    pub effective_size: f32,
    /// The most liberties of order 4 of its strings: how freely it can run.
    pub escape: u32,
    /// The largest enemy string beside it that can be captured and is not captured already; its origin.
    pub lunch: Option<Point>,
    /// The origins of the dragons beside it, of either colour.
    pub neighbours: Vec<Point>,
}

map_back!(DragonStones {
    color,
    origin,
    stones,
    strings,
    lunch,
    neighbours
});

impl DragonStones {
    /// A dragon of these strings. `origins` has the origin of the dragon of each stone.
    fn new(board: &Board, worms: &Worms, strings: &[&Worm], origins: &PointMap<Point>) -> Self {
        let stones: PointSet = strings.iter().flat_map(|worm| worm.stones.iter()).collect();
        let origin = strings[0].origin;
        Self {
            color: strings[0].color,
            origin,
            strings: strings.iter().map(|worm| worm.origin).collect(),
            size: strings.iter().map(|worm| worm.size).sum(),
            effective_size: strings.iter().map(|worm| worm.effective_size).sum(),
            escape: strings.iter().map(|worm| worm.liberties[3]).max().unwrap_or(0),
            lunch: lunch(worms, strings),
            neighbours: neighbours(board, &stones, origin, origins),
            stones,
        }
    }

    /// Is one of its strings alive by Benson's criterion?
    pub(super) fn is_invincible(&self, worms: &Worms) -> bool {
        let is_invincible = |&s: &Point| worms.get(s).is_some_and(|worm| worm.invincible);
        self.strings.iter().any(is_invincible)
    }
}

/// The first of the largest preys of the strings that are not captured already.
fn lunch(worms: &Worms, strings: &[&Worm]) -> Option<Point> {
    let preys = strings.iter().filter_map(|worm| worms.get(worm.lunch?));
    let mut largest: Option<&Worm> = None;
    for prey in preys.filter(|prey| !prey.is_captured()) {
        if prey.effective_size > largest.map_or(0.0, |largest| largest.effective_size) {
            largest = Some(prey);
        }
    }
    largest.map(|prey| prey.origin)
}

/// The origins of the dragons that touch a dragon or one of its liberties.
fn neighbours(board: &Board, stones: &PointSet, origin: Point, origins: &PointMap<Point>) -> Vec<Point> {
    let mut beside = PointSet::EMPTY;
    for n in stones.iter().flat_map(Point::neighbours) {
        if board.cell(n).is_stone() {
            beside.insert(origins[n]);
        } else if board.size().contains(n) {
            let around = n.neighbours().into_iter().filter(|&m| board.cell(m).is_stone());
            beside.extend(around.map(|m| origins[m]));
        }
    }
    beside.remove(origin);
    beside.iter().collect()
}

impl Dragons<DragonStones> {
    /// Joins strings to dragons, by connection patterns among others. A tenth as much work as the worms.
    pub fn joined(board: &Board, worms: &Worms, knowledge: &Knowledge, reader: &mut Reader) -> Self {
        let patterns = &knowledge.connections;
        let nodes = CUTTING_STONE_NODES.min(reader.budget());
        reader.with_budget(nodes, |reader| {
            let connections = Connections::find(board, worms, patterns, reader);
            let mut groups = Groups::joined(board, worms, reader, patterns, &connections);
            let (chains, links) = groups.part_chains(board, reader);
            let (dragons, at) = collect(board, worms, &groups);
            let cuts = chains.iter().map(|chain| (chain.color, chain.cut));
            Self {
                connections: connections.completed(cuts, |p, color| divides(board, &at, p, color)),
                dragons,
                at,
                chains,
                links,
            }
        })
    }
}

/// Makes dragons of groups, with the index of the dragon of each stone.
fn collect(board: &Board, worms: &Worms, groups: &Groups<'_>) -> (Vec<DragonStones>, PointMap<u16>) {
    let mut at = PointMap::filled(NONE);
    let mut origins = PointMap::filled(Point::new(0, 0));
    let mut strings: Vec<Vec<&Worm>> = Vec::new();
    for worm in worms.iter() {
        let root = groups.root(worm.origin);
        if at[root] == NONE {
            at[root] = strings.len() as u16;
            strings.push(Vec::new());
        }
        let index = at[root];
        strings[index as usize].push(worm);
        for stone in worm.stones.iter() {
            at[stone] = index;
            origins[stone] = root;
        }
    }
    let dragons = strings
        .iter()
        .map(|strings| DragonStones::new(board, worms, strings, &origins));
    (dragons.collect(), at)
}

/// Are stones of several dragons of a side around a point?
fn divides(board: &Board, at: &PointMap<u16>, p: Point, color: Color) -> bool {
    let near = p.neighbours().into_iter().chain(p.diagonals());
    let mut dragons = near.filter(|&n| board.cell(n).is(color)).map(|n| at[n]);
    let first = dragons.next();
    dragons.any(|other| Some(other) != first)
}
