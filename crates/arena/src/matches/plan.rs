// SPDX-License-Identifier: MIT OR Apache-2.0

//! The plan of a match: commands split, programs tried, numbers checked.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Context as _, Error, Result, bail};
use katachi_gtp_protocol as protocol;
use katachi_rules::{BoardSize, Color, Game, Point, Rules, TimeSystem, fixed_handicap};

use super::adjudicator::Adjudication;
use crate::clock::time_settings;
use crate::options::MatchOptions;
use crate::outcome::Player;
use crate::process::gtp_client::{self, Client, GtpError};
use crate::process::line_program::split_words;
use crate::process::pipes::quote;

/// Seconds for an answer if the user sets no limit.
const ANSWER_SECONDS: f64 = 120.0;

/// Komi of even games and of those with a handicap if the user sets none.
const KOMI: [f32; 2] = [7.5, 0.5];

/// Random moves of an opening if the user sets no number and the board has room for them.
const OPENING_MOVES: u32 = 4;

/// A program that has been tried.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// As the user wrote it.
    pub(crate) command: String,
    /// The command split into words, placeholders in place.
    words: Vec<String>,
    /// Names of placeholders and their values.
    options: Vec<(String, String)>,
    /// GTP commands before each game.
    gtp: Vec<String>,
    /// Its name in the output; the labels of the two players differ.
    pub(crate) label: String,
    /// Name and version by its own account.
    pub(crate) full_name: String,
    commands: BTreeSet<String>,
}

impl Program {
    /// Makes a program that has not been tried yet.
    pub(crate) fn untried(
        command: &str,
        options: impl IntoIterator<Item = (String, String)>,
        gtp: &[String],
    ) -> Result<Self> {
        let words = split_words(command)?;
        Ok(Self {
            command: command.to_string(),
            words,
            options: options.into_iter().collect(),
            gtp: gtp.to_vec(),
            label: String::new(),
            full_name: String::new(),
            commands: BTreeSet::new(),
        })
    }

    pub(crate) fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Returns the command for the rules, if the program knows one.
    fn rules_command(&self, rules: Rules) -> Option<String> {
        gtp_client::rules_command(|command| self.knows(command), rules)
    }
}

/// Returns the time limit of every answer, and of moves; none if the clock alone limits moves.
pub(crate) fn limits(move_timeout: Option<f64>, time: TimeSystem) -> (Duration, Option<Duration>) {
    let limit = move_timeout.map(Duration::from_secs_f64);
    let answer_limit = limit.unwrap_or(Duration::from_secs_f64(ANSWER_SECONDS));
    let move_limit = match time {
        TimeSystem::Unlimited => Some(answer_limit),
        _ => limit,
    };
    (answer_limit, move_limit)
}

/// Returns the points of the handicap stones.
fn handicap(args: &MatchOptions) -> Result<Vec<Point>> {
    let Some(stones) = args.handicap else {
        return Ok(Vec::new());
    };
    fixed_handicap(args.size, usize::from(stones))
        .with_context(|| format!("--handicap {stones}: {} has no usual points for that", args.size))
}

/// The terms that all games of a match share.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) programs: [Program; 2],
    pub(crate) judge: Option<Program>,
    pub(crate) games: u32,
    pub(crate) size: BoardSize,
    /// Handicap stones of the first program, which then has Black; empty in even games.
    pub(crate) handicap: Vec<Point>,
    pub(crate) komi: f32,
    pub(crate) rules: Rules,
    pub(crate) time: TimeSystem,
    pub(crate) tolerance: Duration,
    /// Time limit of every answer.
    pub(crate) answer_limit: Duration,
    /// Time limit of moves; none if the clock alone limits them.
    pub(crate) move_limit: Option<Duration>,
    /// Conditions under which the judge ends a game.
    pub(crate) adjudication: Option<Adjudication>,
    pub(crate) seed: u64,
    pub(crate) opening_moves: u32,
    pub(crate) max_moves: u32,
    pub(crate) jobs: usize,
    /// Warnings before the games.
    pub(crate) notes: Vec<String>,
}

