// SPDX-License-Identifier: MIT OR Apache-2.0

//! Why something is not done, in words for the person.

use katachi_rules::{BoardSize, IllegalMove, Move};
use thiserror::Error;

/// Why something is not done. The game is as it was.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    /// The rules forbid a move.
    #[error("You cannot play {vertex}: {}", in_words(*.why))]
    Illegal {
        /// The move.
        mv: Move,
        /// Its name.
        vertex: String,
        /// Why.
        why: IllegalMove,
    },
    /// It is Katachi's turn, and it thinks.
    #[error(
        "It is Katachi's turn, and it is thinking; `go` makes it move at once, `undo` takes your move back"
    )]
    Thinking,
    /// It is Katachi's turn, and it waits.
    #[error("It is Katachi's turn: `go` lets it move, `redo` goes forward again")]
    Waiting,
    /// The person is to move.
    #[error("It is your turn: play a point, or `pass`")]
    YourTurn,
    /// The game is over.
    #[error("The game is over; `undo` takes your last move back, `new` begins another game")]
    Over,
    /// Both have passed.
    #[error("Both sides have passed: mark dead stones with `dead POINT`, then `done`; `resume` plays on")]
    Agreeing,
    /// Dead stones are only agreed on when both have passed.
    #[error("The game is not over: dead stones are agreed on after two passes")]
    NotOver,
    /// The status of the stones is still being read.
    #[error("Katachi is still reading which stones are dead; try again in a moment")]
    Counting,
    /// A point without a stone.
    #[error("There is no stone on {0}")]
    NoStone(String),
    /// Nothing to be taken back.
    #[error("You have made no move yet")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("There is nothing to redo")]
    NothingToRedo,
    /// No move was made.
    #[error("No move has been made yet")]
    NoMove,
    /// No position before that move.
    #[error("There is no position before move {0}: use 1 to {1}")]
    NoPosition(usize, usize),
    /// No such handicap.
    #[error(
        "no {0} handicap stones on {1}: 2 to 9 on square boards of odd sides from 9 lines on, 2 to 4 on even ones from 8 \
         and on 7x7"
    )]
    Handicap(u8, BoardSize),
    /// The moves so far are illegal under new rules.
    #[error("The rules cannot be changed: move {0} would be illegal ({1})")]
    Rules(usize, IllegalMove),
    /// A file that cannot be read, or is no record.
    #[error("Cannot load {0}: {1}")]
    Load(String, String),
    /// A file that cannot be written.
    #[error("Cannot write {0}: {1}")]
    Write(String, String),
    /// A file of others.
    #[error("{path} {why}; choose another name, or save! {path}")]
    NotOwn {
        /// The file.
        path: String,
        /// What it is.
        why: String,
    },
    /// The thread of the engine is gone.
    #[error("The engine has stopped by a fault; the game is kept: `save FILE`, then `quit` and start again")]
    EngineFailed,
}

impl Refusal {
    /// A move that the rules forbid.
    pub(crate) fn illegal(size: BoardSize, mv: Move, why: IllegalMove) -> Self {
        Self::Illegal {
            mv,
            vertex: size.show(mv),
            why,
        }
    }
}

/// Why a move is illegal, for somebody who does not know the words of the rules.
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
