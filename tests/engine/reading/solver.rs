// SPDX-License-Identifier: MIT OR Apache-2.0

//! Captures on small boards solved by looking at every legal move: slow, plain, and with nothing in common
//! with the reader but the rules.
//!
//! All positions that can come about are listed, up to a limit, and then those in which the attacker can
//! capture are found as a fixed point. There are no depths, no heuristics and no candidates. What lies beyond
//! the limit is taken for a failure once and for a success once; if both agree, the answer is certain all the
//! same.

use katachi_rules::{Board, Color, Point};
use rustc_hash::FxHashMap;

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

/// Whether the string can be captured if the attacker moves first, and whether it can be saved if its owner
/// does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    pub(crate) attack: Truth,
    pub(crate) defend: Truth,
}

/// A question: the string of a stone on a board.
pub(crate) struct Solver {
    target: Point,
    defender: Color,
}

/// A position of the list with the positions after it.
struct Node {
    board: Board,
    to_move: Color,
    /// Index of the position, and whether the move is only possible for a side that ignores the rule of ko.
    next: Vec<(u32, bool)>,
    /// The string has been captured, unless it comes back by `next`.
    captured: bool,
    /// The owner may take the stone that took it.
    comes_back: bool,
    listed: bool,
}

/// All positions that were found, and their indices by their keys.
#[derive(Default)]
struct Nodes {
    list: Vec<Node>,
    places: FxHashMap<u64, u32>,
}

impl Solver {
    /// The string of a stone on a board without a ko.
    pub(crate) fn solve(board: &Board, target: Point, limit: usize) -> Solution {
        let defender = board.cell(target).color().expect("a stone");
        let solver = Self { target, defender };
        let attacker = defender.opposite();
        let nodes = solver.list(board, [attacker, defender], limit);
        // The side that may retake a ko at once: with the defender everything is hardest for the attacker.
        let [hard, easy] = [defender, attacker]
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
    fn list(&self, board: &Board, roots: [Color; 2], limit: usize) -> Vec<Node> {
        let mut nodes = Nodes::default();
        for to_move in roots {
            self.place(&mut nodes, board, to_move);
        }
        let mut i = 0;
        while i < nodes.list.len() && nodes.list.len() < limit {
            let (mut board, to_move) = (nodes.list[i].board.clone(), nodes.list[i].to_move);
            let (ko, other) = (board.ko(), to_move.opposite());
            let captured = nodes.list[i].captured;
            let mut next = Vec::new();
            for point in board.size().points().collect::<Vec<_>>() {
                // Taken for good, unless what took it is taken: in a snapback, or in a ko.
                let is_tried = match captured {
                    true => point == self.target && self.comes_back(&mut board, to_move),
                    false => board.is_empty(point) && !board.is_suicide(to_move, point),
                };
                if is_tried {
                    let undo = board.play(to_move, point);
                    next.push((
                        self.place(&mut nodes, &board, other),
                        ko == Some((point, to_move)),
                    ));
                    board.undo(undo);
                }
            }
            // Where a pass of the attacker works and opens no ko, a move works too: the owner can pass as
            // well.
            if !captured && (to_move == self.defender || ko.is_some()) {
                board.clear_ko();
                next.push((self.place(&mut nodes, &board, other), false));
            }
            nodes.list[i].next = next;
            nodes.list[i].listed = true;
            i += 1;
        }
        nodes.list
    }

    /// The index of a position.
    fn place(&self, nodes: &mut Nodes, board: &Board, to_move: Color) -> u32 {
        *nodes
            .places
            .entry(board.situation_key(to_move))
            .or_insert_with(|| {
                let mut board = board.clone();
                let captured = !board.cell(self.target).is(self.defender);
                nodes.list.push(Node {
                    captured,
                    comes_back: captured && self.comes_back(&mut board, to_move),
                    board,
                    to_move,
                    next: Vec::new(),
                    listed: false,
                });
                nodes.list.len() as u32 - 1
            })
    }

    /// Whether the defender takes something where his string was taken.
    fn comes_back(&self, board: &mut Board, to_move: Color) -> bool {
        if to_move != self.defender || !board.is_empty(self.target) || board.is_suicide(to_move, self.target)
        {
            return false;
        }
        let undo = board.play(to_move, self.target);
        let is_capture = undo.is_capture();
        board.undo(undo);
        is_capture
    }

    /// In which positions the attacker captures, if one side may ignore the rule of ko as often as it likes,
    /// but not for ever. Going round in circles saves the string, unless its owner has to ignore the rule in
    /// every round: whoever wins although he has to do that once more wins at last.
    fn captures(&self, nodes: &[Node], ignores_ko: Color, beyond: bool) -> Vec<bool> {
        let retakes = |node: &Node| node.to_move == self.defender && node.next.iter().any(|next| next.1);
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
    fn captures_or(&self, nodes: &[Node], ignores_ko: Color, beyond: bool, targets: &[bool]) -> Vec<bool> {
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
                let defends = node.to_move == self.defender;
                let mut next = node
                    .next
                    .iter()
                    .filter(|&&(_, ko)| !ko || node.to_move == ignores_ko)
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
}
