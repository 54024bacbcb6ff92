// SPDX-License-Identifier: MIT OR Apache-2.0

//! A command: a row of the table, and its execution.

use katachi_engine::answers::{Aim, Answers};
use katachi_engine::reading::Reading;
use katachi_gtp_protocol::{self as protocol, Arguments, Failure, Stream};
use katachi_rules::{Color, Point, PointSet};

use super::analyze::Options;
use super::arguments::{answer, mover, pair, stone, stone_and_area, vertex};
use crate::session::Session;

pub(super) type Outcome = Result<String, Failure>;

/// What carries a command out. Arguments that several commands have are read here.
#[derive(Clone, Copy, Debug)]
pub(super) enum Handler {
    /// Answers at once.
    Answer(fn(&mut Session, Arguments<'_>) -> Outcome),
    /// The same without arguments.
    Plain(fn(&mut Session) -> Outcome),
    /// The same about a side.
    OfSide(fn(&mut Session, Color) -> Outcome),
    /// The same about a side, or the side to move.
    OfMover(fn(&mut Session, Color) -> Outcome),
    /// The same about a point, and about a stone.
    OfPoint(fn(&mut Session, Point) -> Outcome),
    OfStone(fn(&mut Session, Point) -> Outcome),
    /// The same about a point, or about all.
    OfAny(fn(&mut Session, Option<Point>) -> Outcome),
    /// Reports the values of an analysis, as fractions or in ten-thousandths.
    Analysis(bool, fn(&mut Session, &Options, &mut dyn Stream) -> Outcome),
    Report(fn(&mut Session, Arguments<'_>, &mut dyn Stream) -> Outcome),
    /// Reads whether the side that moves first reaches an aim, about one stone or two of one colour.
    Ask(Aim),
    /// Reads whether a move reaches an aim about a stone.
    Does(Aim),
    /// Reads a string and the points of an area.
    InArea(fn(&mut Answers<'_>, Point, &PointSet) -> Reading),
}

impl Handler {
    fn run(self, session: &mut Session, arguments: Arguments<'_>, stream: &mut dyn Stream) -> Outcome {
        let board = session.game.board().clone();
        let reading = match self {
            Self::Answer(answer) => return answer(session, arguments),
            Self::Analysis(has_fractions, analyze) => {
                let options = Options::read(&session.game, has_fractions, arguments)?;
                return analyze(session, &options, stream);
            }
            Self::Report(report) => return report(session, arguments, stream),
            Self::Plain(answer) => {
                let [] = arguments.exactly()?;
                return answer(session);
            }
            Self::OfSide(answer) => {
                let [color] = arguments.exactly()?;
                return answer(session, protocol::color(color)?);
            }
            Self::OfMover(answer) => {
                let color = mover(session, arguments)?;
                return answer(session, color);
            }
            Self::OfPoint(answer) => {
                let [word] = arguments.exactly()?;
                return answer(session, vertex(&board, word)?);
            }
            Self::OfStone(answer) => {
                let [word] = arguments.exactly()?;
                return answer(session, stone(&board, word)?);
            }
            Self::OfAny(answer) => {
                let word = arguments.at_most_one()?;
                return answer(session, word.map(|word| vertex(&board, word)).transpose()?);
            }
            Self::Does(aim) => {
                let [at, of] = arguments.exactly()?;
                let (at, of) = (vertex(&board, at)?, stone(&board, of)?);
                return Ok(session.answers().answer_after(aim, at, of).code().to_string());
            }
            Self::Ask(aim) if aim.is_about_pair() => {
                let (a, b) = pair(&board, arguments.exactly()?, true)?;
                session.answers().answer(aim, a, Some(b))
            }
            Self::Ask(aim) => {
                let [word] = arguments.exactly()?;
                session.answers().answer(aim, stone(&board, word)?, None)
            }
            Self::InArea(question) => {
                let (from, area) = stone_and_area(&board, arguments)?;
                question(&mut session.answers(), from, &area)
            }
        };
        Ok(answer(&board, reading))
    }
}

/// A command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The name, case-sensitive.
    pub name: &'static str,
    /// Its arguments; those in brackets may be left out.
    pub usage: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    handler: Handler,
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// The failure for the reply; the session is then unchanged.
    pub fn run(&self, session: &mut Session, arguments: Arguments<'_>, stream: &mut dyn Stream) -> Outcome {
        let outcome = self.handler.run(session, arguments, stream);
        outcome.map_err(|failure| match &failure.detail {
            Some(detail) if failure.text == "syntax error" => {
                let usage = format!("{} {}", self.name, self.usage);
                let detail = format!("{detail}; usage: {}", usage.trim_end());
                failure.because(detail)
            }
            _ => failure,
        })
    }
}

pub(super) const fn row(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    handler: Handler,
) -> Command {
    Command {
        name,
        usage,
        doc,
        handler,
    }
}
