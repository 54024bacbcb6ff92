// SPDX-License-Identifier: MIT OR Apache-2.0

//! Live analysis: a search without an end, with reports at intervals.
//!
//! It runs on the thread of its caller. Another thread stops it by a flag, which every simulation checks. It
//! uses the player's tree, so that an analysis after a move, or a choice, goes on with that tree. Without a
//! search (by the settings, in a cleanup phase, or when the game is over) the only report has the values of
//! the classical choice as priors, and one result of some playouts for all moves.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use katachi_rules::{Color, Game, Move, Point};

use super::conclusion::Conclusion;
use super::estimate::play_out;
use super::priors::{probabilities, sums};
use super::{Choice, Engine, Player, Request};
use crate::search::{Budget, Limits, Progress, Report, Restriction, SearchTask, Timed};

/// Number of playouts without a search.
const PLAYOUTS: u32 = 200;

pub(super) type ReportSink<'a> = (Duration, &'a mut dyn FnMut(&Report));

/// A position to analyse, with limits.
#[derive(Clone, Copy, Debug)]
pub struct LiveAnalysis<'a> {
    /// The game that has reached the position.
    pub game: &'a Game,
    /// The side to move.
    pub color: Color,
    /// Moves that are left out.
    pub restriction: &'a Restriction,
    /// Maximum visits, visits of the reused tree included; at most [`MAX_VISITS`](crate::search::MAX_VISITS).
    pub visits: u32,
    /// Maximum time.
    pub time: Option<Duration>,
    /// Visits at a first report, before those at the intervals; 0 for none.
    pub first: u32,
    /// Another thread sets this to stop the analysis at once.
    pub stop: &'a AtomicBool,
}

impl Player {
    /// Searches a position until it is stopped or a limit is reached, and hands a report to `show` at every
    /// interval. Returns the last report, which may have no visit. The first move of each report is the one
    /// that [`Player::choose`] would make of it, a pass as well.
    pub fn analyse_live(
        &mut self,
        analysis: &LiveAnalysis<'_>,
        every: Duration,
        show: &mut dyn FnMut(&Report),
    ) -> Report {
        let LiveAnalysis { game, color, .. } = *analysis;
        let Some(settings) = self.search_settings(game).filter(|_| !game.main_phase_is_over()) else {
            let request = Request {
                restriction: Some(analysis.restriction),
                ..Request::new(game, color)
            };
            let choice = self.evidence(&request);
            return self.report_of(&choice, &request);
        };
        let bonuses = sums(&self.bonuses(&Request::new(game, color)));
        let mut search = self.take_search(settings, analysis.restriction);
        let now = self.now.clone();
        let limits = Limits {
            time: analysis.time.map(|time| Timed {
                now: &now,
                start: now.get(),
                budget: Budget::fixed(time),
            }),
            stop: Some(analysis.stop),
            exhaustive: true,
            ..Limits::visits(analysis.visits)
        };
        // Another analysis of the same position needs other playouts.
        self.analyses += 1;
        let seed = !self.engine.settings.seed ^ self.analyses.rotate_left(32);
        let engine = self.engine.clone();
        let conclusion = Conclusion::new(&engine, settings, (game, color), limits);
        let led = |report: Report| {
            let mv = conclusion.choose(&report);
            match report.visits > 0 && analysis.restriction.permits(color, mv, 0) {
                true => report.led_by(mv),
                false => report,
            }
        };
        let mut show_led = |report: &Report| show(&led(report.clone()));
        let mut progress = Progress::new(&now, every, analysis.first, &mut show_led);
        let knowledge = self.engine.knowledge.clone();
        let task = SearchTask {
            bonuses: Some(&bonuses),
            root_temperature: settings.analysis_temperature,
            ..knowledge.search_task(game, color, seed, limits)
        };
        let mut report = search.run_showing(&task, Some(&mut progress));
        self.search = Some(search);
        conclusion.solve_rest(&mut report);
        led(report)
    }

    /// Chooses a move as [`Player::choose`] does, and hands a report to `show` at every interval.
    pub fn choose_showing(
        &mut self,
        request: &Request<'_>,
        every: Duration,
        show: &mut dyn FnMut(&Report),
    ) -> Choice {
        self.choose_with(request, Some((every, show)))
    }

    /// Makes a report from a classical choice and some playouts. If it is a pass, that is the only move.
    pub(super) fn report_of(&self, choice: &Choice, request: &Request<'_>) -> Report {
        let (game, color) = (request.game, request.color);
        let may_play = |point: Point| {
            let mv = Move::Play(point);
            let restriction = request.restriction;
            let is_permitted = restriction.is_none_or(|restriction| restriction.permits(color, mv, 0));
            choice.mv != Move::Pass && is_permitted && game.is_legal(color, mv)
        };
        let mut values: Vec<_> = choice.values().filter(|&(point, _)| may_play(point)).collect();
        if values.is_empty() {
            // A capture before a pass is chosen without evidence.
            let capture = choice.mv.point().filter(|&point| may_play(point));
            values.extend(capture.map(|point| (point, choice.value)));
        }
        let Engine { knowledge, settings } = &self.engine;
        let seed = settings.seed ^ game.board().key();
        let ends = play_out(&knowledge.playouts, game, color, PLAYOUTS, seed);
        Report::without_search(game, color, &ends, &probabilities(&values))
    }
}
