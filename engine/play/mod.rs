//! The engine as a player: a database, settings, and the choice of a move in a game.

mod clock;
#[cfg(feature = "runtime-db")]
mod load;
mod player;
mod ponder;
mod time;

use std::sync::{Arc, OnceLock};

use katachi_rules::{Color, Game, Point, PointSet};
use mkpat::Database;

pub use clock::{Clock, TimeLeft, TimeSystem};
#[cfg(feature = "runtime-db")]
pub use load::LoadError;
pub use player::Player;
pub use time::TimeSettings;

use crate::analysis::{Analysis, Effort, FinalStatus, KnownLife, ScoreEstimate};
use crate::matcher::{Match, Matcher};
use crate::movegen::{self, Choice, Context, EvaluatedPattern};
use crate::reading::Reader;
use crate::search::SearchSettings;

/// The patterns that come with the engine, as the build compiled them.
static BUILT_IN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/patterns.table"));

/// The settings of a user. The move depends on the position and on these alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Of the random variation of values.
    pub seed: u64,
    /// Strength 1..=10: scales the nodes of readings and the number of playouts.
    pub level: u8,
    /// Evaluate every pattern, even if it cannot be the best.
    pub evaluate_all: bool,
    /// Give a game up that is lost by more than this number of points, even if all of the own moyo became territory: see
    /// [`Engine::resigns`]. None: play on.
    pub resign: Option<u16>,
    /// The tree search of a [`Player`]. None: the classical choice, one ply of weighed evidence.
    pub search: Option<SearchSettings>,
    /// How long a [`Player`] thinks.
    pub time: TimeSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            level: 10,
            evaluate_all: false,
            resign: None,
            search: Some(SearchSettings::default()),
            time: TimeSettings::default(),
        }
    }
}

impl Settings {
    /// Nodes for each question that is read while a move is chosen.
    pub fn reading_nodes(&self) -> u32 {
        self.effort().reading_nodes
    }

    fn effort(&self) -> Effort {
        let level = u32::from(self.level.clamp(1, 10));
        Effort {
            reading_nodes: 200 * level,
            playouts: 10 * level,
        }
    }
}

/// A pattern database and settings: all that is needed to choose a move. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The built-in ones are made ready when they are first asked for, so that the program starts at once.
    patterns: Arc<OnceLock<Patterns>>,
    /// How to play.
    pub settings: Settings,
}

#[derive(Debug)]
struct Patterns {
    database: Database,
    matcher: Matcher,
}

impl Patterns {
    fn new(database: Database) -> Self {
        Self {
            matcher: Matcher::new(&database),
            database,
        }
    }

    fn built_in() -> Self {
        Self::new(Database::decode(BUILT_IN).expect("the build writes tables that can be read"))
    }
}

impl Engine {
    /// An engine with the built-in database.
    pub fn new(settings: Settings) -> Self {
        Self {
            patterns: Arc::default(),
            settings,
        }
    }

    /// An engine with that database of move patterns.
    pub fn with_database(settings: Settings, database: Database) -> Self {
        Self {
            patterns: Arc::new(Patterns::new(database).into()),
            settings,
        }
    }

    fn patterns(&self) -> &Patterns {
        self.patterns.get_or_init(Patterns::built_in)
    }

    /// The patterns in use.
    pub fn database(&self) -> &Database {
        &self.patterns().database
    }

    /// The analysis of the position that the game has reached.
    pub fn analyse(&self, game: &Game) -> Analysis {
        Analysis::of(game.board(), self.settings.effort())
    }

    /// The same with a reader that may remember answers from other positions; it is in the analysis afterwards.
    pub fn analyse_with(&self, game: &Game, reader: Reader) -> Analysis {
        Analysis::with_reader(game.board(), self.settings.effort(), reader)
    }

    /// Chooses a move for `color` in the position that the game has reached; the game is not changed.
    pub fn choose(&self, game: &Game, color: Color) -> Choice {
        self.choose_by(&mut self.analyse(game), game, color)
    }

