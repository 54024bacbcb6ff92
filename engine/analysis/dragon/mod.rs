// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dragons: strings that are taken to live or die together, with what is known of their life.
//!
//! In the order of the work: strings are joined to dragons (`groups`), eyes are counted (`eyes`), races between dragons are
//! read (`race`), and then the life of dragons that are shut in (`life`). Playouts and the influence of the position decide
//! the rest.

mod chains;
mod connections;
mod escape;
mod eyes;
mod friends;
mod groups;
mod joining;
mod life;
mod race;
mod status;

use katachi_rules::{Board, ByColor, Color, Point, PointMap, PointSet};
pub use mkpat::Status;

pub use chains::Chain;
pub use connections::Connections;
pub(crate) use escape::ways as ways_out;
pub use eyes::DragonEyes;
pub use friends::Friend;
pub use life::Life;
pub use race::{DragonRace, Liberties};

use super::constants::{CUTTING_STONE_NODES, LIVING_TERRITORY, SMALLEST_DRAGON, WEAK_AREA};
use super::eye::Eyes;
use super::orientation::Orientation;
use super::{Influence, Ownership, Worms};
use crate::knowledge::Knowledge;
use crate::reading::{Link, Reader};
use groups::Groups;

/// Strings that live or die together.
#[derive(Clone, Debug, PartialEq)]
pub struct Dragon {
    /// Whose.
    pub color: Color,
    /// Its first stone from the top left: two stones are of one dragon if the origins agree.
    pub origin: Point,
    /// Its stones.
    pub stones: PointSet,
    /// The origins of its strings.
    pub strings: Vec<Point>,
    /// Number of stones.
    pub size: u32,
    /// Sum of the effective sizes of its strings.
    pub effective_size: f32,
    /// Its eyes, and the points that decide half eyes.
    pub eyes: DragonEyes,
    /// The most liberties of order 4 of its strings: how freely it can run.
    pub escape: u32,
    /// Points that it reaches in four moves from its stones or its eye space: 0 if it is surrounded.
    pub ways_out: u32,
    /// The points that it reaches in four moves, each weighed by influence from 0, the enemy's moyo, to 4, its own.
    pub escape_value: u32,
    /// The largest enemy string beside it that can be captured and is not captured already; its origin.
    pub lunch: Option<Point>,
    /// What reading says of its life.
    pub life: Life,
    /// Races with the dragons beside it.
    pub races: Vec<DragonRace>,
    /// It lives in seki: neither by eyes nor by territory, but whoever moves first captures nothing.
    pub seki: bool,
    /// ALIVE: two eyes or enough territory for them, or seki. DEAD: killed by reading, or without two eyes and a way out, or lost
    /// in nearly all playouts. CRITICAL: the side to move decides. Otherwise UNKNOWN.
    pub status: Status,
    /// As the status, but CRITICAL where that is UNKNOWN and the dragon is weak.
    pub safety: Status,
    /// Two stones or more, and at most 20 empty points in its area.
    pub weak: bool,
    /// The origins of the dragons beside it, of either colour.
    pub neighbours: Vec<Point>,
    /// Dragons of its side that it can be joined with, and where.
    pub friends: Vec<Friend>,
}

/// All dragons of a position.
#[derive(Clone, Debug)]
pub struct Dragons {
    dragons: Vec<Dragon>,
    /// Of a stone its dragon.
    at: PointMap<u16>,
    /// Cutting points, and where eye space is worth little because of them.
    pub connections: Connections,
    /// Connections that hold alone and not both: one of each two was taken apart.
    pub chains: Vec<Chain>,
    /// The pairs of strings by which dragons hold together: a tree for each dragon.
    pub links: Vec<Link>,
}

const NONE: u16 = u16::MAX;

