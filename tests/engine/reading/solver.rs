// SPDX-License-Identifier: MIT OR Apache-2.0

//! Captures on small boards solved by looking at every legal move: slow, plain, and with nothing in common
//! with the reader but the question.
//!
//! All positions that can come about are listed, up to a limit, and then those in which the attacker can
//! capture are found as a fixed point. There are no depths, no heuristics and no candidates. What lies beyond
//! the limit is taken for a failure once and for a success once; if both agree, the answer is certain all the
//! same.

use rustc_hash::FxHashMap;

const MAX_POINTS: usize = 25;
const EMPTY: u8 = 0;
/// No point is closed by a ko.
const NO_KO: u8 = 31;

/// A position with the side to move; colours are 1 and 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    cells: [u8; MAX_POINTS],
    ko: u8,
    to_move: u8,
}

/// The truth about a question, with all moves considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    Yes,
    No,
    /// It depends on who has ko threats.
    Ko,
    /// The position has more continuations than the limit.
    TooLarge,
}

/// Can the string be captured if the attacker moves first, and can it be saved if its owner does?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    pub(crate) attack: Truth,
    pub(crate) defend: Truth,
}

/// A question: the string of a stone on a board.
pub(crate) struct Solver {
    width: usize,
    height: usize,
    target: usize,
    defender: u8,
}

/// A position of the list with the positions after it.
struct Node {
    state: State,
    /// Index of the position, and whether the move is only possible for a side that ignores the rule of ko.
    next: Vec<(u32, bool)>,
    /// The string has been captured, unless it comes back by `next`.
    captured: bool,
    /// The owner may take the stone that took it.
    comes_back: bool,
    listed: bool,
}

impl Solver {
    /// `cells` row by row from the top left: 0 empty, 1 and 2 the colours.
    pub(crate) fn solve(width: usize, height: usize, cells: &[u8], target: usize, limit: usize) -> Solution {
        let mut padded = [EMPTY; MAX_POINTS];
        padded[..cells.len()].copy_from_slice(cells);
        let defender = cells[target];
        let solver = Self {
            width,
            height,
            target,
            defender,
        };
        let roots = [3 - defender, defender].map(|to_move| State {
            cells: padded,
            ko: NO_KO,
            to_move,
        });
        let nodes = solver.list(roots, limit);
        // The side that may retake a ko at once: with the defender everything is hardest for the attacker.
        let [hard, easy] = [defender, 3 - defender]
            .map(|ignores_ko| [false, true].map(|beyond| solver.captures(&nodes, ignores_ko, beyond)));
        let of = |root: usize| {
            let agreed = |[low, high]: &[Vec<bool>; 2]| (low[root] == high[root]).then_some(low[root]);
            (agreed(&hard), agreed(&easy))
        };
        let truth = |against_threats, with_threats| match (against_threats, with_threats) {
            (Some(true), _) => Truth::Yes,
            (_, Some(false)) => Truth::No,
            (Some(false), Some(true)) => Truth::Ko,
            _ => Truth::TooLarge,
        };
        let (attack, defend) = (of(0), of(1));
        Solution {
            attack: truth(attack.0, attack.1),
            defend: truth(defend.1.map(|c| !c), defend.0.map(|c| !c)),
        }
    }

    /// All positions from the roots on, breadth first.
    fn list(&self, roots: [State; 2], limit: usize) -> Vec<Node> {
        let mut places = FxHashMap::default();
        let mut nodes: Vec<Node> = Vec::new();
        let mut place = |nodes: &mut Vec<Node>, state: State| {
            *places.entry(state).or_insert_with(|| {
                let captured = state.cells[self.target] != self.defender;
                nodes.push(Node {
                    captured,
                    comes_back: captured && self.come_back(&state).is_some(),
                    state,
                    next: Vec::new(),
                    listed: false,
                });
                nodes.len() as u32 - 1
            })
        };
        for root in roots {
            place(&mut nodes, root);
        }
        let mut i = 0;
        while i < nodes.len() && nodes.len() < limit {
            let state = nodes[i].state;
            let mut next = Vec::new();
            if nodes[i].captured {
                // Taken for good, unless what took it is taken: in a snapback, or in a ko.
                if let Some(after) = self.come_back(&state) {
                    next.push((place(&mut nodes, after), state.ko as usize == self.target));
                }
            } else {
                for point in 0..self.width * self.height {
                    if let Some(after) = self.play(&state, point) {
                        next.push((place(&mut nodes, after), point as u8 == state.ko));
                    }
                }
                // Where a pass of the attacker works and opens no ko, a move works too: the owner can pass as
                // well.
                if state.to_move == self.defender || state.ko != NO_KO {
                    let passed = State {
                        ko: NO_KO,
                        to_move: 3 - state.to_move,
                        ..state
                    };
                    next.push((place(&mut nodes, passed), false));
                }
            }
            nodes[i].next = next;
            nodes[i].listed = true;
            i += 1;
        }
        nodes
    }

