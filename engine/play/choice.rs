// SPDX-License-Identifier: MIT OR Apache-2.0

//! A choice as a value: the move, everything that was considered, and why.

use katachi_rules::{Color, Game, Move, Point};

use crate::movegen::{Decided, EvaluatedPattern, Excluded, Proposal, Weighed};
use crate::search::Report;

/// A move and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move: a pass if no proposal was worth a stone.
    pub mv: Move,
    /// Its value, 0 for a pass.
    pub value: i32,
    /// All proposals of the classical choice, best first.
    pub proposals: Vec<Proposal>,
    /// Legal points that have reasons, but that cannot be chosen; those with the highest values first. If patterns are listed, then
    /// every other point where one matches, in the order of the board.
    pub excluded: Vec<Excluded>,
    /// Every pattern match at the points that were asked for, if they were to be listed
    /// ([`Request::lists_patterns`](super::Request::lists_patterns)): by their points, at each those that hold by falling value, then
    /// the others in the order of the database. Those that hold are among the reasons of their point, with the same values.
    pub patterns: Vec<EvaluatedPattern>,
    /// Patterns whose constraint divides by zero somewhere in this position, each once. They were not matched there.
    pub divisions_by_zero: Vec<String>,
    /// The dragons of two stones or more that the analysis calls alive or dead.
    pub decided: Vec<Decided>,
    /// The result of the tree search, if there was one.
    pub search: Option<Report>,
    /// The game is given up instead of playing the move, by the settings of a player ([`Resign`](super::Resign)).
    pub resigns: bool,
}

impl From<Weighed> for Choice {
    /// The classical choice: the best proposal, or a pass.
    fn from(weighed: Weighed) -> Self {
        let best = weighed.best();
        let (mv, value) = best.map_or((Move::Pass, 0), |best| (Move::Play(best.point), best.value));
        let Weighed {
            proposals,
            excluded,
            patterns,
            divisions_by_zero,
            decided,
        } = weighed;
        Self {
            mv,
            value,
            proposals,
            excluded,
            patterns,
            divisions_by_zero,
            decided,
            search: None,
            resigns: false,
        }
    }
}

impl Choice {
    /// A choice with these proposals, and nothing else known.
    pub fn new(mv: Move, value: i32, proposals: Vec<Proposal>) -> Self {
        Self {
            mv,
            value,
            ..Self::from(Weighed {
                proposals,
                ..Weighed::default()
            })
        }
    }

    /// The proposal of a point, if there is one.
    pub fn proposal(&self, point: Point) -> Option<&Proposal> {
        self.proposals.iter().find(|p| p.point == point)
    }

    /// Why a point cannot be chosen, with its reasons. `None` if it is proposed, or has no reasons.
    pub fn exclusion(&self, point: Point) -> Option<&Excluded> {
        self.excluded.iter().find(|e| e.proposal.point == point)
    }

    /// The listed pattern matches of a point.
    pub fn patterns_at(&self, point: Point) -> &[EvaluatedPattern] {
        let from = self.patterns.partition_point(|p| p.point < point);
        let to = self.patterns.partition_point(|p| p.point <= point);
        &self.patterns[from..to]
    }

    /// The points of the proposals, with their values.
    pub(super) fn values(&self) -> impl Iterator<Item = (Point, i32)> + '_ {
        self.proposals
            .iter()
            .map(|proposal| (proposal.point, proposal.value))
    }

    /// The chosen move. An illegal choice would be a fault of the engine; it is replaced by the next proposal that is legal, or
    /// by a pass, so that the game is not lost for it.
    pub fn allowed(&self, game: &Game, color: Color) -> Move {
        let legal = |mv: &Move| game.is_legal(color, *mv);
        std::iter::once(self.mv)
            .chain(self.proposals.iter().map(|p| Move::Play(p.point)))
            .find(legal)
            .unwrap_or(Move::Pass)
    }
}
