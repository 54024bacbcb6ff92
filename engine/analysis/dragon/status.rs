// SPDX-License-Identifier: MIT OR Apache-2.0

//! One dragon: its strings, and the status that follows from reading, races, eyes and playouts.
//!
//! The first rule that applies gives the status:
//!
//! 1. ALIVE if a string of it is alive by Benson's criterion.
//! 2. DEAD if reading captures or kills it. ALIVE if it has no way out and reading cannot kill it. A dragon that cannot
//!    be killed because it runs away is not ALIVE for that.
//! 3. DEAD if nearly all playouts lose it and it has less than two sure eyes.
//! 4. CRITICAL if by reading the side to move decides.
//! 5. The status by its races: a seki and a race that is won are ALIVE.
//! 6. ALIVE with two sure eyes.
//! 7. If it is surrounded: CRITICAL where known moves decide whether it has two eyes, DEAD where it cannot get them and
//!    most playouts lose it. A dragon is surrounded if it has no way out (`escape`), no enemy string to capture and no
//!    friend to join.
//! 8. ALIVE with enough territory in its area (`LIVING_TERRITORY`).
//! 9. UNKNOWN.

use katachi_rules::{Color, Point, PointSet};

use super::super::orientation::Orientation;
use super::super::{Ownership, Worm, Worms};
use super::{Dragon, DragonEyes, DragonRace, Friend, Life, Status, life};
use crate::analysis::constants::{LOST_OWNERSHIP, LOST_OWNERSHIP_IF_SURROUNDED};
use crate::reading::{Reader, Verdict};

impl Dragon {
    pub(super) fn new(color: Color, origin: Point) -> Self {
        Self {
            color,
            origin,
            stones: PointSet::EMPTY,
            strings: Vec::new(),
            size: 0,
            effective_size: 0.0,
            eyes: DragonEyes::default(),
            escape: 0,
            ways_out: 0,
            escape_value: 0,
            lunch: None,
            life: Life::UNKNOWN,
            races: Vec::new(),
            seki: false,
            status: Status::Unknown,
            safety: Status::Unknown,
            weak: false,
            neighbours: Vec::new(),
            friends: Vec::new(),
        }
    }

    /// Adds a string.
    pub(super) fn add(&mut self, worm: &Worm, worms: &Worms) {
        self.strings.push(worm.origin);
        self.stones.extend_with(&worm.stones);
        self.size += worm.size;
        self.effective_size += worm.effective_size;
        self.escape = self.escape.max(worm.liberties[3]);
        let prey = |origin: Option<Point>| origin.and_then(|o| worms.get(o));
        let lunch = prey(worm.lunch).filter(|prey| !prey.is_captured());
        let before = prey(self.lunch).map_or(0.0, |prey| prey.effective_size);
        if let Some(lunch) = lunch.filter(|lunch| lunch.effective_size > before) {
            self.lunch = Some(lunch.origin);
        }
    }

    /// Is one of its strings alive by Benson's criterion?
    pub(super) fn is_invincible(&self, worms: &Worms) -> bool {
        let is_invincible = |&s: &Point| worms.get(s).is_some_and(|worm| worm.invincible);
        self.strings.iter().any(is_invincible)
    }

    /// The status by reading, by races, by eyes and by playouts, in this order.
    pub(super) fn judged(&self, worms: &Worms, ownership: &Ownership) -> Status {
        if self.is_invincible(worms) {
            return Status::Alive;
        }
        let by_life = self.status_by_life();
        if let Some(status @ (Status::Dead | Status::Alive)) = by_life {
            return status;
        }
        let mean = self.mean_ownership(ownership);
        if mean < LOST_OWNERSHIP && self.eyes.min < 2 {
            return Status::Dead;
        }
        let by_race = self.races.iter().find_map(DragonRace::status);
        if let Some(status) = by_life.or(by_race) {
            return status;
        }
        if self.eyes.min >= 2 {
            Status::Alive
        } else if !self.is_surrounded() {
            Status::Unknown
        } else if self.eyes.max >= 2 && !self.eyes.attack.is_empty() && !self.eyes.defense.is_empty() {
            Status::Critical
        } else if mean < LOST_OWNERSHIP_IF_SURROUNDED {
            Status::Dead
        } else {
            Status::Unknown
        }
    }

