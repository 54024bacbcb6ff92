//! The engine as a player of the tournament.

use std::io::{self, BufRead, Write};
use std::sync::OnceLock;
use std::time::Instant;

use katachi_rules::{Color, Game, Move, Rules};

use super::pace::Pace;
use super::{Clocks, KOMI, Player, SIZE, serve_streams};
use crate::play::Engine;
use crate::process;
use crate::reading::Reader;

/// The engine at the board of the tournament: Japanese rules, komi 5.5, and an eye on its own user time. One
/// process, which starts no others.
#[derive(Debug)]
pub struct Katachi {
    engine: Engine,
    game: Game,
    own: Color,
    reader: Option<Reader>,
    pace: Pace,
}

impl Katachi {
    /// Plays at the level of the engine for as long as the time suffices for that, and at lower ones then.
    pub fn new(engine: Engine, clocks: Clocks) -> Self {
        let pace = Pace::new(clocks, engine.settings.level);
        Self {
            engine,
            game: Game::new(SIZE, Rules::JAPANESE, KOMI),
            own: Color::Black,
            reader: None,
            pace,
        }
    }

    /// Plays one game on two streams.
    ///
    /// # Errors
    /// Those of the output. An input that cannot be read has ended.
    pub fn serve(mut self, input: impl BufRead, output: impl Write) -> io::Result<()> {
        serve_streams(&mut self, input, output)
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
        let before = user_seconds();
        let level = self.pace.level(before);
        self.engine.settings.level = level;
        let reader = self
            .reader
            .take()
            .unwrap_or_else(|| Reader::new(self.game.board(), 0));
        let (choice, reader) = self.engine.choose_with(&self.game, self.own, reader);
        self.reader = Some(reader);
        let mv = choice.allowed(&self.game, self.own);
        let is_played = self.game.play(self.own, mv);
        debug_assert!(is_played.is_ok(), "{is_played:?}");
        self.pace.spent(level, user_seconds() - before);
        Ok(mv)
    }
}

/// User time of this process so far. Where there is no account of it: seconds on the wall, which are more.
fn user_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    process::own_seconds().map_or_else(
        || START.get_or_init(Instant::now).elapsed().as_secs_f64(),
        |[user, _]| user,
    )
}
