// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tournaments of several programs: round robin, gauntlet, sequential test.
//!
//! `config` is what the user wrote. It pairs the programs and makes [`GameJob`]s, each with all data that it
//! takes to play it anywhere; the result of a job is a [`GameResult`]. Both are one line of JSON. [`play()`]
//! does all jobs here and keeps the results in a folder (`store`), so that it can be killed at any moment and
//! resumed; [`plan`], [`play_jobs`] and [`merge`] are the same steps for other machines. `standings` sums up
//! results, and `tables` prints them.
//!
//! A job contains its programs, terms and opening; its result carries the job's fingerprint. So playing here,
//! resuming after a kill and merging the results of other machines are one operation: results by the numbers
//! of games, some of them missing. A result is one line appended in one write; a last line without an end is
//! an unfinished game. Tables depend on the games alone, in the order of their numbers, and contain no times.
//! A sequential test stops at the first pair of games, in the order of numbers, that decides it.

mod book;
mod config;
mod job;
mod machine;
mod standings;
mod store;
mod tables;
mod terms;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, Error, Result, bail};
use katachi_rules::{printable_line, quantity};
use serde_json::Value;

use self::job::{PreparedGame, TriedPrograms};
use self::standings::{Summary, collected, test};
use self::store::Store;
use crate::jobs;
use crate::sprt::Verdict;

pub use self::config::{plan, plan_text};
pub use self::job::{GameJob, GameResult, Tournament, result_file};
pub use self::machine::{Commands, Origin};
pub use self::standings::{CountedGame, Row, sums};
pub use self::store::{Folder, RECORDS, check_tables};
pub use self::tables::{Column, Table};

/// Plays games one after the other and hands each result to `take`. Each program is tried once, before its
/// first game. `commands` are those of programs that are called otherwise on this machine, `origin` is told
/// in the results.
///
/// # Errors
/// A job that makes no sense, a program that cannot play, and errors of `take`.
pub fn play_jobs<E: From<Error>>(
    jobs: Vec<GameJob>,
    (commands, origin): (&Commands, &Origin),
    mut take: impl FnMut(GameResult) -> Result<(), E>,
) -> Result<(), E> {
    let mut tried = TriedPrograms::default();
    for job in jobs {
        let number = job.game;
        let game = PreparedGame::new(job, commands, &mut tried).with_context(|| format!("game {number}"))?;
        if let Some(result) = game.play(origin, &AtomicBool::new(false)) {
            take(result)?;
        }
    }
    Ok(())
}

/// Merges results of any machines in any order, some perhaps twice. Writes tables and records to `folder` if
/// there is one, and returns the tables as text and the state for programs: JSON with `tournament`, `games`,
/// `played`, `finished`, `missing`, `programs`, `test`. It is finished if every game has a result, or the
/// sequential test has decided.
///
/// # Errors
/// Results of different tournaments; files that cannot be written.
pub fn merge(results: Vec<GameResult>, folder: Option<&Path>) -> Result<(String, Value)> {
    let games = collected(results)?;
    let Some(first) = games.values().next() else {
        bail!("there are no results");
    };
    let summary = Summary::new(&first.tournament, &games);
    if let Some(folder) = folder {
        store::write_all(folder, &games, &summary)?;
    }
    let text = tables::text(&summary) + &tables::effort(&summary.standings);
    Ok((text, tables::json(&summary, &games)))
}

/// Plays a tournament, or what is left of it, in a folder, `jobs` games at the same time, at most one for
/// each core. Writes a line for each game to `out` in the order of the games, and the tables at the end.
/// `origin` is told in the results.
///
/// # Errors
/// A file that makes no sense, programs that cannot play, a folder that holds something else or cannot be
/// written to, an `out` that cannot be written to. Finished games are always kept.
pub fn play(
    (file, origin): (&Path, &Origin),
    folder: &Path,
    jobs: u32,
    quiet: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let planned = plan(file)?;
    let (mut store, mut games) = Store::open(folder, &planned)?;
    let tournament = planned[0].tournament.clone();
    let is_decided = |games: &BTreeMap<u32, GameResult>| {
        test(&tournament, games).is_some_and(|(state, _)| state.verdict != Verdict::Undecided)
    };
    let mut tried = TriedPrograms::default();
    let mut left = Vec::new();
    if !is_decided(&games) {
        for job in planned.into_iter().filter(|job| !games.contains_key(&job.game)) {
            left.push(PreparedGame::new(job, &Commands::default(), &mut tried)?);
        }
    }
    if !quiet {
        let notes = tried.notes.iter();
        notes.for_each(|note| eprintln!("note: {}", printable_line(note)));
    }
    if !quiet && !games.is_empty() {
        let before = quantity(games.len(), "game");
        writeln!(out, "{before} played before, {} left", left.len())?;
    }
    let mut shown: u32 = 0;
    let mut take = |game: GameResult| -> Result<bool> {
        store.add(&game)?;
        games.insert(game.game, game);
        while let Some(game) = games.get(&(shown + 1)) {
            shown += 1;
            if !quiet && left.iter().any(|game| game.number() == shown) {
                writeln!(out, "{}", game.line())?;
                out.flush()?;
            }
        }
        Ok(is_decided(&games))
    };
    let played = jobs::run(
        &left,
        jobs::at_most(jobs),
        |game, stop| game.play(origin, stop),
        |game| match take(game) {
            Ok(false) => Ok(()),
            // No more games begin.
            Ok(true) => Err(None),
            Err(error) => Err(Some(error)),
        },
    );
    if let Err(Some(error)) = played {
        return Err(error);
    }
    let summary = Summary::new(&tournament, &games);
    store.write_tables(&summary)?;
    let text = tables::text(&summary) + &tables::effort(&summary.standings);
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
