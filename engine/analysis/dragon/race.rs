// SPDX-License-Identifier: MIT OR Apache-2.0

//! Capturing races between dragons.

use katachi_rules::{Board, Point};

use super::super::Worms;
use super::{Dragon, Status};
use crate::analysis::constants::{
    DRAGON_RACE_LIBERTIES, GROUP_RACE_NODES, RACE_MOST_ESCAPE, RACE_NODES, RACE_STRING_PART,
};
use crate::reading::{Race, Reader, Verdict};

/// The liberties of a dragon in a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Liberties {
    /// Which only it has.
    pub outside: u32,
    /// Which both have.
    pub inside: u32,
    /// Which lie in its own eyes.
    pub eye: u32,
}

/// A race with another dragon, seen from one of the two.
#[derive(Clone, Debug, PartialEq)]
pub struct DragonRace {
    /// The origin of the other dragon.
    pub opponent: Point,
    /// Of this dragon.
    pub own: Liberties,
    /// Of the other.
    pub theirs: Liberties,
    /// Moves by which this dragon is ahead, its own side to move; negative if it is behind. Counted, not read: the side
    /// with an eye need not fill the inside liberties first.
    pub lead: i32,
    /// How it ends if this dragon's side moves first.
    pub first: Race,
    /// How it ends for the opponent if that side moves first.
    pub second: Race,
}

impl DragonRace {
    /// The same race seen from the other dragon; `origin` is that of this one.
    pub(super) fn turned(&self, origin: Point) -> Self {
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
    pub fn is_seki(&self) -> bool {
        let no = |race: &Race| !race.killed.is_possible() && race.saved.is_yes();
        no(&self.first) && no(&self.second) && self.own.inside > 0
    }

    /// The other dragon can neither save itself nor kill this one, even if it moves first.
    fn is_won(&self) -> bool {
        self.second.killed == Verdict::No && self.second.saved == Verdict::No
    }

    /// The status of this dragon by the race; none if the race does not decide it.
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

/// Reads the race between two dragons that touch; none if they are not in one.
pub(super) fn between(
    board: &Board,
    worms: &Worms,
    reader: &mut Reader,
    first: &Dragon,
    second: &Dragon,
) -> Option<DragonRace> {
    let (a, b) = racing_strings(board, first, second)?;
    let own = liberties(board, worms, a, b);
    let theirs = liberties(board, worms, b, a);
    let (strings, groups) = (
        RACE_NODES.min(reader.budget()),
        GROUP_RACE_NODES.min(reader.budget()),
    );
    let (mut a_first, mut b_first) = reader.with_budget(strings, |reader| {
        (reader.races().race(a, b), reader.races().race(b, a))
    });
    if is_shut_in(first) && is_shut_in(second) {
        reader.with_budget(groups, |reader| {
            if a_first.is_unknown() {
                a_first = a_first.or(reader.life().race_of_groups(&first.stones, &second.stones));
            }
            if b_first.is_unknown() {
                b_first = b_first.or(reader.life().race_of_groups(&second.stones, &first.stones));
            }
        });
    }
    Some(DragonRace {
        opponent: second.origin,
        own,
        theirs,
        lead: lead(own, theirs),
        first: a_first,
        second: b_first,
    })
}

/// Is it large enough, and are its strings connected well enough, that they fight for their life as one group?
fn is_shut_in(dragon: &Dragon) -> bool {
    dragon.strings.len() >= 2 && dragon.ways_out == 0
}

/// The strings that decide the race: of all pairs that touch, are both short of liberties and have a good part of their
/// dragons' stones, the largest.
fn racing_strings(board: &Board, first: &Dragon, second: &Dragon) -> Option<(Point, Point)> {
    let (firsts, seconds) = (candidates(board, first)?, candidates(board, second)?);
    let touch = |a, b| board.adjacent_strings(a).any(|s| board.head(s) == board.head(b));
    let pairs = firsts
        .iter()
        .flat_map(|&a| seconds.iter().map(move |&b| (a, b)))
        .filter(|&(a, b)| touch(a, b));
    let smaller = |&(a, b): &(Point, Point)| board.string_size(a).min(board.string_size(b));
    let larger = |&(a, b): &(Point, Point)| board.string_size(a).max(board.string_size(b));
    // Of equal pairs the first, whichever dragon is named first.
    pairs.max_by_key(|pair| {
        let (low, high) = (pair.0.min(pair.1), pair.0.max(pair.1));
        (smaller(pair), larger(pair), std::cmp::Reverse((low, high)))
    })
}

/// Strings of a dragon that may be in a race for it; none if it lives by its eyes, runs, or is captured anyway.
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

/// By how many moves the side to move is ahead.
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
