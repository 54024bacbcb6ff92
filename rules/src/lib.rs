//! The rules of Go: points and coordinates, the board, whole games with their kos and scores, and
//! game records.
//!
//! What an engine asks while it reads (play, undo, liberties, neighbours, simple ko) is on [`Board`];
//! what only a game needs (history, superko, phases, passes, komi) is on [`Game`].

mod benson;
mod board;
mod color;
mod game;
mod handicap;
mod point;
mod rules;
mod score;
pub mod sgf;
mod zobrist;

pub use benson::{PassAlive, pass_alive};
pub use board::{Board, Undo};
pub use color::{ByColor, Cell, Color};
pub use game::{Action, End, Game, IllegalMove, PassEnds, Phase};
pub use handicap::fixed_handicap;
pub use point::{BoardSize, COLUMNS, MAX_SIDE, Move, Point, PointMap, PointSet, Vertex};
pub use rules::{Edition, HandicapBonus, KoRule, PassDead, Rules, RulesError, Scoring, Tax, check_komi};
pub use score::{
    Agreement, AreaScore, Areas, Count, GameResult, Removal, Score, Tally, area_owner, area_score,
    result_text,
};
