// SPDX-License-Identifier: MIT OR Apache-2.0

//! The search: a tree over the whole board, grown by simulations (Monte-Carlo tree search).
//!
//! A simulation descends the tree by the best values (`select`), expands a leaf that has enough visits
//! (`worker`), plays the game to its end by a playout policy, and backs the result up to all nodes of its
//! path and to the moves that came later in it (AMAF). The most visited move is the answer (`decide`).
//! Measurements: `docs/experiments/search.md`.
//!
//! The search knows playouts, the scale of values, and one trait, [`Priors`], but no more of the engine.
//!
//! - `settings`: visits, threads, memory, and the constants of the tree;
//! - `priors`: the source of priors, as a trait; `bonus`: bonuses of an author for moves of the root;
//! - `goal`: a question as the aim, in place of the score;
//! - `node`: nodes in an arena that threads share;
//! - `select`: the move that the next simulation takes;
//! - `worker`: the simulations of one thread;
//! - `result_value`: the value of a result;
//! - `ownership_amaf`: AMAF by the ownership around a move, for large boards;
//! - `ending`: the last moves of a game, solved;
//! - `decide`: the move that is played, or a pass;
//! - `report`: the result of a search, `evaluation`: what people are told of it, `progress`: reports on the
//!   way;
//! - `restriction`: moves that are left out on demand;
//! - `limits`: visits and time, `stop_condition`: the end of a search.
//!
//! A prior counts as virtual visits that are won, more of them for a more probable move. It is blended
//! with the move's own results and with AMAF (RAVE). A result is the win or loss with a small share of
//! the score. The arena has a fixed size; when it is full, the tree stops growing. The part of the tree
//! below the played move is kept, and earlier trees are, to which a client may step back (`kept_tree`).
//! Boards up to 11 lines have constants of their own.

mod bonus;
mod decide;
mod ending;
pub mod evaluation;
mod goal;
mod kept_tree;
mod limits;
mod node;
mod ownership_amaf;
mod priors;
mod progress;
mod report;
mod restriction;
mod result_value;
mod select;
mod settings;
mod stop_condition;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use katachi_rules::{Color, Game, Point};

use crate::playout::{PlayoutStats, PlayoutWeights};
use bonus::Bonuses;
pub use bonus::MoveBonus;
pub(crate) use decide::{AfterPass, MIN_REPLY};
pub use ending::Ending;
pub use evaluation::Evaluation;
pub use goal::SearchGoal;
use kept_tree::KeptTrees;
pub use limits::{Budget, Clock, Limits, MAX_VISITS, Timed};
pub use priors::Priors;
pub(crate) use progress::Progress;
pub(crate) use report::SETTLED;
pub use report::{Report, Searched, Values};
pub use restriction::Restriction;
use settings::Constants;
pub use settings::{
    Changes, Constant, ConstantError, MAX_WIDE_ROOT_NOISE, SearchSettings, parse_change, temperature_of_noise,
};
use stop_condition::StopCondition;
use worker::Worker;

/// A position to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchTask<'a> {
    /// The game that has reached the position.
    pub game: &'a Game,
    /// The side to move.
    pub color: Color,
    /// The source of priors.
    pub priors: &'a dyn Priors,
    /// The full tier of priors, for the root alone, 0 for a missing move. Empty: the cheap tier is alone.
    pub full: &'a [(Point, f32)],
    /// What the sides play for. `None`: the score.
    pub goal: Option<&'a dyn SearchGoal>,
    /// Weights of the playout policy.
    pub playouts: &'a PlayoutWeights,
    /// Bonuses of an author for moves of the root, at most one for each. `None`: they were not looked for,
    /// and the root has the priors of any other node.
    pub bonuses: Option<&'a [MoveBonus]>,
    /// Temperature of the root's priors: each becomes its power of 1 over this. 1 leaves them.
    pub root_temperature: f32,
    /// Seed of the playouts.
    pub seed: u64,
    /// The limits of visits and time.
    pub limits: Limits<'a>,
}

/// A search, with trees that are kept from move to move.
#[derive(Debug)]
pub struct Search {
    settings: SearchSettings,
    trees: KeptTrees,
    /// Moves that the trees leave out.
    restriction: Restriction,
}

/// Minimum number of new simulations per search, whatever the reused tree holds: a pass depends on ownership,
/// which the playouts from the root alone tell.
const MIN_SIMULATIONS: u32 = 64;

impl Search {
    /// Creates a search without a tree.
    pub fn new(settings: SearchSettings) -> Self {
        Self {
            trees: KeptTrees::new(settings.memory << 19),
            settings,
            restriction: Restriction::default(),
        }
    }

    /// Returns the settings.
    pub fn settings(&self) -> &SearchSettings {
        &self.settings
    }

