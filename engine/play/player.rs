// SPDX-License-Identifier: MIT OR Apache-2.0

//! A player: an engine with the readings and the tree that it keeps from move to move.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use katachi_rules::{Color, Game, Move, Phase};

use super::estimate::Estimated;
use super::level::Strength;
use super::live::ReportSink;
use super::ponder::Pondering;
use super::priors::{WithEvidence, probabilities};
use super::resign::LostMoves;
use super::{Choice, Engine, GameClock, LeadEstimate, Level, MoveTime, Request, shape};
use crate::analysis::Analysis;
use crate::reading::Reader;
use crate::search::{
    AfterPass, Budget, Clock, Limits, MAX_VISITS, Progress, Report, Restriction, Search, SearchSettings,
    SearchTask, Timed,
};

/// Whether a game is won is not read with less time than this for the move: the search alone decides whether to pass.
const MIN_TO_JUDGE: Duration = Duration::from_secs(4);

/// The last points are not solved with less time than this left for the move: that takes a small search and some 20 ms.
const MIN_TO_SOLVE: Duration = Duration::from_millis(200);

/// The evidence of the classical choice is not weighed with less time than this for the move.
const MIN_TO_WEIGH: Duration = Duration::from_secs(1);

/// Whether a game is lost by points is not estimated with less time than this for the move.
const MIN_TO_ESTIMATE: Duration = Duration::from_secs(1);

/// Visits of the quick search for a move by which the other side would gain after a pass.
const VISITS_AFTER_A_PASS: u32 = 400;

/// Visits after which a game counts as decided or not.
const PROBE_VISITS: u32 = 200;

/// An engine with its readings and its tree, which are kept from move to move.
#[derive(Debug)]
pub struct Player {
    /// The database and the settings.
    pub engine: Engine,
    /// The clock by which budgets of time are kept.
    pub now: Clock,
    /// What both sides have left in the game.
    pub clock: GameClock,
    /// Set by another thread while a move is chosen or a position read: the answer comes soon then, from what is known so
    /// far. Whoever sets it takes it back before the next question.
    pub interrupt: Arc<AtomicBool>,
    /// How many positions were analysed, for random numbers of their own.
    pub(super) analyses: u64,
    reader: Option<Reader>,
    search: Option<Search>,
    estimated: Option<Estimated>,
    lost: LostMoves,
    pondering: Option<Pondering>,
}

