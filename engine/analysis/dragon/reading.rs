// SPDX-License-Identifier: MIT OR Apache-2.0

//! The second stage: what eyes, reading and playouts say of a dragon.
//!
//! The first rule that applies gives the status:
//!
//! 1. ALIVE if a string of it is alive by Benson's criterion.
//! 2. DEAD if reading captures or kills it. ALIVE if it has no way out and reading cannot kill it. A dragon
//!    that cannot be killed because it runs away is not ALIVE for that.
//! 3. DEAD if nearly all playouts lose it and it has less than two sure eyes.
//! 4. CRITICAL if by reading the side to move decides.
//! 5. The status by its races: a seki and a race that is won are ALIVE.
//! 6. ALIVE with two sure eyes, unless reading is likely to kill it.
//! 7. If it is surrounded: CRITICAL where known moves decide whether it has two eyes, DEAD where it cannot
//!    get them and most playouts lose it. A dragon is surrounded if it has no way out (`escape`), no enemy
//!    string to capture and no friend to join.
//! 8. UNKNOWN. Influence may decide it (`status`).
//!
//! For a person ([`Class::Normal`]) what reading proves of a dragon goes before rules 3, 5 and 7, so that no
//! status contradicts a proved answer to a question about it. A dragon that no reading kills is ALIVE then,
//! if it may have to run, too: of 127 such dragons KataGo held 104 for alive whoever moves first, and none
//! for dead.

use std::ops::Deref;

use katachi_rules::{Board, Point, PointMap, PointSet};

use super::{
    DragonEyes, DragonRace, DragonStones, Dragons, Friend, Life, NONE, Status, escape, eyes, friends, life,
    race,
};
use crate::analysis::eye::Eyes;
use crate::analysis::orientation::{MapBack, Orientation, map_back};
use crate::analysis::{Ownership, Worms};
use crate::reading::{Certainty, Class, Reader, Verdict};

/// A dragon whose mean ownership is below this is lost, from -1 to 1; -0.9 to -0.5. It is
/// `LOST_SHARE` as an ownership, 2 x 0.15 - 1.
const LOST_OWNERSHIP: f32 = -0.7;
/// A dragon without two eyes and without a way out is lost if its mean ownership is below this; -0.7 to 0.
const LOST_OWNERSHIP_IF_SURROUNDED: f32 = -0.4;

/// What the status of a dragon rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// A string of it is alive by Benson's criterion.
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
    fn playouts(mean: f32) -> Self {
        let share = f32::midpoint(mean, 1.0);
        Self::Playouts((100.0 * share.clamp(0.0, 1.0)).round() as u8)
    }
}

/// A dragon with what is read of it.
#[derive(Clone, Debug, PartialEq)]
pub struct DragonReading {
    /// Its stones.
    pub group: DragonStones,
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
    /// Its status where influence does not matter: DEAD, ALIVE, CRITICAL, or UNKNOWN.
    pub read_status: Status,
    /// What that rests on.
    pub read_grounds: Grounds,
}

map_back!(DragonReading {
    group,
    eyes,
    life,
    races,
    friends,
    read_grounds
});

impl MapBack for Grounds {
    fn map_back(self, orientation: Orientation) -> Self {
        match self {
            Self::Race(opponent) => Self::Race(orientation.map_back(opponent)),
            other => other,
        }
    }
}

impl Deref for DragonReading {
    type Target = DragonStones;

    fn deref(&self) -> &DragonStones {
        &self.group
    }
}

