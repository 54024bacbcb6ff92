//! A whole match: games handed to threads, results printed in the order of the games.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};

use super::args::MatchArgs;
use super::game::{GameReport, play_game};
use super::outcome::Player;
use super::plan::Plan;
use super::report::{game_line, result_lines, write_record};
use super::stats::{Sums, Tally};

/// The command `katachi match`: plays the match, shows the games and the result on standard output and a
/// progress bar on standard error if that is a terminal.
///
/// # Errors
/// Options or programs that cannot be used, before any game is played; a record that cannot be written.
/// A reader of standard output that closed it early is an error of kind `BrokenPipe`, too. Games that programs lose by their fault are no errors.
pub fn run(args: &MatchArgs) -> Result<()> {
    play_match(args, &mut io::stdout().lock()).map(|_| ())
}

/// Plays a match, writes its lines to `out`, and returns the sums of both programs by [`Player`].
///
/// # Errors
/// As [`run`]; and if `out` cannot be written to.
pub fn play_match(args: &MatchArgs, out: &mut dyn Write) -> Result<[Tally; 2]> {
    let plan = Plan::new(args)?;
    if let Some(directory) = &args.sgf {
        fs::create_dir_all(directory).with_context(|| {
            format!(
                "cannot make the directory for the records, {}",
                directory.display()
            )
        })?;
    }
    if !args.quiet {
        for note in &plan.notes {
            eprintln!("note: {note}");
        }
    }
    let next_game = AtomicU32::new(0);
    let stop = AtomicBool::new(false);
    let (sender, reports) = channel();
    let sums = thread::scope(|scope| {
        for _ in 0..plan.jobs {
            let sender = sender.clone();
            let (plan, next_game, stop) = (&plan, &next_game, &stop);
            scope.spawn(move || {
                loop {
                    let index = next_game.fetch_add(1, Ordering::Relaxed);
                    if index >= plan.games {
                        return;
                    }
                    let Some(report) = play_game(plan, index, stop) else {
                        return;
                    };
                    if sender.send(report).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let sums = collect(&plan, args, &reports, out);
        // Whatever went wrong with the output, the games need not be finished then.
        stop.store(true, Ordering::Relaxed);
        drop(reports);
        sums
    })?;
    out.write_all(result_lines(&plan, &sums).as_bytes())?;
    out.flush()?;
    Ok(sums.tallies)
}

/// Takes the games as they come and shows each as soon as all before it are shown.
fn collect(
    plan: &Plan,
    args: &MatchArgs,
    reports: &Receiver<GameReport>,
    out: &mut dyn Write,
) -> Result<Sums> {
    let bar = if args.quiet {
        ProgressBar::hidden()
    } else {
        progress_bar(plan)
    };
    let mut sums = Sums::default();
    let mut waiting = BTreeMap::new();
    let mut shown = 0;
    for report in reports {
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
    }
    bar.finish_and_clear();
    Ok(sums)
}

fn standing(plan: &Plan, sums: &Sums) -> String {
    let side = |player: Player| {
        (
            plan.programs[player.index()].label.as_str(),
            sums.of(player).points(),
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
