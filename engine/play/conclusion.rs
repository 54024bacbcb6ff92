// SPDX-License-Identifier: MIT OR Apache-2.0

//! The move, or a pass, that follows from a report of a search, for a choice and an analysis alike.

use std::cell::OnceCell;
use std::time::Duration;

use katachi_rules::{Color, Game, Move, Point};

use super::Engine;
use crate::search::{AfterPass, Budget, Limits, MIN_REPLY, Report, SearchSettings, Timed};

/// Minimum playouts of a search whose pass is not verified, because no time is left; 200 to 1000, a guess.
const MIN_UNVERIFIED: u32 = 400;
/// Minimum time left to judge whether the game is won as it stands. With less the search decides alone.
const MIN_TO_JUDGE: Duration = Duration::from_secs(4);
/// Minimum time left to solve the last points, which takes a quick search and some 20 ms.
const MIN_TO_SOLVE: Duration = Duration::from_millis(200);
/// Visits of the quick search after a pass, for a move by which the other side would gain.
const VISITS_AFTER_A_PASS: u32 = 400;

/// The questions about a position beside its search: each is asked once, if the decision depends on it.
pub(super) struct Conclusion<'a> {
    engine: &'a Engine,
    settings: SearchSettings,
    pub(super) game: &'a Game,
    color: Color,
    limits: Limits<'a>,
    after_pass: OnceCell<Option<AfterPass>>,
    after_replies: OnceCell<Vec<Report>>,
    is_won: OnceCell<bool>,
    capture: OnceCell<Option<Point>>,
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
            after_replies: OnceCell::new(),
            is_won: OnceCell::new(),
            capture: OnceCell::new(),
        }
    }

    /// Solves the rest of the game if few points are open and there is time for it.
    pub(super) fn solve_rest(&self, report: &mut Report) {
        if self.has_left(MIN_TO_SOLVE) {
            report.solve_rest(self.game, &self.settings, || self.after_pass());
        }
    }

    pub(super) fn choose(&self, report: &Report) -> Move {
        let Self {
            engine, game, color, ..
        } = *self;
        let is_won = || *self.is_won.get_or_init(|| engine.is_won(game, color));
        // Without time nothing is verified: a stone is safer than a pass by few playouts.
        let may_pass = || self.left() != Some(Duration::ZERO) || report.playouts >= MIN_UNVERIFIED;
        let is_verified = || {
            self.after_pass().is_some_and(|after| {
                let keeps = |reply: &Report| report.keeps(reply, game.size(), 0.0);
                report.stays_settled(after) && self.after_replies(after).iter().all(keeps)
            })
        };
        // The time may end while the pass is verified.
        let stays_settled =
            || may_pass() && (self.left() == Some(Duration::ZERO) || is_verified() && may_pass());
        let mv = report.choose(game, || self.has_left(MIN_TO_JUDGE) && is_won(), stays_settled);
        let needs_capture = !game.allows_agreement() && report.owns_enemy_stones(game);
        match mv {
            Move::Pass if needs_capture => self.instead_of_a_pass(report),
            mv => mv,
        }
    }

    /// Returns a capture of dead stones, which rules without agreement need; without time the best stone.
    fn instead_of_a_pass(&self, report: &Report) -> Move {
        if !self.has_left(MIN_TO_JUDGE) {
            return report.best_stone().unwrap_or(Move::Pass);
        }
        let capture = || self.engine.capture_before_pass(self.game, self.color);
        self.capture.get_or_init(capture).map_or(Move::Pass, Move::Play)
    }

    /// Returns the time left. `None`: it is not limited.
    fn left(&self) -> Option<Duration> {
        let Limits { time, .. } = self.limits;
        match self.limits.is_stopped() {
            true => Some(Duration::ZERO),
            false => time.map(|time| time.budget.hard.saturating_sub(time.used())),
        }
    }

    fn has_left(&self, min: Duration) -> bool {
        self.left().is_none_or(|left| left >= min)
    }

    /// A quick search of the position after a pass. `None` if a pass is not legal.
    fn after_pass(&self) -> Option<&AfterPass> {
        let search = |game: &Game, color| self.quick_search(game, color, VISITS_AFTER_A_PASS);
        let searched = self
            .after_pass
            .get_or_init(|| AfterPass::new(self.game, self.color, search));
        searched.as_ref()
    }

    /// Quick searches after the most dangerous replies to a pass.
    fn after_replies(&self, after: &AfterPass) -> &[Report] {
        let search = |game: Game| self.quick_search(&game, self.color, MIN_REPLY);
        self.after_replies
            .get_or_init(|| after.open_replies().into_iter().map(search).collect())
    }

    /// A search with that number of visits, or fewer if the hard limit of the time comes before.
    fn quick_search(&self, game: &Game, color: Color, visits: u32) -> Report {
        let Self { engine, settings, .. } = *self;
        let limits = Limits {
            time: self.limits.time.map(|time| Timed {
                budget: Budget::fixed(time.budget.hard),
                ..time
            }),
            ..Limits::visits(visits)
        };
        engine.quick_search(settings, game, color, engine.settings.seed, limits)
    }
}
