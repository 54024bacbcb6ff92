// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a person can ask of a game.

use std::path::PathBuf;

use katachi::play::{Level, TimeSystem};
use katachi_rules::{BoardSize, Move, Point, Rules};

use crate::setup::Sides;

/// What a person asks for. [`PersonGame::obey`](crate::PersonGame::obey) does it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Make a move, or pass.
    Play(Move),
    /// Take back this number of the person's moves and the answers to them; first of all a resignation.
    Undo(usize),
    /// Make moves that were taken back again.
    Redo(usize),
    /// To the position before the move of that number, counted from 1. What comes after it can be redone.
    GoTo(usize),
    /// Katachi is to move now: at once with what it has found, or at all where it waits.
    Go,
    /// The move that Katachi would make for the person, with reasons.
    Hint,
    /// The reasons of the last move.
    Why,
    /// An estimate of the score.
    Score,
    /// Give the game up.
    Resign,
    /// After two passes: this string is dead, or alive if it is marked as dead already; with the strings that share an eye space
    /// with it.
    ToggleDead(Point),
    /// After two passes: this string is alive.
    Alive(Point),
    /// After two passes: the marks are right.
    Done,
    /// After two passes: play on.
    Resume,
    /// Begin a new game, on that board.
    New(Option<BoardSize>),
    /// Go on with the first game of a file, from its end or from the position before a move.
    Load(PathBuf, Option<usize>),
    /// Write the game as SGF; over what others have written only if `overwrite`.
    Save {
        /// The file.
        path: PathBuf,
        /// Whatever it is?
        overwrite: bool,
    },
    /// The strength from now on.
    Level(Level),
    /// Points that White receives.
    Komi(f32),
    /// Handicap stones: of this game if it has not begun, else of the next one.
    Handicap(u8),
    /// Other rules, for the moves so far as well.
    Rules(Rules),
    /// Which sides the person plays from now on.
    Sides(Sides),
    /// The person plays what Katachi played, and the other way round.
    Swap,
    /// Full clocks for both from now on.
    Clock(TimeSystem),
}
