// SPDX-License-Identifier: MIT OR Apache-2.0

//! A choice as a value: the move, all that was considered, and the reasons.

use katachi_rules::{Color, Game, Move, Point};

use crate::movegen::{AuthorBonus, Decided, EvaluatedPattern, Proposal, RejectedMove, Weighed};
use crate::search::Report;

/// A move, with the reasons for it and for the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Value of the move by the classical choice, 0 for a pass.
    pub value: i32,
    /// All proposals of the classical choice, best first.
    pub proposals: Vec<Proposal>,
    /// Legal points that have reasons but cannot be chosen, highest values first. If patterns are listed, all
    /// other points with a match follow, in the order of the board.
    pub rejected: Vec<RejectedMove>,
    /// All pattern matches, if the request lists patterns
    /// ([`Request::lists_patterns`](super::Request::lists_patterns)), by point. At each point those that hold
    /// come first, by falling value; they are among the reasons of the point. The others follow in the order
    /// of the database.
    pub patterns: Vec<EvaluatedPattern>,
    /// Names of patterns whose constraint divides by zero somewhere in this position. They do not match
    /// there.
    pub divisions_by_zero: Vec<String>,
    /// The dragons of two stones or more that the analysis calls alive or dead.
    pub decided: Vec<Decided>,
    /// The bonuses of an author that the search has obeyed, by point.
    pub bonuses: Vec<AuthorBonus>,
    /// The result of the tree search, if there was one.
    pub search: Option<Report>,
    /// The player resigns instead of playing the move ([`Resign`](super::Resign)).
    pub resigns: bool,
}

impl From<Weighed> for Choice {
    /// Makes the classical choice: the best proposal, or a pass if no proposal is worth a stone.
    fn from(weighed: Weighed) -> Self {
        let best = weighed.best().map_or(Move::Pass, |best| Move::Play(best.point));
        let choice = Self {
            mv: Move::Pass,
            value: 0,
            proposals: weighed.proposals,
            rejected: weighed.rejected,
            patterns: weighed.patterns,
            divisions_by_zero: weighed.divisions_by_zero,
            decided: weighed.decided,
            bonuses: Vec::new(),
            search: None,
            resigns: false,
        };
        choice.with_move(best)
    }
}

impl Choice {
    /// Makes a choice that has proposals alone.
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

    /// Returns the choice with another move, and its value by the proposals.
    pub(super) fn with_move(self, mv: Move) -> Self {
        let proposal = mv.point().and_then(|point| self.proposal(point));
        let value = proposal.map_or(0, |proposal| proposal.value);
        Self { mv, value, ..self }
    }

    /// Returns the proposal of a point.
    pub fn proposal(&self, point: Point) -> Option<&Proposal> {
        self.proposals.iter().find(|p| p.point == point)
    }

    /// Returns the reason why a point cannot be chosen. `None` if it is proposed or has no reasons.
    pub fn rejection(&self, point: Point) -> Option<&RejectedMove> {
        self.rejected.iter().find(|e| e.proposal.point == point)
    }

    /// Returns the listed pattern matches of a point.
    pub fn patterns_at(&self, point: Point) -> &[EvaluatedPattern] {
        let from = self.patterns.partition_point(|p| p.point < point);
        let to = self.patterns.partition_point(|p| p.point <= point);
        &self.patterns[from..to]
    }

    pub(super) fn values(&self) -> impl Iterator<Item = (Point, i32)> + '_ {
        self.proposals
            .iter()
            .map(|proposal| (proposal.point, proposal.value))
    }

    /// Returns the chosen move. An illegal one, which would be a fault of the engine, gives way to the next
    /// legal proposal or to a pass.
    pub fn allowed(&self, game: &Game, color: Color) -> Move {
        let legal = |mv: &Move| game.is_legal(color, *mv);
        std::iter::once(self.mv)
            .chain(self.proposals.iter().map(|p| Move::Play(p.point)))
            .find(legal)
            .unwrap_or(Move::Pass)
    }
}
