// SPDX-License-Identifier: MIT OR Apache-2.0

//! The terms of games, and programs that are tried under them.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use katachi_gtp_protocol as protocol;
use katachi_line_program::{quote, split_words};
use katachi_rules::{BoardSize, Game, Point, Rules, TimeSystem};

use super::adjudicator::Adjudication;
use crate::gtp_client::{self, Client, GtpError, time_settings};
use crate::options::MAX_SECONDS;

/// Time limit of an answer if the user sets none.
const ANSWER_LIMIT: Duration = Duration::from_secs(120);

#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) command: String,
    /// The command split into words, placeholders in place.
    words: Vec<String>,
    options: Vec<(String, String)>,
    gtp: Vec<String>,
    /// Its name in the output; the labels of the two players differ.
    pub(crate) label: String,
    /// Name and version by its own account.
    pub(crate) full_name: String,
    commands: BTreeSet<String>,
}

impl Program {
    pub(crate) fn untried(
        command: &str,
        options: impl IntoIterator<Item = (String, String)>,
        gtp: &[String],
    ) -> Result<Self> {
        Ok(Self {
            command: command.to_string(),
            words: split_words(command)?,
            options: options.into_iter().collect(),
            gtp: gtp.to_vec(),
            ..Self::default()
        })
    }

    pub(crate) fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    fn rules_command(&self, rules: Rules) -> Option<String> {
        gtp_client::rules_command(|command| self.knows(command), rules)
    }
}

/// The terms that all games of a match or a tournament share.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) judge: Option<Program>,
    pub(crate) games: u32,
    pub(crate) size: BoardSize,
    /// Handicap stones of the first program, which then has Black; empty in even games.
    pub(crate) handicap: Vec<Point>,
    pub(crate) komi: f32,
    pub(crate) rules: Rules,
    pub(crate) time: TimeSystem,
    pub(crate) tolerance: Duration,
    pub(crate) patience: Option<Duration>,
    pub(crate) adjudication: Option<Adjudication>,
    pub(crate) seed: u64,
    pub(crate) max_moves: u32,
}

impl Plan {
    /// Time limit of an answer other than a move.
    pub(crate) fn answer_limit(&self) -> Duration {
        self.patience.unwrap_or(ANSWER_LIMIT)
    }

    /// Time limit of a move. With a clock that alone limits moves, unless the user says more.
    pub(crate) fn move_limit(&self) -> Duration {
        match self.time {
            TimeSystem::Unlimited => self.answer_limit(),
            _ => self.patience.unwrap_or(Duration::from_secs_f64(MAX_SECONDS)),
        }
    }

    /// Returns a warning if the program has no command for the rules and its command line does not name them.
    pub(crate) fn rules_note(&self, name: &str, program: &Program) -> Option<String> {
        let is_told = program.rules_command(self.rules).is_some() || program.command.contains("rules");
        let (rules, how) = (
            self.rules,
            "its command line has to ask for them if they are not its default",
        );
        (!is_told).then(|| format!("{name} has no GTP command for {rules} rules: {how}"))
    }

    pub(crate) fn tried_judge(&self, judge: Program) -> Result<Program> {
        let command = judge.command.clone();
        let judge = self.tried(judge);
        let judge =
            judge.with_context(|| format!("the judge cannot judge these games (command: {command})"))?;
        ensure!(
            judge.knows("final_status_list") || judge.knows("final_score"),
            "the judge, {}, lists neither final_status_list nor final_score (command: {command})",
            judge.label
        );
        Ok(judge)
    }

    /// Starts a program, asks for its name and commands, sets up a game, and ends the program.
    pub(crate) fn tried(&self, mut program: Program) -> Result<Program> {
        let mut client = Client::start(&self.words(&program, 0))
            .map_err(|error| anyhow!("it {error}; is it installed, and found in PATH by that name?"))?;
        let mut ask = |command| client.suggest(command, self.answer_limit());
        let protocol = ask("protocol_version")?.unwrap_or_else(|| "2".to_string());
        let shown = quote(&protocol);
        ensure!(
            protocol == "2",
            "it speaks version {shown} of GTP, the match version 2"
        );
        let name = ask("name")?.filter(|name| !name.is_empty());
        let version = ask("version")?.unwrap_or_default();
        let commands = ask("list_commands")?.unwrap_or_default();
        program.label = name.map_or("unnamed".to_string(), |name| quote(&name));
        program.full_name = quote(&format!("{} {version}", program.label));
        program.commands = commands.split_whitespace().map(String::from).collect();
        self.set_up(&program, &mut client)?;
        self.check_shape(&mut client)?;
        client.quit();
        Ok(program)
    }

