// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tournament of 1984: a Swiss tournament or a knockout whose games are played under the referee.
//!
//! Rounds follow from results, so games are no jobs: the referee plays one game after the other, as CPU time
//! is measured best on an idle machine. `plan` is what the user asked for, `rounds` what has happened, which
//! `cup` keeps in the folder; folder, standings and tables are those of all tournaments.
//!
//! The results are in a file of the folder, which no program of a game can write. No result is read from a
//! record. A person who corrects a verdict with [`judge`] corrects the tournament: `corrections` keeps these
//! verdicts in a file of their own.

mod args;
mod corrections;
mod cup;
mod pairing;
mod plan;
mod rounds;
mod tables;

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use katachi_rules::{ByColor, Color, quantity};

pub(crate) use args::RefereeArgs;
pub(crate) use corrections::judge;

use cup::Cup;
use plan::{Kind, Plan};

use crate::referee::{Entrant, Launcher, Setting, record_path, referee};

/// The command `katachi-usenix84 referee`: referees a game, or plays a tournament in a folder with a line for
/// each game on `out`. `path` is the path of this program, as for a [`Launcher`]. Standard error lists the
/// limits that this system does not enforce.
///
/// # Errors
/// Options and programs that cannot be used, a folder of another tournament, files or an `out` that cannot be
/// written. What the programs do is no error. Finished games are kept.
pub(crate) fn run(args: RefereeArgs, path: &Path, out: &mut dyn Write) -> Result<()> {
    let launcher = Launcher::new(path, args.terms.allow_forks)?;
    for gap in &launcher.gaps {
        eprintln!("note: {gap}");
    }
    if let Some((kind, players)) = args.tournament.zip(args.players.as_deref()) {
        return play(kind, players, &args, &launcher, out);
    }
    let entrant = |command: Option<String>, name: Option<String>, gtp| {
        let command = command.unwrap_or_default();
        let name = name.unwrap_or_else(|| command.clone());
        Entrant { name, command, gtp }
    };
    let entrants = ByColor {
        black: entrant(args.first, args.name1, args.gtp1),
        white: entrant(args.second, args.name2, args.gtp2),
    };
    for color in Color::BOTH {
        entrants[color].words()?;
    }
    let setting = Setting {
        entrants,
        terms: args.terms,
        launcher,
        scratch: args.scratch,
        // Last, as it makes a file.
        sgf: record_path(args.sgf, args.overwrite)?,
        quiet: args.quiet,
    };
    referee(&setting, &mut |_| Ok(()), out)
}

fn play(
    kind: Kind,
    players: &Path,
    args: &RefereeArgs,
    launcher: &Launcher,
    out: &mut dyn Write,
) -> Result<()> {
    let folder = args.out.clone().unwrap_or_else(|| players.with_extension(""));
    let mut cup = Cup::open(&folder, Plan::new(kind, players, args)?)?;
    let before = cup.finished();
    if before > 0 && !args.quiet {
        writeln!(out, "{} played before", quantity(before, "game"))?;
    }
    while let Some(game) = cup.next_game()? {
        let setting = Setting {
            entrants: ByColor::from_fn(|color| cup.state.program(game, color).clone()),
            terms: args.terms,
            launcher: launcher.clone(),
            scratch: None,
            sgf: record_path(Some(cup.record(game)), false)?,
            quiet: true,
        };
        let mut line = String::new();
        let mut book = |result: &str| {
            line = cup.add(game, result)?;
            Ok(())
        };
        referee(&setting, &mut book, &mut Vec::new())?;
        if !args.quiet {
            writeln!(out, "{line}")?;
            out.flush()?;
        }
    }
    cup.write_tables()?;
    write!(out, "{}", tables::text(&cup.state))?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests;