    /// Leaves moves out from now on. A different restriction drops the trees.
    pub fn restrict(&mut self, restriction: &Restriction) {
        if self.restriction != *restriction {
            self.restriction = restriction.clone();
            self.trees.clear();
        }
    }

    /// Grows the tree until a limit is reached. The report has a move even if the search is stopped at once.
    pub fn run(&mut self, task: &SearchTask<'_>) -> Report {
        self.run_showing(task, None)
    }

    /// Runs the search as [`Search::run`] does, and hands reports to `progress` on the way.
    pub(crate) fn run_showing(
        &mut self,
        task: &SearchTask<'_>,
        progress: Option<&mut Progress<'_>>,
    ) -> Report {
        let SearchTask { game, color, .. } = *task;
        // The depth of a restriction is counted from the root.
        let only_roots = !self.restriction.is_empty();
        self.trees.move_to(game, color, only_roots);
        self.set_root_priors(task);
        let ends = self.with_ends_before(self.grow(task, progress));
        let report = self.report(task, &ends);
        self.trees.last_mut().ends = Some(ends);
        report
    }

    /// Sets the priors of the root's moves. Each search computes them anew: they depend on its task alone.
    fn set_root_priors(&self, task: &SearchTask<'_>) {
        let mut moves = Vec::new();
        let position = (task.game, task.color, task.bonuses.is_none());
        priors::cheap(task.priors, position, &self.restriction, 0, &mut moves);
        if !task.full.is_empty() {
            let share = self.constants(task).full_share;
            priors::blend(&mut moves, task.full, share);
        }
        priors::temper(&mut moves, task.root_temperature);
        bonus::raise(&mut moves, task.bonuses.unwrap_or_default());
        let tree = self.trees.last();
        let root = tree.arena.node(tree.root);
        match tree.arena.children(root) {
            Some((_, children)) => {
                for child in children {
                    let prior = moves.iter().find(|(mv, _)| *mv == child.mv());
                    child.prior.set(prior.map_or(0.0, |prior| prior.1));
                }
            }
            None if root.claim() => {
                tree.arena.grow(root, &moves);
            }
            None => {}
        }
    }

    /// Adds the statistics of earlier searches from the same root.
    fn with_ends_before(&self, mut ends: PlayoutStats) -> PlayoutStats {
        if let Some(before) = &self.trees.last().ends {
            ends.merge(before);
        }
        ends
    }

    fn report(&self, task: &SearchTask<'_>, ends: &PlayoutStats) -> Report {
        let constants = self.constants(task);
        let tree = self.trees.last();
        let mut report = Report::new(&tree.arena, tree.root, task, ends, constants.local > 0.0);
        let bonuses = Bonuses::new(task, constants);
        for searched in &mut report.moves {
            (searched.bonus, searched.bonus_win_rate) = bonuses.value_and_price(searched.mv);
        }
        report
    }

    fn constants(&self, task: &SearchTask<'_>) -> Constants {
        match task.goal {
            Some(_) => Constants::of_goals(),
            None => self.settings.constants(task.game.size()),
        }
    }

    /// Runs simulations in all threads. Returns the statistics of their playouts.
    fn grow(&self, task: &SearchTask<'_>, mut progress: Option<&mut Progress<'_>>) -> PlayoutStats {
        let limits = &task.limits;
        let tree = self.trees.last();
        let root = tree.arena.node(tree.root);
        let kept = root.visits();
        let earlier = tree.ends.as_ref().map_or(0, PlayoutStats::playouts);
        let min = kept + MIN_SIMULATIONS.min(limits.visits).saturating_sub(earlier);
        let max = limits.visits.max(min);
        let (started, is_over) = (AtomicU32::new(kept), AtomicBool::new(false));
        let may_start =
            || !is_over.load(Relaxed) && !limits.is_stopped() && started.fetch_add(1, Relaxed) < max;
        let worker = |thread: u64| Worker::new(self, task, task.seed ^ thread << 48);
        let run = |thread: u64| {
            let mut worker = worker(thread);
            while may_start() {
                worker.simulate();
            }
            worker.ends
        };
        let mut run_first = || {
            let (mut worker, mut stop) = (worker(0), StopCondition::new(limits, kept, min));
            while may_start() {
                worker.simulate();
                let children = tree.arena.children(root).map_or(&[][..], |(_, nodes)| nodes);
                if stop.is_over(started.load(Relaxed), children) {
                    is_over.store(true, Relaxed);
                }
                if let Some(progress) = &mut progress {
                    progress.update(root.visits(), || {
                        let ends = self.with_ends_before(worker.ends.clone());
                        self.report(task, &ends)
                    });
                }
            }
            worker.ends
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.settings.threads as u64)
                .map(|thread| scope.spawn(move || run(thread)))
                .collect();
            let mut ends = run_first();
            for other in others {
                ends.merge(&other.join().expect("a thread of the search does not panic"));
            }
            ends
        })
    }
}

#[cfg(test)]
mod tests;
