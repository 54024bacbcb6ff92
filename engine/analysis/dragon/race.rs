// SPDX-License-Identifier: MIT OR Apache-2.0

//! Capturing races between dragons.

use katachi_rules::{Board, Point};

use super::{Dragon, Dragons, Status};
use crate::analysis::Worms;
use crate::analysis::orientation::map_back;
use crate::reading::{Race, Reader, Verdict};

/// Nodes for each question about a race of two strings; 100 to 2,000.
const RACE_NODES: u32 = 300;
/// Nodes for each question about a race between all strings of two dragons; 500 to 30,000.
const GROUP_RACE_NODES: u32 = 1_000;
/// Strings with more liberties are not in a race yet; 5 to 12.
const DRAGON_RACE_LIBERTIES: u32 = 8;
/// A string in a race has at least the stones of its dragon divided by this; 2 to 4.
const RACE_STRING_PART: u32 = 3;
/// A dragon with more liberties of order 4 runs instead; 2 to 8.
const RACE_MOST_ESCAPE: u32 = 4;

/// The liberties of a dragon in a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Liberties {
    /// Liberties of this dragon alone.
    pub outside: u32,
    /// Common liberties.
    pub inside: u32,
    /// Liberties in its own eyes.
    pub eye: u32,
}

/// A race with another dragon, seen from one of the two.
#[derive(Clone, Debug, PartialEq)]
pub struct DragonRace {
    /// The origin of the other dragon.
    pub opponent: Point,
    /// Liberties of this dragon.
    pub own: Liberties,
    /// Liberties of the other dragon.
    pub theirs: Liberties,
    /// Moves by which this dragon is ahead, its own side to move; negative if it is behind. Counted, not
    /// read: the side with an eye need not fill the inside liberties first.
    pub lead: i32,
    /// The result if this dragon's side moves first.
    pub first: Race,
    /// The result for the opponent if the opponent's side moves first.
    pub second: Race,
}

map_back!(DragonRace: opponent, first, second);

impl DragonRace {
    /// The race seen from the other dragon. `origin` is the origin of this one.
    fn reversed(&self, origin: Point) -> Self {
        Self {
            opponent: origin,
            own: self.theirs,
            theirs: self.own,
            lead: lead(self.theirs, self.own),
            first: self.second,
            second: self.first,
        }
    }

    /// Neither can capture the other, whoever moves first.
    pub(crate) fn is_seki(&self) -> bool {
        let no = |race: &Race| !race.killed.is_possible() && race.saved.is_yes();
        no(&self.first) && no(&self.second) && self.own.inside > 0
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
pub(super) fn read(board: &Board, worms: &Worms, reader: &mut Reader, dragons: &mut Dragons) {
    for i in 0..dragons.dragons.len() {
        for neighbour in dragons.dragons[i].neighbours.clone() {
            let other = usize::from(dragons.at[neighbour]);
            let (first, second) = (&dragons.dragons[i], &dragons.dragons[other]);
            if first.color != second.color && i < other {
                let origin = first.origin;
                let race = between(board, worms, reader, first, second);
                let reversed = race.as_ref().map(|race| race.reversed(origin));
                dragons.dragons[other].races.extend(reversed);
                dragons.dragons[i].races.extend(race);
            }
        }
    }
}

fn between(
    board: &Board,
    worms: &Worms,
    reader: &mut Reader,
    first: &Dragon,
    second: &Dragon,
) -> Option<DragonRace> {
    let (a, b) = racing_strings(board, first, second)?;
    let own = liberties(board, worms, a, b);
    let theirs = liberties(board, worms, b, a);
    let reads_groups = fights_as_one(first) && fights_as_one(second);
    let budget = reader.budget();
    let of_strings = [(a, b), (b, a)].map(|(mover, other)| {
        reader.with_budget(RACE_NODES.min(budget), |reader| reader.races().race(mover, other))
    });
    let [first_race, second_race] = of_strings;
    let mut of_groups = |race: Race, mover: &Dragon, other: &Dragon| {
        if !reads_groups || !race.is_unknown() {
            return race;
        }
        race.or(reader.with_budget(GROUP_RACE_NODES.min(budget), |reader| {
            reader.life().race_of_groups(&mover.stones, &other.stones)
        }))
    };
    Some(DragonRace {
        opponent: second.origin,
        own,
        theirs,
        lead: lead(own, theirs),
        first: of_groups(first_race, first, second),
        second: of_groups(second_race, second, first),
    })
}

/// Whether it is large enough, and its strings are connected well enough, that they fight for their life as
/// one group.
fn fights_as_one(dragon: &Dragon) -> bool {
    dragon.strings.len() >= 2 && dragon.ways_out == 0
}

/// The strings that decide the race: the largest pair of candidates that touch.
fn racing_strings(board: &Board, first: &Dragon, second: &Dragon) -> Option<(Point, Point)> {
    let (firsts, seconds) = (candidates(board, first)?, candidates(board, second)?);
    let touch = |a, b| board.adjacent_strings(a).any(|s| board.head(s) == board.head(b));
    let pairs = firsts
        .iter()
        .flat_map(|&a| seconds.iter().map(move |&b| (a, b)))
        .filter(|&(a, b)| touch(a, b));
    let smaller = |&(a, b): &(Point, Point)| board.string_size(a).min(board.string_size(b));
    let larger = |&(a, b): &(Point, Point)| board.string_size(a).max(board.string_size(b));
    // The first of equal pairs, whichever dragon is named first.
    pairs.max_by_key(|pair| {
        let (low, high) = (pair.0.min(pair.1), pair.0.max(pair.1));
        (smaller(pair), larger(pair), std::cmp::Reverse((low, high)))
    })
}

/// Strings of a dragon that may be in a race for it. `None` if it lives by its eyes, runs, or is captured
/// anyway.
fn candidates(board: &Board, dragon: &Dragon) -> Option<Vec<Point>> {
    if dragon.eyes.min >= 2 || dragon.escape > RACE_MOST_ESCAPE || dragon.life.attack.is_possible() {
        return None;
    }
    let is_candidate = |&s: &Point| {
        RACE_STRING_PART * board.string_size(s) >= dragon.size && board.liberties(s) <= DRAGON_RACE_LIBERTIES
    };
    Some(dragon.strings.iter().copied().filter(is_candidate).collect())
}

fn liberties(board: &Board, worms: &Worms, own: Point, other: Point) -> Liberties {
    let color = board.cell(own).color();
    let others = board.liberty_set(other);
    let mut counts = Liberties::default();
    for p in board.liberty_set(own).iter() {
        if others.contains(p) {
            counts.inside += 1;
        } else if worms.cavity(p).is_some_and(|cavity| cavity.border == color) {
            counts.eye += 1;
        } else {
            counts.outside += 1;
        }
    }
    counts
}

/// Number of moves by which the side to move is ahead.
fn lead(own: Liberties, theirs: Liberties) -> i32 {
    let count = |side: Liberties, other: Liberties| {
        let inside = if side.eye > 0 && other.eye == 0 {
            side.inside
        } else {
            0
        };
        (side.outside + side.eye + inside) as i32
    };
    count(own, theirs) - count(theirs, own)
}
