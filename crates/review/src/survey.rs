// SPDX-License-Identifier: MIT OR Apache-2.0

//! The searches of a review: every position, then suspected moves deeper.
//!
//! Whether a move is a mistake is judged by all that the searches before and after it say
//! (`calibration::chance_of_mistake`). Where that chance is neither small nor near certain the positions are
//! searched again with more visits, and the one after the best move, too. How much a suspected move lost is
//! the difference between the values after the best move and after the played one. Both positions have the
//! same side to move and the same number of visits, so that a bias of short searches cancels. Each search has
//! a new tree and one thread. Its value depends on the position, the seed and the number of visits alone.

use katachi_engine::Engine;
use katachi_engine::search::{Limits, Search, SearchSettings};
use katachi_rules::sgf::{Turn, Turns};
use katachi_rules::{BoardSize, Color, Game, Move};

use super::assessment::Assessment;
use super::calibration;
use super::progress::{Stage, Stopped, Watcher, each};
use super::settings::{DEEPER, MEMORY, SUSPECTED, Settings, default_visits};
use super::turns;
use super::value::Loss;

/// The searches about a move.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    /// The search before the move.
    pub(crate) before: Assessment,
    /// The best move, which may be the played one.
    pub(crate) best: Move,
    /// The search after the best move, if it is not the played one.
    pub(crate) after_best: Option<Assessment>,
    /// The search after the played move. `None` if the game was over.
    pub(crate) after: Option<Assessment>,
    /// The loss. `None` if the game was over after either move.
    pub(crate) loss: Option<Loss>,
    /// The probability that it is a mistake, 0 to 1. 1 by a judge.
    pub(crate) chance: f32,
}

/// The searches of a game.
#[derive(Debug)]
pub(crate) struct Survey {
    /// The search before each move and after the last one. `None` where the game was over.
    pub(crate) positions: Vec<Option<Assessment>>,
    /// The result for each move. `None` where the game was over, and for a side that is not reviewed.
    pub(crate) moves: Vec<Option<Judged>>,
    /// Simulations of all searches together.
    pub(crate) visits: u64,
}

/// A position to be searched.
struct Task {
    /// Index of the turn before whose move it is; the number of turns for the last position.
    index: usize,
    /// The move after which it is, in place of the turn's.
    after: Option<Move>,
    effort: Effort,
}

/// Visits and seed of the search of a position.
type Effort = (u32, u64);

impl Survey {
    /// Searches the positions of these moves, and the last position.
    pub(crate) fn new(
        engine: &Engine,
        turns: &Turns,
        last: &Game,
        settings: &Settings,
        watcher: &mut Watcher<'_>,
    ) -> Result<Self, Stopped> {
        let mut surveyor = Surveyor {
            engine,
            turns,
            last,
            settings,
            visits_per_position: settings.visits.unwrap_or_else(|| default_visits(last.size())),
            visits: 0,
        };
        let mut positions = surveyor.positions(watcher)?;
        let mut moves = surveyor.compare(&positions, watcher)?;
        surveyor.look_deeper(&mut moves, &mut positions, watcher)?;
        Ok(Self {
            positions,
            moves,
            visits: surveyor.visits,
        })
    }
}

struct Surveyor<'a> {
    engine: &'a Engine,
    turns: &'a Turns,
    last: &'a Game,
    settings: &'a Settings,
    visits_per_position: u32,
    visits: u64,
}

