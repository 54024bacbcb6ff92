// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine as a player: a database, settings, and the choice of a move in a game.

mod choice;
mod cleanup;
mod estimate;
mod final_status;
mod game_clock;
mod level;
pub mod lines;
mod live;
#[cfg(feature = "runtime-db")]
mod load;
mod player;
mod ponder;
mod priors;
mod rank;
mod resign;
mod shape;
mod time;

use std::time::Duration;

use katachi_rules::{BoardSize, Color, Game, Point, PointSet};
use mkpat::Database;

pub use choice::Choice;
pub use estimate::LeadEstimate;
pub use game_clock::{GameClock, TimeLeft, TimeSystem};
pub use level::{Level, LevelError};
pub use live::LiveAnalysis;
#[cfg(feature = "runtime-db")]
pub use load::{LoadError, Loaded};
pub use player::Player;
pub use rank::{Rank, RankError};
pub use resign::{Hopeless, Resign};
pub use time::TimeSettings;

use crate::analysis::{Analysis, Effort, FinalStatus};
use crate::knowledge::Knowledge;
use crate::matcher::Match;
use crate::movegen::{self, EvaluatedPattern, Generators, Input};
use crate::position::Position;
use crate::reading::Reader;
use crate::search::{Budget, Limits, Report, Restriction, Search, SearchSettings};

/// Memory of the tree of a quick search, in MiB.
const QUICK_MEMORY: usize = 8;

/// The settings of a user. The move depends on the position and on these alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Of the random variation of values.
    pub seed: u64,
    /// Strength of a [`Player`], unless the visits of its search are set. It scales the nodes of readings and the playouts of an analysis, too.
    pub level: Level,
    /// When a [`Player`] gives a game up ([`Choice::resigns`]). None: never.
    pub resign: Option<Resign>,
    /// What the classical choice weighs. With less than everything a [`Player`] does not search: the priors of the search are those of the
    /// move-prediction model.
    pub generators: Generators,
    /// The tree search of a [`Player`]. None: the classical choice, one ply of weighed evidence.
    pub search: Option<SearchSettings>,
    /// In decided games a [`Player`] at the full level weighs the evidence of the classical choice, for the priors of its search: a search
    /// needs few visits there, and evidence counts points.
    pub evidence: bool,
    /// How long a [`Player`] thinks.
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
    /// Nodes for each question that is read while a move is chosen.
    pub fn reading_nodes(&self) -> u32 {
        self.effort().reading_nodes
    }

    /// Simulations for a move on a board of that size: the number that is set, or about as many as the level says.
    pub fn visits(&self, size: BoardSize) -> u32 {
        let set = self.search.and_then(|search| search.visits);
        set.unwrap_or_else(|| self.level.visits(SearchSettings::full_visits(size)))
    }

    /// The level by which a move is searched: the full one where visits are set.
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

/// What is asked of an [`Engine`] or a [`Player`]: a move of a side in the position that a game has reached.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The game. It is not changed.
    pub game: &'a Game,
    /// The side.
    pub color: Color,
    /// The points that the classical choice chooses from; all if there are none.
    pub among: &'a [Point],
    /// The analysis of the position, if it was made already.
    pub analysis: Option<&'a Analysis>,
    /// Weigh the evidence of the classical choice to explain a move, even if the search does not ask for it.
    pub explains: bool,
    /// List every pattern match in the classical choice, with its value or the reason for its rejection ([`Choice::patterns`]), and why
    /// its point is not proposed ([`Choice::excluded`]). It changes nothing else in the choice.
    pub lists_patterns: bool,
    /// How long the search of a [`Player`] may take.
    pub time: MoveTime,
    /// Moves that are left out.
    pub restriction: Option<&'a Restriction>,
}

/// How long the search for a move may take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MoveTime {
    /// The time of the settings for a move, if there is one.
    #[default]
    PerMove,
    /// The same, and no more than the player's clock of the game gives, which runs since [`Player::now`] showed that time.
    OnClock(Duration),
    /// This budget, which runs since [`Player::now`] showed that time.
    Within(Duration, Budget),
}

impl<'a> Request<'a> {
    /// A move of `color` among all points.
    pub fn new(game: &'a Game, color: Color) -> Self {
        Self {
            game,
            color,
            among: &[],
            analysis: None,
            explains: false,
            lists_patterns: false,
            time: MoveTime::PerMove,
            restriction: None,
        }
    }
}

/// Knowledge and settings: all that is needed to choose a move. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    /// Patterns and models.
    pub knowledge: Knowledge,
    /// How to play.
    pub settings: Settings,
}

impl Engine {
    /// An engine with the built-in knowledge.
    pub fn new(settings: Settings) -> Self {
        Self {
            knowledge: Knowledge::default(),
            settings,
        }
    }

    /// The move patterns in use.
    pub fn database(&self) -> &Database {
        &self.knowledge.patterns.database
    }

    /// A reader of the position that the game has reached, with the budget of the settings.
    pub fn reader(&self, game: &Game) -> Reader {
        Reader::new(game.board(), self.settings.reading_nodes()).with_life_policy(&self.knowledge.life)
    }

    /// The analysis of the position that the game has reached, with a reader that may remember answers from other positions. It changes
    /// nothing but the time that this takes.
    pub fn analyse(&self, game: &Game, reader: &mut Reader) -> Analysis {
        Analysis::with_knowledge(game.board(), self.settings.effort(), &self.knowledge, reader)
    }

    /// The classical choice: one ply of weighed evidence, a function of the request, the knowledge and the settings alone. A reader that
    /// remembers answers from other positions only saves time.
    pub fn choose(&self, request: &Request<'_>, reader: &mut Reader) -> Choice {
        let has_readings = self.settings.generators.has_readings();
        let status = has_readings.then(|| movegen::final_status(request.game.board()));
        self.with_input(request, status.flatten().as_ref(), reader, |input, reader| {
            movegen::choose(input, reader, request.among, request.lists_patterns).into()
        })
    }

    /// The matches of a point that [`Choice::patterns`] lists, without the rest of the choice. Costs their evaluation alone.
    pub fn patterns_at(
        &self,
        request: &Request<'_>,
        point: Point,
        reader: &mut Reader,
    ) -> Vec<EvaluatedPattern> {
        // Patterns do not look at the final status, which takes playouts.
        self.with_input(request, None, reader, |input, reader| {
            movegen::patterns_at(input, reader, point)
        })
    }

    /// What `look` sees in the input of the generators. The reader has the board of the position and the budget of the settings.
    fn with_input<R>(
        &self,
        request: &Request<'_>,
        status: Option<&FinalStatus>,
        reader: &mut Reader,
        look: impl FnOnce(&Input<'_>, &mut Reader) -> R,
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
            status,
            seed: self.settings.seed,
            generators: self.settings.generators,
        };
        look(&input, reader)
    }

    /// Searches a position quickly: in one thread, with a small tree of its own that is not kept.
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

    /// The points where one of the patterns of these names matches, each once, whether it holds there or not.
    pub fn places_of(&self, game: &Game, color: Color, names: &[&str]) -> PointSet {
        let database = self.database();
        let named = |m: &Match| {
            let pattern = database.variants[m.variant as usize].pattern;
            names.contains(&database.patterns[pattern as usize].name.as_str())
        };
        let matches = self.knowledge.patterns.matcher.matches(game.board(), color);
        matches.into_iter().filter(named).map(|m| m.mv).collect()
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
}
