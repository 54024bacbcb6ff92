// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tournament of 1984: a Swiss tournament or a knockout whose games are played under the referee.
//!
//! Rounds follow from results, so games are no jobs: the referee plays one game after the other, as CPU time
//! is measured best on an idle machine. `plan` is what the user asked for, `rounds` what has happened, which
//! `cup` keeps in the folder; pairing, folder, standings and tables are the same for all tournaments.
//!
//! The results are in a file of the folder, which no program of a game can write. No result is read from a
//! record. A person who corrects a verdict with [`judge`] corrects the tournament: `corrections` keeps these
//! verdicts in a file of their own.

mod args;
mod corrections;
mod cup;
mod plan;
mod rounds;
mod tables;

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use katachi_rules::ByColor;

pub use args::RefereeArgs;
pub use corrections::judge;

use cup::Cup;
use plan::{Options, Plan};
use rounds::GameId;

use crate::quantity::quantity;
use crate::referee::{Judge, Launcher, ProgramOptions, RefereeOptions, referee};

/// The command `katachi referee`: referees a game, or plays a tournament in a folder with a line for each
/// game on `out`. `path` is the path of this program, as for a [`Launcher`]. Standard error lists the limits
/// that this system does not enforce.
///
/// # Errors
/// Options and programs that cannot be used, a folder of another tournament, files or an `out` that cannot be
/// written. What the programs do is no error. Finished games are kept.
pub fn run(args: RefereeArgs, path: &Path, judge: &dyn Judge, out: &mut dyn Write) -> Result<()> {
    let launcher = &Launcher::new(path, args.terms.allow_forks)?;
    for gap in launcher.gaps() {
        eprintln!("note: {gap}");
    }
    if let Some((kind, players)) = args.tournament.zip(args.players) {
        let options = Options {
            kind,
            rounds: args.rounds,
            out: args.out.unwrap_or_else(|| players.with_extension("")),
            players,
            seed: args.seed,
            quiet: args.quiet,
            terms: args.terms,
        };
        return play(&options, launcher, judge, out);
    }
    let program = |command: Option<String>, name, gtp| ProgramOptions {
        command: command.unwrap_or_default(),
        name,
        gtp,
    };
    let options = RefereeOptions {
        programs: ByColor {
            black: program(args.first, args.name1, args.gtp1),
            white: program(args.second, args.name2, args.gtp2),
        },
        sgf: args.sgf,
        overwrite: args.overwrite,
        quiet: args.quiet,
        scratch: args.scratch,
        terms: args.terms,
    };
    referee(&options, launcher, judge, &mut |_| Ok(()), out)
}

/// Plays a tournament, or what is left of it.
fn play(options: &Options, launcher: &Launcher, judge: &dyn Judge, out: &mut dyn Write) -> Result<()> {
    let mut cup = Cup::open(&options.out, Plan::new(options)?)?;
    let before = cup.finished();
    if before > 0 && !options.quiet {
        writeln!(out, "{} played before", quantity(before, "game"))?;
    }
    while let Some(game) = cup.next_game()? {
        let asked = game_options(options, &cup, game);
        let mut line = String::new();
        let mut book = |result: &str| {
            line = cup.add(game, result)?;
            Ok(())
        };
        referee(&asked, launcher, judge, &mut book, &mut Vec::new())?;
        if !options.quiet {
            writeln!(out, "{line}")?;
            out.flush()?;
        }
    }
    cup.write_tables()?;
    write!(out, "{}", tables::text(&cup.state))?;
    out.flush()?;
    Ok(())
}

/// Returns what the referee is asked for a game.
fn game_options(options: &Options, cup: &Cup, game: GameId) -> RefereeOptions {
    RefereeOptions {
        programs: ByColor::from_fn(|color| {
            let program = &cup.state.plan.programs[cup.program(game, color)];
            ProgramOptions {
                command: program.command.clone(),
                name: Some(program.name.clone()),
                gtp: program.gtp,
            }
        }),
        sgf: Some(cup.record(game)),
        overwrite: false,
        quiet: true,
        scratch: None,
        terms: options.terms,
    }
}

#[cfg(test)]
mod tests;
