//! The engine as a player: a database, settings, and the choice of a move in a game.

use std::sync::Arc;

use katachi_rules::{Color, Game, Move, PointSet};
use mkpat::Database;

use crate::movegen::Choice;

/// What a user may set. The move depends on the position and on these alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Of the random variation of values.
    pub seed: u64,
    /// Strength 1..=10: scales the budget of readings in nodes.
    pub level: u8,
    /// Evaluate every pattern, even if it cannot be the best.
    pub evaluate_all: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            level: 10,
            evaluate_all: false,
        }
    }
}

/// A pattern database and settings: all that is needed to choose a move. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The patterns in use.
    pub database: Arc<Database>,
    /// How to play.
    pub settings: Settings,
}

impl Engine {
    /// An engine with the built-in database.
    pub fn new(settings: Settings) -> Self {
        Self {
            database: Arc::new(Database::default()),
            settings,
        }
    }

    /// Chooses a move for `color` in the position that the game has reached; the game is not changed.
    pub fn choose(&self, _game: &Game, _color: Color) -> Choice {
        Choice {
            mv: Move::Pass,
            value: 0,
            proposals: Vec::new(),
        }
    }

    /// The stones that would be taken off at the end of the game, were it to end now.
    pub fn dead_stones(&self, _game: &Game) -> PointSet {
        PointSet::EMPTY
    }
}
