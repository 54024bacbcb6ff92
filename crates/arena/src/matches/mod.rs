// SPDX-License-Identifier: MIT OR Apache-2.0

//! A match of two programs: games on several threads, results printed in their order.
//!
//! `plan` checks the options and tries the programs, `game` plays one game, `player` is a program in it,
//! `adjudicator` may end it, `scoring` counts it, and `report` prints it. `finished` asks a program whether a
//! recorded game was played to its end.

mod adjudicator;
mod finished;
pub(crate) mod game;
pub(crate) mod plan;
mod player;
pub(crate) mod report;
mod scoring;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::time::Duration;

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use katachi_rules::{ByColor, Color, printable_line};

pub use self::adjudicator::Adjudication;
pub use self::finished::{Finisher, PlayedOn};

use self::game::{Fixture, GameReport, play_game};
use self::plan::Plan;
use self::report::{check_records, game_line, result_lines, write_record};
use crate::jobs::{self, Stop};
use crate::opening::play_random_opening;
use crate::options::MatchOptions;
use crate::outcome::Player;
use crate::stats::Tally;

/// Plays a match: writes the games and the result to `out`, and shows a progress bar on standard error if
/// that is a terminal. Returns the sums of both programs by [`Player`].
///
/// # Errors
/// Options or programs that cannot be used, before any game is played; a record or an `out` that cannot be
/// written. Games that a program loses by its fault are no errors.
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
            eprintln!("note: {}", printable_line(note));
        }
    }
    let tallies = play_games(&plan, args, out)?;
    out.write_all(result_lines(&plan, &tallies).as_bytes())?;
    out.flush()?;
    Ok(tallies)
}

/// Plays the games and prints them in their order.
fn play_games(plan: &Plan, args: &MatchOptions, out: &mut dyn Write) -> Result<[Tally; 2]> {
    let bar = if args.quiet {
        ProgressBar::hidden()
    } else {
        progress_bar(plan)
    };
    let mut tallies = [Tally::default(); 2];
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
            for color in Color::BOTH {
                let player = Player::of_color(report.black, color).index();
                tallies[player].add(color, &report.outcome.text(), report.cpu[player]);
            }
            if !args.quiet || report.outcome.fault().is_some() {
                let names = ByColor::from_fn(|color| plan.player(report.black, color).label.as_str());
                let (result, fault) = (report.outcome.text(), report.outcome.fault());
                let line = game_line(report.index + 1, names, &result, report.game.move_count(), fault);
                bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
            }
            bar.set_message(points_text(plan, &tallies));
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(tallies)
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

/// `Katachi 3 : 1 GNU Go`.
fn points_text(plan: &Plan, [a, b]: &[Tally; 2]) -> String {
    let [first, second] = plan.programs.each_ref().map(|program| &program.label);
    format!("{first} {} : {} {second}", a.points(), b.points())
}

/// Makes a progress bar, which hides itself if standard error is no terminal.
fn progress_bar(plan: &Plan) -> ProgressBar {
    let bar = ProgressBar::new(plan.games.into());
    if let Ok(style) =
        ProgressStyle::with_template("[{elapsed}] {bar:30} {pos}/{len} games, {msg}, {eta} to go")
    {
        bar.set_style(style);
    }
    bar.set_message(points_text(plan, &[Tally::default(); 2]));
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