impl DragonReading {
    /// How sure a status on these grounds is.
    pub(super) fn certainty(&self, grounds: Grounds) -> Certainty {
        match grounds {
            Grounds::Unconditional => Certainty::Proved,
            // It runs, and has yet to make its eyes.
            Grounds::Life if self.read_status == Status::Alive && self.ways_out > 0 => {
                match self.life.attack_certainty {
                    Certainty::Proved => Certainty::Estimated,
                    other => other,
                }
            }
            Grounds::Capture | Grounds::Life => self.life.certainty(),
            Grounds::Eyes if self.read_status == Status::Alive && self.life.attack == Verdict::No => {
                self.life.attack_certainty
            }
            // A race is read to its end, but moves outside it are not.
            Grounds::Race(_) | Grounds::Eyes | Grounds::Territory => Certainty::Estimated,
            Grounds::Playouts(share) => Certainty::Playouts(share),
            Grounds::Open => Certainty::Unknown,
        }
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

/// A dragon with what is counted on the board, before its races and its life are read.
pub(super) struct CountedDragon<'a> {
    pub(super) group: &'a DragonStones,
    pub(super) eyes: DragonEyes,
    pub(super) ways_out: u32,
    /// Its life by the capture of one string.
    pub(super) capture: Life,
}

impl Deref for CountedDragon<'_> {
    type Target = DragonStones;

    fn deref(&self) -> &DragonStones {
        self.group
    }
}

impl DragonReading {
    /// The status by life, races, eyes and playouts, and what it rests on. `capture` is its life by the
    /// capture of one string.
    fn status(
        &self,
        capture: &Life,
        worms: &Worms,
        ownership: &Ownership,
        class: Class,
    ) -> (Status, Grounds) {
        let life = &self.life;
        if self.is_invincible(worms) {
            return (Status::Alive, Grounds::Unconditional);
        }
        let by_life = life.status(self.ways_out).map(|status| {
            match capture.attack.is_possible() && capture.defense == life.defense {
                true => (status, Grounds::Capture),
                false => (status, Grounds::Life),
            }
        });
        let is_settled = class == Class::Normal && life.certainty().is_proved();
        match by_life {
            Some((Status::Critical, _)) if !is_settled => {}
            Some(found) => return found,
            None if is_settled && life.attack == Verdict::No && self.eyes.min < 2 => {
                return (Status::Alive, Grounds::Life);
            }
            None => {}
        }
        let mean = ownership.mean(&self.stones, self.color);
        let by_playouts = (Status::Dead, Grounds::playouts(mean));
        if mean < LOST_OWNERSHIP && self.eyes.min < 2 {
            return by_playouts;
        }
        let by_race = || {
            let decides = |race: &DragonRace| Some((race.status()?, Grounds::Race(race.opponent)));
            self.races.iter().find_map(decides)
        };
        if let Some(found) = by_life.or_else(by_race) {
            return found;
        }
        let is_surrounded = self.ways_out == 0 && self.lunch.is_none() && self.friends.is_empty();
        if self.eyes.min >= 2 && !life.may_be_killed() {
            (Status::Alive, Grounds::Eyes)
        } else if class == Class::Normal && life.attack == Verdict::No {
            (Status::Alive, Grounds::Life)
        } else if !is_surrounded {
            (Status::Unknown, Grounds::Open)
        } else if self.eyes.max >= 2 && !self.eyes.attack.is_empty() && !self.eyes.defense.is_empty() {
            (Status::Critical, Grounds::Eyes)
        } else if mean < LOST_OWNERSHIP_IF_SURROUNDED {
            by_playouts
        } else {
            (Status::Unknown, Grounds::Open)
        }
    }
}

impl Dragons<DragonStones> {
    /// Counts eyes, reads races and life, and judges by these and by playouts. About as much work as the
    /// worms.
    pub fn read(
        self,
        board: &Board,
        worms: &Worms,
        eyes: &Eyes,
        ownership: &Ownership,
        reader: &mut Reader,
    ) -> Dragons<DragonReading> {
        let spaces = eyes::count(board, worms, eyes, &self).into_iter();
        let counted = self.iter().zip(spaces).map(|(group, (eyes, points))| {
            let from = group.stones.iter().chain(points.iter()).collect();
            CountedDragon {
                ways_out: escape::ways(board, &from, group.color).len() as u32,
                capture: life::by_capture(group, worms, reader.class()),
                group,
                eyes,
            }
        });
        let counted: Vec<CountedDragon<'_>> = counted.collect();
        let races = race::read(board, worms, reader, &counted, &self.at);
        let friends = friends::find(board, reader, &counted, &self);
        let lives = life::read(&counted, &races, worms, reader);
        let columns = counted.into_iter().zip(lives).zip(races.into_iter().zip(friends));
        let readings = columns.map(|((dragon, life), (races, friends))| {
            let mut reading = DragonReading {
                read_status: Status::Unknown,
                read_grounds: Grounds::Open,
                seki: dragon.eyes.min < 2 && races.iter().any(DragonRace::is_seki),
                group: dragon.group.clone(),
                eyes: dragon.eyes,
                ways_out: dragon.ways_out,
                life,
                races,
                friends,
            };
            (reading.read_status, reading.read_grounds) =
                reading.status(&dragon.capture, worms, ownership, reader.class());
            reading
        });
        let readings: Vec<DragonReading> = readings.collect();
        let readings = match reader.class() {
            Class::Quick => readings,
            Class::Normal => one_survives(readings, ownership),
        };
        self.with(readings)
    }
}

