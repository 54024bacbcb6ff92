// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dragons: strings that are taken to live or die together.
//!
//! Their analysis has three stages. Each adds fields to the values of the stage before and changes none of
//! these:
//!
//! | stage | adds | needs | where |
//! |---|---|---|---|
//! | [`DragonStones`] | strings, neighbours; connections of the position | worms | `stones` (by `joining`, `chains`) |
//! | [`DragonReading`] | eyes, ways out, races, friends, life, status by these | eye spaces, playouts | `reading` |
//! | [`Dragon`] | status by territory, weakness | influence | `status` |
//!
//! A later stage dereferences to the one before, so that `dragon.size` is `dragon.reading.group.size`.

mod chains;
mod connections;
mod escape;
mod eyes;
mod friends;
mod groups;
mod joining;
mod life;
mod race;
mod reading;
mod status;
mod stones;

use katachi_rules::{Board, Point, PointMap, PointSet};
pub use mkpat::Status;

pub use chains::Chain;
pub use connections::Connections;
pub(crate) use escape::ways as ways_out;
pub use eyes::DragonEyes;
pub use friends::Friend;
pub use life::Life;
pub use race::{DragonRace, Liberties};
pub use reading::{DragonReading, Grounds};
pub use status::Dragon;
pub use stones::DragonStones;

use super::Influence;
use crate::reading::Link;

/// Nodes for one question whether two strings can be cut apart; 50 to 1,000.
const CUT_APART_NODES: u32 = 150;
/// Smaller dragons are for tactical reading, in stones; 2 or 3.
const SMALLEST_DRAGON: u32 = 2;

/// All dragons of a position, at a stage of their analysis.
#[derive(Clone, Debug)]
pub struct Dragons<D = Dragon> {
    dragons: Vec<D>,
    /// Index of the dragon of each stone.
    at: PointMap<u16>,
    /// Cutting points, and where eye space is worth little because of them.
    pub connections: Connections,
    /// Pairs of connections that hold alone and not both. One of each pair was taken apart.
    pub chains: Vec<Chain>,
    /// The pairs of strings by which dragons hold together: a tree for each dragon.
    pub links: Vec<Link>,
}

const NONE: u16 = u16::MAX;

impl<D> Dragons<D> {
    /// Returns the dragon of a stone, or `None` for an empty point.
    pub fn get(&self, stone: Point) -> Option<&D> {
        self.dragons.get(self.at[stone] as usize)
    }

    /// Do two stones belong to one dragon?
    pub fn are_one(&self, a: Point, b: Point) -> bool {
        self.at[a] != NONE && self.at[a] == self.at[b]
    }

    /// All dragons, by their first stone from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &D> {
        self.dragons.iter()
    }

    /// The same dragons at another stage, in the same order.
    fn with<E>(self, dragons: Vec<E>) -> Dragons<E> {
        Dragons {
            dragons,
            at: self.at,
            connections: self.connections,
            chains: self.chains,
            links: self.links,
        }
    }
}

impl Dragons {
    /// Adds the last stage: the status that influence decides.
    pub fn new(board: &Board, readings: Dragons<DragonReading>, influence: &Influence) -> Self {
        let dragons = readings
            .iter()
            .map(|dragon| Dragon::new(board, dragon.clone(), influence));
        let dragons = dragons.collect();
        readings.with(dragons)
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
}

#[cfg(test)]
mod tests;