    /// Chooses as [`Engine::choose`] does, with a reader that may remember answers from other positions, and
    /// hands it back. The choice is the same, only sooner made.
    pub fn choose_with(&self, game: &Game, color: Color, reader: Reader) -> (Choice, Reader) {
        self.choose_among(game, color, &[], reader)
    }

    /// Chooses as [`Engine::choose_with`] does, but only among these points; among all if there are none.
    pub fn choose_among(
        &self,
        game: &Game,
        color: Color,
        points: &[Point],
        reader: Reader,
    ) -> (Choice, Reader) {
        let mut analysis = self.analyse_with(game, reader);
        let choice = self.choose_in(&mut analysis, game, color, points);
        (choice, analysis.reader)
    }

    /// Chooses as [`Engine::choose`] does, by the analysis of that position. Its readings are cached in
    /// it; nothing else about it changes.
    pub fn choose_by(&self, analysis: &mut Analysis, game: &Game, color: Color) -> Choice {
        self.choose_in(analysis, game, color, &[])
    }

    fn choose_in(&self, analysis: &mut Analysis, game: &Game, color: Color, among: &[Point]) -> Choice {
        movegen::choose(&self.context(game, color), analysis, among)
    }

    /// Every pattern match at a point of the analysed position, with its value or the reason for its rejection.
    pub fn patterns_at(
        &self,
        analysis: &mut Analysis,
        game: &Game,
        color: Color,
        point: Point,
    ) -> Vec<EvaluatedPattern> {
        movegen::patterns_at(&self.context(game, color), analysis, point)
    }

    /// The points where one of the patterns of these names matches, each once, whether it holds there or not.
    pub fn places_of(&self, game: &Game, color: Color, names: &[&str]) -> PointSet {
        let Patterns { database, matcher } = self.patterns();
        let named = |m: &Match| {
            let pattern = database.variants[m.variant as usize].pattern;
            names.contains(&database.patterns[pattern as usize].name.as_str())
        };
        let matches = matcher.matches(database, game.board(), color).into_iter();
        matches.filter(named).map(|m| m.mv).collect()
    }

    fn context<'a>(&'a self, game: &'a Game, color: Color) -> Context<'a> {
        let patterns = self.patterns();
        Context {
            game,
            color,
            database: &patterns.database,
            matcher: &patterns.matcher,
            seed: self.settings.seed,
            evaluate_all: self.settings.evaluate_all,
        }
    }

    /// Should `color` give the game up, by [`Settings::resign`]? Never before as many moves as half the points of the board, and
    /// never without that setting. Takes an estimate of the score, from the playouts of [`Engine::final_status`] alone.
    pub fn resigns(&self, game: &Game, color: Color) -> bool {
        let Some(margin) = self.settings.resign else {
            return false;
        };
        if 2 * game.move_count() < game.size().area() {
            return false;
        }
        let status = FinalStatus::of(game.board(), &KnownLife::default(), self.final_status_playouts());
        let (most, least) = ScoreEstimate::of(game, &status).bounds();
        let best = match color {
            Color::Black => -least,
            Color::White => most,
        };
        best < -f32::from(margin)
    }

    /// Would the game be won if both sides passed now?
    fn is_won(&self, game: &Game, color: Color) -> bool {
        let lead = self
            .final_status(game)
            .score_without_further_play(game)
            .white_lead();
        match color {
            Color::Black => lead < 0.0,
            Color::White => lead > 0.0,
        }
    }

    /// The final status of every stone and point if the game ended now, by playouts; groups on which the playouts disagree are
    /// read.
    pub fn final_status(&self, game: &Game) -> FinalStatus {
        let nodes = 2_000 * u32::from(self.settings.level.clamp(1, 10));
        FinalStatus::with_reading(
            game.board(),
            &KnownLife::default(),
            self.final_status_playouts(),
            nodes,
        )
    }

    fn final_status_playouts(&self) -> u32 {
        30 * u32::from(self.settings.level.clamp(1, 10))
    }
}
