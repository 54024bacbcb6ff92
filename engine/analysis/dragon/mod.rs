// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dragons: strings that are taken to live or die together.
//!
//! A [`Dragon`] is made in three steps. Each fills fields, and changes of the fields before only the status
//! and what it rests on:
//!
//! | step | fills | needs | where |
//! |---|---|---|---|
//! | [`Dragons::joined`] | strings, neighbours; connections of the position | worms | `joining` |
//! | [`Dragons::read`] | eyes, ways out, races, friends, life, status | eye spaces, playouts | `reading` |
//! | `Dragons::completed` | status by territory, weakness | influence | `status` |

mod connections;
mod eyes;
mod friends;
mod joining;
mod life;
mod race;
mod reading;
mod status;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use katachi_rules::{Board, Color, Point, PointMap, PointSet};
pub use mkpat::Status;

pub use connections::Connections;
pub use eyes::DragonEyes;
pub use friends::Friend;
pub use life::Life;
pub use race::DragonRace;
pub use status::Grounds;
pub(crate) use status::ways_out;

use super::orientation::{Orientation, map_back};
use super::{Worm, Worms};
use crate::knowledge::Knowledge;
use crate::reading::{Certainty, Reader};
use joining::Groups;

/// Nodes for one question whether two strings can be cut apart; 50 to 1,000.
const CUT_APART_NODES: u32 = 150;
/// Nodes for one question while strings are joined to dragons: whether a cutting stone can be captured. 100
/// to 2,000. Experiments: with 2,000 about 1 % more pairs agree, for three times the nodes.
const CUTTING_STONE_NODES: u32 = 300;
/// Smaller dragons are for tactical reading, in stones; 2 or 3.
const SMALLEST_DRAGON: u32 = 2;

/// Strings that live or die together.
#[derive(Clone, Debug, PartialEq)]
pub struct Dragon {
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
    /// The largest enemy string beside it that can be captured and is not captured already; its origin.
    pub lunch: Option<Point>,
    /// The origins of the dragons beside it, of either colour.
    pub neighbours: Vec<Point>,
    /// Its eyes, and the points that decide half eyes.
    pub eyes: DragonEyes,
    /// Number of points that it reaches in four moves from its stones or its eye space: 0 if it is
    /// surrounded.
    pub ways_out: u32,
    /// Whether it can be killed, and saved.
    pub life: Life,
    /// Races with the dragons beside it.
    pub races: Vec<DragonRace>,
    /// Dragons of its side that it can be joined with, and where.
    pub friends: Vec<Friend>,
    /// It lives in seki: neither by eyes nor by territory, but whoever moves first captures nothing.
    pub seki: bool,
    /// ALIVE: two eyes or enough territory for them, or seki. DEAD: killed by reading, or without two eyes
    /// and a way out, or lost in nearly all playouts. CRITICAL: the side to move decides. Otherwise UNKNOWN.
    pub status: Status,
    /// What the status rests on.
    pub grounds: Grounds,
    /// How sure it is.
    pub certainty: Certainty,
    /// As the status, but CRITICAL where that is UNKNOWN and the dragon is weak.
    pub safety: Status,
    /// Two stones or more, and at most 20 empty points in its area.
    pub weak: bool,
}

map_back!(Dragon:
    color, origin, stones, strings, lunch, neighbours, eyes, life, races, friends, grounds
);

impl Dragon {
    /// A dragon of these strings, all of one of the groups.
    fn new(board: &Board, worms: &Worms, strings: &[&Worm], groups: &Groups<'_>) -> Self {
        let stones: PointSet = strings.iter().flat_map(|worm| worm.stones.iter()).collect();
        let origin = strings[0].origin;
        Self {
            color: strings[0].color,
            origin,
            strings: strings.iter().map(|worm| worm.origin).collect(),
            size: strings.iter().map(|worm| worm.size).sum(),
            lunch: lunch(worms, strings),
            neighbours: neighbours(board, &stones, origin, groups),
            stones,
            eyes: DragonEyes::default(),
            ways_out: 0,
            life: Life::default(),
            races: Vec::new(),
            friends: Vec::new(),
            seki: false,
            status: Status::Unknown,
            grounds: Grounds::Open,
            certainty: Certainty::Unknown,
            safety: Status::Unknown,
            weak: false,
        }
    }

    /// Whether all its strings are alive by Benson's criterion.
    fn is_invincible(&self, worms: &Worms) -> bool {
        let is_invincible = |&s: &Point| worms.get(s).is_some_and(|worm| worm.invincible);
        self.strings.iter().all(is_invincible)
    }

    /// If it is critical: moves that kill it and moves that save it, best first; none that save it where
    /// reading ran out before it found how.
    pub fn decisive_points(&self) -> (Vec<Point>, Vec<Point>) {
        if self.life.attack.is_possible() {
            return (self.life.attack_points.clone(), self.life.defense_points.clone());
        }
        let decides = |race: &&DragonRace| race.status() == Some(Status::Critical);
        let Some(race) = self.races.iter().find(decides) else {
            return (self.eyes.attack.clone(), self.eyes.defense.clone());
        };
        let one = |point: Option<Point>| point.into_iter().collect();
        (one(race.second.point), one(race.first.point))
    }
}

/// The first of the largest preys of the strings that are not captured already.
fn lunch(worms: &Worms, strings: &[&Worm]) -> Option<Point> {
    let preys = strings.iter().filter_map(|worm| worms.get(worm.lunch?));
    let preys = preys.filter(|prey| !prey.is_captured());
    let largest = preys.max_by_key(|prey| (prey.size, Reverse(prey.origin)))?;
    Some(largest.origin)
}

