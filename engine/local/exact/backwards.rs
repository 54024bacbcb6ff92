// SPDX-License-Identifier: MIT OR Apache-2.0

//! Solving by retrograde analysis.
//!
//! Where kos and captures lead back to earlier positions, the result of a search depends on the path to the
//! position and cannot be stored: the same positions are searched again and again. Generating all of them
//! once, and then going back from those in which a side has reached its objective, takes no more steps than
//! there are moves between them (K. Thompson, "Retrograde analysis of certain endgames", 1986). Positions
//! that are not reached this way are failures of that side.

use rustc_hash::FxHashMap;

use super::{After, Aim, FILL, Solver, State};
use crate::local::bits::each;

/// All positions that can be reached from one.
#[derive(Default)]
struct Graph {
    states: Vec<State>,
    numbers: FxHashMap<State, u32>,
    /// Moves as pairs of numbers: the position after the move and the one before it.
    moves: Vec<(u32, u32)>,
    /// Moves of each position that are not yet known to be won by the seeker, the side that has to make
    /// progress.
    open: Vec<u32>,
    /// Positions known to be won by the seeker.
    won: Vec<bool>,
}

impl Graph {
    fn number(&mut self, state: State) -> u32 {
        *self.numbers.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.open.push(0);
            self.won.push(false);
            self.states.len() as u32 - 1
        })
    }

    /// Goes back from won positions: the seeker needs one move to one, the other side loses when it has no
    /// other move.
    fn go_back(&mut self, owner_seeks: bool) {
        self.moves.sort_unstable();
        let mut front: Vec<u32> = (0..self.won.len() as u32)
            .filter(|&i| self.won[i as usize])
            .collect();
        while let Some(to) = front.pop() {
            let first = self.moves.partition_point(|&(t, _)| t < to);
            for &(_, from) in self.moves[first..].iter().take_while(|&&(t, _)| t == to) {
                let at = from as usize;
                self.open[at] -= 1;
                if !self.won[at] && (self.states[at].owner_moves == owner_seeks || self.open[at] == 0) {
                    self.won[at] = true;
                    front.push(from);
                }
            }
        }
    }
}

impl Solver<'_> {
    /// Does the owner reach his objective? None if that takes more positions than are left. The results of
    /// all of them are stored.
    pub(super) fn solve_backwards(&mut self, start: State) -> Option<bool> {
        let owner_seeks = start.question.aim == Aim::Territory;
        let mut graph = Graph::default();
        graph.number(start);
        let mut next = 0;
        while let Some(&state) = graph.states.get(next) {
            self.positions = self.positions.checked_sub(1)?;
            self.add_moves(&mut graph, next, state, owner_seeks);
            next += 1;
        }
        graph.go_back(owner_seeks);
        let lives = |won: bool| won == owner_seeks;
        let found = graph.states.iter().zip(&graph.won);
        self.known.extend(found.map(|(&state, &won)| (state, lives(won))));
        Some(lives(graph.won[0]))
    }

    fn add_moves(&self, graph: &mut Graph, at: usize, state: State, owner_seeks: bool) {
        let known = self.known.get(&state).copied();
        if let Some(lives) =
            known.or((state.owner_moves && state.passed && state.ends_well()).then_some(true))
        {
            graph.won[at] = lives == owner_seeks;
            return;
        }
        let empty = self.all() & !state.owner & !state.attacker;
        let points = each(empty).map(|i| Some(usize::from(i)));
        for mv in points.chain([None, Some(FILL)]) {
            match self.after(state, mv) {
                None => {}
                Some(After::End) => {
                    let lives = mv.is_none() && state.ends_well();
                    if lives != owner_seeks {
                        graph.open[at] += 1;
                    } else if state.owner_moves == owner_seeks {
                        graph.won[at] = true;
                    }
                }
                Some(After::Position(next)) => {
                    let to = graph.number(next);
                    graph.moves.push((to, at as u32));
                    graph.open[at] += 1;
                }
            }
        }
        // A position all of whose moves are won by the seeker is won, too.
        graph.won[at] |= graph.open[at] == 0;
    }
}
