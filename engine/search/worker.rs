// SPDX-License-Identifier: MIT OR Apache-2.0

//! The simulations of one thread: descent, playout, backup.

use katachi_rules::{Color, Game, GameResult, Move, PlayoutBoard};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::bonus::Bonuses;
use super::goal::SearchGoal;
use super::node::{Arena, TreeNode};
use super::ownership_amaf::OwnershipAmaf;
use super::priors::{self, Priors};
use super::restriction::Restriction;
use super::result_value::ResultValue;
use super::select::best_child;
use super::settings::Constants;
use super::{Search, SearchTask};
use crate::playout::{FirstMoves, Learned, PlayoutStats, play_on};

pub(super) struct Worker<'a> {
    priors: &'a dyn Priors,
    bonuses: Bonuses<'a>,
    arena: &'a Arena,
    root: u32,
    restriction: &'a Restriction,
    goal: Option<&'a dyn SearchGoal>,
    constants: Constants,
    /// The position at the current node.
    game: Game,
    start: PlayoutBoard,
    policy: Learned,
    random: ChaCha8Rng,
    first_moves: FirstMoves,
    /// Nodes from the root to the leaf of the simulation, each with the side to move and its move.
    path: Vec<PathStep>,
    pub(super) ends: PlayoutStats,
    /// Moves and priors of the leaf that is expanded. Kept to save allocations.
    moves: Vec<(Move, f32)>,
    result_value: ResultValue,
    /// `None`: AMAF is by the win or loss.
    ownership_amaf: Option<OwnershipAmaf>,
}

#[derive(Clone, Copy)]
struct PathStep {
    node: u32,
    to_move: Color,
    mv: Option<Move>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(search: &'a Search, task: &SearchTask<'a>, seed: u64) -> Self {
        let game = task.game;
        let tree = search.trees.last();
        let (root, constants) = (tree.root, search.constants(task));
        Self {
            priors: task.priors,
            bonuses: Bonuses::new(task, constants),
            arena: &tree.arena,
            root,
            restriction: &search.restriction,
            goal: task.goal,
            constants,
            game: game.clone(),
            start: PlayoutBoard::new(game.board()),
            policy: Learned::new(task.playouts, game.size()),
            random: ChaCha8Rng::seed_from_u64(seed ^ game.board().key()),
            first_moves: FirstMoves::new(),
            path: vec![PathStep {
                node: root,
                to_move: task.color,
                mv: None,
            }],
            ends: PlayoutStats::new(game.size()),
            moves: Vec::new(),
            result_value: ResultValue::new(constants, game.size()),
            ownership_amaf: (constants.local > 0.0)
                .then(|| OwnershipAmaf::new(game.size(), root, constants.local as usize)),
        }
    }

    pub(super) fn simulate(&mut self) {
        let mut board = self.start.clone();
        self.path.truncate(1);
        self.arena.node(self.root).add_virtual_loss();
        self.descend(&mut board);
        let (lead, length) = self.play_out(&mut board);
        self.back_up(lead, length);
        for _ in 1..self.path.len() {
            self.game.undo();
        }
    }

    /// Descends to a leaf, and one level further if the leaf has enough visits to be expanded.
    fn descend(&mut self, board: &mut PlayoutBoard) {
        loop {
            let &PathStep { node, to_move, .. } = self.path.last().expect("it begins at the root");
            if self.game.main_phase_is_over() {
                return;
            }
            let node = self.arena.node(node);
            if self.arena.children(node).is_none() && !self.expand(node, to_move) {
                return;
            }
            let Some((first, children)) = self.arena.children(node) else {
                return;
            };
            let forced = match self.path.len() {
                1 => self.bonuses.forced(node, children),
                _ => None,
            };
            let index = forced.unwrap_or_else(|| best_child(&self.constants, node, children));
            let mv = children[index].mv();
            children[index].add_virtual_loss();
            match mv {
                Move::Play(point) => board.play(to_move, point),
                Move::Pass => board.clear_ko(),
            }
            self.game.play(to_move, mv).expect("children are legal moves");
            self.path.push(PathStep {
                node: first + index as u32,
                to_move: to_move.opposite(),
                mv: Some(mv),
            });
        }
    }

