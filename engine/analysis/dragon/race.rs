// SPDX-License-Identifier: MIT OR Apache-2.0

//! Capturing races between dragons.

use katachi_rules::{Board, Point};

use super::{Dragon, Dragons, Status};
use crate::analysis::orientation::map_back;
use crate::reading::{Race, Reader, Verdict};

/// Nodes for each question about a race; 100 to 2,000.
const RACE_NODES: u32 = 300;
/// Strings with more liberties are not in a race yet; 5 to 12.
const DRAGON_RACE_LIBERTIES: u32 = 8;
/// Fewer stones than those of a dragon divided by this decide no race for it; 2 to 4.
const RACE_PART: u32 = 3;
/// A dragon with more ways out runs instead; 2 to 8.
const RACE_MOST_WAYS_OUT: u32 = 4;

/// A race with another dragon, seen from one of the two.
#[derive(Clone, Debug, PartialEq)]
pub struct DragonRace {
    /// The origin of the other dragon.
    pub opponent: Point,
    /// Liberties of the racing strings, of this dragon and of the other.
    pub liberties: [u32; 2],
    /// The two have a liberty in common.
    pub shares: bool,
    /// The result if this dragon's side moves first.
    pub first: Race,
    /// The result for the opponent if the opponent's side moves first.
    pub second: Race,
}

map_back!(DragonRace: opponent, first, second);

impl DragonRace {
    /// Neither can capture the other, whoever moves first.
    pub(crate) fn is_seki(&self) -> bool {
        let no = |race: &Race| !race.killed.is_possible() && race.saved.is_yes();
        no(&self.first) && no(&self.second) && self.shares
    }

    /// The other dragon can neither save itself nor kill this one, even if it moves first.
    fn is_won(&self) -> bool {
        self.second.killed == Verdict::No && self.second.saved == Verdict::No
    }

    /// The status of this dragon by the race, if the race decides it.
    pub(super) fn status(&self) -> Option<Status> {
        if self.is_seki() || self.is_won() {
            Some(Status::Alive)
        } else if !self.second.killed.is_yes() {
            None
        } else if self.first.saved.is_possible() {
            Some(Status::Critical)
        } else {
            Some(Status::Dead)
        }
    }
}

/// Reads the races between dragons of both sides, after their eyes were counted.
pub(super) fn read(board: &Board, reader: &mut Reader, dragons: &mut Dragons) {
    for i in 0..dragons.dragons.len() {
        for neighbour in dragons.dragons[i].neighbours.clone() {
            let other = usize::from(dragons.at[neighbour]);
            let (first, second) = (&dragons.dragons[i], &dragons.dragons[other]);
            if first.color != second.color && i < other {
                let opponent = first.origin;
                let race = between(board, reader, first, second);
                // The other dragon sees it from its side.
                dragons.dragons[other]
                    .races
                    .extend(race.as_ref().map(|race| DragonRace {
                        opponent,
                        liberties: [race.liberties[1], race.liberties[0]],
                        shares: race.shares,
                        first: race.second,
                        second: race.first,
                    }));
                dragons.dragons[i].races.extend(race);
            }
        }
    }
}

fn between(board: &Board, reader: &mut Reader, first: &Dragon, second: &Dragon) -> Option<DragonRace> {
    let (a, b) = racing_strings(board, first, second)?;
    let nodes = RACE_NODES.min(reader.budget());
    let mut race =
        |strings, groups| reader.with_budget(nodes, |reader| reader.life().race_with_groups(strings, groups));
    Some(DragonRace {
        opponent: second.origin,
        liberties: [a, b].map(|string| board.liberties(string)),
        shares: board.liberty_set(a).intersects(&board.liberty_set(b)),
        first: race([a, b], [first.stones, second.stones]),
        second: race([b, a], [second.stones, first.stones]),
    })
}

/// The strings that decide the race: the largest pair of candidates that touch.
fn racing_strings(board: &Board, first: &Dragon, second: &Dragon) -> Option<(Point, Point)> {
    let (firsts, seconds) = (candidates(board, first)?, candidates(board, second)?);
    let touch = |a, b| board.adjacent_strings(a).any(|s| board.head(s) == board.head(b));
    let pairs = firsts
        .iter()
        .flat_map(|&a| seconds.iter().map(move |&b| (a, b)))
        .filter(|&(a, b)| touch(a, b));
    // The first of equal pairs, whichever dragon is named first.
    pairs.max_by_key(|&(a, b)| {
        let (mut sizes, mut strings) = ([a, b].map(|string| board.string_size(string)), [a, b]);
        sizes.sort_unstable();
        strings.sort_unstable();
        (sizes, std::cmp::Reverse(strings))
    })
}

/// Strings of a dragon that may be in a race for it. `None` if it lives by its eyes, runs, or is captured
/// anyway.
fn candidates(board: &Board, dragon: &Dragon) -> Option<Vec<Point>> {
    if dragon.eyes.min >= 2 || dragon.ways_out > RACE_MOST_WAYS_OUT || dragon.life.attack.is_possible() {
        return None;
    }
    let is_candidate = |&s: &Point| {
        is_large_for(board.string_size(s), dragon) && board.liberties(s) <= DRAGON_RACE_LIBERTIES
    };
    Some(dragon.strings.iter().copied().filter(is_candidate).collect())
}

/// Whether that many stones can decide a race for a dragon.
pub(super) fn is_large_for(stones: u32, dragon: &Dragon) -> bool {
    RACE_PART * stones >= dragon.size
}
