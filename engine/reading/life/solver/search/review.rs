// SPDX-License-Identifier: MIT OR Apache-2.0

//! Training positions from a finished search: positions with a winning move, and the outcome of all other
//! moves there.

use super::Search;
use crate::local::Role;
use crate::reading::life::board::{Dependence, LocalPosition, NOWHERE, Played};
use crate::reading::life::evaluation::{InitialNumbers, StaticEval};
use crate::reading::life::policy::{self, History};

/// A position in which the side to move has a winning move.
pub(crate) struct Decided {
    pub(crate) position: LocalPosition,
    /// The point of the move before it; [`NOWHERE`] if that was a pass or not played in the search.
    pub(crate) last: u8,
    /// Moves played to decide it.
    pub(crate) effort: u32,
    /// Wins of moves before the position was first visited.
    pub(crate) history: History,
    /// All legal moves, and whether each is proved to win.
    pub(crate) moves: Vec<(u8, bool)>,
}

/// Selection of positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReviewSettings {
    /// Limit of the positions of one search; half of them are those with the most effort.
    pub(crate) most: usize,
    /// Least effort of a position, in moves played.
    pub(crate) effort: u32,
    /// Moves that may be played to decide each undecided move.
    pub(crate) check: u32,
}

impl Search<'_> {
    /// Positions that the side to move has won by a move, whoever wins a ko.
    pub(crate) fn review(&mut self, settings: ReviewSettings) -> Vec<Decided> {
        let mut known: Vec<(u32, LocalPosition)> = self
            .by_key
            .iter()
            .map(|(&key, &index)| (index, LocalPosition::of_key(key)))
            .collect();
        known.sort_unstable_by_key(|&(index, _)| index);
        let parents = self.parents();
        let mut found: Vec<(u32, u32, LocalPosition)> = known
            .iter()
            .filter_map(|(index, position)| Some((self.winning_effort(*index, position)?, *index, *position)))
            .filter(|&(effort, ..)| effort >= settings.effort)
            .collect();
        found.sort_unstable_by_key(|&(effort, index, _)| (std::cmp::Reverse(effort), index));
        let half = (settings.most / 2).min(found.len());
        let rest = found.split_off(half);
        let step = rest.len().div_ceil(settings.most - settings.most / 2).max(1);
        found.extend(rest.into_iter().step_by(step));
        let wins: Vec<(u32, Role, u8)> = known
            .iter()
            .filter_map(|(index, position)| Some((*index, position.to_move, self.winner(*index, position)?)))
            .collect();
        let mut decided = Vec::new();
        for (effort, index, position) in found {
            let mut history = History::new();
            for &(_, mover, point) in wins.iter().take_while(|&&(earlier, ..)| earlier < index) {
                history.note(mover, point);
            }
            decided.push(Decided {
                last: parents[index as usize],
                effort,
                history,
                moves: Vec::new(),
                position,
            });
        }
        for won in &mut decided {
            won.moves = self.all_moves(&won.position, settings.check);
        }
        decided
    }

    /// The move that led to each node first.
    fn parents(&self) -> Vec<u8> {
        let mut parents = vec![NOWHERE; self.nodes.len()];
        let mut seen = vec![false; self.nodes.len()];
        for edge in self.nodes.iter().flat_map(|node| &node.edges) {
            if let Some(child) = edge.node.map(|n| n as usize).filter(|&n| !seen[n]) {
                seen[child] = true;
                parents[child] = edge.point;
            }
        }
        parents
    }

    /// The first winning move. None if a pass wins, too.
    fn winner(&self, index: u32, position: &LocalPosition) -> Option<u8> {
        let node = &self.nodes[index as usize];
        let dies = position.to_move.is_attacker();
        let wins = |numbers: super::ProofNumbers| numbers.outcome() == Some(dies);
        if !node.expanded || node.dependence.ko || !wins(node.numbers) {
            return None;
        }
        let mut winners = node.edges.iter().filter(|e| wins(self.edge_numbers(e)));
        let first = winners.next()?.point;
        (first != NOWHERE && winners.all(|e| e.point != NOWHERE)).then_some(first)
    }

    fn winning_effort(&self, index: u32, position: &LocalPosition) -> Option<u32> {
        self.winner(index, position)?;
        Some(self.nodes[index as usize].edges.iter().map(|e| e.effort).sum())
    }

    /// Returns all legal moves and whether they win; undecided ones are searched.
    fn all_moves(&mut self, position: &LocalPosition, check: u32) -> Vec<(u8, bool)> {
        let board = self.board;
        let eval = StaticEval::new(board, position);
        let dies = position.to_move.is_attacker();
        let moves = policy::candidates(NOWHERE, board, &eval, position, &History::new());
        let mut all = Vec::with_capacity(moves.len());
        for point in moves.iter().map(|c| c.point) {
            let Played::To(next) = position.play(board, point, self.threats, &mut Dependence::default())
            else {
                continue;
            };
            let outcome = InitialNumbers::new(board, &next)
                .dies
                .or_else(|| self.run(&next, check).dies);
            all.push((point, outcome == Some(dies)));
        }
        all
    }
}
