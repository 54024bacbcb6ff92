// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reading the life of dragons: which dragons are read, with how many nodes, in which order.
//!
//! First comes the capture of a string that is half of the dragon or more. Then the largest dragons are read
//! (`MAX_DRAGONS_READ`) that have two stones or more, hardly a way out and less than two sure eyes, if no race
//! decides. Each question has a part of the nodes of a tactical one, whatever the others took, so that a cached answer
//! changes no other. `dragon_status` in GTP reads its dragon once more, with the nodes of a question, and judges it if that
//! finds no proof.

use std::cmp::Reverse;

use katachi_rules::{Point, PointSet};

use super::super::Worms;
use super::Dragon;
use crate::analysis::constants::{LIFE_NODES_PART, MAX_DRAGONS_READ, MAX_WAYS_OUT_READ, SMALLEST_DRAGON};
use crate::reading::{Reader, Reading, Verdict};

/// Can a dragon be killed, and can it be saved?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// If the other side moves first; unknown if it was not read, or the nodes ran out.
    pub attack: Verdict,
    /// Moves that kill it, best first.
    pub attack_points: Vec<Point>,
    /// If its own side moves first; unknown unless there is an attack.
    pub defense: Verdict,
    /// Moves that save it, best first.
    pub defense_points: Vec<Point>,
}

impl Life {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self {
        attack: Verdict::Unknown,
        attack_points: Vec::new(),
        defense: Verdict::Unknown,
        defense_points: Vec::new(),
    };
}

/// The life of a dragon as far as it depends on the capture of one string that is at least half of it.
pub(super) fn by_capture(dragon: &Dragon, worms: &Worms) -> Life {
    let strings = dragon.strings.iter().filter_map(|&s| worms.get(s));
    let largest = strings.max_by_key(|worm| (worm.size, Reverse(worm.origin)));
    match largest {
        Some(worm) if 2 * worm.size >= dragon.size && worm.attack.is_possible() => Life {
            attack: worm.attack,
            attack_points: worm.attack_points.clone(),
            defense: worm.defense,
            defense_points: worm.defense_points.clone(),
        },
        _ => Life::UNKNOWN,
    }
}

/// Reads the life of the largest dragons whose status is open: shut in, without two eyes, and not decided by a capture or a
/// race.
pub(super) fn read_all(dragons: &mut [Dragon], worms: &Worms, reader: &mut Reader) {
    let is_asked = |d: &&mut Dragon| d.ways_out <= MAX_WAYS_OUT_READ && is_open(d, worms);
    let mut open: Vec<&mut Dragon> = dragons.iter_mut().filter(is_asked).collect();
    open.sort_by_key(|dragon| (Reverse(dragon.size), dragon.origin));
    reader.with_part_of_budget(LIFE_NODES_PART, |reader| {
        for dragon in open.into_iter().take(MAX_DRAGONS_READ) {
            dragon.life = read(&dragon.stones, reader);
        }
    });
}

/// Is the status of a dragon open so far? It has no two eyes, and neither a capture nor a race decides.
pub(super) fn is_open(dragon: &Dragon, worms: &Worms) -> bool {
    dragon.size >= SMALLEST_DRAGON
        && dragon.eyes.min < 2
        && dragon.life.attack == Verdict::Unknown
        && !dragon.is_invincible(worms)
        && dragon.races.iter().all(|race| race.status().is_none())
}

/// Reads the life of a dragon with the reader's budget for each of the two questions.
fn read(stones: &PointSet, reader: &mut Reader) -> Life {
    ask(|owner_moves| match owner_moves {
        false => reader.life().kill(stones),
        true => reader.life().live(stones),
    })
}

/// The same, with a judgement where there is no proof.
pub(super) fn judge(stones: &PointSet, reader: &mut Reader) -> Life {
    ask(|owner_moves| reader.life().judge(stones, owner_moves).reading)
}

/// Reads whether a dragon can be killed, and if so, whether it can be saved.
fn ask(mut question: impl FnMut(bool) -> Reading) -> Life {
    let points = |reading: Reading| reading.point.into_iter().collect();
    let attack = question(false);
    if !attack.verdict.is_possible() {
        return Life {
            attack: attack.verdict,
            ..Life::UNKNOWN
        };
    }
    let defense = question(true);
    Life {
        attack: attack.verdict,
        attack_points: points(attack),
        defense: defense.verdict,
        defense_points: points(defense),
    }
}
