// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine as a player of the tournament.

use std::io;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::protocol::{Clocks, KOMI, Player, SIZE};
use katachi_engine::play::{self, Engine, Level, MoveTime, Request};
use katachi_engine::search::{Budget, Clock, SearchSettings};
use katachi_gtp::cpu;
use katachi_rules::{Color, Game, Move, Rules};

use super::pace::Pace;

/// The engine at the board of the tournament: Japanese rules, komi 5.5, and an eye on its own CPU time. One
/// process, which starts no others.
#[derive(Debug)]
pub(super) struct Katachi {
    player: play::Player,
    game: Game,
    own: Color,
    pace: Pace,
    /// Visits are set for each move. A level below the full one says itself how a move is chosen, in less
    /// time.
    is_paced: bool,
}

impl Katachi {
    /// Plays with the visits that the settings or the level say for as long as the time suffices for that,
    /// and with fewer then.
    pub(super) fn new(mut engine: Engine, clocks: Clocks) -> Self {
        let search = SearchSettings {
            threads: 1,
            ..engine.settings.search.unwrap_or_default()
        };
        engine.settings.search = Some(search);
        let is_paced = search.visits.is_some() || engine.settings.level == Level::FULL;
        let pace = Pace::new(clocks, engine.settings.visits(SIZE));
        let mut player = play::Player::new(engine);
        player.now = Clock::new(|| Duration::from_secs_f64(cpu_seconds()));
        Self {
            player,
            game: Game::new(SIZE, Rules::JAPANESE, KOMI),
            own: Color::Black,
            pace,
            is_paced,
        }
    }

    /// The search with that number of visits from now on; it keeps its tree.
    fn set_visits(&mut self, visits: u32) {
        let search = self.player.engine.settings.search.as_mut();
        if let Some(search) = search.filter(|_| self.is_paced) {
            search.visits = Some(visits);
        }
    }
}

impl Player for Katachi {
    type Error = io::Error;

    fn begin(&mut self, own: Color) -> io::Result<()> {
        self.own = own;
        Ok(())
    }

    fn hear(&mut self, mv: Move) -> io::Result<bool> {
        Ok(self.game.play(self.own.opposite(), mv).is_ok())
    }

    fn byo_romi(&mut self) {
        self.pace.byo_romi();
    }

    fn choose(&mut self) -> io::Result<Move> {
        let before = cpu_seconds();
        let visits = self.pace.visits(before);
        self.set_visits(visits);
        let limit = Budget::fixed(Duration::from_secs_f64(self.pace.limit(before)));
        let choice = self.player.choose(&Request {
            time: MoveTime::Within(Duration::from_secs_f64(before), limit),
            ..Request::new(&self.game, self.own)
        });
        let mv = choice.allowed(&self.game, self.own);
        let is_played = self.game.play(self.own, mv);
        debug_assert!(is_played.is_ok(), "{is_played:?}");
        let simulations = choice.search.map_or(visits, |report| report.playouts);
        self.pace.spent(simulations, cpu_seconds() - before);
        Ok(mv)
    }
}

/// CPU time of this process so far. Where there is no account of it: seconds on the wall, which are more.
fn cpu_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    cpu::own_cpu_seconds().unwrap_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64())
}