    /// Returns the position after the defender has played where his string was taken, if that takes
    /// something.
    fn come_back(&self, state: &State) -> Option<State> {
        let enemies = |state: &State| state.cells.iter().filter(|&&c| c == 3 - self.defender).count();
        if state.to_move != self.defender {
            return None;
        }
        self.play(state, self.target)
            .filter(|after| enemies(after) < enemies(state))
    }

    /// In which positions the attacker captures, if one side may ignore the rule of ko as often as it likes,
    /// but not for ever. Going round in circles saves the string, unless its owner has to ignore the rule in
    /// every round: whoever wins although he has to do that once more wins at last.
    fn captures(&self, nodes: &[Node], ignores_ko: u8, beyond: bool) -> Vec<bool> {
        let retakes =
            |node: &Node| node.state.to_move == self.defender && node.next.iter().any(|next| next.1);
        let may_last = ignores_ko == self.defender && nodes.iter().any(retakes);
        let mut once_more = vec![may_last; nodes.len()];
        loop {
            let wins = self.captures_or(nodes, ignores_ko, beyond, &once_more);
            if !may_last || wins == once_more {
                return wins;
            }
            once_more = wins;
        }
    }

    /// Finds the positions in which the attacker gets to a capture, or to one of the `targets` by a move of
    /// the defender that ignores the rule of ko.
    fn captures_or(&self, nodes: &[Node], ignores_ko: u8, beyond: bool, targets: &[bool]) -> Vec<bool> {
        let mut wins: Vec<bool> = nodes
            .iter()
            .map(|n| !n.listed && (beyond || n.captured && !n.comes_back))
            .collect();
        loop {
            let mut changed = false;
            for (i, node) in nodes.iter().enumerate().rev().filter(|(_, n)| n.listed) {
                if wins[i] {
                    continue;
                }
                let defends = node.state.to_move == self.defender;
                let mut next = node
                    .next
                    .iter()
                    .filter(|&&(_, ko)| !ko || node.state.to_move == ignores_ko)
                    .map(|&(to, ko)| wins[to as usize] || defends && ko && targets[to as usize]);
                let win = if defends {
                    next.all(|win| win)
                } else {
                    next.any(|win| win)
                };
                if win {
                    wins[i] = true;
                    changed = true;
                }
            }
            if !changed {
                return wins;
            }
        }
    }

    fn neighbours(&self, point: usize) -> impl Iterator<Item = usize> {
        let (x, y, width, height) = (point % self.width, point / self.width, self.width, self.height);
        [
            (x > 0).then(|| point - 1),
            (x + 1 < width).then(|| point + 1),
            (y > 0).then(|| point - width),
            (y + 1 < height).then(|| point + width),
        ]
        .into_iter()
        .flatten()
    }

    /// The string of a stone and its number of liberties, as bits.
    fn string(&self, cells: &[u8], stone: usize) -> (u32, u32) {
        let (mut stones, mut liberties) = (1u32 << stone, 0u32);
        let mut open = vec![stone];
        while let Some(point) = open.pop() {
            for n in self.neighbours(point) {
                if cells[n] == EMPTY {
                    liberties |= 1 << n;
                } else if cells[n] == cells[stone] && stones & 1 << n == 0 {
                    stones |= 1 << n;
                    open.push(n);
                }
            }
        }
        (stones, liberties.count_ones())
    }

    /// The position after a move of the side to move. None if the point is taken or the move is suicide;
    /// whether it is closed by ko is not looked at.
    fn play(&self, state: &State, point: usize) -> Option<State> {
        if state.cells[point] != EMPTY {
            return None;
        }
        let mut cells = state.cells;
        let (own, enemy) = (state.to_move, 3 - state.to_move);
        cells[point] = own;
        let mut taken = 0u32;
        for n in self.neighbours(point) {
            if cells[n] == enemy {
                let (stones, liberties) = self.string(&cells, n);
                if liberties == 0 {
                    taken |= stones;
                }
            }
        }
        for (n, cell) in cells.iter_mut().enumerate() {
            if taken & 1 << n != 0 {
                *cell = EMPTY;
            }
        }
        let (stones, liberties) = self.string(&cells, point);
        if liberties == 0 {
            return None;
        }
        let is_ko = taken.count_ones() == 1 && stones.count_ones() == 1 && liberties == 1;
        Some(State {
            cells,
            ko: if is_ko {
                taken.trailing_zeros() as u8
            } else {
                NO_KO
            },
            to_move: enemy,
        })
    }
}