impl Surveyor<'_> {
    /// Searches each position and the last one.
    fn positions(&mut self, watcher: &mut Watcher<'_>) -> Result<Vec<Option<Assessment>>, Stopped> {
        let are_open = self.turns.iter().map(|turn| turns::is_open(&turn.game));
        let tasks: Vec<_> = are_open
            .chain([turns::is_open(self.last)])
            .enumerate()
            .map(|(index, is_open)| {
                is_open.then(|| Task {
                    index,
                    after: None,
                    effort: self.first_effort(),
                })
            })
            .collect();
        self.search(Stage::Positions, &tasks, watcher)
    }

    /// Compares the positions before and after each move. Where the record goes on elsewhere, the position
    /// after the move is searched.
    fn compare(
        &mut self,
        positions: &[Option<Assessment>],
        watcher: &mut Watcher<'_>,
    ) -> Result<Vec<Option<Judged>>, Stopped> {
        let effort = self.first_effort();
        let before = |i: usize| positions[i].as_ref().filter(|_| self.reviews(i));
        let tasks: Vec<_> = (0..self.turns.len())
            .map(|i| {
                let is_known = leads_to_the_next(self.turns, i) || before(i).is_none();
                (!is_known).then(|| self.task_after(i, self.turns.moves()[i].mv, effort))?
            })
            .collect();
        let before: Vec<_> = (0..self.turns.len()).map(|i| before(i).cloned()).collect();
        let elsewhere = self.search(Stage::Elsewhere, &tasks, watcher)?;
        let all = self.turns.moves().iter().zip(before).zip(elsewhere).enumerate();
        let judged = all.map(|(i, ((turn, before), elsewhere))| {
            let known = || {
                positions[i + 1]
                    .clone()
                    .filter(|_| leads_to_the_next(self.turns, i))
            };
            let played = (self.last.size(), turn.color, turn.mv);
            Some(Judged::new(played, before?, None, elsewhere.or_else(known)))
        });
        Ok(judged.collect())
    }

    fn reviews(&self, index: usize) -> bool {
        self.settings
            .player
            .is_none_or(|player| player == self.turns.moves()[index].color)
    }

    /// Searches suspected moves again with more visits.
    fn look_deeper(
        &mut self,
        moves: &mut [Option<Judged>],
        positions: &mut [Option<Assessment>],
        watcher: &mut Watcher<'_>,
    ) -> Result<(), Stopped> {
        // Other random numbers, so that chance does not repeat itself.
        let visits = self.visits_per_position.saturating_mul(DEEPER);
        let effort = (visits, !self.engine.settings.seed);
        let is_suspected = |judged: &Judged| judged.chance >= SUSPECTED;
        let suspects: Vec<usize> = (0..moves.len())
            .filter(|&i| moves[i].as_ref().is_some_and(is_suspected))
            .collect();
        let found = each(Stage::Suspects, &suspects, self.settings.threads, watcher, |&i| {
            let turn = self.turns.moves()[i];
            let search = |task: Option<Task>| task.map(|task| self.search_one(&task));
            let before = self.search_one(&Task {
                index: i,
                after: None,
                effort,
            });
            let best = before.best();
            let after_best = search(self.task_after(i, best, effort).filter(|_| best != turn.mv));
            let after = search(self.task_after(i, turn.mv, effort));
            Judged::new((self.last.size(), turn.color, turn.mv), before, after_best, after)
        })?;
        for (i, judged) in suspects.into_iter().zip(found) {
            let reports = [
                Some(&judged.before),
                judged.after_best.as_ref(),
                judged.after.as_ref(),
            ];
            self.visits += reports
                .into_iter()
                .flatten()
                .map(|report| u64::from(report.value.visits))
                .sum::<u64>();
            positions[i] = Some(judged.before.clone());
            if leads_to_the_next(self.turns, i) && !is_deeper(&positions[i + 1], &judged.after) {
                positions[i + 1].clone_from(&judged.after);
            }
            moves[i] = Some(judged);
        }
        Ok(())
    }

    /// Runs searches. Returns the results in order.
    fn search(
        &mut self,
        stage: Stage,
        tasks: &[Option<Task>],
        watcher: &mut Watcher<'_>,
    ) -> Result<Vec<Option<Assessment>>, Stopped> {
        let wanted: Vec<(usize, &Task)> = tasks
            .iter()
            .enumerate()
            .filter_map(|(i, task)| Some((i, task.as_ref()?)))
            .collect();
        let found = each(stage, &wanted, self.settings.threads, watcher, |(_, task)| {
            self.search_one(task)
        })?;
        let mut reports: Vec<Option<Assessment>> = tasks.iter().map(|_| None).collect();
        for ((i, _), report) in wanted.into_iter().zip(found) {
            self.visits += u64::from(report.value.visits);
            reports[i] = Some(report);
        }
        Ok(reports)
    }

    fn first_effort(&self) -> Effort {
        (self.visits_per_position, self.engine.settings.seed)
    }

    fn search_one(&self, task: &Task) -> Assessment {
        let (visits, seed) = task.effort;
        let settings = SearchSettings {
            visits: Some(visits),
            threads: 1,
            memory: MEMORY,
            ..self.engine.settings.search.unwrap_or_default()
        };
        let knowledge = &self.engine.knowledge;
        let (game, color) = self.position(task);
        let searched = knowledge.search_task(&game, color, seed, Limits::visits(visits));
        Assessment::from_report(&Search::new(settings).run(&searched), game.size())
    }

    /// Returns the position of a task, with the side to move. It is not kept with the task, as it has all
    /// moves before it.
    fn position(&self, task: &Task) -> (Game, Color) {
        if task.index == self.turns.len() {
            return (self.last.clone(), self.last.to_move());
        }
        let Turn { mut game, color, .. } = self.turns.turn(task.index);
        match task.after {
            None => (game, color),
            Some(mv) => {
                let played = game.play(color, mv);
                debug_assert!(played.is_ok(), "a task is about a legal move");
                (game, color.opposite())
            }
        }
    }

    /// Returns the task of searching the position after a move in the place of that of a turn, if there is
    /// anything to search.
    fn task_after(&self, index: usize, mv: Move, effort: Effort) -> Option<Task> {
        let turn = self.turns.turn(index);
        turns::after(&turn.game, turn.color, mv)?;
        Some(Task {
            index,
            after: Some(mv),
            effort,
        })
    }
}

impl Judged {
    pub(crate) fn new(
        (size, color, mv): (BoardSize, Color, Move),
        before: Assessment,
        after_best: Option<Assessment>,
        after: Option<Assessment>,
    ) -> Self {
        let best = before.best();
        let best_value = after_best.as_ref().map_or(&before.value, |after| &after.value);
        let loss = after.as_ref().map(|after| match best == mv {
            true => Loss::default(),
            false => Loss::between(color, best_value, &after.value),
        });
        let chance = match &after {
            _ if before.estimate.is_none() => 1.0,
            Some(after) if best != mv => calibration::chance_of_mistake(size, mv, &before, after),
            _ => 0.0,
        };
        Self {
            before,
            best,
            after_best,
            after,
            loss,
            chance,
        }
    }
}

/// Returns whether the position after a move is the position before the next one, with the same side to move.
pub(crate) fn leads_to_the_next(turns: &Turns, index: usize) -> bool {
    let next = turns.moves().get(index + 1);
    next.is_none_or(|next| next.color == turns.moves()[index].color.opposite() && !next.is_after_setup)
}

fn is_deeper(one: &Option<Assessment>, other: &Option<Assessment>) -> bool {
    let visits = |report: &Option<Assessment>| report.as_ref().map_or(0, |report| report.value.visits);
    visits(one) >= visits(other)
}