impl Player {
    /// A player without readings and tree.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            now: Clock::default(),
            clock: GameClock::default(),
            interrupt: Arc::default(),
            analyses: 0,
            reader: None,
            search: None,
            estimated: None,
            lost: LostMoves::default(),
            pondering: None,
        }
    }

    /// Chooses a move: by search, or by evidence alone if the settings say so or a cleanup phase is played. Evidence alone
    /// looks at no clock.
    pub fn choose(&mut self, request: &Request<'_>) -> Choice {
        let choice = match self.search_settings(request.game) {
            Some(settings) => self.search(settings, request, None),
            None => self.weigh(request),
        };
        self.concluded(choice, request)
    }

    /// A choice without moves that the request leaves out, and whether the game is given up instead.
    pub(super) fn concluded(&mut self, choice: Choice, request: &Request<'_>) -> Choice {
        let resigns = self.gives_up(request, choice.search.as_ref());
        Choice {
            resigns,
            ..permitted(choice, request)
        }
    }

    /// Does it give the game up, by the settings?
    fn gives_up(&mut self, request: &Request<'_>, report: Option<&Report>) -> bool {
        let Request { game, color, .. } = *request;
        let by_search = match (self.engine.settings.resign, report) {
            (Some(resign), Some(report)) => self.lost.give_up(resign, game, color, report),
            _ => false,
        };
        let has_time = self
            .budget(request)
            .is_none_or(|(_, budget)| budget.hard >= MIN_TO_ESTIMATE);
        by_search || has_time && self.engine.is_lost_by_points(game, color)
    }

    /// The classical choice, whatever the settings say.
    pub fn weigh(&mut self, request: &Request<'_>) -> Choice {
        let mut reader = self.take_reader(request.game);
        let choice = self.engine.choose(request, &mut reader);
        self.reader = Some(reader);
        choice
    }

    /// The analysis of the position that the game has reached.
    pub fn analyse(&mut self, game: &Game) -> Analysis {
        let mut reader = self.take_reader(game);
        let analysis = self.engine.analyse(game, &mut reader);
        self.reader = Some(reader);
        analysis
    }

    /// Estimates the lead in the position that the game has reached: by the search for the last move, if the position is the one before or
    /// after it, else like [`Engine::estimate`]. It changes no move that is chosen later.
    pub fn estimate(&self, game: &Game) -> LeadEstimate {
        let known = self.estimated.as_ref().filter(|_| !game.main_phase_is_over());
        known
            .and_then(|known| known.at(game))
            .unwrap_or_else(|| self.engine.estimate(game))
    }

    /// Searches, guided by evidence where the settings want it. `show` gets reports so often while it searches.
    pub(super) fn search(
        &mut self,
        settings: SearchSettings,
        request: &Request<'_>,
        show: Option<ReportSink<'_>>,
    ) -> Choice {
        let Request { game, color, .. } = *request;
        let restriction = request.restriction.cloned().unwrap_or_default();
        let mut search = self.take_search(settings, &restriction);
        let interrupt = Arc::clone(&self.interrupt);
        let now = self.now.clone();
        let time = self.budget(request).map(|(start, budget)| Timed {
            now: &now,
            start,
            budget,
        });
        let limits = Limits {
            time,
            stop: Some(&interrupt),
            ..self.visit_limits(settings, game, time.is_some())
        };
        let knowledge = self.engine.knowledge.clone();
        let task = knowledge.search_task(game, color, self.engine.settings.seed, limits);
        let is_weighed = self.is_guided(&mut search, &task) && !self.is_interrupted();
        let classical = (is_weighed || request.explains).then(|| self.weigh(request));
        let values: Vec<_> = classical
            .iter()
            .filter(|_| is_weighed)
            .flat_map(Choice::values)
            .collect();
        let priors = WithEvidence {
            model: &knowledge.moves,
            evidence: probabilities(&values),
        };
        let mut progress = show.map(|(every, show)| Progress::new(&now, every, show));
        let report = search.run_showing(
            &SearchTask {
                priors: &priors,
                ..task
            },
            progress.as_mut(),
        );
        self.search = Some(search);
        let choice = self.choice(settings, game, classical, report, time);
        self.estimated = choice
            .search
            .as_ref()
            .map(|report| Estimated::new(game, report, choice.mv));
        choice
    }

    /// The budget of time for a request, and when it began. None: time is not limited.
    fn budget(&self, request: &Request<'_>) -> Option<(Duration, Budget)> {
        let per_move = || self.engine.settings.time.per_move.map(Budget::fixed);
        match request.time {
            MoveTime::PerMove => per_move().map(|budget| (self.now.get(), budget)),
            MoveTime::OnClock(start) => {
                let budget = self.budget_on_clock(request.game, request.color);
                budget.map(|budget| (start, budget))
            }
            MoveTime::Within(start, budget) => Some((start, budget)),
        }
    }

    /// The time for the next move of `color` by the clock of the game and the settings. None: it is not limited.
    pub fn budget_on_clock(&self, game: &Game, color: Color) -> Option<Budget> {
        self.engine.settings.time.budget(&self.clock, game, color)
    }

    /// Books the time of a move of `color` that began when [`Player::now`] showed `start`.
    pub fn spend(&mut self, color: Color, start: Duration) {
        let used = self.now.get().saturating_sub(start);
        self.clock.spend(color, used);
    }

    /// Is the search to be guided by evidence, and is there time for it? A probe search says whether the game is decided.
    fn is_guided(&self, search: &mut Search, task: &SearchTask<'_>) -> bool {
        let limits = task.limits;
        let has_time = limits.time.is_none_or(|time| time.budget.aim >= MIN_TO_WEIGH);
        if !has_time || !self.engine.settings.evidence || !self.strength(task.game).is_thorough {
            return false;
        }
        let probe = SearchTask {
            seed: !task.seed,
            limits: Limits {
                time: limits.time,
                stop: limits.stop,
                ..Limits::visits(PROBE_VISITS.min(limits.visits))
            },
            ..*task
        };
        search.run(&probe).is_decided()
    }

    fn choice(
        &self,
        settings: SearchSettings,
        game: &Game,
        classical: Option<Choice>,
        mut report: Report,
        time: Option<Timed<'_>>,
    ) -> Choice {
        let left = match self.is_interrupted() {
            true => Some(Duration::ZERO),
            false => time.map(|time| time.budget.hard.saturating_sub(time.used())),
        };
        let has_left = |least| left.is_none_or(|left| left >= least);
        let color = report.color;
        let searched = OnceCell::new();
        let after_pass = || {
            let search = || self.after_pass(settings, game, color, time);
            searched.get_or_init(search).as_ref()
        };
        if has_left(MIN_TO_SOLVE) {
            report.solve_rest(game, &settings, after_pass);
        }
        let mv = report.choose(
            game,
            || has_left(MIN_TO_JUDGE) && self.engine.is_won(game, color),
            // Without any time what looks settled is taken to be.
            || left == Some(Duration::ZERO) || after_pass().is_some_and(|after| report.stays_settled(after)),
        );
        let known = classical.unwrap_or(Choice::new(mv, 0, Vec::new()));
        let mv = self.as_strong(mv, game, &report);
        let proposal = known.proposals.iter().find(|p| Some(p.point) == mv.point());
        Choice {
            mv,
            value: proposal.map_or(0, |proposal| proposal.value),
            search: Some(report),
            ..known
        }
    }

    /// A quick search of the position after a pass, which ends with the hard limit of the time. `None` if a pass is not legal.
    fn after_pass(
        &self,
        settings: SearchSettings,
        game: &Game,
        color: Color,
        time: Option<Timed<'_>>,
    ) -> Option<AfterPass> {
        let limits = Limits {
            time: time.map(|time| Timed {
                budget: Budget::fixed(time.budget.hard),
                ..time
            }),
            ..Limits::visits(VISITS_AFTER_A_PASS)
        };
        let engine = &self.engine;
        AfterPass::new(game, color, |game, color| {
            engine.quick_search(settings, game, color, engine.settings.seed, limits)
        })
    }

    /// The move of the level where that is the move of the search.
    fn as_strong(&self, mv: Move, game: &Game, report: &Report) -> Move {
        match self.strength(game).shape {
            Some(shape) if mv != Move::Pass => {
                let Engine { knowledge, settings } = &self.engine;
                let point = shape::choose(&knowledge.moves, report, game, shape, settings.seed);
                point.map_or(mv, Move::Play)
            }
            _ => mv,
        }
    }

    /// How the next move of that game is chosen.
    fn strength(&self, game: &Game) -> &'static Strength {
        let settings = &self.engine.settings;
        settings.effective_level().strength(game, settings.seed)
    }

    /// Thinks on from that position, with `color` to move, until [`Player::stop_pondering`] or the next choice. Does nothing if
    /// there is no search, or if the level says how much is searched.
    pub fn ponder(&mut self, game: &Game, color: Color) {
        let is_full = self.engine.settings.effective_level() == Level::FULL;
        let Some(settings) = self.search_settings(game).filter(|_| is_full) else {
            return;
        };
        let search = self.take_search(settings, &Restriction::default());
        let seed = !self.engine.settings.seed;
        let knowledge = self.engine.knowledge.clone();
        self.pondering = Some(Pondering::start(search, game.clone(), color, knowledge, seed));
    }

    /// Stops thinking, at once; what was found is kept.
    pub fn stop_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            self.search = pondering.stop();
        }
    }

    /// Is it thinking on the opponent's time?
    pub fn is_pondering(&self) -> bool {
        self.pondering.is_some()
    }

    /// The settings of the search by which a move of that game is chosen; none if it is chosen by evidence alone.
    pub(super) fn search_settings(&self, game: &Game) -> Option<SearchSettings> {
        let settings = &self.engine.settings;
        let is_searched = game.phase() == Phase::Main && settings.generators.has_model();
        let strength = self.strength(game);
        settings
            .search
            .filter(|_| is_searched)
            .map(|search| strength.adjust(search))
    }

    /// The search with its tree, or a new one if there is none with these settings.
    pub(super) fn take_search(&mut self, settings: SearchSettings, restriction: &Restriction) -> Search {
        self.stop_pondering();
        let mut search = match self.search.take() {
            Some(search) if is_same_tree(search.settings(), &settings) => search,
            _ => Search::new(settings),
        };
        search.restrict(restriction);
        search
    }

    /// Keeps a search with its tree for the next question.
    pub(super) fn keep_search(&mut self, search: Search) {
        self.search = Some(search);
    }

    /// Has another thread asked for the answer?
    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Relaxed)
    }

    /// Without a limit of time: as many visits as are set, or about as many as the level says. With one as many as it allows, but no
    /// more than are set, nor than a level below the full one says.
    fn visit_limits(&self, settings: SearchSettings, game: &Game, is_timed: bool) -> Limits<'static> {
        match settings.visits {
            Some(visits) => Limits::visits(visits),
            None if is_timed && self.engine.settings.level == Level::FULL => Limits::visits(MAX_VISITS),
            None => {
                let full = SearchSettings::full_visits(game.size());
                Limits::about(self.strength(game).visits(full))
            }
        }
    }

    /// The reader, with all that it remembers and the board of the game.
    pub fn reader(&mut self, game: &Game) -> &mut Reader {
        let reader = self.take_reader(game);
        let reader = self.reader.insert(reader);
        reader.set_board(game.board());
        reader
    }

    fn take_reader(&mut self, game: &Game) -> Reader {
        let new = || self.engine.reader(game).with_interrupt(&self.interrupt);
        self.reader.take().unwrap_or_else(new)
    }

    /// Forgets what was read, if an interrupt may have cut it short.
    pub fn forget_interrupted(&mut self) {
        if self.is_interrupted() {
            self.reader = None;
        }
    }
}

/// The choice, or where its move is left out the best that is not.
fn permitted(mut choice: Choice, request: &Request<'_>) -> Choice {
    let Some(restriction) = request.restriction else {
        return choice;
    };
    let may_play = |mv: &Move| restriction.permits(request.color, *mv, 0);
    if !may_play(&choice.mv) {
        let searched = choice.search.iter().flat_map(|report| &report.moves);
        let proposed = choice.proposals.iter().map(|p| Move::Play(p.point));
        let best = searched
            .map(|searched| searched.mv)
            .chain(proposed)
            .find(may_play);
        choice.mv = best.unwrap_or(choice.mv);
    }
    choice
}

/// Do both settings grow the same tree, whatever their visits?
fn is_same_tree(one: &SearchSettings, other: &SearchSettings) -> bool {
    let visits = other.visits;
    SearchSettings { visits, ..*one } == *other
}

#[cfg(test)]
mod tests;
