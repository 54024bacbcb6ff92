// SPDX-License-Identifier: MIT OR Apache-2.0

//! A player: an engine that keeps readings and its tree from move to move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use katachi_rules::{Color, Game, GameClock, Move, Phase};

use super::conclusion::Conclusion;
use super::estimate::Estimated;
use super::level::Strength;
use super::live::ReportSink;
use super::ponder::Pondering;
use super::priors::{probabilities, sums};
use super::resign::LostMoves;
use super::{Choice, Engine, LeadEstimate, Level, MoveTime, Request, shape};
use crate::analysis::{Analysis, Effort};
use crate::answers::{Aim, AnsweredPosition, Answers};
use crate::builtin::Builtin;
use crate::movegen::{AuthorBonus, ReasonKind, Weighed};
use crate::patterns::Patterns;
use crate::reading::Reader;
use crate::search::{
    Budget, Clock, Limits, MAX_VISITS, Progress, Report, Restriction, Search, SearchSettings, SearchTask,
    Timed,
};

/// Minimum time for a move to weigh evidence.
const MIN_TO_WEIGH: Duration = Duration::from_secs(1);

/// Minimum time for a move to estimate whether the game is lost by points.
const MIN_TO_ESTIMATE: Duration = Duration::from_secs(1);

/// Minimum visits of a move that is set against the chosen one.
const MIN_COMPARED: u32 = 30;
/// It gets this part of the visits of the search.
const COMPARED_SHARE: f32 = 0.25;

/// Visits of the probe search that decides whether a game is still open.
const PROBE_VISITS: u32 = 200;

/// An engine that keeps readings and its tree from move to move.
#[derive(Debug)]
pub struct Player {
    /// Knowledge and settings.
    pub engine: Engine,
    /// The clock that measures budgets of time.
    pub now: Clock,
    /// The time that both sides have left in the game.
    pub clock: GameClock,
    /// Another thread sets this to get the answer soon, from what has been found so far. It clears the flag
    /// before the next question.
    pub interrupt: Arc<AtomicBool>,
    /// Number of positions analysed so far. Each analysis has its own random numbers.
    pub(super) analyses: u64,
    reader: Option<Reader>,
    /// Nodes of a question that a person or a client asks.
    pub question_nodes: u32,
    answered: Option<AnsweredPosition>,
    pub(super) search: Option<Search>,
    /// The patterns by which the priors of its trees are.
    patterns: Builtin<Patterns>,
    estimated: Option<Estimated>,
    lost: LostMoves,
    pondering: Option<Pondering>,
}

impl Player {
    /// Creates a player without readings and without a tree.
    pub fn new(engine: Engine) -> Self {
        Self {
            patterns: engine.knowledge.patterns.clone(),
            engine,
            now: Clock::default(),
            clock: GameClock::default(),
            interrupt: Arc::default(),
            analyses: 0,
            reader: None,
            question_nodes: Reader::QUESTION_NODES,
            answered: None,
            search: None,
            estimated: None,
            lost: LostMoves::default(),
            pondering: None,
        }
    }

    /// Chooses a move by search; by evidence alone if the settings say so, and in a cleanup phase.
    pub fn choose(&mut self, request: &Request<'_>) -> Choice {
        self.choose_with(request, None)
    }

    /// Chooses a move as [`Player::choose`] does, with its reasons.
    pub fn explain(&mut self, request: &Request<'_>) -> Choice {
        let mut choice = self.choose(request);
        self.add_reasons(&mut choice, request);
        choice
    }

    /// Chooses a permitted move, and decides whether to resign instead. `sink` gets reports on the way.
    pub(super) fn choose_with(&mut self, request: &Request<'_>, sink: Option<ReportSink<'_>>) -> Choice {
        let choice = match (self.search_settings(request.game), sink) {
            (Some(settings), sink) => self.search(settings, request, sink),
            (None, None) => self.evidence(request),
            (None, Some((_, show))) => {
                let choice = self.evidence(request);
                show(&self.report_of(&choice, request));
                choice
            }
        };
        let resigns = self.resigns(request, choice.search.as_ref());
        Choice {
            resigns,
            ..permitted(choice, request)
        }
    }