/// The origins of the dragons that touch a dragon or one of its liberties.
fn neighbours(board: &Board, stones: &PointSet, origin: Point, groups: &Groups<'_>) -> Vec<Point> {
    let mut beside = PointSet::EMPTY;
    for n in stones.iter().flat_map(Point::neighbours) {
        if board.cell(n).is_stone() {
            beside.insert(groups.root(n));
        } else if board.size().contains(n) {
            let around = n.neighbours().into_iter().filter(|&m| board.cell(m).is_stone());
            beside.extend(around.map(|m| groups.root(m)));
        }
    }
    beside.remove(origin);
    beside.iter().collect()
}

/// All dragons of a position.
#[derive(Clone, Debug)]
pub struct Dragons {
    dragons: Vec<Dragon>,
    /// Index of the dragon of each stone.
    at: PointMap<u16>,
    /// Cutting points, and where eye space is worth little because of them.
    pub connections: Connections,
}

const NONE: u16 = u16::MAX;

impl Dragons {
    /// Joins strings to dragons, by connection patterns among others. A tenth as much work as the worms.
    pub fn joined(board: &Board, worms: &Worms, knowledge: &Knowledge, reader: &mut Reader) -> Self {
        let patterns = &knowledge.connections;
        let nodes = CUTTING_STONE_NODES.min(reader.budget());
        reader.with_budget(nodes, |reader| {
            let mut connections = Connections::find(board, worms, patterns, reader);
            let groups = Groups::joined(board, worms, reader, patterns, &connections);
            let mut strings: BTreeMap<Point, Vec<&Worm>> = BTreeMap::new();
            for worm in worms.iter() {
                strings.entry(groups.root(worm.origin)).or_default().push(worm);
            }
            let dragon = |strings: &Vec<&Worm>| Dragon::new(board, worms, strings, &groups);
            let dragons: Vec<Dragon> = strings.values().map(dragon).collect();
            let at = index(&dragons);
            for color in Color::BOTH {
                connections.inhibited[color].retain(|p| divides(board, &at, p, color));
            }
            Self {
                dragons,
                at,
                connections,
            }
        })
    }

    /// Returns the dragon of a stone, or `None` for an empty point.
    pub fn get(&self, stone: Point) -> Option<&Dragon> {
        self.dragons.get(self.at[stone] as usize)
    }

    /// Returns whether two stones belong to one dragon.
    pub fn are_one(&self, a: Point, b: Point) -> bool {
        self.at[a] != NONE && self.at[a] == self.at[b]
    }

    /// All dragons, by their first stone from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &Dragon> {
        self.dragons.iter()
    }

    /// The status of the dragon of a stone; UNKNOWN for an empty point.
    pub fn status(&self, stone: Point) -> Status {
        self.get(stone).map_or(Status::Unknown, |dragon| dragon.status)
    }

    /// The stones of dead dragons.
    pub fn dead_stones(&self) -> PointSet {
        let dead = self.iter().filter(|dragon| dragon.status == Status::Dead);
        dead.flat_map(|dragon| dragon.stones.iter()).collect()
    }

    /// Maps them back to the original position, whose worms are `worms`.
    pub(super) fn map_back(self, orientation: Orientation, worms: &Worms) -> Self {
        let mut dragons = orientation.map_back(self.dragons);
        // An origin is the first stone in the original position.
        for dragon in &mut dragons {
            dragon.origin = dragon.stones.iter().next().expect("a dragon has stones");
        }
        dragons.sort_by_key(|dragon| dragon.origin);
        let at = index(&dragons);
        let origins: Vec<Point> = dragons.iter().map(|dragon| dragon.origin).collect();
        let of_dragon = |stone: &mut Point| *stone = origins[usize::from(at[*stone])];
        let of_string = |stone: &mut Point| *stone = worms.get(*stone).expect("a string is a worm").origin;
        for dragon in &mut dragons {
            let strings = dragon.strings.iter_mut().chain(&mut dragon.lunch);
            strings.for_each(of_string);
            dragon.strings.sort_unstable();
            let races = dragon.races.iter_mut().map(|race| &mut race.opponent);
            let friends = dragon.friends.iter_mut().map(|friend| &mut friend.origin);
            let others = dragon.neighbours.iter_mut().chain(races).chain(friends);
            others.for_each(of_dragon);
            dragon.neighbours.sort_unstable();
            if let Grounds::Race(opponent) = &mut dragon.grounds {
                of_dragon(opponent);
            }
        }
        Self {
            dragons,
            at,
            connections: orientation.map_back(self.connections),
        }
    }
}

/// Index of the dragon of each stone.
fn index(dragons: &[Dragon]) -> PointMap<u16> {
    let mut at = PointMap::filled(NONE);
    for (i, dragon) in dragons.iter().enumerate() {
        dragon.stones.iter().for_each(|stone| at[stone] = i as u16);
    }
    at
}

/// Whether stones of several dragons of a side are around a point.
fn divides(board: &Board, at: &PointMap<u16>, p: Point, color: Color) -> bool {
    let near = p.neighbours().into_iter().chain(p.diagonals());
    let mut dragons = near.filter(|&n| board.cell(n).is(color)).map(|n| at[n]);
    let first = dragons.next();
    dragons.any(|other| Some(other) != first)
}

#[cfg(test)]
mod tests;
