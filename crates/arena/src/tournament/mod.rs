// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tournaments of several programs: round robin, gauntlet, sequential test.
//!
//! `config` is what the user wrote; `schedule` makes it [`GameJob`]s, each with all that it takes to play it anywhere;
//! what comes of one is a [`GameResult`]. Both are one line of JSON. [`play()`] does all jobs here and keeps the
//! results in a folder (`store`), so that it can be killed at any moment and go on later; [`plan`], [`play_jobs`] and
//! [`merge`] are the same steps for other machines. `standings` sums results up, in the order of the games' numbers,
//! whoever finished first, and `tables` shows that: so the tables depend on the games alone.
//!
//! A game is planned with its programs, terms and opening before any is played. Its result carries the job's
//! fingerprint. So playing here, resuming after a kill and merging the results of other machines are one operation:
//! results by the numbers of games, of which some are missing. A result is one line appended in one write; a last line
//! without an end is a game that was not finished. Tables have no times in them. A sequential test stops at the first
//! pair of games, in the order of numbers, that decides it.

mod book;
mod config;
mod job;
mod schedule;
mod standings;
mod store;
mod tables;
mod terms;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use self::config::Config;
use self::job::{Roster, Table};
use self::standings::{Standings, collected, test};
use self::store::Store;
use super::jobs::{self, Stop};
use super::sprt::Verdict;
use crate::error::{Context as _, Error, Result};
use crate::quantity::quantity;

pub use self::job::{GameJob, GameResult, Tournament};
#[cfg(target_os = "linux")]
pub(crate) use self::store::lock;
#[cfg(target_os = "linux")]
pub(crate) use self::tables::{aligned, table};

/// Games that were planned for a tournament, in their order.
///
/// # Errors
/// A file that cannot be read or makes no sense.
pub fn plan(file: &Path) -> Result<Vec<GameJob>> {
    Ok(schedule::games(&Config::read(file)?))
}

/// Plays games one after the other, trying each program once, and hands the results on.
///
/// # Errors
/// A job that makes no sense, a program that cannot play, and those of `take`.
pub fn play_jobs<E: From<Error>>(
    jobs: Vec<GameJob>,
    mut take: impl FnMut(GameResult) -> Result<(), E>,
) -> Result<(), E> {
    let mut roster = Roster::default();
    for job in jobs {
        let number = job.game;
        let table = Table::new(job, &mut roster).with_context(|| format!("game {number}"))?;
        if let Some(result) = table.play(&Stop::default()) {
            take(result)?;
        }
    }
    Ok(())
}

/// The tables of results that come from anywhere, in any order, some perhaps twice; written to `folder` if there is
/// one, with the records. The text of the tables.
///
/// # Errors
/// Results of different tournaments; files that cannot be written.
pub fn merge(results: Vec<GameResult>, folder: Option<&Path>) -> Result<String> {
    let games = collected(results)?;
    let Some(first) = games.values().next() else {
        bail!("there are no results");
    };
    let standings = Standings::new(&first.tournament, &games);
    if let Some(folder) = folder {
        store::write_all(folder, &games, &standings)?;
    }
    Ok(tables::text(&standings) + &tables::effort(&standings))
}

/// Plays a tournament, or what is left of it, in a folder: `jobs` games at the same time, a line for each on `out` in the
/// order of the games, and the tables at the end.
///
/// # Errors
/// A file that makes no sense, programs that cannot play, a folder that holds something else or cannot be written to, an
/// `out` that cannot be written to. Finished games are kept whatever happens.
pub fn play(file: &Path, folder: &Path, jobs: usize, quiet: bool, out: &mut dyn Write) -> Result<()> {
    let planned = plan(file)?;
    let (mut store, mut games) = Store::open(folder, &planned)?;
    let tournament = planned[0].tournament.clone();
    let is_decided = |games: &BTreeMap<u32, GameResult>| {
        test(&tournament, games).is_some_and(|(state, _)| state.verdict != Verdict::Undecided)
    };
    let mut roster = Roster::default();
    let mut left = Vec::new();
    if !is_decided(&games) {
        for job in planned.into_iter().filter(|job| !games.contains_key(&job.game)) {
            left.push(Table::new(job, &mut roster)?);
        }
    }
    if !quiet {
        roster.notes.iter().for_each(|note| eprintln!("note: {note}"));
    }
    if !quiet && !games.is_empty() {
        writeln!(
            out,
            "{} played before, {} left",
            quantity(games.len(), "game"),
            left.len()
        )?;
    }
    let mut shown: u32 = 0;
    let mut take = |game: GameResult| -> Result<bool> {
        store.add(&game)?;
        games.insert(game.game, game);
        while let Some(game) = games.get(&(shown + 1)) {
            shown += 1;
            if !quiet && left.iter().any(|table| table.number() == shown) {
                writeln!(out, "{}", game.line())?;
                out.flush()?;
            }
        }
        Ok(is_decided(&games))
    };
    let played = jobs::run(&left, jobs, Table::play, |game| match take(game) {
        Ok(false) => Ok(()),
        Ok(true) => Err(End::Decided),
        Err(error) => Err(End::Failed(error)),
    });
    if let Err(End::Failed(error)) = played {
        return Err(error);
    }
    let standings = Standings::new(&tournament, &games);
    store.write_tables(&standings)?;
    write!(out, "{}{}", tables::text(&standings), tables::effort(&standings))?;
    out.flush()?;
    Ok(())
}

/// Why no more games are begun.
enum End {
    Decided,
    Failed(Error),
}
