// SPDX-License-Identifier: MIT OR Apache-2.0

//! A player: an engine with the readings and the tree that it keeps from move to move.

use std::time::Duration;

use katachi_rules::{Color, Game, Move, Phase, Point};

use super::level::Strength;
use super::ponder::Pondering;
use super::{Clock, Engine, Level, MoveTime, Request, shape};
use crate::analysis::Analysis;
use crate::movegen::Choice;
use crate::reading::Reader;
use crate::search::{Budget, Evidence, Limits, MOST_VISITS, Now, Report, Search, SearchSettings, Timed};

/// Whether a game is won is not read with less time than this for the move: the search alone decides whether to pass.
const LEAST_TO_JUDGE: Duration = Duration::from_secs(4);

/// The last points are not solved with less time than this left for the move: that takes a small search and some 20 ms.
const LEAST_TO_SOLVE: Duration = Duration::from_millis(200);

/// The evidence of the classical choice is not weighed with less time than this for the move.
const LEAST_TO_WEIGH: Duration = Duration::from_secs(1);

/// Visits after which a game counts as decided or not.
const FIRST_LOOK: u32 = 200;

/// An engine with its readings and its tree, which are kept from move to move.
#[derive(Debug)]
pub struct Player {
    /// The database and the settings.
    pub engine: Engine,
    /// The clock by which budgets of time are kept.
    pub now: Now,
    /// What both sides have left in the game.
    pub clock: Clock,
    reader: Option<Reader>,
    search: Option<Search>,
    pondering: Option<Pondering>,
}

