// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine as a player. It joins the search and the classical choice, which do not know each other.
//!
//! - `player`: a player with its tree and its readings; `ponder`: its search on the opponent's time; `live`:
//!   analysis;
//! - `choice`: a move, with all that was considered; `priors`: the knowledge that the search uses;
//! - `level`, `shape`: weaker play; `resign`: the end of a lost game;
//! - `time`: the time for a move;
//! - `estimate`, `final_status`, `cleanup`: the lead, dead stones, and their capture;
//! - `lines`: lines of play; `load`: knowledge from files.

mod choice;
mod cleanup;
mod conclusion;
mod estimate;
mod final_status;
mod level;
pub mod lines;
mod live;
#[cfg(feature = "runtime-db")]
mod load;
mod player;
mod ponder;
mod priors;
mod resign;
mod shape;
mod time;

use std::time::Duration;

use katachi_rules::{BoardSize, Color, Game, Move, Point, PointSet};
use mkpat::Database;

pub use choice::Choice;
pub use estimate::LeadEstimate;
pub use level::{Level, LevelError, Rank, RankError};
pub use live::LiveAnalysis;
#[cfg(feature = "runtime-db")]
pub use load::{LoadError, Loaded};
pub use player::Player;
pub use resign::{Hopeless, Resign};
pub use time::TimeSettings;

use crate::analysis::{Analysis, Effort};
use crate::knowledge::{Knowledge, last_points};
use crate::matcher::Match;
use crate::movegen::{
    self, AuthorBonus, Candidate, EvaluatedPattern, Generators, Input, PlayedOut, Playouts,
};
use crate::position::Position;
use crate::reading::Reader;
use crate::search::{Budget, Limits, Report, Restriction, Search, SearchSettings};

/// Bytes of the stack of a thread in which an engine works, as many as a main thread has: readings go deep.
pub const STACK_SIZE: usize = 8 << 20;

/// Playouts of the classical choice at full strength; 100 to 500. With fewer their features predict less.
const CHOICE_PLAYOUTS: u32 = 192;
/// Playouts after each answer to the best moves of a classical choice at full strength; 8 to 32.
const PLAYOUTS_AFTER_MOVES: u32 = 16;
/// Memory of the tree of a quick search, in MiB.
const QUICK_MEMORY: usize = 8;

/// The settings of a user. The move depends on the position, the knowledge and the settings alone, unless
/// time is limited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Seed of random numbers.
    pub seed: u64,
    /// Strength of a [`Player`], unless the visits of its search are set. It scales the nodes of readings and
    /// the playouts of an analysis, too.
    pub level: Level,
    /// Condition in which a [`Player`] resigns ([`Choice::resigns`]). `None`: never.
    pub resign: Option<Resign>,
    /// Sources of the classical choice. Without the move-prediction model a [`Player`] does not search, as
    /// its search needs the model for priors.
    pub generators: Generators,
    /// The tree search of a [`Player`]. `None`: the classical choice by weighed evidence.
    pub search: Option<SearchSettings>,
    /// Weigh the evidence of the classical choice for the priors of a search, in decided games at the full
    /// level. Nearly every move wins there, or loses, and evidence counts points.
    pub evidence: bool,
    /// Time for the moves of a [`Player`].
    pub time: TimeSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            level: Level::FULL,
            resign: Some(Resign::default()),
            generators: Generators::All,
            search: Some(SearchSettings::default()),
            evidence: true,
            time: TimeSettings::default(),
        }
    }
}

impl Settings {
    /// Returns the nodes for each question of reading.
    pub fn reading_nodes(&self) -> u32 {
        self.effort().reading_nodes
    }

    /// Returns the visits for a move: the visits of the search settings, or about those of the level.
    pub fn visits(&self, size: BoardSize) -> u32 {
        let set = self.search.and_then(|search| search.visits);
        set.unwrap_or_else(|| self.level.visits(SearchSettings::full_visits(size)))
    }

    /// Returns the level of a search: the full one if visits are set.
    fn effective_level(&self) -> Level {
        match self.search.and_then(|search| search.visits) {
            Some(_) => Level::FULL,
            None => self.level,
        }
    }

    fn effort(&self) -> Effort {
        Effort {
            reading_nodes: self.level.scale(Effort::FULL.reading_nodes),
            playouts: self.level.scale(Effort::FULL.playouts),
        }
    }
}

