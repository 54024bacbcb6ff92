// SPDX-License-Identifier: MIT OR Apache-2.0

//! The last stage: a dragon with the status that influence completes.
//!
//! A dragon whose status reading leaves UNKNOWN (`reading` has the rules) and that no reading is likely to
//! kill is ALIVE with enough territory in its area (`LIVING_TERRITORY`).

use std::ops::Deref;

use katachi_rules::{Board, PointSet};

use super::{DragonReading, Grounds, Status, escape};
use crate::analysis::Influence;
use crate::analysis::dragon::SMALLEST_DRAGON;
use crate::reading::Certainty;

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
            Status::Unknown if !reading.life.may_be_killed() && territory.count() >= LIVING_TERRITORY => {
                (Status::Alive, Grounds::Territory)
            }
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
}