    /// Checks that the board is not square. GNU Go and others accept `boardsize 19 13` and make a square
    /// board; a stone outside the rectangle finds out.
    fn check_shape(&self, client: &mut Client) -> Result<()> {
        let (width, height) = (self.size.width(), self.size.height());
        if width == height {
            return Ok(());
        }
        let square = BoardSize::square(width.max(height));
        // Rows are counted from the bottom, so the corner that a flat board lacks is at the top left.
        let (x, y) = if width < height {
            (height - 1, height - 1)
        } else {
            (0, 0)
        };
        let outside = format!("play b {}", square.vertex(Point::new(x, y)));
        match client.ask(&outside, self.answer_limit()) {
            Err(GtpError::Refused(..)) => Ok(()),
            Err(error) => Err(error.into()),
            Ok(_) => bail!("it makes a board of {square} when it is asked for {}", self.size),
        }
    }

    pub(crate) fn first_position(&self) -> Game {
        let mut game = Game::new(self.size, self.rules, self.komi);
        if !self.handicap.is_empty() {
            // The stones are on different points of an empty board.
            let _ = game.set_handicap(&self.handicap);
        }
        game
    }

    pub(crate) fn set_up(&self, program: &Program, client: &mut Client) -> Result<(), GtpError> {
        let (width, height) = (self.size.width(), self.size.height());
        let board_size = if width == height {
            format!("boardsize {width}")
        } else if program.knows("rectangular_boardsize") {
            format!("rectangular_boardsize {width} {height}")
        } else {
            format!("boardsize {width} {height}")
        };
        let rules = program.rules_command(self.rules);
        let stones = protocol::vertices(self.size, self.handicap.iter().copied());
        let handicap = (!stones.is_empty()).then(|| format!("set_free_handicap {stones}"));
        // Komi comes last, as the other commands may change it.
        let commands = [
            Some(board_size),
            rules,
            Some("clear_board".to_string()),
            handicap,
            Some(format!("komi {}", self.komi)),
        ];
        for command in commands.iter().flatten().chain(&program.gtp) {
            client.ask(command, self.answer_limit())?;
        }
        if let Some(command) = time_settings(self.time, |command| program.knows(command)) {
            // A program without a clock may still be fast enough.
            client.suggest(&command, self.answer_limit())?;
        }
        Ok(())
    }

    /// Returns the words of a program's command for a game, counted from 0.
    pub(crate) fn words(&self, program: &Program, game: u32) -> Vec<String> {
        let number = (game + 1).to_string();
        // GNU Go accepts positive numbers of 32 bits.
        let seed = (self.seed.wrapping_add(u64::from(game)) % 0x7fff_ffff + 1).to_string();
        let filled = |word: &String| {
            let options = program.options.iter();
            options
                .fold(word.clone(), |word, (name, value)| {
                    word.replace(&format!("{{{name}}}"), value)
                })
                .replace("{seed}", &seed)
                .replace("{game}", &number)
        };
        program.words.iter().map(filled).collect()
    }

    /// Tells a program the moves of a game from that number on, counted from 0.
    pub(crate) fn tell(&self, client: &mut Client, game: &Game, from: usize) -> Result<(), GtpError> {
        let mut moves = game.moves().skip(from);
        moves.try_for_each(|(color, mv)| client.play(self.size, color, mv, self.answer_limit()))
    }

    /// Starts a program for a game and brings it to the empty board.
    pub(crate) fn start(&self, program: &Program, game: u32) -> Result<Client, GtpError> {
        let mut client = Client::start(&self.words(program, game))?;
        self.set_up(program, &mut client)?;
        Ok(client)
    }
}