    /// Adds reasons to a choice of that request: those of the classical choice, if the search did not use
    /// evidence. Marks those that the answers to the same questions deny.
    pub fn add_reasons(&mut self, choice: &mut Choice, request: &Request<'_>) {
        if choice.search.is_some() && choice.proposals.is_empty() {
            let classical = self.evidence(request);
            *choice = Choice {
                bonuses: std::mem::take(&mut choice.bonuses),
                search: choice.search.take(),
                resigns: choice.resigns,
                ..classical.with_move(choice.mv)
            };
        }
        self.deny(choice, request.game);
    }

    /// Marks the reasons that the answers to the same questions deny. Evidence has fewer nodes than answers.
    fn deny(&mut self, choice: &mut Choice, game: &Game) {
        let mut answers = self.answers(game);
        let proposals = choice.proposals.iter_mut();
        let rejected = choice.rejected.iter_mut().map(|rejected| &mut rejected.proposal);
        for proposal in proposals.chain(rejected) {
            for reason in &mut proposal.reasons {
                let (aim, stone) = match reason.kind {
                    ReasonKind::Capture { string, .. } => (Aim::Capture, string),
                    ReasonKind::Save { string, .. } => (Aim::Rescue, string),
                    ReasonKind::Life { group, saves, .. } => {
                        (if saves { Aim::Save } else { Aim::Kill }, group)
                    }
                    _ => continue,
                };
                let found = answers.answer_after(aim, proposal.point, stone);
                reason.is_denied = !found.is_possible();
            }
        }
    }

    fn resigns(&mut self, request: &Request<'_>, report: Option<&Report>) -> bool {
        let Request { game, color, .. } = *request;
        let by_search = match (self.engine.settings.resign, report) {
            (Some(resign), Some(report)) => self.lost.resigns(resign, game, color, report),
            _ => false,
        };
        let has_time = self
            .budget(request)
            .is_none_or(|(_, budget)| budget.hard >= MIN_TO_ESTIMATE);
        by_search || has_time && self.engine.is_lost_by_points(game, color)
    }

    /// Makes the classical choice, whatever the settings say about the search, with its reasons.
    pub fn weigh(&mut self, request: &Request<'_>) -> Choice {
        let mut choice = self.evidence(request);
        self.deny(&mut choice, request.game);
        choice
    }

    /// Makes the classical choice. No answer to a question denies its reasons yet.
    pub(super) fn evidence(&mut self, request: &Request<'_>) -> Choice {
        let (engine, reader) = self.with_reader(request.game);
        engine.choose(request, reader)
    }

    /// Analyses the position that the game has reached, for a person. The choice of a move makes an analysis
    /// of its own, with fewer nodes ([`Engine::analyse`]).
    pub fn analyse(&mut self, game: &Game) -> Arc<Analysis> {
        self.answers(game).analysis()
    }

