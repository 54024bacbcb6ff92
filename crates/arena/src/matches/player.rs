// SPDX-License-Identifier: MIT OR Apache-2.0

//! A program in one game: its conversation, its clock, and the ways in which it ends the game.

use std::fmt::Display;
use std::time::Instant;

use katachi_rules::{Color, GameClock, GameResult, Move};

use super::game::Fixture;
use super::plan::{Plan, Program};
use crate::gtp_client::{Client, GtpError, time_left};

pub(crate) struct MatchPlayer<'a> {
    pub(super) plan: &'a Plan,
    pub(super) program: &'a Program,
    pub(super) color: Color,
    pub(crate) client: Client,
    clock: GameClock,
    moves: u32,
    cpu_before: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// The result as in SGF. `W+` is a win without a score: the judge ended the game.
    pub(crate) result: String,
    /// The fault of the loser, if any: its clock ran out, it died, hung, or broke the rules or the protocol.
    pub(crate) fault: Option<String>,
}

impl From<GameResult> for Outcome {
    fn from(result: GameResult) -> Self {
        Self {
            result: result.to_string(),
            fault: None,
        }
    }
}

/// The reason why a game ends before its score. A stopped game has none.
pub(crate) type Ending = Option<Outcome>;

/// A program of that colour has lost by its own fault. `what` follows its name.
fn fault(program: &Program, color: Color, what: impl Display) -> Ending {
    Some(Outcome {
        result: GameResult::Forfeit(color.opposite()).to_string(),
        fault: Some(format!("{} ({color}) {what}", program.label)),
    })
}

impl<'a> MatchPlayer<'a> {
    /// Starts a program for a game. One that does not start has lost.
    pub(crate) fn start(plan: &'a Plan, fixture: &'a Fixture, color: Color) -> Result<Self, Ending> {
        let program = &fixture.programs[color];
        let client = plan.start(program, fixture.index);
        Ok(Self {
            plan,
            program,
            color,
            client: client.map_err(|error| fault(program, color, error))?,
            clock: GameClock::new(plan.time),
            moves: 0,
            cpu_before: None,
        })
    }

    pub(crate) fn fault(&self, what: impl Display) -> Ending {
        fault(self.program, self.color, what)
    }

    fn lost_on_time(&self) -> Ending {
        let why = format!("{} ({}) has run out of time", self.program.label, self.color);
        Some(Outcome {
            result: GameResult::Time(self.color.opposite()).to_string(),
            fault: Some(why),
        })
    }

    pub(crate) fn begin(&mut self) {
        self.cpu_before = self.client.cpu_seconds();
    }

    /// Tells it a legal move. A program that refuses the move has lost.
    pub(crate) fn tell(&mut self, color: Color, mv: Move) -> Result<(), Ending> {
        let answer = self
            .client
            .play(self.plan.size, color, mv, self.plan.answer_limit());
        answer.map_err(|error| self.fault(error))
    }

    /// Asks for a move, within the limits of the clock and of the match.
    pub(crate) fn choose(&mut self) -> Result<String, Ending> {
        let (plan, program, color) = (self.plan, self.program, self.color);
        let mut limit = plan.move_limit();
        let mut clock_decides = false;
        if let Some(left) = self.clock.until_flag(color) {
            if program.knows("time_left")
                && let Some(command) = time_left(&self.clock, color, |command| program.knows(command))
            {
                let answer = self.client.suggest(&command, plan.answer_limit());
                answer.map_err(|error| self.fault(error))?;
            }
            clock_decides = left + plan.tolerance <= limit;
            limit = limit.min(left + plan.tolerance);
        }
        self.moves += 1;
        let begin = Instant::now();
        let answer = match self.client.ask(&format!("genmove {}", color.letter()), limit) {
            Err(GtpError::Silent(..)) if clock_decides => return Err(self.lost_on_time()),
            other => other.map_err(|error| self.fault(error))?,
        };
        let used = begin.elapsed();
        let left = self.clock.until_flag(color);
        if left.is_some_and(|left| used > left + plan.tolerance) {
            return Err(self.lost_on_time());
        }
        self.clock.spend(color, used);
        Ok(answer)
    }

    /// Returns the CPU seconds since `begin`, and the number of moves that the program chose.
    pub(crate) fn cpu(&mut self) -> Option<(f64, u32)> {
        let before = self.cpu_before?;
        let seconds = self.client.cpu_seconds()? - before;
        Some((seconds.max(0.0), self.moves))
    }
}
