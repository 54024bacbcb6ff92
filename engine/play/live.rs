// SPDX-License-Identifier: MIT OR Apache-2.0

//! Live analysis: a search without an end, with reports at intervals.
//!
//! It runs on the thread of its caller. Another thread stops it by a flag, which every simulation checks. It
//! uses the player's tree, so that an analysis after a move, or a choice, goes on with that tree. Without a
//! search (by the settings, in a cleanup phase, or when the game is over) the only report has the values of
//! the classical choice as priors, and one result of some playouts for all moves.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use katachi_rules::{Color, Game, Move, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::conclusion::Conclusion;
use super::priors::{probabilities, sums};
use super::{Choice, Engine, Player, Request};
use crate::playout::{Learned, PlayoutStats, PlayoutWeights, play_on};
use crate::search::{Budget, Limits, Progress, Report, Restriction, SearchTask, Timed};

/// Number of playouts without a search.
const PLAYOUTS: u32 = 200;

/// The interval of reports, and their receiver.
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
            let choice = self.evidence(&Request::new(game, color));
            return self.report_of(&choice, game, color, analysis.restriction);
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
        let mut progress = Progress::new(&now, every, &mut show_led).with_first(analysis.first);
        let knowledge = self.engine.knowledge.clone();
        let task = SearchTask {
            bonuses: &bonuses,
            root_temperature: settings.analysis_temperature,
            ..knowledge.search_task(game, color, seed, limits)
        };
        let mut report = search.run_showing(&task, Some(&mut progress));
        self.keep_search(search);
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
        let choice = match self.search_settings(request.game) {
            Some(settings) => self.search(settings, request, Some((every, show))),
            None => {
                let choice = self.evidence(request);
                let Request { game, color, .. } = *request;
                let restriction = request.restriction.cloned().unwrap_or_default();
                show(&self.report_of(&choice, game, color, &restriction));
                choice
            }
        };
        self.concluded(choice, request)
    }

    /// Makes a report from a classical choice and some playouts. If the choice is a pass, the pass is the
    /// only move.
    fn report_of(&self, choice: &Choice, game: &Game, color: Color, restriction: &Restriction) -> Report {
        let may_play = |point: Point| {
            let mv = Move::Play(point);
            choice.mv != Move::Pass && restriction.permits(color, mv, 0) && game.is_legal(color, mv)
        };
        let mut values: Vec<_> = choice.values().filter(|&(point, _)| may_play(point)).collect();
        if values.is_empty() {
            // A capture before a pass is chosen without evidence.
            values.extend(
                choice
                    .mv
                    .point()
                    .filter(|&point| may_play(point))
                    .map(|p| (p, choice.value)),
            );
        }
        let Engine { knowledge, settings } = &self.engine;
        let ends = playouts(&knowledge.playouts, game, color, settings.seed);
        Report::without_search(game, color, &ends, &probabilities(&values))
    }
}

