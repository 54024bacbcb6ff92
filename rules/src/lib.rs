//! The rules of Go: points and coordinates, the board, whole games with their kos and scores, and
//! game records.
//!
//! What an engine asks while it reads (play, undo, liberties, neighbours, simple ko) is on [`Board`];
//! what only a game needs (history, superko, passes, komi) is on [`Game`].

mod board;
mod color;
mod game;
mod handicap;
mod point;
mod rules;
mod score;
pub mod sgf;
mod zobrist;

pub use board::{Board, Undo};
pub use color::{ByColor, Cell, Color};
pub use game::{Game, IllegalMove};
pub use handicap::fixed_handicap;
pub use point::{BoardSize, COLUMNS, MAX_SIDE, Move, Point, PointMap, PointSet, Vertex};
pub use rules::{KoRule, Rules};
pub use score::{AreaScore, area_owner, area_score, result_text};
