// SPDX-License-Identifier: MIT OR Apache-2.0

//! One thread's simulations: down the tree, a playout, and back up.

use katachi_rules::{Color, Game, Move, PlayoutBoard};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::goal::Goal;
use super::local::LocalGains;
use super::node::{Arena, Node};
use super::priors::{self, Priors};
use super::restriction::Restriction;
use super::select::best_child;
use super::settings::Constants;
use super::{Search, SearchTask};
use crate::playout::{FirstMoves, Learned, PlayoutStats, play_on};

/// The state of a thread that runs simulations from one position.
pub(super) struct Worker<'a> {
    priors: &'a dyn Priors,
    arena: &'a Arena,
    root: u32,
    restriction: &'a Restriction,
    constants: Constants,
    /// The position at the node that is looked at.
    game: Game,
    start: PlayoutBoard,
    policy: Learned,
    random: ChaCha8Rng,
    first_moves: FirstMoves,
    /// Nodes from the root to the leaf of the simulation, each with the side to move and the move that led to it.
    path: Vec<Step>,
    /// How the playouts of this thread ended.
    pub(super) ends: PlayoutStats,
    /// The moves of the leaf that is expanded, with their priors; kept to spare allocations.
    moves: Vec<(Move, f32)>,
    goal: Goal,
    /// AMAF by ownership, if it is on.
    gains: Option<LocalGains>,
}

#[derive(Clone, Copy)]
struct Step {
    node: u32,
    to_move: Color,
    /// The move that led to the node.
    mv: Option<Move>,
}

impl<'a> Worker<'a> {
    /// A thread of that search, from the position at its root.
    pub(super) fn new(search: &'a Search, task: &SearchTask<'a>, seed: u64) -> Self {
        let game = task.game;
        let (root, constants) = (search.root, search.settings.constants(game.size()));
        Self {
            priors: task.priors,
            arena: &search.arena,
            root,
            restriction: &search.restriction,
            constants,
            game: game.clone(),
            start: PlayoutBoard::new(game.board()),
            policy: Learned::new(task.playouts, game.size()),
            random: ChaCha8Rng::seed_from_u64(seed ^ game.board().key()),
            first_moves: FirstMoves::new(),
            path: vec![Step {
                node: root,
                to_move: task.color,
                mv: None,
            }],
            ends: PlayoutStats::new(game.size()),
            moves: Vec::new(),
            goal: Goal::new(constants, game.size()),
            gains: (constants.local > 0.0)
                .then(|| LocalGains::new(game.size(), root, constants.local as usize)),
        }
    }

    /// Runs one simulation.
    pub(super) fn simulate(&mut self) {
        let mut board = self.start.clone();
        self.path.truncate(1);
        self.arena.node(self.root).enter();
        self.descend(&mut board);
        let (lead, length) = self.play_out(&mut board);
        self.back_up(lead, length);
        for _ in 1..self.path.len() {
            self.game.undo();
        }
    }

    /// Goes down to a leaf, and one further where a leaf has been visited often enough.
    fn descend(&mut self, board: &mut PlayoutBoard) {
        loop {
            let &Step {
                node: index, to_move, ..
            } = self.path.last().expect("it begins at the root");
            if self.game.main_phase_is_over() {
                return;
            }
            let node = self.arena.node(index);
            if self.arena.children(node).is_none() && !self.expand(node, to_move) {
                return;
            }
            let Some((first, children)) = self.arena.children(node) else {
                return;
            };
            let place = best_child(&self.constants, node, children);
            let mv = children[place].mv();
            children[place].enter();
            match mv {
                Move::Play(point) => board.play(to_move, point),
                Move::Pass => board.clear_ko(),
            }
            self.game.play(to_move, mv).expect("children are legal moves");
            self.path.push(Step {
                node: first + place as u32,
                to_move: to_move.opposite(),
                mv: Some(mv),
            });
        }
    }

    /// Gives a leaf its children if it was visited often enough and no other thread does so; whether it has them now.
    fn expand(&mut self, node: &Node, to_move: Color) -> bool {
        if (node.visits() as f32) < self.constants.expand_after || !node.claim() {
            return false;
        }
        let depth = self.path.len() as u32 - 1;
        let position = (&self.game, to_move);
        priors::cheap(self.priors, position, self.restriction, depth, &mut self.moves);
        self.arena.grow(node, &self.moves)
    }

    /// Plays the game to its end; Black's lead and the number of moves from the root.
    fn play_out(&mut self, board: &mut PlayoutBoard) -> (f32, u32) {
        let &Step { to_move, .. } = self.path.last().expect("it begins at the root");
        let last = self.game.moves().next_back().and_then(|(_, mv)| mv.point());
        let bonus = self.game.white_compensation();
        let mut length = self.path.len() as u32 - 1;
        self.first_moves.clear();
        let first_moves = &mut self.first_moves;
        let saw = |color, point| {
            first_moves.add_later(color, point, length);
            length += 1;
        };
        play_on(board, to_move, last, &self.policy, &mut self.random, saw);
        let lead = self.ends.add(board, -bonus);
        self.goal.note(&self.ends);
        if let Some(gains) = &mut self.gains {
            gains.note(&self.ends);
        }
        (lead, length)
    }

    /// Adds the result to all nodes of the path, and to those of their children whose moves came later.
    fn back_up(&mut self, lead: f32, length: u32) {
        let for_black = self.goal.outcome(lead);
        for depth in (0..self.path.len()).rev() {
            let Step { node, to_move, .. } = self.path[depth];
            if let Some(Move::Play(point)) = self.path.get(depth + 1).and_then(|step| step.mv) {
                self.first_moves.add_earlier(to_move, point, depth as u32);
            }
            let for_mover = match to_move {
                Color::Black => for_black,
                Color::White => for_black.opposite(),
            };
            self.arena.node(node).leave(for_mover.opposite());
            if self.constants.rave > 0.0 {
                self.add_later_moves(depth, length, for_mover.value);
            }
        }
    }

    fn add_later_moves(&mut self, depth: usize, length: u32, value: f32) {
        let Step { node, to_move, .. } = self.path[depth];
        let Some((_, children)) = self.arena.children(self.arena.node(node)) else {
            return;
        };
        if let Some(gains) = &mut self.gains {
            gains.compare(node);
        }
        let per_move = self.constants.amaf_time / (length - depth as u32).max(1) as f32;
        for child in children {
            let Move::Play(point) = child.mv() else {
                continue;
            };
            if let Some(number) = self.first_moves.index(to_move, point) {
                let value = match &self.gains {
                    Some(gains) if to_move == Color::Black => gains.around(point),
                    Some(gains) => -gains.around(point),
                    None => value,
                };
                let weight = 1.0 + (per_move * (length - number) as f32).floor();
                child.amaf_visits.add(weight);
                child.amaf_value.add(weight * value);
            }
        }
    }
}
