// SPDX-License-Identifier: MIT OR Apache-2.0

//! A program that speaks GTP, as a player of the tournament.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use anyhow::{Context as _, Error, Result};
use katachi_rules::{Color, Move, Rules};

use super::protocol::{Clocks, KOMI, Player, SIZE, serve_streams};
use katachi_arena::gtp_client::{Client, GtpError, rules_command};
use katachi_line_program::quote;

/// Time limit of an answer: the referee ends the game long before.
const PATIENCE: Duration = Duration::from_secs(365 * 86_400);

/// A player that asks a GTP program by `ask`. The tournament has no resigning: a program that resigns passes
/// from then on.
pub(crate) struct GtpPlayer<A> {
    ask: A,
    clocks: Clocks,
    own: Color,
    commands: BTreeSet<String>,
    in_byo_romi: bool,
    has_resigned: bool,
}

impl<A: FnMut(&str, Duration) -> Result<String, GtpError>> GtpPlayer<A> {
    pub(crate) fn new(clocks: Clocks, ask: A) -> Self {
        Self {
            ask,
            clocks,
            own: Color::Black,
            commands: BTreeSet::new(),
            in_byo_romi: false,
            has_resigned: false,
        }
    }

    fn ask(&mut self, command: &str) -> Result<String, GtpError> {
        (self.ask)(command, PATIENCE)
    }

    /// Sends a command that the program may refuse.
    fn suggest(&mut self, command: &str) -> Result<(), GtpError> {
        match self.ask(command) {
            Ok(_) | Err(GtpError::Refused(..)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), GtpError> {
        let command = format!("play {} {}", color.letter(), SIZE.show(mv));
        self.ask(&command).map(drop)
    }
}

impl<A: FnMut(&str, Duration) -> Result<String, GtpError>> Player for GtpPlayer<A> {
    type Error = Error;

    fn begin(&mut self, own: Color) -> Result<()> {
        self.own = own;
        let list = self.ask("list_commands")?;
        self.commands = list.split_whitespace().map(String::from).collect();
        self.ask(&format!("boardsize {}", SIZE.width()))?;
        if let Some(command) = rules_command(|command| self.commands.contains(command), Rules::JAPANESE) {
            self.suggest(&command)?;
        }
        self.ask("clear_board")?;
        self.ask(&format!("komi {KOMI}"))?;
        // GTP counts in whole seconds, and a period of 0 would be no limit.
        let (main, byo_romi) = (self.clocks.main.floor(), self.clocks.byo_romi.floor().max(1.0));
        self.suggest(&format!("time_settings {main} {byo_romi} 1"))?;
        Ok(())
    }

    fn hear(&mut self, mv: Move) -> Result<bool> {
        self.play(self.own.opposite(), mv)?;
        Ok(true)
    }

    fn byo_romi(&mut self) {
        self.in_byo_romi = true;
    }

    fn choose(&mut self) -> Result<Move> {
        if self.has_resigned {
            return Ok(Move::Pass);
        }
        let letter = self.own.letter();
        if self.in_byo_romi && self.commands.contains("time_left") {
            let seconds = self.clocks.byo_romi.floor().max(1.0);
            self.suggest(&format!("time_left {letter} {seconds} 1"))?;
        }
        let answer = self.ask(&format!("genmove {letter}"))?;
        if answer.eq_ignore_ascii_case("resign") {
            self.has_resigned = true;
            self.play(self.own, Move::Pass)?;
            return Ok(Move::Pass);
        }
        let shown = quote(&answer);
        let mv = SIZE.parse_move(&answer);
        mv.with_context(|| format!("answered genmove with '{shown}', which is no move on {SIZE}"))
    }
}

/// Lets a GTP program, given by the words of its command, play one game of the tournament on standard input
/// and output.
pub(super) fn gtp_to_usenix(words: &[String], clocks: Clocks) -> Result<()> {
    let blame = |error: Error| match error.downcast_ref::<GtpError>() {
        Some(_) => error.context(format!("the program '{}' failed: it", words.join(" "))),
        None => error,
    };
    let mut client = Client::start(words).map_err(|error| blame(error.into()))?;
    let mut player = GtpPlayer::new(clocks, |command, limit| client.ask(command, limit));
    serve_streams(&mut player, io::stdin().lock(), io::stdout().lock()).map_err(blame)?;
    client.quit();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_commands_and_answers_become_lines() {
        let (mut asked, mut answers) = (Vec::new(), ["q16", "PASS"].into_iter());
        let mut player = GtpPlayer::new(Clocks::TOURNAMENT, |command, _| {
            asked.push(command.to_string());
            Ok(match command.split(' ').next() {
                Some("list_commands") => "kgs-rules\ntime_left".to_string(),
                Some("genmove") => answers.next().expect("an answer").to_string(),
                Some("time_settings") => {
                    return Err(GtpError::Refused(command.to_string(), "no clock".to_string()));
                }
                _ => String::new(),
            })
        });
        let (input, mut output) = ("white\nC3\nbyo-romi\npass\n", Vec::new());
        serve_streams(&mut player, input.as_bytes(), &mut output).unwrap();
        assert_eq!(output, b"Q16\npass\n");
        assert_eq!(
            asked,
            [
                "list_commands",
                "boardsize 19",
                "kgs-rules japanese",
                "clear_board",
                "komi 5.5",
                "time_settings 3600 10 1",
                "play B C3",
                "genmove W",
                "play B pass",
                "time_left W 10 1",
                "genmove W",
            ]
        );
    }
}