impl Dragons {
    /// Joins strings to dragons, by connection patterns among others. A tenth as much work as the worms.
    pub fn new(board: &Board, worms: &Worms, knowledge: &Knowledge, reader: &mut Reader) -> Self {
        let patterns = &knowledge.connections;
        let nodes = CUTTING_STONE_NODES.min(reader.budget());
        let (mut connections, groups, chains, links) = reader.with_budget(nodes, |reader| {
            let connections = Connections::find(board, worms, patterns, reader);
            let mut groups = Groups::joined(board, worms, reader, patterns, &connections);
            let (chains, links) = groups.part_chains(board, reader);
            (connections, groups, chains, links)
        });
        for chain in &chains {
            connections.cuts[chain.color].insert(chain.cut);
        }
        let mut this = Self {
            dragons: Vec::new(),
            at: PointMap::filled(NONE),
            connections,
            chains,
            links,
        };
        this.collect(board, worms, &groups);
        this.find_neighbours(board);
        this
    }

    /// Points of each side where eye space is worth little, because the other side can cut beside them and the
    /// strings there are of several dragons.
    pub fn inhibited(&self, board: &Board) -> ByColor<PointSet> {
        ByColor::from_fn(|color| {
            let divides = |&p: &Point| {
                let near = p.neighbours().into_iter().chain(p.diagonals());
                let mut dragons = near.filter(|&n| board.cell(n).is(color)).map(|n| self.at[n]);
                let first = dragons.next();
                dragons.any(|other| Some(other) != first)
            };
            self.connections.inhibited[color].iter().filter(divides).collect()
        })
    }

    /// Reads their races and their life. The status stays UNKNOWN until playouts and influence are known. About as much work
    /// as the worms.
    pub fn read(&mut self, board: &Board, worms: &Worms, eyes: &Eyes, reader: &mut Reader) {
        let eye_spaces = eyes::count(board, worms, eyes, self);
        for (dragon, mut from) in self.dragons.iter_mut().zip(eye_spaces) {
            from.extend_with(&dragon.stones);
            dragon.ways_out = escape::ways(board, &from, dragon.color).len() as u32;
            dragon.life = life::by_capture(dragon, worms);
        }
        self.read_races(board, worms, reader);
        friends::find(board, reader, self);
        life::read_all(&mut self.dragons, worms, reader);
    }

    fn collect(&mut self, board: &Board, worms: &Worms, groups: &Groups<'_>) {
        for worm in worms.iter() {
            let root = groups.root(worm.origin);
            if self.at[root] == NONE {
                self.at[root] = self.dragons.len() as u16;
                self.dragons.push(Dragon::new(worm.color, root));
            }
            let index = self.at[root];
            self.dragons[index as usize].add(worm, worms);
            for stone in board.string(worm.origin) {
                self.at[stone] = index;
            }
        }
    }

    fn find_neighbours(&mut self, board: &Board) {
        for i in 0..self.dragons.len() {
            let mut beside = PointSet::EMPTY;
            for n in self.dragons[i].stones.iter().flat_map(Point::neighbours) {
                if board.cell(n).is_stone() {
                    beside.insert(self.origin(n));
                } else if board.size().contains(n) {
                    let around = n.neighbours().into_iter();
                    beside.extend(
                        around
                            .filter(|&m| board.cell(m).is_stone())
                            .map(|m| self.origin(m)),
                    );
                }
            }
            beside.remove(self.dragons[i].origin);
            self.dragons[i].neighbours = beside.iter().collect();
        }
    }

    /// The origin of the dragon of a stone.
    fn origin(&self, stone: Point) -> Point {
        self.dragons[self.at[stone] as usize].origin
    }

    fn read_races(&mut self, board: &Board, worms: &Worms, reader: &mut Reader) {
        for i in 0..self.dragons.len() {
            for n in self.dragons[i].neighbours.clone() {
                let other = self.at[n] as usize;
                let (first, second) = (&self.dragons[i], &self.dragons[other]);
                if first.color != second.color && i < other {
                    let race = race::between(board, worms, reader, first, second);
                    let turned = race.as_ref().map(|race| race.turned(first.origin));
                    self.dragons[other].races.extend(turned);
                    self.dragons[i].races.extend(race);
                }
            }
        }
    }

