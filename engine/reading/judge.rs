// SPDX-License-Identifier: MIT OR Apache-2.0

//! The likely answer to a question that no search decides: simulations of the whole board, in which the
//! question takes the place of the score.
//!
//! The tree is that of the choice of a move (`search`). It searches the moves near the stones in question,
//! with priors by the move-prediction model. A local board would be faster, and judges worse: it does not see
//! what stones around it are worth (`docs/experiments/life-and-death.md`).

use katachi_rules::{Board, Color, Game, Move, PlayoutBoard, Point, PointSet, Rules};

use super::{Certainty, Judgement, Reader, Reading, Verdict, cache};
use crate::local::component;
use crate::model::{FeatureSet, MoveModel};
use crate::patterns::Patterns;
use crate::playout::owner_at_the_end;
use crate::search::{Limits, Priors, Report, Search, SearchGoal, SearchSettings, SearchTask};

/// Nodes of a question that a simulation counts as: it takes about their time; 50 to 300. life-and-death.md.
const NODES_OF_SIMULATION: u32 = 120;
/// Limits of the simulations for a question; 32 to 200, and 1,000 to 10,000. life-and-death.md: 1,000 and
/// 3,000 judge alike.
const MIN_SIMULATIONS: u32 = 64;
const MAX_SIMULATIONS: u32 = 4_000;
/// Nodes of the budget for each of the first [`MIN_SIMULATIONS`], a quarter of which every budget has; 10 to
/// 50. It keeps a first answer of 200 nodes quick.
const NODES_OF_FIRST_SIMULATIONS: u32 = 25;
/// Moves are searched up to this distance from the stones in question, in rows and columns together; 3 to 8.
/// life-and-death.md.
const REACH: u32 = 5;
/// Prior of a move of the search for proofs, over that of the one before it; 0.4 to 0.8. life-and-death.md.
const NEXT_IS_AS_LIKELY: f32 = 0.6;
/// A share of won simulations from which on, or its rest up to which, the first simulations suffice; 0.75 to
/// 0.95. life-and-death.md.
const CLEAR: f32 = 0.85;
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
    /// Their number.
    visits: u32,
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
            Self::Joined([from, to]) => is_own(*from) && component(end.size(), *from, is_own).contains(*to),
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
    names: &'a Patterns,
    near: PointSet,
}

impl<'a> NearMoves<'a> {
    fn new(model: &'a MoveModel, names: &'a Patterns, board: &Board, stones: &PointSet) -> Self {
        let is_near = |point: &Point| stones.iter().any(|stone| stone.distance(*point) <= REACH);
        let near = board.size().points().filter(is_near).collect();
        Self { model, names, near }
    }
}

impl Priors for NearMoves<'_> {
    fn cheap(&self, game: &Game, color: Color, _: bool) -> Vec<(Point, f32)> {
        let mut past = game.moves().rev().map(|(_, mv)| mv.point());
        let past = [past.next().flatten(), past.next().flatten()];
        let (set, board) = (FeatureSet::All, game.board());
        let added = self.names.logits(set, board, color, past, false);
        let predicted = self.model.predict(set, board, color, past, added.as_ref());
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
            let found = reader.simulate(goal, owner, owner_moves, simulations, &[]);
            reader.nodes += u64::from(found.visits * NODES_OF_SIMULATION);
            Judgement {
                reading: match found.share > LIKELY {
                    true => Reading::new(Verdict::Yes, found.point),
                    false => Reading::NO,
                },
                certainty: Certainty::by_playouts(found.share),
            }
        })
    }

    /// Runs about that number of simulations, fewer where the result is clear. `likely` are first moves that
    /// the search for proofs prefers, best first: in problems they are better priors than the model's, in
    /// games worse (life-and-death.md).
    pub(super) fn simulate(
        &self,
        goal: &JudgedGoal,
        owner: Color,
        owner_moves: bool,
        simulations: u32,
        likely: &[Point],
    ) -> Simulated {
        let probability = |rank: usize| (1.0 - NEXT_IS_AS_LIKELY) * NEXT_IS_AS_LIKELY.powi(rank as i32);
        let full = likely.iter().enumerate();
        let full: Vec<_> = full.map(|(rank, &point)| (point, probability(rank))).collect();
        let first = if owner_moves { owner } else { owner.opposite() };
        let least = self.budget / NODES_OF_FIRST_SIMULATIONS;
        let least = least.clamp(MIN_SIMULATIONS / 4, MIN_SIMULATIONS);
        let simulations = simulations.clamp(least, MAX_SIMULATIONS);
        let game = Game::from_position(self.board.clone(), first, Rules::CHINESE, 0.0);
        let aim = OwnersGoal(goal, owner);
        let priors = NearMoves::new(&self.moves, &self.names, &self.board, &goal.stones());
        let task = |visits| SearchTask {
            game: &game,
            color: first,
            priors: &priors,
            full: &full,
            goal: Some(&aim),
            playouts: &self.playouts,
            bonuses: None,
            root_temperature: 1.0,
            seed: 0,
            limits: Limits {
                stop: Some(&self.searcher.interrupt),
                ..Limits::visits(visits)
            },
        };
        let mut search = Search::new(SearchSettings::default());
        let share = |report: &Report| report.moves.first().map_or(0.0, |best| best.win_rate);
        let mut report = search.run(&task(least));
        if (1.0 - CLEAR..CLEAR).contains(&share(&report)) {
            report = search.run(&task(simulations));
        }
        let best = report.moves.first();
        Simulated {
            share: share(&report),
            point: best.and_then(|best| match best.mv {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            }),
            visits: report.visits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::tests::at;

    #[test]
    fn a_group_lives_if_most_of_its_points_are_its_owners_and_a_pair_by_a_chain_of_them() {
        let board = Board::from_diagram(
            "
            X . X O .
            X X X O O
            . X . X X",
        );
        let end = PlayoutBoard::new(&board);
        let points = |names: &[&str]| names.iter().map(|name| at(&board, name)).collect();
        for (goal, is_reached) in [
            (JudgedGoal::Life(points(&["A3", "D3", "E2"])), false),
            (
                JudgedGoal::Joined(["A3", "E1"].map(|name| at(&board, name))),
                true,
            ),
            (
                JudgedGoal::Joined(["A3", "D2"].map(|name| at(&board, name))),
                false,
            ),
        ] {
            assert_eq!(goal.is_reached(Color::Black, &end), is_reached, "{goal:?}");
        }
    }
}