/// A request to an [`Engine`] or a [`Player`]: a move of a side in the position that a game has reached.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The game.
    pub game: &'a Game,
    /// The side.
    pub color: Color,
    /// Points from which the classical choice chooses. Empty: all points.
    pub among: &'a [Point],
    /// The analysis of the position, if there is one already.
    pub analysis: Option<&'a Analysis>,
    /// A move that is set against the chosen one: where the search gives it few visits, the position after it
    /// is searched for some more.
    pub compares: Option<Move>,
    /// List every pattern match in the classical choice, with its value or the reason for its rejection
    /// ([`Choice::patterns`]), and the reason why its point is not proposed ([`Choice::rejected`]). Nothing
    /// else in the choice changes.
    pub lists_patterns: bool,
    /// Time for the search of a [`Player`].
    pub time: MoveTime,
    /// Moves that are left out.
    pub restriction: Option<&'a Restriction>,
}

/// The time for a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MoveTime {
    /// The time for a move of the settings, if there is one.
    #[default]
    PerMove,
    /// The time for a move of the settings, within the game clock. The clock has run since [`Player::now`]
    /// showed that time.
    OnClock(Duration),
    /// This budget, which has run since [`Player::now`] showed that time.
    Within(Duration, Budget),
}

impl<'a> Request<'a> {
    /// Makes a request for a move of `color` among all points.
    pub fn new(game: &'a Game, color: Color) -> Self {
        Self {
            game,
            color,
            among: &[],
            analysis: None,
            compares: None,
            lists_patterns: false,
            time: MoveTime::PerMove,
            restriction: None,
        }
    }
}

/// Knowledge and settings. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    /// Patterns and models.
    pub knowledge: Knowledge,
    /// Settings of a user.
    pub settings: Settings,
}

impl Engine {
    /// Creates an engine with the built-in knowledge.
    pub fn new(settings: Settings) -> Self {
        Self {
            knowledge: Knowledge::default(),
            settings,
        }
    }

    /// Returns the database of move patterns.
    pub fn database(&self) -> &Database {
        self.knowledge.database()
    }

    /// Creates a reader of the position that the game has reached, with the budget of the settings.
    pub fn reader(&self, game: &Game) -> Reader {
        let Knowledge {
            order,
            moves,
            patterns,
            playouts,
            ..
        } = &self.knowledge;
        Reader::new(game.board(), self.settings.reading_nodes())
            .with_weights(order, moves, patterns, playouts)
    }

    /// Analyses the position that the game has reached. Answers that the reader remembers from other
    /// positions only save time.
    pub fn analyse(&self, game: &Game, reader: &mut Reader) -> Analysis {
        Analysis::with_knowledge(game.board(), self.settings.effort(), &self.knowledge, reader)
    }

    /// Makes the classical choice by weighed evidence, a function of the request, the knowledge and the
    /// settings. Answers that the reader remembers from other positions only save time.
    pub fn choose(&self, request: &Request<'_>, reader: &mut Reader) -> Choice {
        // A search plays out the moves itself.
        let is_classical = self.settings.search.is_none() || !self.settings.generators.has_model();
        let played_out = self.play_out(request, is_classical);
        let mut choice: Choice = self.with_input(request, &played_out, reader, |input, reader| {
            movegen::choose(input, reader, request.among, request.lists_patterns).into()
        });
        if choice.mv == Move::Pass && request.among.is_empty() {
            let capture = self.capture_before_pass(request.game, request.color);
            choice.mv = capture.map_or(Move::Pass, Move::Play);
        }
        choice
    }

    /// Returns all that the classical choice adds up for each legal move, to fit its weights.
    pub fn candidates(&self, request: &Request<'_>, reader: &mut Reader) -> Vec<Candidate> {
        let played_out = self.play_out(request, true);
        self.with_input(request, &played_out, reader, movegen::candidates)
    }

    /// Plays the playouts of the classical choice, where readings count; `after_moves` asks for those after
    /// the best moves. There is no final status while stones cover too little of the board.
    fn play_out(&self, request: &Request<'_>, after_moves: bool) -> PlayedOut {
        if !self.settings.generators.has_readings() {
            return PlayedOut::default();
        }
        let last = request.game.moves().next_back().and_then(|(_, mv)| mv.point());
        let playouts = self.settings.level.scale(CHOICE_PLAYOUTS);
        let after_moves = self.settings.level.scale(PLAYOUTS_AFTER_MOVES) * u32::from(after_moves);
        let (board, weights) = (request.game.board(), &self.knowledge.playouts);
        let mut playouts = Playouts::new(board, request.color, last, weights, playouts);
        playouts.after_moves = after_moves;
        (movegen::final_status(board), Some(playouts))
    }

