// SPDX-License-Identifier: MIT OR Apache-2.0

//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002), for any
//! graph of moves.
//!
//! A proof number estimates the work that is left to show that the attacker (the OR side) succeeds, a
//! disproof number the work to show that he fails. [`expand`] goes down to the move that is cheapest to
//! decide, until a number of the node reaches its threshold. [`simulate`] decides a node by the proof of a
//! similar one (K. Kawano, "Using similar positions to search game trees", 1996).
//!
//! The trait [`Tree`] has the differences between searches: the moves and their order, playing them, first
//! numbers, the choice of a similar node, and the dependence of a decided result. Each search also stores its
//! nodes in its own way: the search about strings keeps relevance zones, and finds a position anew at each
//! width; the search about groups has exact keys of small positions, and keeps the moves of all nodes. One
//! store for both would carry data that only one of them needs.

use super::numbers::{ProofNumbers, Selection};

/// The nodes of a search, and how it goes from one to another.
pub(crate) trait Tree {
    /// A node while the search is below it.
    type Frame;
    /// A node while the proof of a similar one is tried there.
    type Simulation;
    type Outcome;

    /// Enters a node and finds its moves. A node that needs no search with these thresholds is not entered,
    /// and its outcome is returned.
    fn enter(&mut self, frame: &mut Self::Frame, thresholds: ProofNumbers) -> Option<Self::Outcome>;

    /// Numbers of the node from those of its moves.
    fn select(&mut self, frame: &mut Self::Frame) -> Selection;

    /// Adds moves that are tried only after all others have failed. False if it adds none.
    fn widen(&mut self, _frame: &mut Self::Frame, _selection: &Selection) -> bool {
        false
    }

    /// Raises the thresholds of a node that is not to be given up yet.
    fn raise(&self, _selection: &Selection, _thresholds: &mut ProofNumbers) {}

    /// Whether the budget is used up, or the search stopped from outside.
    fn is_exhausted(&self) -> bool;

    /// Evaluates the selected move if it is new, or refutes it by simulation, so that no search below it is
    /// needed. True if its numbers have changed, so that another move may be the best one.
    fn resolve(&mut self, frame: &mut Self::Frame, index: usize) -> bool;

    /// The numbers of a move without its penalty, and the penalty.
    fn numbers_of(&self, frame: &Self::Frame, index: usize) -> (ProofNumbers, u32);

    /// Plays a move, searches below it by [`expand`], and takes it back. Drops it if it is not legal.
    fn follow(&mut self, frame: &mut Self::Frame, index: usize, thresholds: ProofNumbers);

    /// Stores the result and leaves the node.
    fn leave(&mut self, frame: &mut Self::Frame, selection: &Selection) -> Self::Outcome;

    /// Whether the attacker is to move there.
    fn is_or(&self, simulation: &Self::Simulation) -> bool;

    /// Enters a node where the proof of a similar one is tried: finds the move that has to win, or the moves
    /// that all have to lose. A node that needs no moves is not entered; returns whether it has the same
    /// outcome.
    fn enter_simulation(&mut self, simulation: &mut Self::Simulation, success: bool) -> Option<bool>;

    /// State of a move. May add further moves, or evaluate a new one.
    fn reply(&mut self, simulation: &mut Self::Simulation, index: usize, success: bool) -> Reply;

    /// Plays an open move and tries the proof below it by [`simulate`], against the node after the same move
    /// in the similar node, or after another one. False if that fails.
    fn simulate_reply(&mut self, simulation: &mut Self::Simulation, index: usize, success: bool) -> bool;

    /// Leaves the node, and stores its outcome if it is the `same`. `index` is the move at which the
    /// simulation ended.
    fn leave_simulation(
        &mut self,
        simulation: &mut Self::Simulation,
        index: usize,
        success: bool,
        same: bool,
    );
}

/// A move in a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// There are no more moves.
    None,
    /// It wins for the side to move.
    Wins,
    /// It loses for the side to move.
    Loses,
    /// It has to be played.
    Open,
    /// The moves have changed: ask again.
    Changed,
    /// The budget is used up.
    Exhausted,
}

/// Searches a node until its proof or its disproof number reaches its threshold, or the budget ends. The
/// moves of the frame are not known yet.
pub(crate) fn expand<T: Tree>(tree: &mut T, mut frame: T::Frame, mut thresholds: ProofNumbers) -> T::Outcome {
    if let Some(outcome) = tree.enter(&mut frame, thresholds) {
        return outcome;
    }
    loop {
        let selection = tree.select(&mut frame);
        if tree.widen(&mut frame, &selection) {
            continue;
        }
        tree.raise(&selection, &mut thresholds);
        if selection.numbers.reach(thresholds) || tree.is_exhausted() {
            return tree.leave(&mut frame, &selection);
        }
        if tree.resolve(&mut frame, selection.best) {
            continue;
        }
        let (own, penalty) = tree.numbers_of(&frame, selection.best);
        let below = selection.thresholds_below(thresholds, own, penalty);
        tree.follow(&mut frame, selection.best, below);
    }
}

/// Returns whether the proof of a similar node decides this one for the same side: `success` if the attacker
/// succeeds in the similar node. If so, marks the node as decided. The moves of the simulation are not known
/// yet.
pub(crate) fn simulate<T: Tree>(tree: &mut T, mut simulation: T::Simulation, success: bool) -> bool {
    if let Some(same) = tree.enter_simulation(&mut simulation, success) {
        return same;
    }
    let has_to_win = success == tree.is_or(&simulation);
    let mut index = 0;
    let same = loop {
        match tree.reply(&mut simulation, index, success) {
            Reply::None => break !has_to_win,
            Reply::Wins => break has_to_win,
            Reply::Loses => index += 1,
            Reply::Open => {
                if !tree.simulate_reply(&mut simulation, index, success) {
                    break false;
                }
            }
            Reply::Changed => {}
            Reply::Exhausted => break false,
        }
    };
    tree.leave_simulation(&mut simulation, index, success, same);
    same
}
