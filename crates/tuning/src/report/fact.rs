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
/// A string with more liberties counts as one with that number.
const MAX_LIBERTIES: usize = 4;
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

/// Facts that have no number, and the phase.
const PLAIN: [Fact; 3] = [Fact::NearLast, Fact::Atari, Fact::InAtari];

/// Places of a pattern by the value of each fact: the plain ones, the phase, the liberties of each stone.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactTallies(Vec<[Tally; MAX_LIBERTIES]>);

impl FactTallies {
    pub(super) fn add(&mut self, values: &[usize], trial: Trial) {
        self.0.resize(values.len(), Default::default());
        for (tallies, &value) in self.0.iter_mut().zip(values) {
            tallies[value].add(trial);
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
        let mut best: Option<Split> = None;
        let stones = stones(pattern).map(|element| element.at);
        let liberties = stones.enumerate().flat_map(|(i, cell)| {
            (1..MAX_LIBERTIES as u8).map(move |at_most| {
                let fact = Fact::Liberties { cell, at_most };
                (PLAIN.len() + 1 + i, usize::from(at_most), fact)
            })
        });
        let plain = PLAIN.into_iter().enumerate().map(|(i, fact)| (i, 1, fact));
        let phase = [Fact::Opening, Fact::BeforeEndgame];
        let phase = phase.into_iter().zip(1..);
        let phase = phase.map(|(fact, below)| (PLAIN.len(), below, fact));
        for (row, below, fact) in plain.chain(phase).chain(liberties) {
            let Some(tallies) = self.0.get(row) else { break };
            let sum = |part: &[Tally]| part.iter().fold(Tally::default(), Tally::plus);
            let split = Split::new(fact, sum(&tallies[..below]), sum(&tallies[below..]));
            if split.is_clear() && best.is_none_or(|best| split.gain > best.gain) {
                best = Some(split);
            }
        }
        best
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

fn stones(pattern: &Pattern) -> impl Iterator<Item = &Element> {
    let elements = pattern.elements.iter();
    elements.filter(|element| matches!(element.cell, Cell::Friend | Cell::Enemy))
}

/// The values of all facts at a place, each below [`MAX_LIBERTIES`]; of a plain fact 0 is true.
pub(super) fn values(turn: &Turn, pattern: &Pattern, variant: &Variant, mv: Point) -> Vec<usize> {
    let board = turn.game.board();
    let last = turn.game.moves().next_back().and_then(|(_, mv)| mv.point());
    let (own, enemy) = (turn.color, turn.color.opposite());
    let has_beside = |color, liberties: u32| {
        let strings = board.strings_beside(mv, color);
        strings.iter().any(|&s| board.liberties(s) == liberties)
    };
    let plain = PLAIN.map(|fact| match fact {
        Fact::Atari => has_beside(enemy, 2),
        Fact::InAtari => has_beside(own, 1),
        _ => last.is_some_and(|last| last.distance(mv) <= NEAR),
    });
    let area = board.size().area();
    let covered = 100 * (area - board.empty_points().len());
    let phase = usize::from(covered > OPENING * area) + usize::from(covered > ENDGAME * area);
    let liberties = stones(pattern).map(|element| {
        let at = variant.transformation.apply(element.at);
        let point = board.size().offset(mv, at.dx.into(), at.dy.into());
        let liberties = board.liberties(point.expect("a matched diagram lies on the board")) as usize;
        liberties.clamp(1, MAX_LIBERTIES) - 1
    });
    let plain = plain.into_iter().map(|holds| usize::from(!holds));
    plain.chain([phase]).chain(liberties).collect()
}
