// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tactical reading: which stones can be captured, joined, killed, or made to live, and by which move.
//!
//! A [`Reader`] has what all questions share: a copy of the position, a budget of nodes (moves played), the
//! searcher and the cache. Questions are asked through its four views:
//!
//! | view | questions about | how they are answered |
//! |---|---|---|
//! | [`Tactics`] | strings: capture, rescue, ladders, pairs of strings, double threats | `capture`, `candidates` |
//! | [`Connections`] | two strings, two pairs, or a string and an area: joining, cutting | `connect`, with `distance` |
//! | [`Races`] | two strings that live by capturing each other | counting, or search where that does not decide (`races`) |
//! | [`Life`] | groups, eye spaces, tsumego | a search on a board of their own (`life`) |
//!
//! The first three are goals of one search on the board (`search`). Their questions are asked with different
//! ko threats one after the other, which tells kinds of ko apart (`answer`); answers are cached (`cache`). A
//! reading says [`Verdict::Unknown`] when the budget is used up; it claims nothing that it has not read.
//!
//! Heuristic constants stand at the head of the module that uses them. Their comments give the range of
//! sensible values, and the source of the value: a paper, or a table of `docs/experiments/`. A value without
//! a source is a guess.

mod answer;
mod cache;
mod candidates;
mod capture;
mod connect;
mod connections;
mod distance;
mod judge;
mod life;
mod patterns;
mod races;
mod search;
mod tactics;
mod verdict;

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use crate::builtin::Builtin;
use crate::model::MoveModel;
use crate::patterns::Patterns;
use crate::playout::PlayoutWeights;
use katachi_rules::{Board, Color, Point, Undo};

use cache::Cache;
pub use connections::Connections;
pub(crate) use judge::JudgedGoal;
pub use life::{
    DecidedPosition, EyeReading, GroupOutcome, Life, LifeGrounds, LifePolicy, OpenBorder, Solution,
    decided_positions,
};
pub use patterns::ReadingPatterns;
pub(crate) use patterns::{Contents, Proposal, Proposals};
pub use races::{Race, Races};
use search::Searcher;
pub use tactics::{Combination, Tactics};
pub use verdict::{Certainty, Judgement, Reading, Verdict};

/// What orders the moves of searches. It is no part of the identity of a local board.
#[derive(Clone, Debug)]
pub(crate) struct MoveOrder {
    /// Weights of the moves of the life-and-death search.
    pub(crate) policy: Builtin<LifePolicy>,
    /// Moves that are tried first.
    pub(crate) patterns: Builtin<ReadingPatterns>,
}

impl Default for MoveOrder {
    fn default() -> Self {
        Self {
            policy: Builtin::BuiltIn(LifePolicy::built_in()),
            patterns: Builtin::BuiltIn(ReadingPatterns::built_in()),
        }
    }
}

impl Hash for MoveOrder {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Reads on its own copy of a position. After every call the copy is as before it.
#[derive(Debug)]
pub struct Reader {
    board: Board,
    searcher: Searcher,
    budget: u32,
    /// Whether a person or a client asks.
    pub(crate) for_person: bool,
    /// Moves played in searches since the count was set to zero.
    nodes: u64,
    /// Cached answers; they stay valid when the position is changed.
    cache: Cache,
    order: MoveOrder,
    /// The priors and the moves of simulations.
    moves: Builtin<MoveModel>,
    /// The patterns that add to it.
    names: Builtin<Patterns>,
    playouts: Builtin<PlayoutWeights>,
}

impl Reader {
    /// Default budget in nodes for a question that is asked alone, as over GTP.
    pub const QUESTION_NODES: u32 = 30_000;
    /// Factor of the budget for a question about a string. 2 to 8. tactics.md.
    const BUDGETS_OF_STRING: u32 = 4;
    /// Factor of the budget for a question about a connection. 2 to 8. tactics.md.
    const BUDGETS_OF_PAIR: u32 = 2;
    /// Factor of the budget for a question about a group; 1 to 4. tactics.md.
    const BUDGETS_OF_GROUP: u32 = 2;

    /// Makes a reader of a position, with a budget in nodes for each question.
    pub fn new(board: &Board, budget: u32) -> Self {
        Self {
            board: board.clone(),
            searcher: Searcher::default(),
            budget,
            for_person: false,
            nodes: 0,
            cache: Cache::new(),
            order: MoveOrder::default(),
            moves: Builtin::BuiltIn(MoveModel::built_in()),
            names: Builtin::BuiltIn(Patterns::built_in()),
            playouts: Builtin::BuiltIn(PlayoutWeights::built_in()),
        }
    }

