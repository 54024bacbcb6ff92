// SPDX-License-Identifier: MIT OR Apache-2.0

//! A whole match: games handed to threads, results printed in the order of the games.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::game::{Fixture, GameReport, play_game};
use super::jobs::{self, Stop};
use super::opening::play_random_opening;
use super::options::MatchOptions;
use super::outcome::Player;
use super::plan::Plan;
use super::report::{check_records, game_line, result_lines, write_record};
use super::stats::{Sums, Tally};
use crate::error::{Context as _, Result};

/// Plays a match: writes the games and the result to `out`, shows a progress bar on standard error if that is a terminal, and
/// returns the sums of both programs by [`Player`].
///
/// # Errors
/// Options or programs that cannot be used, before any game is played; a record or an `out` that cannot be written. Games
/// that programs lose by their fault are no errors.
pub fn play_match(args: &MatchOptions, out: &mut dyn Write) -> Result<[Tally; 2]> {
    let plan = Plan::new(args)?;
    if let Some(directory) = &args.sgf {
        fs::create_dir_all(directory).with_context(|| {
            format!(
                "cannot make the directory for the records, {}",
                directory.display()
            )
        })?;
        check_records(directory, &plan)?;
    }
    if !args.quiet {
        for note in &plan.notes {
            eprintln!("note: {note}");
        }
    }
    let sums = play_games(&plan, args, out)?;
    out.write_all(result_lines(&plan, &sums).as_bytes())?;
    out.flush()?;
    Ok(sums.tallies)
}

/// Plays the games and shows each as soon as all before it are shown.
fn play_games(plan: &Plan, args: &MatchOptions, out: &mut dyn Write) -> Result<Sums> {
    let bar = if args.quiet {
        ProgressBar::hidden()
    } else {
        progress_bar(plan)
    };
    let mut sums = Sums::default();
    let mut waiting = BTreeMap::new();
    let mut shown = 0;
    let games: Vec<u32> = (0..plan.games).collect();
    let play = |&index: &u32, stop: &Stop| play_game(plan, &fixture(plan, index), stop);
    jobs::run(&games, plan.jobs, play, |report: GameReport| -> Result<()> {
        bar.inc(1);
        if let Some(directory) = &args.sgf {
            write_record(directory, plan, &report)?;
        }
        waiting.insert(report.index, report);
        while let Some(report) = waiting.remove(&shown) {
            shown += 1;
            sums.add(&report);
            if !args.quiet || report.outcome.fault().is_some() {
                let line = game_line(plan, &report);
                bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
            }
            bar.set_message(standing(plan, &sums));
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(sums)
}

/// Games of a pair share an opening.
fn fixture(plan: &Plan, index: u32) -> Fixture {
    let mut game = plan.first_position();
    play_random_opening(&mut game, plan.seed, u64::from(index / 2), plan.opening_moves);
    Fixture {
        index,
        black: plan.black_in(index),
        opening: game.moves().map(|(_, mv)| mv).collect(),
    }
}

fn standing(plan: &Plan, sums: &Sums) -> String {
    let side = |player: Player| {
        (
            plan.programs[player.index()].label.as_str(),
            sums.tally(player).points(),
        )
    };
    let [(first, ours), (second, theirs)] = Player::BOTH.map(side);
    format!("{first} {ours} : {theirs} {second}")
}

/// Hidden by itself if standard error is no terminal.
fn progress_bar(plan: &Plan) -> ProgressBar {
    let bar = ProgressBar::new(plan.games.into());
    if let Ok(style) =
        ProgressStyle::with_template("[{elapsed}] {bar:30} {pos}/{len} games, {msg}, {eta} to go")
    {
        bar.set_style(style);
    }
    bar.set_message(standing(plan, &Sums::default()));
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