    /// Answers to questions about the position that the game has reached, kept until the next one.
    pub fn answers(&mut self, game: &Game) -> Answers<'_> {
        let effort = Effort {
            reading_nodes: self.question_nodes,
            ..self.engine.settings.effort()
        };
        let board = game.board();
        let answered = match self.answered.take() {
            Some(known) if known.is_of(board, effort) => known,
            known => {
                let new = || self.engine.reader(game).with_interrupt(&self.interrupt);
                let reader = known.map_or_else(new, |known| known.reader);
                AnsweredPosition::new(board, effort, reader)
            }
        };
        self.answered.insert(answered).answers(&self.engine.knowledge)
    }

    /// Estimates the lead in the position that the game has reached: by the last search if its move began or
    /// reached the position, else by [`Engine::estimate`]. It changes no later choice.
    pub fn estimate(&self, game: &Game) -> LeadEstimate {
        let last = self.estimated.as_ref().filter(|_| !game.main_phase_is_over());
        last.and_then(|last| last.at(game))
            .unwrap_or_else(|| self.engine.estimate(game))
    }

    /// Searches for a move, guided by evidence in decided games. `sink` gets reports on the way.
    fn search(
        &mut self,
        settings: SearchSettings,
        request: &Request<'_>,
        sink: Option<ReportSink<'_>>,
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
        let classical = is_weighed.then(|| self.evidence(request));
        let values: Vec<_> = classical.iter().flat_map(Choice::values).collect();
        let bonuses = self.has_time_to_weigh(&limits).then(|| self.bonuses(request));
        let sums = bonuses.as_deref().map(sums);
        let mut progress = sink.map(|(every, show)| Progress::new(&now, every, 0, show));
        let report = search.run_showing(
            &SearchTask {
                full: &probabilities(&values),
                bonuses: sums.as_deref(),
                ..task
            },
            progress.as_mut(),
        );
        self.search = Some(search);
        let conclusion = Conclusion::new(&self.engine, settings, (game, color), limits);
        let mut choice = Choice {
            bonuses: bonuses.unwrap_or_default(),
            ..self.choice(&conclusion, classical, report)
        };
        if let (Some(report), Some(mv)) = (&mut choice.search, request.compares) {
            self.compare(report, settings, game, mv, &limits);
        }
        self.estimated = choice
            .search
            .as_ref()
            .map(|report| Estimated::new(game, report, choice.mv));
        choice
    }

    /// Returns the budget of time for a request and the time when it began. `None`: time is not limited.
    fn budget(&self, request: &Request<'_>) -> Option<(Duration, Budget)> {
        let time = &self.engine.settings.time;
        match request.time {
            MoveTime::PerMove => {
                let budget = Budget::fixed(time.per_move?);
                Some((self.now.get(), budget))
            }
            MoveTime::OnClock(start) => {
                let budget = time.budget(&self.clock, request.game, request.color)?;
                Some((start, budget))
            }
            MoveTime::Within(start, budget) => Some((start, budget)),
        }
    }

    /// Takes the time of a move of `color` off its clock. The move began when [`Player::now`] showed `start`.
    pub fn spend(&mut self, color: Color, start: Duration) {
        let used = self.now.get().saturating_sub(start);
        self.clock.spend(color, used);
    }

    /// Whether there is time for evidence and the game is decided. A probe search says that.
    fn is_guided(&self, search: &mut Search, task: &SearchTask<'_>) -> bool {
        let limits = task.limits;
        if !self.has_time_to_weigh(&limits)
            || !self.engine.settings.evidence
            || !self.strength(task.game).is_thorough
        {
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

    fn has_time_to_weigh(&self, limits: &Limits<'_>) -> bool {
        !self.is_interrupted() && limits.time.is_none_or(|time| time.budget.aim >= MIN_TO_WEIGH)
    }

    pub(super) fn bonuses(&mut self, request: &Request<'_>) -> Vec<AuthorBonus> {
        let (engine, reader) = self.with_reader(request.game);
        engine.bonuses(request, reader)
    }

    fn choice(&self, conclusion: &Conclusion<'_>, classical: Option<Choice>, mut report: Report) -> Choice {
        conclusion.solve_rest(&mut report);
        let mv = conclusion.choose(&report);
        let mv = self.as_strong(mv, conclusion.game, &report);
        Choice {
            search: Some(report),
            ..classical
                .unwrap_or_else(|| Weighed::default().into())
                .with_move(mv)
        }
    }

    /// Searches the position after a move that the search has hardly visited, and gives the move that value.
    fn compare(
        &self,
        report: &mut Report,
        settings: SearchSettings,
        game: &Game,
        mv: Move,
        limits: &Limits<'_>,
    ) {
        let visits = ((report.visits as f32 * COMPARED_SHARE) as u32).max(MIN_COMPARED);
        let is_known = report
            .searched(mv)
            .is_some_and(|found| found.visits >= MIN_COMPARED);
        let mut after = game.clone();
        if is_known
            || self.is_interrupted()
            || after.play(report.color, mv).is_err()
            || after.main_phase_is_over()
        {
            return;
        }
        let (to_move, seed) = (report.color.opposite(), self.engine.settings.seed);
        let limits = Limits {
            visits,
            aim: visits,
            ..*limits
        };
        let found = self.engine.quick_search(settings, &after, to_move, seed, limits);
        report.compare(mv, &found);
    }

    /// Returns the move of the level: the move of the search, or a shape.
    fn as_strong(&self, mv: Move, game: &Game, report: &Report) -> Move {
        match self.strength(game).shape {
            Some(shape) if mv != Move::Pass => {
                let Engine { knowledge, settings } = &self.engine;
                let point = shape::choose(knowledge, report, game, shape, settings.seed);
                point.map_or(mv, Move::Play)
            }
            _ => mv,
        }
    }

    fn strength(&self, game: &Game) -> &'static Strength {
        let settings = &self.engine.settings;
        settings.effective_level().strength(game, settings.seed)
    }

    /// Searches the position in the background, with `color` to move, until [`Player::stop_pondering`] or the
    /// next choice. Does nothing without a search, or below the full level.
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

    /// Stops the search in the background at once, and keeps its tree.
    pub fn stop_pondering(&mut self) {
        if let Some(mut pondering) = self.pondering.take() {
            self.search = pondering.stop();
        }
    }

    /// Returns whether a search is running in the background.
    pub fn is_pondering(&self) -> bool {
        self.pondering.is_some()
    }

    /// Returns the settings of the search for the next move. `None`: evidence alone chooses it.
    pub(super) fn search_settings(&self, game: &Game) -> Option<SearchSettings> {
        let settings = &self.engine.settings;
        let is_searched = game.phase() == Phase::Main && settings.generators.has_model();
        let strength = self.strength(game);
        settings
            .search
            .filter(|_| is_searched)
            .map(|search| strength.adjust(search))
    }

    /// Takes the search with its tree, or a new one if the settings differ.
    pub(super) fn take_search(&mut self, settings: SearchSettings, restriction: &Restriction) -> Search {
        self.stop_pondering();
        let patterns = self.engine.knowledge.patterns.clone();
        let patterns = std::mem::replace(&mut self.patterns, patterns);
        // Visits do not matter to the tree.
        let is_same = |search: &Search| {
            let (own, visits) = (*search.settings(), settings.visits);
            SearchSettings { visits, ..own } == settings && std::ptr::eq(&*patterns, &*self.patterns)
        };
        let kept = self.search.take().filter(is_same);
        let mut search = kept.unwrap_or_else(|| Search::new(settings));
        search.restrict(restriction);
        search
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Relaxed)
    }

    /// Returns the limits in visits: the visits of the settings, or about those of the level. With a limit of
    /// time the full level has no limit in visits.
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

    /// Returns the reader with its cache, at the position of the game.
    pub fn reader(&mut self, game: &Game) -> &mut Reader {
        let (_, reader) = self.with_reader(game);
        reader.set_board(game.board());
        reader
    }

    fn with_reader(&mut self, game: &Game) -> (&Engine, &mut Reader) {
        let new = || self.engine.reader(game).with_interrupt(&self.interrupt);
        (&self.engine, self.reader.get_or_insert_with(new))
    }

    /// Forgets readings that an interrupt may have cut short.
    pub fn forget_interrupted(&mut self) {
        if self.is_interrupted() {
            (self.reader, self.answered) = (None, None);
        }
    }
}

/// Replaces a move that the request leaves out by the best permitted one.
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

#[cfg(test)]
mod tests;