impl Player {
    /// A player without readings and tree.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            now: Now::default(),
            clock: Clock::default(),
            reader: None,
            search: None,
            pondering: None,
        }
    }

    /// Chooses a move: by search, or by evidence alone if the settings say so or a cleanup phase is played. Evidence alone
    /// looks at no clock.
    pub fn choose(&mut self, request: &Request<'_>) -> Choice {
        match self.search_settings(request.game) {
            Some(settings) => self.search(settings, request),
            None => self.weigh(request),
        }
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

    /// Searches, guided by evidence where the settings want it.
    fn search(&mut self, settings: SearchSettings, request: &Request<'_>) -> Choice {
        let Request { game, color, .. } = *request;
        let mut search = self.take_search(settings);
        let now = self.now.clone();
        let time = self.budget(request).map(|(start, budget)| Timed {
            now: &now,
            start,
            budget,
        });
        let limits = Limits {
            time,
            ..self.visit_limits(settings, game, time.is_some())
        };
        let is_weighed = self.is_guided(&mut search, game, color, &limits);
        let classical = (is_weighed || request.explains).then(|| self.weigh(request));
        let evidence = classical
            .iter()
            .filter(|_| is_weighed)
            .flat_map(values)
            .collect::<Vec<_>>();
        let report = search.run_guided(game, color, self.engine.settings.seed, &limits, &evidence);
        self.search = Some(search);
        self.choice(settings, game, classical, report, time)
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

    /// Is the search to be guided by evidence, and is there time for it? Whether the game is decided is asked by a first look.
    fn is_guided(&self, search: &mut Search, game: &Game, color: Color, limits: &Limits<'_>) -> bool {
        let has_time = limits.time.is_none_or(|time| time.budget.aim >= LEAST_TO_WEIGH);
        has_time
            && match search.settings().evidence {
                Evidence::Never => false,
                Evidence::Always => true,
                Evidence::Decided => {
                    let first_look = Limits {
                        time: limits.time,
                        ..Limits::visits(FIRST_LOOK.min(limits.visits))
                    };
                    let seed = !self.engine.settings.seed;
                    search.run(game, color, seed, &first_look).is_decided()
                }
            }
    }

    fn choice(
        &self,
        settings: SearchSettings,
        game: &Game,
        classical: Option<Choice>,
        mut report: Report,
        time: Option<Timed<'_>>,
    ) -> Choice {
        let left = time.map(|time| time.budget.hard.saturating_sub(time.used()));
        let has_left = |least| left.is_none_or(|left| left >= least);
        let (knowledge, seed) = (&self.engine.knowledge, self.engine.settings.seed);
        if has_left(LEAST_TO_SOLVE) {
            report.solve_rest(game, settings, knowledge, seed, time);
        }
        let mv = report.choose(
            game,
            || has_left(LEAST_TO_JUDGE) && self.engine.is_won(game, report.color),
            // Without any time what looks settled is taken to be.
            || left == Some(Duration::ZERO) || report.stays_settled(game, settings, knowledge, seed, time),
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
        let search = self.take_search(settings);
        let seed = !self.engine.settings.seed;
        self.pondering = Some(Pondering::start(search, game.clone(), color, seed));
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
    fn search_settings(&self, game: &Game) -> Option<SearchSettings> {
        let settings = &self.engine.settings;
        let is_searched = game.phase() == Phase::Main && settings.generators.has_model();
        let strength = self.strength(game);
        settings
            .search
            .filter(|_| is_searched)
            .map(|search| strength.of_search(search))
    }

    /// The search with its tree, or a new one if there is none with these settings.
    fn take_search(&mut self, settings: SearchSettings) -> Search {
        self.stop_pondering();
        match self.search.take() {
            Some(search) if is_same_tree(search.settings(), &settings) => search,
            _ => Search::with_knowledge(settings, &self.engine.knowledge),
        }
    }

    /// Without a limit of time: as many visits as are set, or about as many as the level says. With one as many as it allows, but no
    /// more than are set, nor than a level below the full one says.
    fn visit_limits(&self, settings: SearchSettings, game: &Game, is_timed: bool) -> Limits<'static> {
        match settings.visits {
            Some(visits) => Limits::visits(visits),
            None if is_timed && self.engine.settings.level == Level::FULL => Limits::visits(MOST_VISITS),
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
        self.reader.take().unwrap_or_else(|| self.engine.reader(game))
    }
}

/// The points that a classical choice proposes, with their values.
fn values(choice: &Choice) -> impl Iterator<Item = (Point, i32)> + '_ {
    let proposals = choice.proposals.iter();
    proposals.map(|proposal| (proposal.point, proposal.value))
}

/// Do both settings grow the same tree, whatever their visits?
fn is_same_tree(one: &SearchSettings, other: &SearchSettings) -> bool {
    let visits = other.visits;
    SearchSettings { visits, ..*one } == *other
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;

    use katachi_rules::{BoardSize, Move, Rules};

    use super::*;
    use crate::play::Settings;

    fn player(visits: Option<u32>) -> Player {
        let search = SearchSettings {
            visits,
            memory: 16,
            ..SearchSettings::default()
        };
        Player::new(Engine::new(Settings {
            search: Some(search),
            ..Settings::default()
        }))
    }

    fn game() -> Game {
        Game::new(BoardSize::square(7), Rules::CHINESE, 7.5)
    }

    /// A clock that goes on by a millisecond whenever it is looked at.
    fn ticking() -> Now {
        let looks = AtomicU64::new(0);
        Now::new(move || Duration::from_millis(looks.fetch_add(1, Relaxed)))
    }

    #[test]
    fn a_choice_without_any_time_is_a_legal_move() {
        let (mut player, game) = (player(None), game());
        player.now = ticking();
        let choice = player.choose(&Request {
            time: MoveTime::Within(Duration::ZERO, Budget::fixed(Duration::ZERO)),
            ..Request::new(&game, Color::Black)
        });
        assert!(game.is_legal(Color::Black, choice.mv));
        assert_ne!(choice.mv, Move::Pass);
        assert!(choice.search.is_some_and(|report| report.visits <= 8));
    }

    #[test]
    fn the_search_ends_with_the_time_or_the_visits() {
        let game = game();
        let visits = |most, milliseconds| {
            let mut player = player(most);
            player.now = ticking();
            let budget = Budget::fixed(Duration::from_millis(milliseconds));
            let choice = player.choose(&Request {
                time: MoveTime::Within(player.now.get(), budget),
                ..Request::new(&game, Color::Black)
            });
            choice.search.map_or(0, |report| report.visits)
        };
        let by_time = visits(None, 50);
        assert!(
            (100..=400).contains(&by_time),
            "a look every 8 simulations: {by_time}"
        );
        assert!(visits(Some(60), 50) <= 60);
    }

    #[test]
    fn evidence_is_weighed_in_decided_games_unless_time_is_short() {
        let proposes = |komi, milliseconds: Option<u64>| {
            let mut player = player(Some(300));
            player.now = ticking();
            let game = Game::new(BoardSize::square(7), Rules::CHINESE, komi);
            let budget = milliseconds.map(|time| Budget::fixed(Duration::from_millis(time)));
            let start = player.now.get();
            let choice = player.choose(&Request {
                time: budget.map_or(MoveTime::PerMove, |budget| MoveTime::Within(start, budget)),
                ..Request::new(&game, Color::Black)
            });
            !choice.proposals.is_empty()
        };
        assert!(!proposes(7.5, None), "an open game");
        assert!(proposes(60.5, None), "Black cannot win");
        assert!(proposes(-60.5, None), "Black has won");
        assert!(!proposes(60.5, Some(500)));
        assert!(proposes(60.5, Some(5000)));
    }

    #[test]
    fn what_was_found_on_the_opponents_time_is_kept() {
        let (mut player, mut game) = (player(Some(30)), game());
        let choice = player.choose(&Request::new(&game, Color::Black));
        game.play(Color::Black, choice.mv).unwrap();
        player.ponder(&game, Color::White);
        assert!(player.is_pondering());
        player.stop_pondering();
        assert!(!player.is_pondering());
        let choice = player.choose(&Request::new(&game, Color::White));
        assert!(game.is_legal(Color::White, choice.mv));
        player.ponder(&game, Color::White);
        drop(player);
    }

    #[test]
    fn a_weak_level_searches_little_and_not_on_the_opponents_time() {
        let game = game();
        let mut player = player(None);
        player.engine.settings.level = Level::LEAST;
        player.ponder(&game, Color::White);
        assert!(!player.is_pondering());
        let choice = player.choose(&Request::new(&game, Color::Black));
        assert!(game.is_legal(Color::Black, choice.mv));
        assert!(choice.search.is_some_and(|report| report.visits < 300));
    }

    #[test]
    fn the_same_seed_and_visits_give_the_same_choice() {
        let game = game();
        let choose = || player(Some(200)).choose(&Request::new(&game, Color::Black));
        assert_eq!(choose(), choose());
    }
}
