// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of a person to a game.

use std::path::PathBuf;

use katachi_engine::play::{Level, TimeSystem};
use katachi_rules::{BoardSize, Move, Point, Rules};

use crate::setup::Sides;
use crate::teaching::Strictness;

/// A command of a person. [`InteractiveGame::execute`](crate::InteractiveGame::execute) runs it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Plays a move or passes.
    Play(Move),
    /// Takes back this number of the person's moves and the answers to them. A resignation counts as the last
    /// move.
    Undo(usize),
    /// Plays moves again that were taken back.
    Redo(usize),
    /// Goes to the position before the move of that number, counted from 1. Later moves can be redone.
    GoTo(usize),
    /// Makes Katachi move now: ends its search, or ends its wait.
    Go,
    /// Asks for Katachi's move for the person, at full strength, with reasons.
    Hint,
    /// Asks for the reasons of the last move.
    Why,
    /// Shows the numbers behind the last hint or reasons.
    Numbers,
    /// Asks for an estimate of the score.
    Score,
    /// Resigns.
    Resign,
    /// After two passes: marks this string and the strings that share an eye space with it as dead, or as
    /// alive if it was dead.
    ToggleDead(Point),
    /// After two passes: marks this string as alive.
    Alive(Point),
    /// After two passes: accepts the marks.
    Done,
    /// After two passes: plays on.
    Resume,
    /// Begins a new game, on that board.
    New(Option<BoardSize>),
    /// Continues the first game of a file, from its end or from the position before a move.
    Load(PathBuf, Option<usize>),
    /// Writes the game as SGF. Replaces files of other programs only if `overwrite`.
    Save {
        /// The file.
        path: PathBuf,
        /// Replace any file.
        overwrite: bool,
    },
    /// Sets the strength.
    Level(Level),
    /// Sets the komi.
    Komi(f32),
    /// Sets the handicap of this game if it has not begun, else of the next one.
    Handicap(u8),
    /// Sets the rules, which must allow all moves so far.
    Rules(Rules),
    /// Sets the sides that the person plays.
    Sides(Sides),
    /// Judges the moves of the person from now on, or no longer. See [`teaching`](crate::teaching).
    Teach(Option<Strictness>),
    /// After [`Event::Warned`](crate::Event::Warned): asks for the better move.
    Better,
    /// Swaps the sides of the person and Katachi.
    Swap,
    /// Sets the time system and restarts both clocks.
    Clock(TimeSystem),
}