    /// Expands a leaf that has enough visits, unless another thread does. Returns whether this thread did.
    fn expand(&mut self, node: &TreeNode, to_move: Color) -> bool {
        if (node.visits() as f32) < self.constants.expand_after || !node.claim() {
            return false;
        }
        let depth = self.path.len() as u32 - 1;
        let position = (&self.game, to_move, true);
        priors::cheap(self.priors, position, self.restriction, depth, &mut self.moves);
        self.arena.grow(node, &self.moves)
    }

    /// Plays the game to its end. Returns Black's lead, 1 or -1 for a goal, and the number of moves from the
    /// root. A game that has ended without agreement on dead stones counts as it stands.
    fn play_out(&mut self, board: &mut PlayoutBoard) -> (f32, u32) {
        if self.goal.is_none()
            && !self.game.allows_agreement()
            && let Some(GameResult::Score(white_lead)) = self.game.result()
        {
            self.first_moves = FirstMoves::new();
            return (-white_lead, self.path.len() as u32 - 1);
        }
        let &PathStep { to_move, .. } = self.path.last().expect("it begins at the root");
        let last = self.game.moves().next_back().and_then(|(_, mv)| mv.point());
        let compensation = self.game.white_compensation();
        let mut length = self.path.len() as u32 - 1;
        self.first_moves = FirstMoves::new();
        let first_moves = &mut self.first_moves;
        let observe = |color, point| {
            first_moves.add_later(color, point, length);
            length += 1;
        };
        play_on(board, to_move, last, &self.policy, &mut self.random, observe);
        let lead = self.ends.add(board, -compensation);
        if let Some(goal) = self.goal {
            let black_wins = goal.winner(board) == Color::Black;
            return (if black_wins { 1.0 } else { -1.0 }, length);
        }
        self.result_value.update(&self.ends);
        if let Some(amaf) = &mut self.ownership_amaf {
            amaf.record(&self.ends);
        }
        (lead, length)
    }

    /// Adds the result to all nodes of the path, and to the AMAF statistics of their children.
    fn back_up(&mut self, lead: f32, length: u32) {
        let for_black = self.result_value.result(lead);
        for depth in (0..self.path.len()).rev() {
            let PathStep { node, to_move, .. } = self.path[depth];
            if let Some(Move::Play(point)) = self.path.get(depth + 1).and_then(|step| step.mv) {
                self.first_moves.add_earlier(to_move, point, depth as u32);
            }
            let for_mover = match to_move {
                Color::Black => for_black,
                Color::White => for_black.opposite(),
            };
            self.arena.node(node).backup(for_mover.opposite());
            if self.constants.rave > 0.0 {
                self.add_later_moves(depth, length, for_mover.value);
            }
        }
    }

    fn add_later_moves(&mut self, depth: usize, length: u32, value: f32) {
        let PathStep { node, to_move, .. } = self.path[depth];
        let Some((_, children)) = self.arena.children(self.arena.node(node)) else {
            return;
        };
        if let Some(amaf) = &mut self.ownership_amaf {
            amaf.compare(node);
        }
        let per_move = self.constants.amaf_time / (length - depth as u32).max(1) as f32;
        for child in children {
            let Move::Play(point) = child.mv() else {
                continue;
            };
            if let Some(number) = self.first_moves.index(to_move, point) {
                let value = match &self.ownership_amaf {
                    Some(amaf) if to_move == Color::Black => amaf.around(point),
                    Some(amaf) => -amaf.around(point),
                    None => value,
                };
                let weight = 1.0 + (per_move * (length - number) as f32).floor();
                child.amaf_visits.add_lossy(weight);
                child.amaf_value.add_lossy(weight * value);
            }
        }
    }
}
