// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reading the life of dragons: which dragons are read, with how many nodes, in which order.
//!
//! For a person ([`Reader::for_person`]) dragons of two stones or more are read, and single stones that can
//! be captured, each as a question about the group.
//!
//! In the choice of a move only dragons of two stones or more with less than two sure eyes are read. The
//! capture of a string that is half of the dragon or more comes first. Then the largest ones with hardly a
//! way out (`MAX_DRAGONS_READ`) are read whose life no race decides. Each question has a part of the nodes of
//! a tactical one, whatever the others took, so that a cached answer changes no other.

use std::cmp::Reverse;

use katachi_rules::{Point, PointSet};

use super::{Dragon, Dragons, SMALLEST_DRAGON, Status};
use crate::analysis::Worms;
use crate::analysis::orientation::map_back;
use crate::analysis::question::{Aim, Question};
use crate::reading::{Certainty, Judgement, Reader, Reading, Verdict};

/// A dragon with more ways out can run, and is not read; 0 to 10.
const MAX_WAYS_OUT_READ: u32 = 4;
/// Dragons that are read at most, the largest first; 2 to 8.
const MAX_DRAGONS_READ: usize = 4;
/// Each question about the life of a dragon has the nodes of one tactical reading divided by this. A dragon
/// gets the same nodes whatever the others take, so that answers are the same whether some are cached or not;
/// 1 to 4.
const LIFE_NODES_PART: u32 = 2;

/// Whether a dragon can be killed, and whether it can be saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Life {
    /// If the other side moves first; unknown if it was not read, or the nodes ran out.
    pub attack: Verdict,
    /// How sure that is.
    pub attack_certainty: Certainty,
    /// Moves that kill it, best first.
    pub attack_points: Vec<Point>,
    /// If its own side moves first; unknown unless there is an attack.
    pub defense: Verdict,
    /// How sure that is.
    pub defense_certainty: Certainty,
    /// Moves that save it, best first.
    pub defense_points: Vec<Point>,
}

map_back!(Life: attack_points, defense_points);

impl Life {
    /// How sure the status by its life is: as sure as the less sure of the two answers.
    pub(super) fn certainty(&self) -> Certainty {
        match self.attack {
            Verdict::No | Verdict::Unknown => self.attack_certainty,
            _ if self.attack_certainty.is_read() => self.defense_certainty,
            _ => self.attack_certainty,
        }
    }

    /// The status of a dragon by its life; `None` if that was not read. Where the choice of a move asks, a
    /// dragon that cannot be killed because it runs away is not alive yet.
    pub(super) fn status(&self, for_person: bool, ways_out: u32) -> Option<Status> {
        match (self.attack, self.defense) {
            (Verdict::Unknown, _) => None,
            (Verdict::No, _) => (for_person || ways_out == 0).then_some(Status::Alive),
            (Verdict::Yes, Verdict::No) => Some(Status::Dead),
            _ => Some(Status::Critical),
        }
    }
}

/// The life of a dragon by the capture of its largest string, if that is at least half of it.
pub(super) fn by_capture(dragon: &Dragon, worms: &Worms) -> Option<Life> {
    let strings = dragon.strings.iter().filter_map(|&s| worms.get(s));
    let worm = strings.max_by_key(|worm| (worm.size, Reverse(worm.origin)))?;
    if 2 * worm.size < dragon.size || !worm.attack.is_possible() {
        return None;
    }
    // Other strings may live without the largest one.
    let certainty = |verdict| match worm.size == dragon.size {
        true => Certainty::by_search(verdict),
        false => Certainty::Judged(None),
    };
    Some(Life {
        attack: worm.attack,
        attack_certainty: certainty(worm.attack),
        attack_points: worm.attack_points.clone(),
        defense: worm.defense,
        defense_certainty: certainty(worm.defense),
        defense_points: worm.defense_points.clone(),
    })
}

/// Reads the life of the dragons that no capture decides.
pub(super) fn read(dragons: &mut Dragons, worms: &Worms, reader: &mut Reader) {
    let dragons = &mut dragons.dragons[..];
    let is_open = |&i: &usize| is_open(&dragons[i], worms, reader.for_person);
    let mut open: Vec<usize> = (0..dragons.len()).filter(is_open).collect();
    if !reader.for_person {
        // The largest ones that hardly have a way out and whose life no race decides.
        let is_surrounded = |dragon: &Dragon| dragon.ways_out <= MAX_WAYS_OUT_READ;
        let by_race = |dragon: &Dragon| dragon.races.iter().any(|race| race.status().is_some());
        open.retain(|&i| is_surrounded(&dragons[i]) && !by_race(&dragons[i]));
        open.sort_by_key(|&i| (Reverse(dragons[i].size), dragons[i].origin));
        open.truncate(MAX_DRAGONS_READ);
    }
    for i in open {
        let stones = &dragons[i].stones;
        dragons[i].life = match reader.for_person {
            true => ask(stones, reader),
            false => reader.with_part_of_budget(LIFE_NODES_PART, |reader| ask(stones, reader)),
        };
    }
}

/// Whether the status of a dragon is open so far. An open one has no two eyes, and no capture decides. For a
/// person counted eyes are no proof.
fn is_open(dragon: &Dragon, worms: &Worms, for_person: bool) -> bool {
    let can_be_captured = |stone| worms.get(stone).is_some_and(|worm| worm.attack.is_possible());
    let is_large = dragon.size >= SMALLEST_DRAGON;
    let is_in_question = match for_person {
        true => is_large || can_be_captured(dragon.origin),
        false => is_large && dragon.eyes.min < 2,
    };
    is_in_question && dragon.life.attack == Verdict::Unknown && !dragon.is_invincible(worms)
}

/// Reads whether a dragon can be killed, and if so, whether it can be saved: as a person asks about it, or by
/// a search with the reader's budget for each of the two questions.
fn ask(stones: &PointSet, reader: &mut Reader) -> Life {
    let mut found = |aim| match aim {
        _ if reader.for_person => {
            let question = Question::about_group(aim, reader.board(), stones);
            question.expect("a dragon has stones").ask(reader)
        }
        Aim::Kill => Judgement::by_search(reader.life().kill(stones)),
        _ => Judgement::by_search(reader.life().live(stones)),
    };
    let points = |reading: Reading| reading.point.into_iter().collect();
    let attack = found(Aim::Kill);
    let mut life = Life {
        attack: attack.reading.verdict,
        attack_certainty: attack.certainty,
        ..Life::default()
    };
    if life.attack.is_possible() {
        let defense = found(Aim::Save);
        life.attack_points = points(attack.reading);
        life.defense = defense.reading.verdict;
        life.defense_certainty = defense.certainty;
        life.defense_points = points(defense.reading);
    }
    life
}