    /// Decides the status of every dragon as far as it does not need influence.
    pub(super) fn judge_without_influence(&mut self, worms: &Worms, ownership: &Ownership) {
        for dragon in &mut self.dragons {
            dragon.seki = dragon.eyes.min < 2 && dragon.races.iter().any(DragonRace::is_seki);
            dragon.status = dragon.judged(worms, ownership);
            dragon.safety = dragon.status;
        }
    }

    /// Decides the rest, once the influence of the position is known.
    pub(super) fn judge(&mut self, board: &Board, influence: &Influence) {
        for dragon in &mut self.dragons {
            let mut area = PointSet::EMPTY;
            for &string in dragon.strings.iter() {
                if !area.contains(string) {
                    area.extend_with(&influence.area.component(string));
                }
            }
            let territory = area.iter().filter(|&p| {
                !dragon.stones.contains(p) && influence.territory.owner(p) == Some(dragon.color)
            });
            if dragon.status == Status::Unknown && territory.count() >= LIVING_TERRITORY {
                dragon.status = Status::Alive;
            }
            let spaces = area.iter().filter(|&p| board.is_empty(p)).count();
            dragon.weak = dragon.size >= SMALLEST_DRAGON && spaces <= WEAK_AREA;
            dragon.safety = match dragon.status {
                Status::Unknown if dragon.weak => Status::Critical,
                status => status,
            };
            dragon.escape_value = escape::escape_value(board, influence, &dragon.stones, dragon.color);
        }
    }

    /// The dragon of a stone; none for an empty point.
    pub fn get(&self, stone: Point) -> Option<&Dragon> {
        self.dragons.get(self.at[stone] as usize)
    }

    /// The status of the dragon of a stone; UNKNOWN for an empty point.
    pub fn status(&self, stone: Point) -> Status {
        self.get(stone).map_or(Status::Unknown, |dragon| dragon.status)
    }

    /// Are two stones of one dragon?
    pub fn are_one(&self, a: Point, b: Point) -> bool {
        self.at[a] != NONE && self.at[a] == self.at[b]
    }

    /// All dragons, by their first stone from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &Dragon> {
        self.dragons.iter()
    }

    /// The stones of dead dragons.
    pub fn dead_stones(&self) -> PointSet {
        let mut dead = PointSet::EMPTY;
        for dragon in self.iter().filter(|d| d.status == Status::Dead) {
            dead.extend_with(&dragon.stones);
        }
        dead
    }

    /// The same before the position was turned.
    pub(super) fn turned_back(&self, turn: Orientation, worms: &Worms) -> Self {
        let first = |stones: &PointSet| turn.set_back(stones).iter().next().expect("a dragon has stones");
        let origin = |stone: Point| first(&self.get(stone).expect("an origin is a stone").stones);
        let mut dragons: Vec<Dragon> = self.iter().map(|d| d.turned_back(turn, worms, &origin)).collect();
        dragons.sort_by_key(|d| d.origin);
        let mut at = PointMap::filled(NONE);
        for (i, dragon) in dragons.iter().enumerate() {
            for stone in dragon.stones.iter() {
                at[stone] = i as u16;
            }
        }
        Self {
            dragons,
            at,
            connections: self.connections.turned_back(turn),
            links: self.links.iter().map(|link| link_back(link, turn)).collect(),
            chains: self.chains.iter().map(|chain| chain.turned_back(turn)).collect(),
        }
    }
}

fn link_back(link: &Link, turn: Orientation) -> Link {
    Link {
        pair: (turn.back(link.pair.0), turn.back(link.pair.1)),
        threats: turn.set_back(&link.threats),
    }
}

#[cfg(test)]
mod tests;
