// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a tournament is: its programs, its kind and the terms of its games. Nothing of it may change while it is played.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::super::setting::{Entrant, RefereeOptions};
use super::pairing::MAX_PROGRAMS;
use crate::error::{Context as _, Error, Result};

/// How programs are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// All play all rounds, against programs of about as many points.
    Swiss,
    /// Who loses is out.
    Knockout,
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "swiss" => Ok(Self::Swiss),
            "knockout" => Ok(Self::Knockout),
            _ => Err("expected swiss or knockout".to_owned()),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Swiss => "Swiss",
            Self::Knockout => "Knockout",
        })
    }
}

/// What the user asks of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentOptions {
    /// How programs are paired.
    pub kind: Kind,
    /// The TOML file of the programs, a `[[program]]` each with `name` and `command`, and `gtp = true` for those that speak GTP. Their
    /// order is the seeding.
    pub players: PathBuf,
    /// Rounds of a Swiss tournament; none for the fewest after which one program can be the only one that has won all.
    pub rounds: Option<u32>,
    /// The folder for everything that is written.
    pub out: PathBuf,
    /// Of the pairings among equals.
    pub seed: u64,
    /// The terms of each game; programs, names and record are those of the tournament.
    pub game: RefereeOptions,
}

/// A program of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Program {
    pub(super) name: String,
    pub(super) command: String,
    #[serde(default)]
    pub(super) gtp: bool,
}

/// A checked tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) kind: Kind,
    pub(super) rounds: usize,
    pub(super) seed: u64,
    pub(super) programs: Vec<Program>,
    main: f64,
    byo_romi: f64,
    idle: f64,
    game_time: f64,
    max_moves: u32,
    memory: u64,
    allow_forks: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Players {
    program: Vec<Program>,
}

impl Plan {
    /// Reads the players' file and checks the options.
    ///
    /// # Errors
    /// What cannot be used, in words for the user.
    pub(super) fn new(options: &TournamentOptions) -> Result<Self> {
        let shown = options.players.display();
        let text = fs::read_to_string(&options.players).with_context(|| format!("cannot read {shown}"))?;
        let programs = programs(&text).with_context(|| format!("cannot use {shown}"))?;
        let count = programs.len();
        let fewest = count.next_power_of_two().trailing_zeros() as usize;
        let rounds = match (options.kind, options.rounds) {
            (Kind::Knockout, Some(_)) => {
                bail!("--rounds is for a Swiss tournament: a knockout ends when one program is left")
            }
            (Kind::Swiss, Some(rounds)) => rounds as usize,
            (_, None) => fewest,
        };
        ensure!(
            count <= 24 || rounds <= count / 2,
            "--rounds {rounds} are too many for {count} programs: at most half as many as there are programs, where these are more than 24"
        );
        let game = &options.game;
        Ok(Self {
            kind: options.kind,
            rounds,
            seed: options.seed,
            programs,
            main: game.clocks.main,
            byo_romi: game.clocks.byo_romi,
            idle: game.idle,
            game_time: game.game_time,
            max_moves: game.max_moves,
            memory: game.memory,
            allow_forks: game.allow_forks,
        })
    }
}

#[cfg(test)]
impl Plan {
    /// A tournament of programs with these names that is never played.
    pub(super) fn of_names(kind: Kind, names: impl Iterator<Item = String>) -> Self {
        let program = |name| Program {
            name,
            command: String::new(),
            gtp: false,
        };
        Self {
            kind,
            rounds: 3,
            seed: 1,
            programs: names.map(program).collect(),
            main: 3600.0,
            byo_romi: 10.0,
            idle: 600.0,
            game_time: 86_400.0,
            max_moves: 1000,
            memory: 4096,
            allow_forks: false,
        }
    }
}

fn programs(text: &str) -> Result<Vec<Program>> {
    let players: Players = toml::from_str(text).map_err(|error| Error::new(error.to_string().trim_end()))?;
    let programs = players.program;
    ensure!(
        (2..=MAX_PROGRAMS).contains(&programs.len()),
        "expected 2 to {MAX_PROGRAMS} programs, found {}: write [[program]] with name and command for each",
        programs.len()
    );
    for (i, program) in programs.iter().enumerate() {
        let name = program.name.as_str();
        ensure!(!name.trim().is_empty(), "a program has no name");
        let twice = programs[..i].iter().any(|other| other.name == program.name);
        ensure!(!twice, "two programs are called '{name}'");
        Entrant::new(&program.command, None, program.gtp).with_context(|| format!("program '{name}'"))?;
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_names_and_commands_that_can_be_started() {
        let read = |text: &str| programs(text).map_err(|error| format!("{error:#}"));
        let two = "[[program]]\nname = 'a'\ncommand = 'true'\n[[program]]\nname = 'b'\ncommand = 'cat -'\ngtp = true\n";
        let programs = read(two).unwrap();
        assert_eq!((programs[0].gtp, programs[1].gtp), (false, true));
        for (text, expected) in [
            ("", "missing field `program`"),
            (
                "[[program]]\nname = 'a'\ncommand = 'true'\n",
                "expected 2 to 128 programs, found 1",
            ),
            (&two.replace("'b'", "'a'"), "two programs are called 'a'"),
            (&two.replace("'b'", "' '"), "a program has no name"),
            (
                &two.replace("cat -", "/no/such/program"),
                "program 'b': cannot start '/no/such/program'",
            ),
            (&two.replace("cat -", "cat '"), "expected"),
            (&two.replace("gtp", "gpt"), "unknown field `gpt`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
