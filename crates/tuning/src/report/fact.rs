// SPDX-License-Identifier: MIT OR Apache-2.0

//! Simple facts about a place, by which a pattern might be split into two.

use katachi_rules::Point;
use katachi_rules::sgf::Turn;
use mkpat::{Cell, Element, Offset, Pattern, Variant};

use super::estimate::Trial;
use super::survey::Tally;

/// Steps to the last move up to which a place is near it.
pub(crate) const NEAR: u32 = 3;
/// Share of the board that stones cover at the end of the opening, in percent.
pub(crate) const OPENING: usize = 15;
/// Share of the board that stones cover when the endgame begins, in percent.
pub(crate) const ENDGAME: usize = 50;
/// Most liberties of a string that a fact tells apart from more.
const MAX_LIBERTIES: u8 = 3;
/// Places that a side of a split has at least.
const MIN_PLACES: u32 = 20;
/// Twice the gain of log-likelihood of a clear split: a chance of 1 in 10 000 for one fact and a pattern that
/// needs no split. Some ten facts are tried.
const CLEAR: f64 = 15.1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// The last move is at most [`NEAR`] steps away.
    NearLast,
    /// The move is an atari: an enemy string beside it has two liberties.
    Atari,
    /// An own string beside the move is in atari.
    InAtari,
    /// Stones cover at most [`OPENING`] percent of the board.
    Opening,
    /// Stones cover at most [`ENDGAME`] percent of the board.
    BeforeEndgame,
    /// The string of a stone of the pattern has at most this number of liberties. The stone is given by its
    /// offset from the origin in the untransformed picture.
    Liberties { cell: Offset, at_most: u8 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Split {
    pub(crate) fact: Fact,
    /// Places where it is true.
    pub(crate) with: Tally,
    /// The other places.
    pub(crate) without: Tally,
    pub(crate) gain: f64,
}

impl Fact {
    /// The facts that may split the places of a pattern.
    pub(super) fn all(pattern: &Pattern) -> impl Iterator<Item = Self> {
        let plain = [
            Self::NearLast,
            Self::Atari,
            Self::InAtari,
            Self::Opening,
            Self::BeforeEndgame,
        ];
        let elements = pattern.elements.iter();
        let stones = elements.filter(|element| matches!(element.cell, Cell::Friend | Cell::Enemy));
        let liberties = stones.flat_map(|&Element { at: cell, .. }| {
            (1..=MAX_LIBERTIES).map(move |at_most| Self::Liberties { cell, at_most })
        });
        plain.into_iter().chain(liberties)
    }

    /// Returns whether it is true of the place where a variant of a pattern matches.
    pub(super) fn holds(self, turn: &Turn, variant: &Variant, mv: Point) -> bool {
        let board = turn.game.board();
        let has_beside = |color, liberties: u32| {
            let strings = board.strings_beside(mv, color);
            strings.iter().any(|&s| board.liberties(s) == liberties)
        };
        let area = board.size().area();
        let covers_at_most = |percent| 100 * (area - board.empty_points().len()) <= percent * area;
        match self {
            Self::NearLast => {
                let last = turn.game.moves().next_back().and_then(|(_, mv)| mv.point());
                last.is_some_and(|last| last.distance(mv) <= NEAR)
            }
            Self::Atari => has_beside(turn.color.opposite(), 2),
            Self::InAtari => has_beside(turn.color, 1),
            Self::Opening => covers_at_most(OPENING),
            Self::BeforeEndgame => covers_at_most(ENDGAME),
            Self::Liberties { cell, at_most } => {
                let at = variant.transformation.apply(cell);
                let point = board.size().offset(mv, at.dx.into(), at.dy.into());
                let point = point.expect("a matched diagram lies on the board");
                board.liberties(point) <= u32::from(at_most)
            }
        }
    }
}

/// Places of a pattern where each of [`Fact::all`] is true, and where it is not.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactTallies(Vec<[Tally; 2]>);

impl FactTallies {
    pub(super) fn add(&mut self, facts: impl Iterator<Item = bool>, trial: Trial) {
        for (i, holds) in facts.enumerate() {
            self.0.resize(self.0.len().max(i + 1), Default::default());
            self.0[i][usize::from(!holds)].add(trial);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.0.resize(other.0.len().max(self.0.len()), Default::default());
        for (tallies, others) in self.0.iter_mut().zip(&other.0) {
            for (tally, other) in tallies.iter_mut().zip(others) {
                tally.merge(other);
            }
        }
    }

    /// The fact that best separates places by played over expected moves, if one clearly does.
    pub(crate) fn best_split(&self, pattern: &Pattern) -> Option<Split> {
        let splits = Fact::all(pattern).zip(&self.0);
        let splits = splits.map(|(fact, &[with, without])| Split::new(fact, with, without));
        let best = |best: Split, split: Split| if split.gain > best.gain { split } else { best };
        splits.filter(Split::is_clear).reduce(best)
    }
}

impl Split {
    fn new(fact: Fact, with: Tally, without: Tally) -> Self {
        // Log-likelihood of Poisson counts with one factor of the expected number each, without the terms
        // that a split does not change.
        let term = |tally: &Tally| f64::from(tally.played) * tally.log_ratio();
        let gain = term(&with) + term(&without) - term(&with.plus(&without));
        Self {
            fact,
            with,
            without,
            gain,
        }
    }

    fn is_clear(&self) -> bool {
        2.0 * self.gain > CLEAR && self.with.places.min(self.without.places) >= MIN_PLACES
    }
}
