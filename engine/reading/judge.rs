// SPDX-License-Identifier: MIT OR Apache-2.0

//! The likely answer to a question that no search decides: simulations of the whole board, in which the
//! question takes the place of the score.
//!
//! The tree is that of the choice of a move (`search`). It searches the moves near the stones in question, with
//! priors by the move-prediction model. A local board would be faster, and judges worse: it does not see what
//! stones around it are worth (`docs/experiments/life-and-death.md`).

use katachi_rules::{Board, Color, Game, Move, PlayoutBoard, Point, PointSet, Rules};

use super::{Certainty, Judgement, Reader, Reading, Verdict, cache};
use crate::model::{FeatureSet, MoveModel};
use crate::playout::owner_at_the_end;
use crate::search::{Limits, Priors, Search, SearchGoal, SearchSettings, SearchTask};

/// Nodes of a question that a simulation counts as: it takes about their time; 50 to 300. life-and-death.md.
pub(super) const NODES_OF_SIMULATION: u32 = 120;
/// Limits of the simulations for a question; 32 to 200, and 1,000 to 10,000. life-and-death.md: 1,000 and
/// 3,000 judge alike.
const MIN_SIMULATIONS: u32 = 64;
const MAX_SIMULATIONS: u32 = 4_000;
/// Moves are searched up to this distance from the stones in question, in rows and columns together; 3 to 8.
/// life-and-death.md.
const REACH: u32 = 5;
/// Share of won simulations above which the answer is yes.
const LIKELY: f32 = 0.5;

/// What the owner of the stones wants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum JudgedGoal {
    /// That the points of most of these stones are its own at the end.
    Life(PointSet),
    /// That its stones and its points at the end join these two.
    Joined([Point; 2]),
}

/// The result of simulations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simulated {
    /// Share of the simulations after its best move that the side to move won, 0 to 1.
    pub(super) share: f32,
    /// Its most visited move. `None`: a pass.
    pub(super) point: Option<Point>,
    /// The nodes that they count as.
    pub(super) nodes: u64,
}

impl JudgedGoal {
    fn stones(&self) -> PointSet {
        match self {
            Self::Life(stones) => *stones,
            Self::Joined(pair) => pair.iter().copied().collect(),
        }
    }

    fn is_reached(&self, owner: Color, end: &PlayoutBoard) -> bool {
        let is_own = |point: Point| owner_at_the_end(end, point) == Some(owner);
        match self {
            Self::Life(stones) => {
                let own = stones.iter().filter(|&point| is_own(point)).count();
                2 * own > stones.len()
            }
            Self::Joined([from, to]) => {
                let (mut reached, mut open) = (PointSet::EMPTY, vec![*from]);
                while let Some(point) = open.pop() {
                    if end.size().contains(point) && is_own(point) && reached.insert(point) {
                        open.extend(point.neighbours());
                    }
                }
                reached.contains(*to)
            }
        }
    }
}

/// A goal with the owner of its stones.
#[derive(Debug)]
struct OwnersGoal<'a>(&'a JudgedGoal, Color);

impl SearchGoal for OwnersGoal<'_> {
    fn winner(&self, end: &PlayoutBoard) -> Color {
        let &Self(goal, owner) = self;
        match goal.is_reached(owner, end) {
            true => owner,
            false => owner.opposite(),
        }
    }
}

/// Priors of the moves near the stones in question, by the move-prediction model.
#[derive(Debug)]
struct NearMoves<'a> {
    model: &'a MoveModel,
    near: PointSet,
}

impl<'a> NearMoves<'a> {
    fn new(model: &'a MoveModel, board: &Board, stones: &PointSet) -> Self {
        let is_near = |point: &Point| stones.iter().any(|stone| stone.distance(*point) <= REACH);
        let near = board.size().points().filter(is_near).collect();
        Self { model, near }
    }
}

impl Priors for NearMoves<'_> {
    fn cheap(&self, game: &Game, color: Color) -> Vec<(Point, f32)> {
        let mut past = game.moves().rev().map(|(_, mv)| mv.point());
        let past = [past.next().flatten(), past.next().flatten()];
        let predicted = self.model.predict(FeatureSet::All, game.board(), color, past, None);
        let near = predicted.iter().filter(|found| self.near.contains(found.point));
        near.map(|found| (found.point, found.probability)).collect()
    }
}

impl Reader {
    /// Judges whether the side that moves first reaches its aim, by simulations within the budget.
    pub(crate) fn judge(&mut self, goal: &JudgedGoal, owner: Color, owner_moves: bool) -> Judgement {
        let simulations = self.budget / NODES_OF_SIMULATION;
        let board = &self.board;
        let position = (board.key(), board.ko(), board.size());
        let key = cache::key_of(&("simulated", goal, owner, owner_moves, position, simulations));
        self.cached_judgement(key, |reader| {
            let found = reader.simulate(goal, owner, owner_moves, simulations);
            reader.counts.nodes += found.nodes;
            Judgement {
                reading: match found.share > LIKELY {
                    true => Reading::new(Verdict::Yes, found.point),
                    false => Reading::NO,
                },
                certainty: Certainty::by_playouts(found.share),
            }
        })
    }

    /// Runs about that number of simulations.
    pub(super) fn simulate(
        &self,
        goal: &JudgedGoal,
        owner: Color,
        owner_moves: bool,
        simulations: u32,
    ) -> Simulated {
        let first = if owner_moves { owner } else { owner.opposite() };
        let simulations = simulations.clamp(MIN_SIMULATIONS, MAX_SIMULATIONS);
        let game = Game::from_position(self.board.clone(), first, Rules::CHINESE, 0.0);
        let task = SearchTask {
            game: &game,
            color: first,
            priors: &NearMoves::new(&self.moves, &self.board, &goal.stones()),
            full: &[],
            goal: Some(&OwnersGoal(goal, owner)),
            playouts: &self.playouts,
            bonuses: &[],
            root_temperature: 1.0,
            seed: 0,
            limits: Limits {
                stop: Some(&self.searcher.interrupt),
                ..Limits::visits(simulations)
            },
        };
        let report = Search::new(SearchSettings::default()).run(&task);
        let best = report.moves.first();
        Simulated {
            share: best.map_or(0.0, |best| best.win_rate),
            point: best.and_then(|best| match best.mv {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            }),
            nodes: u64::from(report.visits * NODES_OF_SIMULATION),
        }
    }
}
