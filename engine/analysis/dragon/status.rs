// SPDX-License-Identifier: MIT OR Apache-2.0

//! The last stage: a dragon with the status that influence completes.
//!
//! A dragon whose status reading leaves UNKNOWN (`reading` has the rules) is ALIVE with enough territory in
//! its area (`LIVING_TERRITORY`), or if reading cannot kill it and either of two moves joins it to a dragon
//! that is ALIVE without that.

use std::ops::Deref;

use katachi_rules::{Board, Point, PointSet};

use super::{DragonReading, Grounds, Status, escape};
use crate::analysis::Influence;
use crate::analysis::dragon::SMALLEST_DRAGON;
use crate::reading::{Certainty, Verdict};

/// Points of territory that are enough for two eyes; 6 to 15.
const LIVING_TERRITORY: usize = 10;
/// A dragon with at most that number of empty points in its area is weak; 10 to 30.
const WEAK_AREA: usize = 20;

/// Strings that live or die together.
#[derive(Clone, Debug, PartialEq)]
pub struct Dragon {
    /// Its stones, and what is read of them.
    pub reading: DragonReading,
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
    /// The points that it reaches in four moves, each weighed by influence from 0, the enemy's moyo, to 4,
    /// its own.
    pub escape_value: u32,
}

impl Deref for Dragon {
    type Target = DragonReading;

    fn deref(&self) -> &DragonReading {
        &self.reading
    }
}

impl Dragon {
    /// Decides the status by the influence of the position.
    pub(super) fn new(board: &Board, reading: DragonReading, influence: &Influence) -> Self {
        let mut area = PointSet::EMPTY;
        for &string in &reading.strings {
            if !area.contains(string) {
                area.extend_with(&influence.area.component(string));
            }
        }
        let territory = area
            .iter()
            .filter(|&p| !reading.stones.contains(p) && influence.territory.owner(p) == Some(reading.color));
        let (status, grounds) = match reading.read_status {
            Status::Unknown if territory.count() >= LIVING_TERRITORY => (Status::Alive, Grounds::Territory),
            status => (status, reading.read_grounds),
        };
        let spaces = area.iter().filter(|&p| board.is_empty(p)).count();
        let weak = reading.size >= SMALLEST_DRAGON && spaces <= WEAK_AREA;
        Self {
            status,
            grounds,
            certainty: reading.certainty(grounds),
            safety: match status {
                Status::Unknown if weak => Status::Critical,
                status => status,
            },
            weak,
            escape_value: escape::escape_value(board, influence, &reading.stones, reading.color),
            reading,
        }
    }

    /// Two moves that join it to living dragons, if it is UNKNOWN and reading cannot kill it. The other side
    /// can stop one of them at a time.
    pub(super) fn two_joins(&self, is_alive: impl Fn(Point) -> bool) -> Option<[Point; 2]> {
        if self.status != Status::Unknown || self.life.attack != Verdict::No {
            return None;
        }
        let friends = self.friends.iter().filter(|friend| is_alive(friend.origin));
        let mut bridges = friends.map(|friend| friend.bridge);
        let first = bridges.next()?;
        Some([first, bridges.find(|&other| other != first)?])
    }

    /// The same dragon, ALIVE because either of two moves joins it.
    pub(super) fn joined(self, bridges: [Point; 2]) -> Self {
        let grounds = Grounds::Joins(bridges);
        Self {
            status: Status::Alive,
            grounds,
            certainty: self.reading.certainty(grounds),
            safety: Status::Alive,
            ..self
        }
    }
}
