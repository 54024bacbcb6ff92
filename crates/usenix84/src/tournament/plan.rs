// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a refereed tournament is: its programs, its kind and the terms of its games. It may not change while
//! it is played.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Error, Result, bail, ensure};
use katachi_rules::is_unprintable;
use serde::{Deserialize, Serialize};

use super::args::RefereeArgs;
use super::pairing::MAX_PROGRAMS;
use crate::referee::{Entrant, GameTerms};

/// How programs are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// All programs play all rounds, against programs with about as many points.
    Swiss,
    /// The loser of a match is out.
    Knockout,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) kind: Kind,
    pub(super) rounds: usize,
    pub(super) seed: u64,
    pub(super) programs: Vec<Entrant>,
    #[serde(flatten)]
    pub(super) terms: GameTerms,
}

/// The file of the programs. Their order is the seeding.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Players {
    program: Vec<Entrant>,
}

impl Plan {
    pub(super) fn new(kind: Kind, players: &Path, options: &RefereeArgs) -> Result<Self> {
        let shown = players.display();
        let text = fs::read_to_string(players).with_context(|| format!("cannot read {shown}"))?;
        let programs = programs(&text).with_context(|| format!("cannot use {shown}"))?;
        let count = programs.len();
        let fewest = count.next_power_of_two().trailing_zeros() as usize;
        let rounds = match (kind, options.rounds) {
            (_, None) => fewest,
            (Kind::Swiss, Some(rounds)) => rounds as usize,
            (_, Some(_)) => {
                bail!("--rounds is for a Swiss tournament: a knockout ends when one program is left")
            }
        };
        ensure!(
            count <= 24 || rounds <= count / 2,
            "--rounds {rounds} is too much for {count} programs: more than 24 programs play at most half as many rounds"
        );
        Ok(Self {
            kind,
            rounds,
            seed: options.seed,
            programs,
            terms: options.terms,
        })
    }
}

fn programs(text: &str) -> Result<Vec<Entrant>> {
    let players: Players =
        toml::from_str(text).map_err(|error| Error::msg(error.to_string().trim_end().to_owned()))?;
    let programs = players.program;
    ensure!(
        (2..=MAX_PROGRAMS).contains(&programs.len()),
        "expected 2 to {MAX_PROGRAMS} programs, found {}: write [[program]] with name and command for each",
        programs.len()
    );
    for (i, program) in programs.iter().enumerate() {
        let name = program.name.as_str();
        ensure!(!name.trim().is_empty(), "a program has no name");
        ensure!(
            !name.contains(is_unprintable),
            "program {name:?}: its name has characters that cannot be printed"
        );
        let twice = programs[..i].iter().any(|other| other.name == program.name);
        ensure!(!twice, "two programs are called '{name}'");
        program.words().with_context(|| format!("program '{name}'"))?;
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
                &two.replace("'b'", "\"b\\u001B[31m\""),
                "its name has characters that cannot be printed",
            ),
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
