//! Solving by going back from the ends.
//!
//! Where kos and captures lead back to earlier positions, what a search finds leans on the way by which it came, and cannot be
//! remembered: the same positions are searched over and over. Looking at all of them once, and then going back from those in
//! which a side has what it wants, takes no more steps than there are moves between them (K. Thompson, "Retrograde analysis of
//! certain endgames", 1986). Who makes no headway has not got there.

use rustc_hash::FxHashMap;

use super::{Aim, FILL, Solver, State};

/// All positions that come about from one.
#[derive(Default)]
struct Graph {
    states: Vec<State>,
    numbers: FxHashMap<State, u32>,
    /// Moves from one to another, by where they lead.
    moves: Vec<(u32, u32)>,
    /// Moves of each position that do not yet lead to what the seeker wants.
    open: Vec<u32>,
    /// What is known to end well for the seeker.
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

    /// Goes back from what is won: the seeker needs one move there, the other side loses when it has no other.
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
    /// Does the owner get what he wants? None if that takes more positions than are left. What becomes of all of them is
    /// remembered.
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
        let points = super::bits(empty).map(Some);
        for mv in points.chain([None, Some(FILL)]) {
            match self.after(state, mv) {
                None => {}
                Some(None) => {
                    let lives = mv.is_none() && state.ends_well();
                    if lives != owner_seeks {
                        graph.open[at] += 1;
                    } else if state.owner_moves == owner_seeks {
                        graph.won[at] = true;
                    }
                }
                Some(Some(next)) => {
                    let to = graph.number(next);
                    graph.moves.push((to, at as u32));
                    graph.open[at] += 1;
                }
            }
        }
        // A side without a move that spoils it has lost.
        graph.won[at] |= graph.open[at] == 0;
    }
}
