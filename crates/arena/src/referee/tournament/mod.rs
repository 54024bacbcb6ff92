// SPDX-License-Identifier: MIT OR Apache-2.0

//! A tournament of many programs under the referee of 1984: Swiss or knockout.
//!
//! `plan` is what the user asked for; `pairing` says who meets whom, from what has happened alone; `state` is what has
//! happened, which `store` keeps in a file that is whole at every moment; `standings` sums it up, and `tables` shows that. The referee plays one game
//! after the other: user time is measured best on a machine that does nothing else.
//!
//! The record of a game is where its result is: a person who corrects a verdict with [`super::judge()`] corrects the tournament.

mod pairing;
mod plan;
mod standings;
mod state;
mod store;
mod tables;

use std::io::Write;
use std::path::Path;

use katachi_rules::Color;

pub use plan::{Kind, TournamentOptions};

use plan::Plan;
use standings::Standings;
use state::Place;
use store::Store;

use super::judge::Judge;
use super::setting::RefereeOptions;
use crate::error::Result;
use crate::quantity::quantity;

/// The command `katachi referee --tournament`: plays a tournament, or what is left of it, with a line for each game on `out`, and
/// keeps all of it in a folder. `launcher` and `judge` are those of [`super::referee()`].
///
/// # Errors
/// Options and programs that cannot be used, a folder of another tournament, files that cannot be written, an `out` that cannot
/// be written to. Whatever the programs do is no error. Finished games are kept.
pub fn tournament(
    options: &TournamentOptions,
    launcher: &Path,
    judge: &dyn Judge,
    out: &mut dyn Write,
) -> Result<()> {
    let plan = Plan::new(options)?;
    let mut store = Store::open(&options.out, plan)?;
    let before = store.finished();
    if before > 0 && !options.game.quiet {
        writeln!(out, "{} played before", quantity(before, "game"))?;
    }
    while let Some(place) = store.next_game()? {
        if !store.has_record(place) {
            let setting = setting(options, &store, place);
            super::referee(&setting, launcher, judge, &mut Vec::new())?;
        }
        let line = store.add(place)?;
        write_tables(&store)?;
        if !options.game.quiet {
            writeln!(out, "{line}")?;
            out.flush()?;
        }
    }
    let standings = write_tables(&store)?;
    write!(out, "{}", tables::text(&store.state.plan, &standings))?;
    out.flush()?;
    Ok(())
}

/// What the referee is asked for a game.
fn setting(options: &TournamentOptions, store: &Store, place: Place) -> RefereeOptions {
    let program = |color| &store.state.plan.programs[store.seated(place, color)];
    let (black, white) = (program(Color::Black), program(Color::White));
    RefereeOptions {
        first: black.command.clone(),
        second: white.command.clone(),
        gtp1: black.gtp,
        gtp2: white.gtp,
        name1: Some(black.name.clone()),
        name2: Some(white.name.clone()),
        sgf: Some(store.record(place)),
        quiet: true,
        ..options.game.clone()
    }
}

fn write_tables(store: &Store) -> Result<Standings> {
    let standings = Standings::new(&store.state);
    store.write("standings.txt", &tables::text(&store.state.plan, &standings))?;
    store.write("standings.html", &tables::page(&store.state, &standings))?;
    Ok(standings)
}