/// Plays playouts from the position.
fn playouts(weights: &PlayoutWeights, game: &Game, color: Color, seed: u64) -> PlayoutStats {
    let (start, policy) = (
        PlayoutBoard::new(game.board()),
        Learned::new(weights, game.size()),
    );
    let mut random = ChaCha8Rng::seed_from_u64(seed ^ game.board().key());
    let last = game.moves().next_back().and_then(|(_, mv)| mv.point());
    let compensation = game.white_compensation();
    let mut ends = PlayoutStats::new(game.size());
    for _ in 0..PLAYOUTS {
        let mut board = start.clone();
        play_on(&mut board, color, last, &policy, &mut random, |_, _| {});
        ends.add(&board, -compensation);
    }
    ends
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;

    use katachi_rules::{Board, BoardSize, Rules};

    use super::*;
    use crate::play::Settings;
    use crate::search::{Clock, SearchSettings};

    fn player(search: bool) -> Player {
        let search = search.then(|| SearchSettings {
            memory: 16,
            ..SearchSettings::default()
        });
        let mut player = Player::new(Engine::new(Settings {
            search,
            ..Settings::default()
        }));
        let ticks = AtomicU64::new(0);
        player.now = Clock::new(move || Duration::from_millis(ticks.fetch_add(1, Relaxed)));
        player
    }

    fn game() -> Game {
        Game::new(BoardSize::square(7), Rules::CHINESE, 7.5)
    }

    /// Returns the last report of an analysis of `visits` visits, and the number of reports before it.
    fn analysed(player: &mut Player, game: &Game, restriction: &Restriction, visits: u32) -> (Report, u32) {
        let analysis = LiveAnalysis {
            game,
            color: game.to_move(),
            restriction,
            visits,
            time: None,
            first: 0,
            stop: &AtomicBool::new(false),
        };
        let mut count = 0;
        let mut show = |report: &Report| {
            count += 1;
            assert!(report.visits > 0 && report.playouts > 0);
        };
        (
            player.analyse_live(&analysis, Duration::from_millis(10), &mut show),
            count,
        )
    }

    #[test]
    fn all_visits_are_used_up_and_there_are_reports_on_the_way() {
        let (report, count) = analysed(&mut player(true), &game(), &Restriction::default(), 600);
        assert_eq!(report.visits, 600);
        // A check of the clock every 8 simulations, a report every 10 checks.
        assert!((5..=8).contains(&count), "{count}");
        let first = &report.moves[0];
        assert_eq!(first.variation.len(), first.variation_visits.len());
        assert_eq!(first.variation_visits[0], first.visits);
        assert!(first.lead.abs() < 49.0);
    }

    #[test]
    fn the_tree_is_kept_after_a_move_and_for_a_choice() {
        let (mut player, mut game) = (player(true), game());
        let (report, _) = analysed(&mut player, &game, &Restriction::default(), 2000);
        let (mv, visits) = (report.best(), report.moves[0].visits);
        game.play(Color::Black, mv).unwrap();
        let (report, _) = analysed(&mut player, &game, &Restriction::default(), 100);
        assert!(report.visits >= visits, "{} of {visits}", report.visits);
    }

    #[test]
    fn only_moves_that_are_allowed_are_searched() {
        let (mut player, game) = (player(true), game());
        let mv = |vertex| game.size().parse_move(vertex).unwrap();
        let mut restriction = Restriction::default();
        restriction.allow(Color::Black, &[mv("D4"), mv("C3")], 1);
        restriction.avoid(Color::White, &[mv("E5")], 2);
        let (report, _) = analysed(&mut player, &game, &restriction, 300);
        assert_eq!((report.visits, report.moves.len()), (300, 2));
        assert!(report.moves.iter().all(|m| m.variation.get(1) != Some(&mv("E5"))));
        let (report, _) = analysed(&mut player, &game, &Restriction::default(), 100);
        assert!(report.moves.len() > 40, "another tree: {}", report.visits);
        assert_eq!(report.visits, 100);
    }

    #[test]
    fn where_a_choice_would_pass_the_pass_leads_the_analysis() {
        let settled = Board::from_diagram(
            ". . X O O . .
             X X X O O O O
             . . X X O . .
             X X X X O O O
             . . X O O . .
             X X X X O O O
             . X X X O O .",
        );
        let game = Game::from_position(settled, Color::Black, Rules::CHINESE, 7.5);
        let mut player = player(true);
        assert_eq!(player.choose(&Request::new(&game, Color::Black)).mv, Move::Pass);
        let (report, _) = analysed(&mut player, &game, &Restriction::default(), 600);
        assert_eq!(report.best(), Move::Pass);
        let mut stones_alone = Restriction::default();
        stones_alone.avoid(Color::Black, &[Move::Pass], 1);
        let (report, _) = analysed(&mut player, &game, &stones_alone, 600);
        assert!(
            report.searched(Move::Pass).is_none(),
            "the client has left it out"
        );
    }

    #[test]
    fn a_stop_is_obeyed_at_once() {
        let (mut player, game) = (player(true), game());
        let analysis = LiveAnalysis {
            game: &game,
            color: Color::Black,
            restriction: &Restriction::default(),
            visits: u32::MAX,
            time: None,
            first: 0,
            stop: &AtomicBool::new(true),
        };
        let report = player.analyse_live(&analysis, Duration::ZERO, &mut |_| panic!("no report"));
        assert_eq!(report.visits, 0);
    }

    #[test]
    fn without_search_the_values_are_priors_and_playouts_the_rest() {
        let (report, count) = analysed(&mut player(false), &game(), &Restriction::default(), 600);
        assert_eq!((count, report.playouts), (0, PLAYOUTS));
        let sum: f32 = report.moves.iter().map(|searched| searched.prior).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        assert!(report.moves.windows(2).all(|pair| pair[0].prior >= pair[1].prior));
        assert!((0.0..=1.0).contains(&report.win_rate));
    }

    #[test]
    fn reports_while_a_move_is_chosen_change_nothing() {
        let game = game();
        let request = Request::new(&game, Color::Black);
        let limited = || {
            let mut player = player(true);
            player.engine.settings.search.as_mut().unwrap().visits = Some(400);
            player
        };
        let mut count = 0;
        let shown = limited().choose_showing(&request, Duration::ZERO, &mut |_| count += 1);
        assert_eq!(shown, limited().choose(&request));
        assert!(count > 10, "{count}");
    }

    #[test]
    fn a_move_that_is_compared_is_searched_and_the_choice_stays() {
        let game = game();
        let corner = game.size().parse_move("A1").unwrap();
        let mut limited = player(true);
        limited.engine.settings.search.as_mut().unwrap().visits = Some(400);
        let request = Request::new(&game, Color::Black);
        let alone = limited.choose(&request);
        let visits = |choice: &Choice| {
            let report = choice.search.as_ref().unwrap();
            report.searched(corner).map_or(0, |searched| searched.visits)
        };
        assert!(visits(&alone) < 30, "nobody begins in the corner");
        let mut again = player(true);
        again.engine.settings.search.as_mut().unwrap().visits = Some(400);
        let compared = again.choose(&Request {
            compares: Some(corner),
            ..request
        });
        assert_eq!(compared.mv, alone.mv);
        assert!(visits(&compared) >= 30, "{}", visits(&compared));
    }

    #[test]
    fn a_choice_that_is_interrupted_is_a_legal_move() {
        let (mut player, game) = (player(true), game());
        player.interrupt.store(true, Relaxed);
        let choice = player.choose(&Request::new(&game, Color::Black));
        assert!(game.is_legal(Color::Black, choice.mv));
        assert_ne!(choice.mv, Move::Pass);
    }
}
