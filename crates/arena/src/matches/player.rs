// SPDX-License-Identifier: MIT OR Apache-2.0

//! A program in one game: its conversation, its clock, and the ways in which it ends the game.

use std::time::{Duration, Instant};

use katachi_rules::{Color, GameClock, Move};

use super::plan::Plan;
use crate::clock::time_left;
use crate::options::MAX_SECONDS;
use crate::outcome::{Outcome, Player};
use crate::process::gtp_client::{Client, GtpError};

/// A running program in a game.
pub(crate) struct MatchPlayer {
    pub(crate) id: Player,
    pub(crate) client: Client,
    clock: GameClock,
    /// Number of moves that it was asked for.
    moves: u32,
    /// CPU seconds before the first move.
    cpu_before: Option<f64>,
}

/// The reason why a game ends before its score.
pub(crate) enum Ending {
    Decided(Outcome),
    /// The match has been stopped.
    Stopped,
}

impl Ending {
    /// The player of `color` has lost by its own fault. `what` follows its name.
    pub(crate) fn fault(plan: &Plan, player: Player, color: Color, what: &str) -> Self {
        Self::Decided(Outcome::Forfeit {
            winner: color.opposite(),
            why: format!("{} ({color}) {what}", plan.programs[player.index()].label),
        })
    }
}

impl MatchPlayer {
    /// Starts the program of a player for a game.
    ///
    /// # Errors
    /// A program that does not start has lost.
    pub(crate) fn start(plan: &Plan, index: u32, player: Player, color: Color) -> Result<Self, Ending> {
        let client = plan.start(&plan.programs[player.index()], index);
        let client = client.map_err(|error| Ending::fault(plan, player, color, &error.to_string()))?;
        Ok(Self {
            id: player,
            client,
            clock: GameClock::new(plan.time),
            moves: 0,
            cpu_before: None,
        })
    }

    /// Begins to count its CPU time.
    pub(crate) fn begin(&mut self) {
        self.cpu_before = self.client.cpu_seconds();
    }

    /// Tells the player of `own` about a legal move. A program that refuses the move has lost.
    pub(crate) fn tell(&mut self, plan: &Plan, own: Color, color: Color, mv: Move) -> Result<(), Ending> {
        let command = format!("play {} {}", color.letter(), plan.size.show(mv));
        match self.client.ask(&command, plan.answer_limit) {
            Ok(_) => Ok(()),
            Err(error) => Err(Ending::fault(plan, self.id, own, &error.to_string())),
        }
    }

    /// Asks for a move, within the limits of the clock and of the match.
    pub(crate) fn choose(&mut self, plan: &Plan, color: Color) -> Result<String, Ending> {
        let letter = color.letter();
        let program = &plan.programs[self.id.index()];
        let fault = |error: GtpError| Ending::fault(plan, self.id, color, &error.to_string());
        let lost_on_time = || {
            Ending::Decided(Outcome::Time {
                winner: color.opposite(),
                why: format!("{} ({color}) has run out of time", program.label),
            })
        };
        let mut limit = plan.move_limit.unwrap_or(Duration::from_secs_f64(MAX_SECONDS));
        let mut clock_decides = false;
        if let Some(left) = self.clock.until_flag(color) {
            if program.knows("time_left")
                && let Some(command) = time_left(&self.clock, color, |command| program.knows(command))
            {
                match self.client.ask(&command, plan.answer_limit) {
                    Ok(_) | Err(GtpError::Refused(..)) => {}
                    Err(error) => return Err(fault(error)),
                }
            }
            clock_decides = left + plan.tolerance <= limit;
            limit = limit.min(left + plan.tolerance);
        }
        self.moves += 1;
        let asked = Instant::now();
        let answer = match self.client.ask(&format!("genmove {letter}"), limit) {
            Err(GtpError::Silent(..)) if clock_decides => return Err(lost_on_time()),
            other => other.map_err(fault)?,
        };
        let used = asked.elapsed();
        let left = self.clock.until_flag(color);
        if left.is_some_and(|left| used > left + plan.tolerance) {
            return Err(lost_on_time());
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
