// SPDX-License-Identifier: MIT OR Apache-2.0

//! Exercises for a person, for any interface: guesses of the moves of a game ([`guess`]), and a quiz of one's
//! own mistakes and of problems ([`quiz`]).
//!
//! An [`Exercise`] gives tasks and takes answers. [`Judge`] says how good a move is, and why.

pub mod guess;
pub mod quiz;

use std::ops::ControlFlow;

use anyhow::Context as _;
use katachi_engine::play::Player;
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};
use katachi_review::{DEEPER, JudgedMove};
use katachi_rules::{BoardSize, Color, Game, Move, is_unprintable};

/// An exercise: tasks, which are answered by moves.
pub trait Exercise: std::fmt::Debug {
    /// Returns the number of its tasks, in words.
    fn about(&self) -> String;
    /// Returns the present task. `None` at the end.
    ///
    /// # Errors
    /// The task cannot be used.
    fn task(&self) -> anyhow::Result<Option<Task>>;
    /// Takes an answer, which is legal, and goes on to the next task. `None` asks for the solution.
    ///
    /// # Errors
    /// The answer cannot be judged or kept.
    fn take(&mut self, answer: Option<Move>) -> anyhow::Result<Explanation>;
    /// Returns the last text, in lines.
    fn summary(&self) -> String;
}

/// A task of an exercise.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position.
    pub game: Game,
    /// The side to move.
    pub color: Color,
    /// What is asked, if the position does not say it.
    pub heading: String,
    /// A few words before the answer.
    pub prompt: String,
}

/// The explanation of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The answer is right, or as good.
    pub is_right: bool,
    /// The explanation, in lines.
    pub text: String,
    /// The move of the game that was to be guessed, or the move that solves the problem.
    pub solution: Option<Move>,
}

/// Says how good a move is, at full strength: the judgement of a review.
#[derive(Debug)]
pub struct Judge {
    /// Its engine.
    pub engine: Engine,
    visits: u32,
}

impl Judge {
    /// Returns the settings of an engine that judges by that number of simulations a position.
    pub fn settings(visits: u32, seed: u64) -> Settings {
        let search = SearchSettings {
            visits: Some(visits.saturating_mul(DEEPER)),
            ..SearchSettings::default()
        };
        Settings {
            seed,
            search: Some(search),
            ..Settings::default()
        }
    }

    /// Creates a judge. The engine has the [`Judge::settings`] of these visits.
    pub fn new(engine: Engine, visits: u32) -> Self {
        Self { engine, visits }
    }

    /// Judges a legal move.
    ///
    /// # Errors
    /// The move is illegal.
    pub fn judge(&self, game: &Game, color: Color, mv: Move) -> anyhow::Result<JudgedMove> {
        let mut go_on = |_| ControlFlow::Continue(());
        JudgedMove::new(&self.engine, None, game, (color, mv), self.visits, &mut go_on)
            .with_context(|| format!("cannot judge {}", game.size().show(mv)))
    }

    pub(crate) fn player(&self) -> Player {
        Player::new(self.engine.clone())
    }
}

/// The sentences about a move, with its name, that is neither praised nor blamed.
fn unclear(phrase: &str) -> String {
    format!("Unclear: {phrase}. Katachi cannot tell whether it loses something.")
}

/// A typed line of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Nothing.
    Nothing,
    /// A move.
    Play(Move),
    /// The answer is asked for.
    Skip,
    /// The board is asked for.
    Board,
    /// The end.
    Quit,
}

/// What can be typed in an exercise.
pub const TYPED: &str = "type a point such as D4, or pass, skip, board or quit";

/// Reads a line: a legal move in that position, or a word.
///
/// # Errors
/// A message for the person.
pub fn typed(line: &str, game: &Game, color: Color) -> Result<Typed, String> {
    let (line, size) = (line.trim(), game.size());
    let found = match line.to_ascii_lowercase().as_str() {
        "" => Typed::Nothing,
        "pass" => Typed::Play(Move::Pass),
        "skip" | "?" => Typed::Skip,
        "board" => Typed::Board,
        "quit" | "q" => Typed::Quit,
        _ => Typed::Play(Move::Play(
            size.parse_vertex(line).ok_or_else(|| unknown(line, size))?,
        )),
    };
    if let Typed::Play(mv) = found {
        let legal = game.check(color, mv);
        legal.map_err(|why| format!("{} is illegal: {why}.\n", size.show(mv)))?;
    }
    Ok(found)
}

fn unknown(line: &str, size: BoardSize) -> String {
    let shown: String = line.chars().filter(|&c| !is_unprintable(c)).take(40).collect();
    format!("'{shown}' is no point of the {size} board: {TYPED}.\n")
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Rules};

    use super::*;

    #[test]
    fn a_line_is_a_legal_move_or_a_word_or_a_message() {
        let board = Board::from_diagram(". X . . .\nX . . . .\n. . . . .\n. . . . .\n. . . . .");
        let game = Game::from_position(board, Color::White, Rules::CHINESE, 0.5);
        let point = |vertex| Typed::Play(game.size().parse_move(vertex).unwrap());
        for (line, expected) in [
            (" c3\r\n", point("C3")),
            ("PASS", Typed::Play(Move::Pass)),
            ("?", Typed::Skip),
            ("board", Typed::Board),
            ("quit", Typed::Quit),
            (" ", Typed::Nothing),
        ] {
            assert_eq!(typed(line, &game, Color::White), Ok(expected), "{line}");
        }
        for (line, expected) in [
            ("A5", "A5 is illegal: suicide.\n"),
            ("B5", "B5 is illegal: occupied.\n"),
            (
                "K9\u{1b}[2J",
                "'K9[2J' is no point of the 5x5 board: type a point such as D4, or pass, skip, board or quit.\n",
            ),
        ] {
            assert_eq!(typed(line, &game, Color::White), Err(expected.to_owned()));
        }
    }
}