    /// Returns the pattern matches of a point, or all of them, as [`Choice::patterns`] lists them, without
    /// the rest of the choice. Takes about as long as an analysis of the position.
    pub fn pattern_matches(
        &self,
        request: &Request<'_>,
        at: Option<Point>,
        reader: &mut Reader,
    ) -> Vec<EvaluatedPattern> {
        // Patterns need no playouts.
        self.with_input(request, &PlayedOut::default(), reader, |input, reader| {
            movegen::pattern_matches(input, reader, at)
        })
    }

    /// Returns the bonuses of an author for moves of the position. Without bonuses in the database, and where
    /// no such pattern matches by its picture, this takes some microseconds; else as long as an analysis.
    fn bonuses(&self, request: &Request<'_>, reader: &mut Reader) -> Vec<AuthorBonus> {
        let patterns = &self.knowledge.patterns;
        let is_possible = patterns.has_bonuses() && {
            let matches =
                patterns
                    .matcher()
                    .matches(request.game.board(), request.color, last_points(request.game));
            matches.iter().any(|found| patterns.bonus(found.variant) != 0)
        };
        if !is_possible {
            return Vec::new();
        }
        self.with_input(request, &PlayedOut::default(), reader, movegen::bonuses)
    }

    /// Runs `f` with the input of the generators. The reader has the position and the budget of the settings.
    fn with_input<R>(
        &self,
        request: &Request<'_>,
        played_out: &PlayedOut,
        reader: &mut Reader,
        f: impl FnOnce(&Input<'_>, &mut Reader) -> R,
    ) -> R {
        let made;
        let analysis = match request.analysis {
            Some(analysis) => analysis,
            None => {
                made = self.analyse(request.game, reader);
                &made
            }
        };
        reader.set_board(request.game.board());
        reader.set_budget(self.settings.reading_nodes());
        let input = Input {
            position: &Position::from_game(request.game, request.color),
            knowledge: &self.knowledge,
            analysis,
            status: played_out.0.as_ref(),
            playouts: played_out.1.as_ref(),
            seed: self.settings.seed,
            generators: self.settings.generators,
        };
        f(&input, reader)
    }

    /// Searches a position in one thread, with a small tree that is not kept.
    fn quick_search(
        &self,
        settings: SearchSettings,
        game: &Game,
        color: Color,
        seed: u64,
        limits: Limits<'_>,
    ) -> Report {
        let small = SearchSettings {
            threads: 1,
            memory: QUICK_MEMORY,
            ..settings
        };
        Search::new(small).run(&self.knowledge.search_task(game, color, seed, limits))
    }

    /// Returns the points where a pattern of these names matches, whether its constraint holds or not.
    pub fn places_of(&self, game: &Game, color: Color, names: &[&str]) -> PointSet {
        let database = self.database();
        let named = |m: &Match| {
            let pattern = database.variants[m.variant as usize].pattern;
            names.contains(&database.patterns[pattern as usize].name.as_str())
        };
        let matches = self
            .knowledge
            .patterns
            .matcher()
            .matches(game.board(), color, last_points(game));
        matches.into_iter().filter(named).map(|m| m.mv).collect()
    }

    /// Returns the probability of each move of a player of a level, by the report of a search of the
    /// position. The probabilities add up to 1; moves that are left out have none. It is an estimate: levels
    /// stand for ranks ([`Rank`]), and the model was learned from strong players.
    pub fn probabilities_at(&self, level: Level, game: &Game, report: &Report) -> Vec<(Move, f32)> {
        let mut all = Vec::new();
        for (shape, share) in level.shapes().into_iter().filter(|of| of.1 > 0.0) {
            for (mv, probability) in shape::probabilities(&self.knowledge, report, game, report.best(), shape)
            {
                shape::add(&mut all, mv, share * probability);
            }
        }
        all
    }

    /// Whether the game would be won if both sides passed now.
    fn is_won(&self, game: &Game, color: Color) -> bool {
        let lead = match game.allows_agreement() {
            true => self
                .final_status(game)
                .score_without_further_play(game)
                .white_lead(),
            false => game.white_lead(),
        };
        match color {
            Color::Black => lead < 0.0,
            Color::White => lead > 0.0,
        }
    }
}
