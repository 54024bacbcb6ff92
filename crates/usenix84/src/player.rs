// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine as a player of the tournament.

use std::io;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use katachi_engine::play::{self, Engine, Level, MoveTime, Request, TimeSettings};
use katachi_engine::search::{Clock, SearchSettings};
use katachi_line_program::cpu;
use katachi_rules::{Color, Game, GameClock, Move, Rules, TimeLeft};

use super::protocol::{Clocks, KOMI, Player, SIZE};

/// The engine at the board of the tournament: Japanese rules, komi 5.5, and an eye on its own CPU time. One
/// process, which starts no others.
#[derive(Debug)]
pub(super) struct Katachi {
    player: play::Player,
    game: Game,
    own: Color,
    clocks: Clocks,
    since: Duration,
}

impl Katachi {
    /// Plays with the visits that the settings or the level say for as long as the time suffices for that,
    /// and with fewer then.
    pub(super) fn new(mut engine: Engine, clocks: Clocks) -> Self {
        let settings = &mut engine.settings;
        let search = settings.search.unwrap_or_default();
        // A level below the full one says itself how a move is chosen.
        let is_full = search.visits.is_some() || settings.level == Level::FULL;
        settings.search = Some(SearchSettings {
            threads: 1,
            visits: is_full.then(|| settings.visits(SIZE)),
            ..search
        });
        settings.time = TimeSettings {
            // Moves differ a lot in cost.
            reserve: Duration::from_secs_f64(clocks.byo_romi / 2.0),
            ..TimeSettings::default()
        };
        let mut player = play::Player::new(engine);
        player.now = Clock::new(cpu_time);
        player.clock = GameClock::new(clocks.system());
        Self {
            player,
            game: Game::new(SIZE, Rules::JAPANESE, KOMI),
            own: Color::Black,
            clocks,
            since: Duration::ZERO,
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
        self.player.clock.left[self.own] = Some(TimeLeft {
            time: Duration::from_secs_f64(self.clocks.byo_romi),
            count: 1,
        });
    }

    fn choose(&mut self) -> io::Result<Move> {
        let choice = self.player.choose(&Request {
            time: MoveTime::OnClock(self.since),
            ..Request::new(&self.game, self.own)
        });
        let mv = choice.allowed(&self.game, self.own);
        let is_played = self.game.play(self.own, mv);
        debug_assert!(is_played.is_ok(), "{is_played:?}");
        let now = cpu_time();
        self.player.clock.spend(self.own, now.saturating_sub(self.since));
        self.since = now;
        Ok(mv)
    }
}

/// CPU time of this process so far. Where there is no account of it: time on the wall, which is more.
fn cpu_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let on_the_wall = || START.get_or_init(Instant::now).elapsed();
    cpu::own_cpu_seconds().map_or_else(on_the_wall, Duration::from_secs_f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_follows_the_announcement() {
        let mut player = Katachi::new(Engine::default(), Clocks::TOURNAMENT);
        player.begin(Color::White).unwrap();
        let left = |player: &Katachi| {
            let left = player.player.clock.left(Color::White).unwrap();
            (left.time.as_secs(), left.count)
        };
        assert_eq!(left(&player), (3600, 0));
        player.byo_romi();
        assert_eq!(left(&player), (10, 1));
    }
}
