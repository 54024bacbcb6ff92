// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reasons why a command is refused, in words for the person.

use katachi_rules::{BoardSize, IllegalMove, Move};
use thiserror::Error;

/// The reason why a command is refused. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    /// The rules forbid a move.
    #[error("You cannot play {vertex}: {}", in_words(*.why))]
    Illegal {
        /// The move.
        mv: Move,
        /// Its name.
        vertex: String,
        /// The rule.
        why: IllegalMove,
    },
    /// Katachi is thinking about its move.
    #[error(
        "It is Katachi's turn, and it is thinking; `go` makes it move at once, `undo` takes your move back"
    )]
    Thinking,
    /// It is Katachi's turn, and it waits for `go`.
    #[error("It is Katachi's turn: `go` lets it move, `redo` goes forward again")]
    Waiting,
    /// The person has to keep a criticised move or take it back first.
    #[error(
        "Your last move is in question: `undo` takes it back, `go` keeps it, `better` shows a better one"
    )]
    Warned,
    /// No move is in question.
    #[error("No move of yours is in question: `better` follows a warning of `teach`")]
    NoWarning,
    /// The person is to move.
    #[error("It is your turn: play a point, or `pass`")]
    YourTurn,
    /// The game is over.
    #[error("The game is over; `undo` takes your last move back, `new` begins another game")]
    Over,
    /// Both have passed.
    #[error("Both sides have passed: mark dead stones with `dead POINT`, then `done`; `resume` plays on")]
    Agreeing,
    /// Dead stones are marked only after two passes.
    #[error("The game is not over: mark dead stones after two passes")]
    NotOver,
    /// Katachi is still reading the status of the stones.
    #[error("Katachi is still reading which stones are dead; try again in a moment")]
    Counting,
    /// A point without a stone.
    #[error("There is no stone on {0}")]
    NoStone(String),
    /// There is no move to take back.
    #[error("You have made no move yet")]
    NothingToUndo,
    /// There is no move to redo.
    #[error("There is nothing to redo")]
    NothingToRedo,
    /// There was no hint in this position, and no question why.
    #[error("There are no numbers yet: ask for a `hint`, or `why`")]
    NoNumbers,
    /// There is no move yet.
    #[error("No move has been made yet")]
    NoMove,
    /// There is no move of that number.
    #[error("There is no position before move {0}: use 1 to {1}")]
    NoPosition(usize, usize),
    /// There is no variation with these moves.
    #[error("There is no variation with these moves: the moves of the game itself stay")]
    NoVariation,
    /// The board does not have that handicap.
    #[error(
        "no {0} handicap stones on {1}: 2 to 9 on square boards of odd sides from 9 lines on, 2 to 4 on even ones from 8 \
         and on 7x7"
    )]
    Handicap(u8, BoardSize),
    /// A move so far is illegal under the new rules.
    #[error("The rules cannot be changed: move {0} would be illegal ({1})")]
    Rules(usize, IllegalMove),
    /// A file cannot be read as a record.
    #[error("Cannot load {0}: {1}")]
    Load(String, String),
    /// A file cannot be written.
    #[error("Cannot write {0}: {1}")]
    Write(String, String),
    /// A file was written by another program.
    #[error("{path} {why}; choose another name, or save! {path}")]
    NotOwn {
        /// The file.
        path: String,
        /// The kind of file.
        why: String,
    },
    /// The engine's thread has ended.
    #[error("The engine has failed; the game is kept. Use `save FILE`, then `quit` and start again")]
    EngineFailed,
}

impl Refusal {
    /// Creates the refusal of an illegal move.
    pub(crate) fn illegal(size: BoardSize, mv: Move, why: IllegalMove) -> Self {
        Self::Illegal {
            mv,
            vertex: size.show(mv),
            why,
        }
    }
}

/// Explains an illegal move to a beginner.
fn in_words(why: IllegalMove) -> &'static str {
    match why {
        IllegalMove::Outside => "it is off the board",
        IllegalMove::Occupied => "occupied; there is a stone already",
        IllegalMove::Ko => {
            "ko; the stone that has just taken one cannot be taken back at once: play elsewhere first"
        }
        IllegalMove::Suicide => "suicide; your own stone would have no liberty, and it captures nothing",
        IllegalMove::Superko => "superko; the whole board would be as it was before",
        IllegalMove::TakenBefore => "this ko was taken before from the same position",
        IllegalMove::OutOfTurn => "it is the other side's turn",
    }
}
