// SPDX-License-Identifier: MIT OR Apache-2.0

//! The searches of a review: every position, then better moves, then suspected moves deeper.
//!
//! A loss is the difference between the values after the best move and after the played move. Both positions
//! have the same side to move and the same number of visits, so that a bias of short searches cancels. Each
//! search has a new tree and one thread. Its value depends on the position, the seed and the number of visits
//! alone.

use katachi::Engine;
use katachi::search::{Limits, Report, Search, SearchSettings};
use katachi_rules::{Color, Game, Move};

use super::progress::{Stage, Stopped, Watcher, each};
use super::settings::{DEEPER, MEMORY, SUSPECTED, Settings};
use super::turns::{self, Turn};
use super::value::{Loss, Value};

/// The searches about a move.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    /// The search before the move.
    pub(crate) before: Report,
    /// The best move, which may be the played one.
    pub(crate) best: Move,
    /// The search after the best move, if it is not the played one.
    pub(crate) after_best: Option<Report>,
    /// The search after the played move. `None` if the game was over.
    pub(crate) after: Option<Report>,
    /// The loss. `None` if the game was over after either move.
    pub(crate) loss: Option<Loss>,
}

/// The searches of a game.
#[derive(Debug)]
pub(crate) struct Survey {
    /// The search before each move and after the last one. `None` where the game was over.
    pub(crate) positions: Vec<Option<Report>>,
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
    visits: u64,
}

impl Surveyor<'_> {
    /// Searches each position and the last one.
    fn positions(&mut self, last: &Game, watcher: &mut Watcher<'_>) -> Result<Vec<Option<Report>>, Stopped> {
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

    /// Compares each move with the best move of the search.
    fn compare(
        &mut self,
        positions: &[Option<Report>],
        watcher: &mut Watcher<'_>,
    ) -> Result<Vec<Option<Judged>>, Stopped> {
        let reviews = |color| self.settings.player.is_none_or(|player| player == color);
        let effort = self.first_effort();
        let mut tasks = Vec::new();
        for (i, turn) in self.turns.iter().enumerate() {
            let before = positions[i].as_ref().filter(|_| reviews(turn.color));
            let other = before.map(Report::best).filter(|&best| best != turn.mv);
            tasks.push(other.and_then(|best| task_after(turn, best, effort)));
            let is_known = self.leads_to_the_next(i) || before.is_none();
            tasks.push((!is_known).then(|| task_after(turn, turn.mv, effort)).flatten());
        }
        let mut found = self.search(Stage::Comparisons, &tasks, watcher)?.into_iter();
        let mut judged = Vec::new();
        for (i, turn) in self.turns.iter().enumerate() {
            let (after_best, own_after) = (found.next().flatten(), found.next().flatten());
            let before = positions[i].as_ref().filter(|_| reviews(turn.color));
            judged.push(before.map(|before| {
                let known = || positions[i + 1].clone().filter(|_| self.leads_to_the_next(i));
                Judged::new(turn, before.clone(), after_best, own_after.or_else(known))
            }));
        }
        Ok(judged)
    }

    /// Searches suspected moves again with more visits.
    fn look_deeper(
        &mut self,
        moves: &mut [Option<Judged>],
        positions: &mut [Option<Report>],
        watcher: &mut Watcher<'_>,
    ) -> Result<(), Stopped> {
        // Other random numbers, so that chance does not repeat itself.
        let effort = Effort {
            visits: self.settings.visits.saturating_mul(DEEPER),
            seed: !self.engine.settings.seed,
        };
        let is_suspected = |judged: &Judged| judged.loss.is_some_and(|loss| self.is_suspect(&loss));
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
                .map(|report| u64::from(report.playouts))
                .sum::<u64>();
            positions[i] = Some(judged.before.clone());
            if self.leads_to_the_next(i) && !is_deeper(&positions[i + 1], &judged.after) {
                positions[i + 1].clone_from(&judged.after);
            }
            moves[i] = Some(judged);
        }
        Ok(())
    }

    fn is_suspect(&self, loss: &Loss) -> bool {
        let size = self.turns.first().map(|turn| turn.game.size());
        size.is_some_and(|size| loss.significant(1.0).reaches(SUSPECTED.on(size)))
    }

    /// Returns whether the position after a move was searched as the position before the next one, with the
    /// same side to move.
    fn leads_to_the_next(&self, index: usize) -> bool {
        let turn = &self.turns[index];
        let Some(next) = self.turns.get(index + 1) else {
            return true;
        };
        let set_up_anew = next.game.move_count() != turn.game.move_count() + 1;
        next.color == turn.color.opposite() && !set_up_anew
    }

    /// Runs searches. Returns the results in order.
    fn search(
        &mut self,
        stage: Stage,
        tasks: &[Option<Task>],
        watcher: &mut Watcher<'_>,
    ) -> Result<Vec<Option<Report>>, Stopped> {
        let wanted: Vec<(usize, &Task)> = tasks
            .iter()
            .enumerate()
            .filter_map(|(i, task)| Some((i, task.as_ref()?)))
            .collect();
        let found = each(stage, &wanted, self.settings.threads, watcher, |(_, task)| {
            self.search_one(task)
        })?;
        let mut reports: Vec<Option<Report>> = tasks.iter().map(|_| None).collect();
        for ((i, _), report) in wanted.into_iter().zip(found) {
            self.visits += u64::from(report.playouts);
            reports[i] = Some(report);
        }
        Ok(reports)
    }

    fn first_effort(&self) -> Effort {
        Effort {
            visits: self.settings.visits,
            seed: self.engine.settings.seed,
        }
    }

    fn search_one(&self, task: &Task) -> Report {
        let Effort { visits, seed } = task.effort;
        let settings = SearchSettings {
            visits: Some(visits),
            threads: 1,
            memory: MEMORY,
            ..self.engine.settings.search.unwrap_or_default()
        };
        let knowledge = &self.engine.knowledge;
        Search::new(settings).run(&knowledge.search_task(
            &task.game,
            task.color,
            seed,
            Limits::visits(visits),
        ))
    }
}

impl Judged {
    fn new(turn: &Turn, before: Report, after_best: Option<Report>, after: Option<Report>) -> Self {
        let best = before.best();
        let loss = match (&after_best, &after) {
            (_, Some(_)) if best == turn.mv => Some(Loss::default()),
            (Some(best), Some(after)) => Some(Loss::between(
                turn.color,
                &Value::from_report(best),
                &Value::from_report(after),
            )),
            _ => None,
        };
        Self {
            before,
            best,
            after_best,
            after,
            loss,
        }
    }
}

/// Returns whether the first search has at least as many visits.
fn is_deeper(one: &Option<Report>, other: &Option<Report>) -> bool {
    let visits = |report: &Option<Report>| report.as_ref().map_or(0, |report| report.visits);
    visits(one) >= visits(other)
}

fn task_after(turn: &Turn, mv: Move, effort: Effort) -> Option<Task> {
    Some(Task {
        game: turns::after(&turn.game, turn.color, mv)?,
        color: turn.color.opposite(),
        effort,
    })
}
