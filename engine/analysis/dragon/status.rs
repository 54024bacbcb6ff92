// SPDX-License-Identifier: MIT OR Apache-2.0

//! The status of a dragon: what it rests on, how influence completes it, and its ways out.
//!
//! A dragon whose status reading leaves UNKNOWN (`reading` has the rules) and that no reading is likely to
//! kill is ALIVE with enough territory in its area (`LIVING_TERRITORY`).

use katachi_rules::{Board, Color, Point, PointSet};

use super::{Dragon, Dragons, SMALLEST_DRAGON, Status};
use crate::analysis::Influence;
use crate::analysis::orientation::{MapBack, Orientation};
use crate::reading::{Certainty, Verdict};

/// Points of territory that are enough for two eyes; 6 to 15.
const LIVING_TERRITORY: usize = 10;
/// A dragon with at most that number of empty points in its area is weak; 10 to 30.
const WEAK_AREA: usize = 20;

/// Steps that a way out has; 3 to 5.
const WAY_OUT_STEPS: usize = 4;

/// What the status of a dragon rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// All its strings are alive by Benson's criterion.
    Unconditional,
    /// Reading of the capture of a string that is half of it or more.
    Capture,
    /// Reading of its life.
    Life,
    /// A race with the dragon of this stone.
    Race(Point),
    /// Its counted eyes.
    Eyes,
    /// Playouts, with the percentage in which its points end as its own.
    Playouts(u8),
    /// The territory around it.
    Territory,
    /// Nothing decides it.
    Open,
}

impl Grounds {
    /// Playouts with a mean ownership, from -1 to 1, for the owner.
    pub(super) fn playouts(mean: f32) -> Self {
        let share = f32::midpoint(mean, 1.0);
        Self::Playouts((100.0 * share.clamp(0.0, 1.0)).round() as u8)
    }
}

impl MapBack for Grounds {
    fn map_back(self, orientation: Orientation) -> Self {
        match self {
            Self::Race(opponent) => Self::Race(orientation.map_back(opponent)),
            other => other,
        }
    }
}

impl Dragons {
    /// Decides by the influence of the position what is open so far.
    pub(crate) fn completed(mut self, board: &Board, influence: &Influence) -> Self {
        for dragon in &mut self.dragons {
            dragon.complete(board, influence);
        }
        self
    }
}

impl Dragon {
    fn complete(&mut self, board: &Board, influence: &Influence) {
        let mut area = PointSet::EMPTY;
        for &string in &self.strings {
            if !area.contains(string) {
                area.extend_with(&influence.area.component(string));
            }
        }
        let is_territory =
            |&p: &Point| !self.stones.contains(p) && influence.territory.owner(p) == Some(self.color);
        let territory = area.iter().filter(is_territory).count();
        if self.status == Status::Unknown && !self.life.attack.is_possible() && territory >= LIVING_TERRITORY
        {
            (self.status, self.grounds) = (Status::Alive, Grounds::Territory);
        }
        let spaces = area.iter().filter(|&p| board.is_empty(p)).count();
        self.weak = self.size >= SMALLEST_DRAGON && spaces <= WEAK_AREA;
        self.certainty = self.how_sure();
        self.safety = match self.status {
            Status::Unknown if self.weak => Status::Critical,
            status => status,
        };
    }

    pub(super) fn how_sure(&self) -> Certainty {
        let is_alive = self.status == Status::Alive;
        match self.grounds {
            Grounds::Unconditional => Certainty::Proved,
            // It runs, and has yet to make its eyes.
            Grounds::Life if is_alive && self.ways_out > 0 => match self.life.attack_certainty {
                Certainty::Proved | Certainty::Read => Certainty::Judged(None),
                other => other,
            },
            Grounds::Capture | Grounds::Life => self.life.certainty(),
            Grounds::Eyes if is_alive && self.life.attack == Verdict::No => self.life.attack_certainty,
            // A race is read to its end, but moves outside it are not.
            Grounds::Race(_) | Grounds::Eyes | Grounds::Territory => Certainty::Judged(None),
            Grounds::Playouts(share) => Certainty::Judged(Some(share)),
            Grounds::Open => Certainty::Unknown,
        }
    }
}

/// Returns the number of points at a distance of exactly four steps, on ways that touch no enemy stone after
/// the first step.
pub(crate) fn ways_out(board: &Board, from: &PointSet, color: Color) -> u32 {
    let enemy = color.opposite();
    let is_way = |p: Point| {
        !from.contains(p)
            && (board.is_empty(p) || board.cell(p).is(color))
            && !p.neighbours().iter().any(|&n| board.cell(n).is(enemy))
    };
    let mut seen = *from;
    let beside = from.iter().flat_map(Point::neighbours);
    let mut front: Vec<Point> = beside.filter(|&p| board.is_empty(p) && seen.insert(p)).collect();
    for _ in 1..WAY_OUT_STEPS {
        let is_new = |p: &Point| board.size().contains(*p) && is_way(*p) && seen.insert(*p);
        front = front.iter().flat_map(|p| p.neighbours()).filter(is_new).collect();
    }
    front.len() as u32
}
