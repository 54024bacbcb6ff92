// SPDX-License-Identifier: MIT OR Apache-2.0

//! The searches of a review: every position, then suspected moves deeper.
//!
//! Whether a move is a mistake is judged by all that the searches before and after it say
//! (`calibration::chance_of_mistake`). Where that chance is neither small nor near certain the positions are
//! searched again with more visits, and the one after the best move, too. How much a suspected move lost is
//! the difference between the values after the best move and after the played one. Both positions have the
//! same side to move and the same number of visits, so that a bias of short searches cancels. Each search has
//! a new tree and one thread. Its value depends on the position, the seed and the number of visits alone.

use katachi::Engine;
use katachi::search::{Limits, Search, SearchSettings};
use katachi_rules::{Color, Game, Move};

use super::assessment::Assessment;
use super::calibration;
use super::progress::{Stage, Stopped, Watcher, each};
use super::settings::{DEEPER, MEMORY, SUSPECTED, Settings, default_visits};
use super::turns::{self, Turn};
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

/// A position to be searched, with the side to move.
struct Task {
    game: Game,
    color: Color,
    effort: Effort,
}

/// Settings of the search of a position.
#[derive(Clone, Copy)]
struct Effort {
    visits: u32,
    seed: u64,
}

impl Survey {
    /// Searches the positions of these moves, and the last position.
    pub(crate) fn new(
        engine: &Engine,
        turns: &[Turn],
        last: &Game,
        settings: &Settings,
        watcher: &mut Watcher<'_>,
    ) -> Result<Self, Stopped> {
        let mut surveyor = Surveyor {
            engine,
            turns,
            settings,
            visits_per_position: settings.visits.unwrap_or_else(|| default_visits(last.size())),
            visits: 0,
        };
        let mut positions = surveyor.positions(last, watcher)?;
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
    turns: &'a [Turn],
    settings: &'a Settings,
    visits_per_position: u32,
    visits: u64,
}

impl Surveyor<'_> {
    /// Searches each position and the last one.
    fn positions(
        &mut self,
        last: &Game,
        watcher: &mut Watcher<'_>,
    ) -> Result<Vec<Option<Assessment>>, Stopped> {
        let before = self.turns.iter().map(|turn| (&turn.game, turn.color));
        let tasks: Vec<_> = before
            .chain([(last, last.to_move())])
            .map(|(game, color)| {
                turns::is_open(game).then(|| Task {
                    game: game.clone(),
                    color,
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
        let turns = self.turns.iter().enumerate();
        let tasks: Vec<_> = turns
            .map(|(i, turn)| {
                let is_known = leads_to_the_next(self.turns, i) || before(i).is_none();
                (!is_known).then(|| task_after(turn, turn.mv, effort)).flatten()
            })
            .collect();
        let before: Vec<_> = (0..self.turns.len()).map(|i| before(i).cloned()).collect();
        let elsewhere = self.search(Stage::Elsewhere, &tasks, watcher)?;
        let all = self.turns.iter().zip(before).zip(elsewhere).enumerate();
        let judged = all.map(|(i, ((turn, before), elsewhere))| {
            let known = || {
                positions[i + 1]
                    .clone()
                    .filter(|_| leads_to_the_next(self.turns, i))
            };
            Some(Judged::new(turn, before?, None, elsewhere.or_else(known)))
        });
        Ok(judged.collect())
    }

    /// Returns whether the side of a move is reviewed.
    fn reviews(&self, index: usize) -> bool {
        self.settings
            .player
            .is_none_or(|player| player == self.turns[index].color)
    }

    /// Searches suspected moves again with more visits.
    fn look_deeper(
        &mut self,
        moves: &mut [Option<Judged>],
        positions: &mut [Option<Assessment>],
        watcher: &mut Watcher<'_>,
    ) -> Result<(), Stopped> {
        // Other random numbers, so that chance does not repeat itself.
        let effort = Effort {
            visits: self.visits_per_position.saturating_mul(DEEPER),
            seed: !self.engine.settings.seed,
        };
        let is_suspected = |judged: &Judged| judged.chance >= SUSPECTED;
        let suspects: Vec<usize> = (0..moves.len())
            .filter(|&i| moves[i].as_ref().is_some_and(is_suspected))
            .collect();
        let found = each(Stage::Suspects, &suspects, self.settings.threads, watcher, |&i| {
            let turn = &self.turns[i];
            let search = |task: Option<Task>| task.map(|task| self.search_one(&task));
            let before = self.search_one(&Task {
                game: turn.game.clone(),
                color: turn.color,
                effort,
            });
            let best = before.best();
            let after_best = search(task_after(turn, best, effort).filter(|_| best != turn.mv));
            let after = search(task_after(turn, turn.mv, effort));
            Judged::new(turn, before, after_best, after)
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
        Effort {
            visits: self.visits_per_position,
            seed: self.engine.settings.seed,
        }
    }

    fn search_one(&self, task: &Task) -> Assessment {
        let Effort { visits, seed } = task.effort;
        let settings = SearchSettings {
            visits: Some(visits),
            threads: 1,
            memory: MEMORY,
            ..self.engine.settings.search.unwrap_or_default()
        };
        let knowledge = &self.engine.knowledge;
        let searched = knowledge.search_task(&task.game, task.color, seed, Limits::visits(visits));
        Assessment::from_report(&Search::new(settings).run(&searched), task.game.size())
    }
}

impl Judged {
    fn new(
        turn: &Turn,
        before: Assessment,
        after_best: Option<Assessment>,
        after: Option<Assessment>,
    ) -> Self {
        let best = before.best();
        let best_value = after_best.as_ref().map_or(&before.value, |after| &after.value);
        let loss = after.as_ref().map(|after| match best == turn.mv {
            true => Loss::default(),
            false => Loss::between(turn.color, best_value, &after.value),
        });
        let chance = match &after {
            Some(after) if best != turn.mv => {
                calibration::chance_of_mistake(turn.game.size(), turn.mv, &before, after)
            }
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
pub(crate) fn leads_to_the_next(turns: &[Turn], index: usize) -> bool {
    let turn = &turns[index];
    let Some(next) = turns.get(index + 1) else {
        return true;
    };
    let set_up_anew = next.game.move_count() != turn.game.move_count() + 1;
    next.color == turn.color.opposite() && !set_up_anew
}

/// Returns whether the first search has at least as many visits.
fn is_deeper(one: &Option<Assessment>, other: &Option<Assessment>) -> bool {
    let visits = |report: &Option<Assessment>| report.as_ref().map_or(0, |report| report.value.visits);
    visits(one) >= visits(other)
}

fn task_after(turn: &Turn, mv: Move, effort: Effort) -> Option<Task> {
    Some(Task {
        game: turns::after(&turn.game, turn.color, mv)?,
        color: turn.color.opposite(),
        effort,
    })
}