    /// Replaces what orders moves and the weights of simulations, which changes the answers within a budget,
    /// and empties the cache.
    pub(crate) fn with_weights(
        self,
        order: &MoveOrder,
        moves: &Builtin<MoveModel>,
        names: &Builtin<Patterns>,
        playouts: &Builtin<PlayoutWeights>,
    ) -> Self {
        Self {
            order: order.clone(),
            moves: moves.clone(),
            names: names.clone(),
            playouts: playouts.clone(),
            ..Self::new(&self.board, self.budget)
        }
    }

    /// Sets an abort flag. Readings that it cuts short are unproved and must not be kept.
    pub(crate) fn with_interrupt(mut self, interrupt: &Arc<AtomicBool>) -> Self {
        self.searcher.interrupt = Arc::clone(interrupt);
        self
    }

    /// Returns whether the abort flag is set.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.searcher.interrupt.load(Relaxed)
    }

    /// Replaces the position; the cache stays.
    pub fn set_board(&mut self, board: &Board) {
        self.board.clone_from(board);
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Changes the budget in nodes for each question.
    pub fn set_budget(&mut self, budget: u32) {
        self.budget = budget;
    }

    /// The budget in nodes for each question.
    pub fn budget(&self) -> u32 {
        self.budget
    }

    /// The patterns whose moves are tried first.
    pub(crate) fn patterns(&self) -> &ReadingPatterns {
        &self.order.patterns
    }

    /// Makes it a reader for a person or a client, to whom an answer is worth more than the time: each
    /// question gets more nodes, its move is tried, and what no search decides is judged by simulations. The
    /// many questions in the choice of a move have none of this.
    #[must_use]
    pub fn for_person(mut self) -> Self {
        self.for_person = true;
        self
    }

    /// Asks a question about a group, with a larger budget for a person.
    pub(crate) fn ask_about_group<R>(&mut self, question: impl FnOnce(&mut Self) -> R) -> R {
        self.with_budgets(Self::BUDGETS_OF_GROUP, question)
    }

    /// Asks with a multiple of the budget for a person.
    fn with_budgets<R>(&mut self, budgets: u32, ask: impl FnOnce(&mut Self) -> R) -> R {
        match self.for_person {
            true => self.with_budget(self.budget.saturating_mul(budgets), ask),
            false => ask(self),
        }
    }

    /// Moves played in searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Empties the cache.
    pub fn forget(&mut self) {
        self.cache = Cache::new();
    }

    /// Sets the count of moves to zero.
    pub fn reset_nodes(&mut self) {
        self.nodes = 0;
    }

    /// Asks with the budget divided by `part`, at least one node.
    pub(crate) fn with_part_of_budget<R>(&mut self, part: u32, ask: impl FnOnce(&mut Self) -> R) -> R {
        self.with_budget((self.budget / part).max(1), ask)
    }

    /// Asks with a budget of `nodes` for each question, and no more than that, as the choice of a move does.
    /// Afterwards the reader is as before.
    pub fn with_budget<R>(&mut self, nodes: u32, ask: impl FnOnce(&mut Self) -> R) -> R {
        let before = (self.budget, self.for_person);
        (self.budget, self.for_person) = (nodes, false);
        let answer = ask(self);
        (self.budget, self.for_person) = before;
        answer
    }

    /// Runs `f` after a move, then undoes it. None if the move is not legal.
    pub(crate) fn with_move<R>(
        &mut self,
        color: Color,
        point: Point,
        f: impl FnOnce(&mut Self) -> R,
    ) -> Option<R> {
        if !self.board.is_legal(color, point) {
            return None;
        }
        let before = cfg!(debug_assertions).then(|| self.board.key());
        let undo = self.board.play(color, point);
        let result = f(self);
        self.board.undo(undo);
        debug_assert!(
            before.is_none_or(|key| key == self.board.key()),
            "a reading leaves the board as it was"
        );
        Some(result)
    }

    /// Runs `f` after moves by alternating colours, then undoes them. Moves that are not legal are left out.
    pub fn with_moves<R>(&mut self, first: Color, points: &[Point], f: impl FnOnce(&mut Self) -> R) -> R {
        let mut color = first;
        let mut undos: Vec<Undo> = Vec::with_capacity(points.len());
        for &point in points {
            if self.board.is_legal(color, point) {
                undos.push(self.board.play(color, point));
            }
            color = color.opposite();
        }
        let result = f(self);
        while let Some(undo) = undos.pop() {
            self.board.undo(undo);
        }
        result
    }
}

#[cfg(test)]
mod tests;