/// Of two dragons of both sides beside each other one captures the other, so that not both are dead. Where
/// both are judged so, the one whose points end more often as its own becomes UNKNOWN, unless its death is
/// proved: each was judged on a local board on which the other one was safe.
fn one_survives(readings: Vec<DragonReading>, ownership: &Ownership) -> Vec<DragonReading> {
    let mean = |dragon: &DragonReading| ownership.mean(&dragon.stones, dragon.color);
    let is_dead = |dragon: &&DragonReading| dragon.read_status == Status::Dead;
    let survives = |dragon: &DragonReading| {
        let beside = readings.iter().filter(is_dead);
        let mut beside = beside.filter(|other| dragon.neighbours.contains(&other.origin));
        let touched = |other: &DragonReading| other.color != dragon.color && mean(other) < mean(dragon);
        is_dead(&dragon) && !dragon.certainty(dragon.read_grounds).is_proved() && beside.any(touched)
    };
    let survivors: Vec<bool> = readings.iter().map(survives).collect();
    let decided = readings.into_iter().zip(survivors);
    decided
        .map(|(dragon, survives)| match survives {
            true => DragonReading {
                read_status: Status::Unknown,
                read_grounds: Grounds::Open,
                ..dragon
            },
            false => dragon,
        })
        .collect()
}

impl Dragons<DragonReading> {
    /// The stones of dragons that are dead, whatever influence says.
    pub(crate) fn dead_stones(&self) -> PointSet {
        let dead = self.iter().filter(|dragon| dragon.read_status == Status::Dead);
        dead.flat_map(|dragon| dragon.stones.iter()).collect()
    }

    /// Maps them back to the original position, whose worms are `worms`.
    pub(crate) fn map_back(self, orientation: Orientation, worms: &Worms) -> Self {
        let mut dragons = orientation.map_back(self.dragons);
        // An origin is the first stone in the original position.
        for dragon in &mut dragons {
            dragon.group.origin = dragon.group.stones.iter().next().expect("a dragon has stones");
        }
        dragons.sort_by_key(|dragon| dragon.origin);
        let mut at = PointMap::filled(NONE);
        for (i, dragon) in dragons.iter().enumerate() {
            dragon.stones.iter().for_each(|stone| at[stone] = i as u16);
        }
        let origins: Vec<Point> = dragons.iter().map(|dragon| dragon.origin).collect();
        let of_dragon = |stone: &mut Point| *stone = origins[usize::from(at[*stone])];
        let of_string = |stone: &mut Point| *stone = worms.get(*stone).expect("a string is a worm").origin;
        for dragon in &mut dragons {
            let group = &mut dragon.group;
            group
                .strings
                .iter_mut()
                .chain(&mut group.lunch)
                .for_each(of_string);
            group.strings.sort_unstable();
            group.neighbours.iter_mut().for_each(of_dragon);
            group.neighbours.sort_unstable();
            dragon
                .races
                .iter_mut()
                .for_each(|race| of_dragon(&mut race.opponent));
            if let Grounds::Race(opponent) = &mut dragon.read_grounds {
                of_dragon(opponent);
            }
            dragon
                .friends
                .iter_mut()
                .for_each(|friend| of_dragon(&mut friend.origin));
        }
        Self {
            dragons,
            at,
            connections: orientation.map_back(self.connections),
            chains: orientation.map_back(self.chains),
            links: orientation.map_back(self.links),
        }
    }
}
