// SPDX-License-Identifier: MIT OR Apache-2.0

//! What eyes, reading and playouts say of a dragon.
//!
//! The first rule that applies gives the status:
//!
//! 1. ALIVE if all its strings are alive by Benson's criterion.
//! 2. DEAD if reading captures or kills it. ALIVE if it has no way out and reading cannot kill it. A dragon
//!    that cannot be killed because it runs away is not ALIVE for that.
//! 3. DEAD if nearly all playouts lose it and it has less than two sure eyes.
//! 4. CRITICAL if by reading the side to move decides.
//! 5. The status by its races: a seki and a race that is won are ALIVE.
//! 6. ALIVE with two sure eyes, unless reading is likely to kill it.
//! 7. If it is surrounded: CRITICAL where known moves decide whether it has two eyes, DEAD where it cannot
//!    get them and most playouts lose it. A dragon is surrounded if it has no way out (`ways_out`), no enemy
//!    string to capture and no friend to join.
//! 8. UNKNOWN. Influence may decide it (`status`).
//!
//! For a person ([`Reader::for_person`]) the status is what the answers about killing and saving the dragon
//! say, read or judged; the other rules are for dragons about which nothing was asked. A dragon that cannot
//! be killed is ALIVE then, if it may have to run, too: of 127 such dragons KataGo held 104 for alive whoever
//! moves first, and none for dead.

use katachi_rules::{Board, PointSet};

use super::{Dragon, DragonRace, Dragons, Grounds, Status, eyes, friends, life, race, ways_out};
use crate::analysis::eye::Eyes;
use crate::analysis::{Ownership, Worms};
use crate::reading::Reader;

/// A dragon whose mean ownership is below this is lost, from -1 to 1; -0.9 to -0.5.
const LOST_OWNERSHIP: f32 = -0.7;
/// A dragon without two eyes and without a way out is lost if its mean ownership is below this; -0.7 to 0.
const LOST_OWNERSHIP_IF_SURROUNDED: f32 = -0.4;

impl Dragons {
    /// Counts eyes, reads races and life, and judges by these and by playouts. About as much work as the
    /// worms.
    #[must_use]
    pub fn read(
        mut self,
        board: &Board,
        worms: &Worms,
        eyes: &Eyes,
        ownership: &Ownership,
        reader: &mut Reader,
    ) -> Self {
        let for_person = reader.for_person;
        let counted = eyes::count(board, worms, eyes, &self);
        for (dragon, (eyes, points)) in self.dragons.iter_mut().zip(counted) {
            let from: PointSet = dragon.stones.iter().chain(points.iter()).collect();
            dragon.ways_out = ways_out(board, &from, dragon.color);
            dragon.eyes = eyes;
            dragon.grounds = Grounds::Life;
            // A person asks about dragons as a whole.
            if let Some(life) = life::by_capture(dragon, worms).filter(|_| !for_person) {
                (dragon.life, dragon.grounds) = (life, Grounds::Capture);
            }
        }
        race::read(board, reader, &mut self);
        friends::find(board, reader, &mut self);
        life::read(&mut self, worms, reader);
        for dragon in &mut self.dragons {
            dragon.seki = dragon.eyes.min < 2 && dragon.races.iter().any(DragonRace::is_seki);
            (dragon.status, dragon.grounds) = dragon.read_status(worms, ownership, for_person);
        }
        if for_person {
            self.let_one_survive(ownership);
        }
        self
    }

    /// One of two dragons of both sides beside each other captures the other, so that not both are dead.
    /// Where both are, the one whose points end more often as its own becomes UNKNOWN, unless its death is
    /// proved: each was read on a local board on which the other one was safe. The capture of a much smaller
    /// one saves none.
    fn let_one_survive(&mut self, ownership: &Ownership) {
        let mean = |dragon: &Dragon| ownership.mean(&dragon.stones, dragon.color);
        let is_dead = |dragon: &Dragon| dragon.status == Status::Dead;
        let survives = |dragon: &Dragon| {
            let kills = |other: &Dragon| {
                is_dead(other)
                    && dragon.neighbours.contains(&other.origin)
                    && other.color != dragon.color
                    && race::is_large_for(other.size, dragon)
                    && (mean(other), other.origin) < (mean(dragon), dragon.origin)
            };
            is_dead(dragon) && !dragon.how_sure().is_proved() && self.iter().any(kills)
        };
        let survivors: Vec<bool> = self.iter().map(survives).collect();
        for (dragon, _) in self.dragons.iter_mut().zip(survivors).filter(|found| found.1) {
            (dragon.status, dragon.grounds) = (Status::Unknown, Grounds::Open);
        }
    }
}

impl Dragon {
    /// The status by life, races, eyes and playouts, and what it rests on. The grounds so far are those of
    /// its life.
    fn read_status(&self, worms: &Worms, ownership: &Ownership, for_person: bool) -> (Status, Grounds) {
        let life = &self.life;
        if self.is_invincible(worms) {
            return (Status::Alive, Grounds::Unconditional);
        }
        let by_life = life.status(for_person, self.ways_out);
        let by_life = by_life.map(|status| (status, self.grounds));
        match by_life {
            Some((Status::Critical, _)) if !for_person => {}
            Some((Status::Alive, _)) if self.ways_out > 0 && self.eyes.min >= 2 => {
                return (Status::Alive, Grounds::Eyes);
            }
            Some(found) => return found,
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
        if self.eyes.min >= 2 && !life.attack.is_possible() {
            (Status::Alive, Grounds::Eyes)
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