impl Plan {
    /// Checks the options and tries the programs.
    pub(crate) fn new(args: &MatchOptions) -> Result<Self> {
        let area = args.size.area() as u32;
        let handicap = handicap(args)?;
        let usual_moves = if handicap.is_empty() {
            OPENING_MOVES.min(area / 4)
        } else {
            0
        };
        let opening_moves = args.opening_moves.unwrap_or(usual_moves);
        if opening_moves > area / 4 {
            bail!(
                "--opening-moves {opening_moves} is too much for {}: at most a quarter of the points, {}",
                args.size,
                area / 4
            );
        }
        let texts = [&args.first, &args.second].into_iter().chain(&args.judge);
        let uses_level = texts.clone().any(|text| text.contains("{level}"));
        if args.level.is_some() && !uses_level {
            bail!("--level is the value of {{level}}, but no command contains {{level}}");
        }
        if args.level.is_none() && uses_level {
            bail!("a command contains {{level}}: give its value with --level N");
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let untried = |command: &String| {
            let level = args.level.map(|level| ("level".to_string(), level.to_string()));
            Program::untried(command, level, &[])
        };
        let time = args.time.unwrap_or_default();
        let (answer_limit, move_limit) = limits(args.move_timeout, time);
        let mut plan = Self {
            programs: [untried(&args.first)?, untried(&args.second)?],
            judge: args.judge.as_ref().map(untried).transpose()?,
            games: args.games,
            size: args.size,
            komi: args.komi.unwrap_or(KOMI[usize::from(!handicap.is_empty())]),
            handicap,
            rules: args.rules,
            time,
            tolerance: Duration::from_secs_f64(args.time_tolerance),
            answer_limit,
            move_limit,
            adjudication: None,
            seed: args.seed,
            opening_moves,
            max_moves: args.max_moves.unwrap_or(3 * area),
            jobs: (args.jobs.min(args.games) as usize).min(cores),
            notes: Vec::new(),
        };
        plan.try_programs(args)?;
        Ok(plan)
    }

    fn try_programs(&mut self, args: &MatchOptions) -> Result<()> {
        let names = [&args.first_name, &args.second_name];
        for player in Player::BOTH {
            let i = player.index();
            let role = ["first", "second"][i];
            let program = self.tried(self.programs[i].clone()).with_context(|| {
                format!(
                    "the {role} program cannot play this match (command: {})",
                    self.programs[i].command
                )
            })?;
            self.notes
                .extend(self.rules_note(&format!("the {role} program, {},", program.label), &program));
            self.programs[i] = program;
            if let Some(name) = names[i] {
                self.programs[i].label = quote(name);
            }
        }
        if self.programs[0].label == self.programs[1].label {
            for (program, mark) in self.programs.iter_mut().zip(["#1", "#2"]) {
                program.label = format!("{} {mark}", program.label);
            }
        }
        if let Some(judge) = self.judge.take() {
            self.judge = Some(self.tried_judge(judge)?);
        }
        Ok(())
    }

    /// Returns a warning if the program has no command for the rules and its command line does not name them.
    pub(crate) fn rules_note(&self, name: &str, program: &Program) -> Option<String> {
        let is_told = program.rules_command(self.rules).is_some() || program.command.contains("rules");
        (!is_told).then(|| {
            format!(
                "{name} has no GTP command for {} rules: its command line has to ask for them if they are not its default",
                self.rules
            )
        })
    }

    /// Tries the judge.
    pub(crate) fn tried_judge(&self, judge: Program) -> Result<Program> {
        let command = judge.command.clone();
        let judge = self
            .tried(judge)
            .with_context(|| format!("the judge cannot judge these games (command: {command})"))?;
        if !judge.knows("final_status_list") && !judge.knows("final_score") {
            bail!(
                "the judge, {}, lists neither final_status_list nor final_score (command: {command})",
                judge.label
            );
        }
        Ok(judge)
    }

    /// Starts a program, asks for its name and commands, sets up a game, and ends the program.
    pub(crate) fn tried(&self, mut program: Program) -> Result<Program> {
        let mut client = Client::start(&self.words(&program, 0)).map_err(|error| {
            Error::msg(format!(
                "it {error}; is it installed, and found in PATH by that name?"
            ))
        })?;
        let mut ask = |command: &str| match client.ask(command, self.answer_limit) {
            Err(GtpError::Refused(..)) => Ok(None),
            other => other.map(Some),
        };
        let version_of_protocol = ask("protocol_version")?.unwrap_or_else(|| "2".to_string());
        if version_of_protocol != "2" {
            bail!(
                "it speaks version {} of GTP, the match version 2",
                quote(&version_of_protocol)
            );
        }
        let name = ask("name")?.unwrap_or_default();
        let version = ask("version")?.unwrap_or_default();
        program.label = if name.is_empty() {
            "unnamed".to_string()
        } else {
            quote(&name)
        };
        program.full_name = quote(&format!("{} {version}", program.label));
        program.commands = ask("list_commands")?
            .unwrap_or_default()
            .split_whitespace()
            .map(String::from)
            .collect();
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
        match client.ask(&outside, self.answer_limit) {
            Err(GtpError::Refused(..)) => Ok(()),
            Err(error) => Err(error.into()),
            Ok(_) => bail!("it makes a board of {square} when it is asked for {}", self.size),
        }
    }

    /// Returns the empty board, with the handicap stones if there are any.
    pub(crate) fn first_position(&self) -> Game {
        let mut game = Game::new(self.size, self.rules, self.komi);
        if !self.handicap.is_empty() {
            // The stones are on different points of an empty board.
            let _ = game.set_handicap(&self.handicap);
        }
        game
    }

    /// Returns the program of a colour; `black` has Black.
    pub(crate) fn player(&self, black: Player, color: Color) -> &Program {
        &self.programs[Player::of_color(black, color).index()]
    }

    /// Returns the player with Black in a game, counted from 0.
    pub(crate) fn black_in(&self, game: u32) -> Player {
        match self.handicap.is_empty() {
            true => Player::black_in(game),
            false => Player::First,
        }
    }

    /// Brings a program to the first position of a game.
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
        let time = time_settings(self.time, |command| program.knows(command));
        // Komi comes last, as the other commands may change it.
        let commands = [
            Some(board_size),
            rules,
            Some("clear_board".to_string()),
            handicap,
            Some(format!("komi {}", self.komi)),
        ];
        for command in commands.iter().flatten().chain(&program.gtp) {
            client.ask(command, self.answer_limit)?;
        }
        if let Some(command) = time {
            match client.ask(&command, self.answer_limit) {
                // A program without a clock may still be fast enough.
                Ok(_) | Err(GtpError::Refused(..)) => {}
                Err(error) => return Err(error),
            }
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

    /// Starts a program for a game and brings it to the empty board.
    pub(crate) fn start(&self, program: &Program, game: u32) -> Result<Client, GtpError> {
        let mut client = Client::start(&self.words(program, game))?;
        self.set_up(program, &mut client)?;
        Ok(client)
    }
}
