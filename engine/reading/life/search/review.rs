//! What a finished search can teach: positions in which a move won, and what becomes of the other moves there.

use super::super::glance::View;
use super::super::ground::NOWHERE;
use super::super::moves::{self, History};
use super::super::position::{Local, Played};
use super::super::sketch::Sketch;
use super::Search;

/// A position in which the side to move has a move that wins.
pub(in crate::reading::life) struct Decided {
    pub(in crate::reading::life) local: Local,
    /// The move before it, [`NOWHERE`] if that was a pass or not played in the search.
    pub(in crate::reading::life) last: u8,
    /// Moves played to decide it.
    pub(in crate::reading::life) effort: u32,
    /// Which moves had won when it was met, as far as can be told.
    pub(in crate::reading::life) history: History,
    /// All legal moves, and whether each was seen to win.
    pub(in crate::reading::life) moves: Vec<(u8, bool)>,
}

/// What is worth a review.
#[derive(Clone, Copy, Debug)]
pub(in crate::reading::life) struct Choice {
    /// Positions of one search, half of them those that took most.
    pub(in crate::reading::life) most: usize,
    /// Moves that were played to decide one, at least.
    pub(in crate::reading::life) effort: u32,
    /// Nodes for each move that had not been decided.
    pub(in crate::reading::life) check: u32,
}

impl Search<'_> {
    /// Positions that were decided for the side to move by a move of its, whoever wins a ko.
    pub(in crate::reading::life) fn review(&mut self, choice: Choice) -> Vec<Decided> {
        let mut known: Vec<(u32, Local)> = self
            .by_key
            .iter()
            .map(|(&key, &index)| (index, Local::of_key(key)))
            .collect();
        known.sort_unstable_by_key(|&(index, _)| index);
        let parents = self.parents();
        let mut found: Vec<(u32, u32, Local)> = known
            .iter()
            .filter_map(|(index, local)| Some((self.winning_effort(*index, local)?, *index, *local)))
            .filter(|&(effort, ..)| effort >= choice.effort)
            .collect();
        found.sort_unstable_by_key(|&(effort, index, _)| (std::cmp::Reverse(effort), index));
        let half = (choice.most / 2).min(found.len());
        let rest = found.split_off(half);
        let step = rest.len().div_ceil(choice.most - choice.most / 2).max(1);
        found.extend(rest.into_iter().step_by(step));
        let wins: Vec<(u32, bool, u8)> = known
            .iter()
            .filter_map(|(index, local)| Some((*index, local.owner_moves, self.winner(*index, local)?)))
            .collect();
        let mut decided = Vec::new();
        for (effort, index, local) in found {
            let mut history = History::new();
            for &(_, owner, point) in wins.iter().take_while(|&&(earlier, ..)| earlier < index) {
                history.note(owner, point);
            }
            decided.push(Decided {
                last: parents[index as usize],
                effort,
                history,
                moves: Vec::new(),
                local,
            });
        }
        for position in &mut decided {
            position.moves = self.all_moves(&position.local, choice.check);
        }
        decided
    }

    /// The move that a position was first met by.
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

    /// The move by which the side to move wins; none if it need not move.
    fn winner(&self, index: u32, local: &Local) -> Option<u8> {
        let node = &self.nodes[index as usize];
        let dies = !local.owner_moves;
        let wins = |numbers: super::ProofNumbers| numbers.is_decided() && (numbers.proof == 0) == dies;
        if !node.expanded || node.ko_mattered || !wins(node.numbers) {
            return None;
        }
        let mut winners = node.edges.iter().filter(|e| wins(self.edge_numbers(e)));
        let first = winners.next()?.point;
        (first != NOWHERE && winners.all(|e| e.point != NOWHERE)).then_some(first)
    }

    fn winning_effort(&self, index: u32, local: &Local) -> Option<u32> {
        self.winner(index, local)?;
        Some(self.nodes[index as usize].edges.iter().map(|e| e.effort).sum())
    }

    /// All legal moves; those of which nothing is known are read.
    fn all_moves(&mut self, local: &Local, check: u32) -> Vec<(u8, bool)> {
        let ground = self.ground;
        let sketch = Sketch::new(ground, local);
        let dies = !local.owner_moves;
        let moves = moves::candidates(NOWHERE, ground, &sketch, local, &History::new());
        let mut all = Vec::with_capacity(moves.len());
        for point in moves.iter().map(|c| c.point) {
            let Played::To(next) = local.play(ground, point, self.threats, &mut false) else {
                continue;
            };
            let outcome = View::new(ground, &next)
                .dies
                .or_else(|| self.run(&next, check).dies);
            all.push((point, outcome == Some(dies)));
        }
        all
    }
}
