// SPDX-License-Identifier: MIT OR Apache-2.0

//! The move that follows from a report of a search, which may be a pass. A choice and an analysis conclude
//! alike.

use std::cell::OnceCell;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use katachi_rules::{Color, Game, Move};

use super::Engine;
use crate::search::{AfterPass, Budget, Limits, Report, SearchSettings, Timed};

/// Minimum time left to judge whether the game is won as it stands. With less, the search alone decides about
/// a pass.
const MIN_TO_JUDGE: Duration = Duration::from_secs(4);
/// Minimum time left to solve the last points, which takes a quick search and some 20 ms.
const MIN_TO_SOLVE: Duration = Duration::from_millis(200);
/// Visits of the quick search after a pass, for a move by which the other side would gain.
const VISITS_AFTER_A_PASS: u32 = 400;

/// What is asked about a position beside its search. Each question is asked once, and only if the decision
/// depends on it.
pub(super) struct Conclusion<'a> {
    engine: &'a Engine,
    settings: SearchSettings,
    game: &'a Game,
    color: Color,
    limits: Limits<'a>,
    after_pass: OnceCell<Option<AfterPass>>,
    is_won: OnceCell<bool>,
}

impl<'a> Conclusion<'a> {
    /// Concludes from searches of a position with those settings, within the time of `limits`.
    pub(super) fn new(
        engine: &'a Engine,
        settings: SearchSettings,
        (game, color): (&'a Game, Color),
        limits: Limits<'a>,
    ) -> Self {
        Self {
            engine,
            settings,
            game,
            color,
            limits,
            after_pass: OnceCell::new(),
            is_won: OnceCell::new(),
        }
    }

    /// The game that has reached the position.
    pub(super) fn game(&self) -> &Game {
        self.game
    }

    /// Solves the rest of the game if few points are open and there is time for it.
    pub(super) fn solve_rest(&self, report: &mut Report) {
        if self.has_left(MIN_TO_SOLVE) {
            report.solve_rest(self.game, &self.settings, || self.after_pass());
        }
    }

    /// Returns the move that follows from the report.
    pub(super) fn choose(&self, report: &Report) -> Move {
        let is_won = || {
            *self
                .is_won
                .get_or_init(|| self.engine.is_won(self.game, self.color))
        };
        let stays_settled = || self.after_pass().is_some_and(|after| report.stays_settled(after));
        report.choose(
            self.game,
            || self.has_left(MIN_TO_JUDGE) && is_won(),
            // Without time a position that looks settled counts as settled.
            || self.left() == Some(Duration::ZERO) || stays_settled(),
        )
    }

    /// Returns the time left. `None`: it is not limited.
    fn left(&self) -> Option<Duration> {
        match self.limits.stop.is_some_and(|stop| stop.load(Relaxed)) {
            true => Some(Duration::ZERO),
            false => self
                .limits
                .time
                .map(|time| time.budget.hard.saturating_sub(time.used())),
        }
    }

    fn has_left(&self, min: Duration) -> bool {
        self.left().is_none_or(|left| left >= min)
    }

    /// A quick search of the position after a pass, within the hard limit of the time. `None` if a pass is
    /// not legal.
    fn after_pass(&self) -> Option<&AfterPass> {
        let Self { engine, settings, .. } = *self;
        let limits = Limits {
            time: self.limits.time.map(|time| Timed {
                budget: Budget::fixed(time.budget.hard),
                ..time
            }),
            ..Limits::visits(VISITS_AFTER_A_PASS)
        };
        let search =
            |game: &Game, color| engine.quick_search(settings, game, color, engine.settings.seed, limits);
        let searched = self
            .after_pass
            .get_or_init(|| AfterPass::new(self.game, self.color, search));
        searched.as_ref()
    }
}