    /// The status by reading, if that decides it. A dragon that cannot be killed because it runs away is not alive yet.
    fn status_by_life(&self) -> Option<Status> {
        match (self.life.attack, self.life.defense) {
            (Verdict::Unknown, _) => None,
            (Verdict::No, _) => (self.ways_out == 0).then_some(Status::Alive),
            (Verdict::Yes, Verdict::No) => Some(Status::Dead),
            _ => Some(Status::Critical),
        }
    }

    /// Reads its life with the reader's budget, which may be larger than in an analysis, if that is open; what is not proved is
    /// judged ([`Life::judge`](crate::reading::Life::judge)).
    pub fn read_life(&mut self, worms: &Worms, reader: &mut Reader) {
        if life::is_open(self, worms) {
            self.life = life::judge(&self.stones, reader);
            if let Some(status) = self.status_by_life() {
                self.status = status;
                self.safety = status;
            }
        }
    }

    /// It can neither run, nor capture what shuts it in, nor be joined with a friend.
    fn is_surrounded(&self) -> bool {
        self.ways_out == 0 && self.lunch.is_none() && self.friends.is_empty()
    }

    /// If it is critical: moves that kill it and moves that save it, best first. Where reading found how to kill it but
    /// ran out before it found how to save it, the point that kills is the one to defend.
    pub fn decisive_points(&self) -> (Vec<Point>, Vec<Point>) {
        if self.life.attack.is_possible() {
            let saves = match self.life.defense {
                Verdict::Unknown => &self.life.attack_points,
                _ => &self.life.defense_points,
            };
            return (self.life.attack_points.clone(), saves.clone());
        }
        let decides = |race: &&DragonRace| race.status() == Some(Status::Critical);
        let Some(race) = self.races.iter().find(decides) else {
            return (self.eyes.attack.clone(), self.eyes.defense.clone());
        };
        let one = |point: Option<Point>| point.into_iter().collect();
        (one(race.second.point), one(race.first.point))
    }

    /// Its mean ownership for its side, from -1, lost in all playouts, to 1.
    fn mean_ownership(&self, ownership: &Ownership) -> f32 {
        let sum: f32 = self.stones.iter().map(|p| ownership.share(p, self.color)).sum();
        sum / self.size as f32
    }

    /// The same before the position was turned; `origin` says what an origin was then, of a string or dragon.
    pub(super) fn turned_back(
        &self,
        turn: Orientation,
        worms: &Worms,
        origin: &dyn Fn(Point) -> Point,
    ) -> Self {
        let points = |points: &[Point]| points.iter().map(|&p| turn.back(p)).collect();
        let sorted = |origins: &[Point], name: &dyn Fn(Point) -> Point| {
            let mut origins: Vec<Point> = origins.iter().map(|&p| name(p)).collect();
            origins.sort_unstable();
            origins
        };
        let string = |stone: Point| worms.origin_turned_back(turn, stone);
        Self {
            color: turn.color(self.color),
            origin: origin(self.origin),
            stones: turn.set_back(&self.stones),
            strings: sorted(&self.strings, &string),
            eyes: DragonEyes {
                halves: points(&self.eyes.halves),
                attack: points(&self.eyes.attack),
                defense: points(&self.eyes.defense),
                ..self.eyes
            },
            lunch: self.lunch.map(string),
            life: Life {
                attack_points: points(&self.life.attack_points),
                defense_points: points(&self.life.defense_points),
                ..self.life
            },
            races: self
                .races
                .iter()
                .map(|race| DragonRace {
                    opponent: origin(race.opponent),
                    first: race.first.with_point(race.first.point.map(|p| turn.back(p))),
                    second: race.second.with_point(race.second.point.map(|p| turn.back(p))),
                    ..race.clone()
                })
                .collect(),
            neighbours: sorted(&self.neighbours, origin),
            friends: self
                .friends
                .iter()
                .map(|friend| Friend {
                    origin: origin(friend.origin),
                    bridge: turn.back(friend.bridge),
                })
                .collect(),
            ..self.clone()
        }
    }
}
