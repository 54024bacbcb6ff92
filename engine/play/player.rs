//! A player: an engine with what it remembers from move to move.

use std::sync::atomic::AtomicBool;

use katachi_rules::{Color, Game, Phase, Point};

use super::Engine;
use crate::movegen::Choice;
use crate::reading::Reader;
use crate::search::{Search, SearchSettings};

/// An engine with its readings and its tree, which are kept from move to move.
#[derive(Debug)]
pub struct Player {
    /// The database and the settings.
    pub engine: Engine,
    reader: Option<Reader>,
    search: Option<Search>,
}

impl Player {
    /// Remembers nothing yet.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            reader: None,
            search: None,
        }
    }

    /// Chooses a move: by search, or by evidence alone if the settings say so or a cleanup phase is played.
    pub fn choose(&mut self, game: &Game, color: Color) -> Choice {
        match self.engine.settings.search {
            Some(settings) if game.phase() == Phase::Main => self.choose_by_search(settings, game, color),
            _ => self.choose_among(game, color, &[]),
        }
    }

    /// The classical choice among these points; among all if there are none.
    pub fn choose_among(&mut self, game: &Game, color: Color, points: &[Point]) -> Choice {
        let reader = self.take_reader(game);
        let (choice, reader) = self.engine.choose_among(game, color, points, reader);
        self.reader = Some(reader);
        choice
    }

    fn choose_by_search(&mut self, settings: SearchSettings, game: &Game, color: Color) -> Choice {
        let search = match self.search.take() {
            Some(search) if *search.settings() == settings => search,
            _ => Search::new(settings),
        };
        let search = self.search.insert(search);
        let visits = settings.visits_for(game.size(), self.engine.settings.level);
        let stop = AtomicBool::new(false);
        let report = search.run(game, color, self.engine.settings.seed, visits, &stop);
        let mv = report.choose(game, || self.engine.is_won(game, color));
        Choice {
            mv,
            value: 0,
            proposals: Vec::new(),
            divisions_by_zero: Vec::new(),
            search: Some(report),
        }
    }

    /// The reader with all that it remembers, to be handed back with [`Player::keep_reader`].
    pub fn take_reader(&mut self, game: &Game) -> Reader {
        self.reader.take().unwrap_or_else(|| Reader::new(game.board(), 0))
    }

    /// Remembers readings.
    pub fn keep_reader(&mut self, reader: Reader) {
        self.reader = Some(reader);
    }
}
