// SPDX-License-Identifier: MIT OR Apache-2.0

//! A match of two programs: games on several threads, results printed in their order.
//!
//! `plan` has the terms of games and tries the programs, `game` plays one game, `player` is a program in it,
//! `adjudicator` may end it, `scoring` counts it, and `report` prints it.

mod adjudicator;
pub(crate) mod game;
pub(crate) mod plan;
mod player;
pub(crate) mod report;
mod scoring;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use katachi_line_program::quote;
use katachi_rules::{ByColor, Color, fixed_handicap, printable_line};

pub(crate) use self::adjudicator::Adjudication;
use self::game::{Fixture, play_game};
use self::plan::{Plan, Program};
use self::report::{game_line, record_name, record_text, result_lines};
use crate::files::{check_own, write_whole};
use crate::jobs;
use crate::opening::play_random_opening;
use crate::options::MatchOptions;
use crate::stats::Tally;

/// Komi of even games and of those with a handicap if the user sets none.
const KOMI: [f32; 2] = [7.5, 0.5];

/// Random moves of an opening if the user sets no number and the board has room for them.
pub(crate) const OPENING_MOVES: u32 = 4;

struct Match {
    plan: Plan,
    /// Tried; their labels differ.
    programs: [Program; 2],
    opening_moves: u32,
    notes: Vec<String>,
}

/// Plays a match: writes the games and the result to `out`, and shows a progress bar on standard error if
/// that is a terminal. Returns the sums of both programs.
///
/// # Errors
/// Options or programs that cannot be used, before any game is played; a record or an `out` that cannot be
/// written. Games that a program loses by its fault are no errors.
pub fn play_match(args: &MatchOptions, out: &mut dyn Write) -> Result<[Tally; 2]> {
    let checked = Match::new(args)?;
    if let Some(folder) = &args.sgf {
        let cannot = || format!("cannot make the directory for the records, {}", folder.display());
        fs::create_dir_all(folder).with_context(cannot)?;
        for number in 1..=args.games {
            let record = folder.join(record_name(number, args.games));
            check_own(&record, "choose another directory for the records")?;
        }
    }
    if !args.quiet {
        let notes = checked.notes.iter();
        notes.for_each(|note| eprintln!("note: {}", printable_line(note)));
    }
    let tallies = checked.play(args, out)?;
    let labels = checked.programs.each_ref().map(|program| &*program.label);
    out.write_all(result_lines(&checked.plan, labels, &tallies).as_bytes())?;
    out.flush()?;
    Ok(tallies)
}

impl Match {
    fn new(args: &MatchOptions) -> Result<Self> {
        let (size, area) = (args.size, args.size.area() as u32);
        let handicap = args.handicap.map(|stones| {
            let points = fixed_handicap(size, stones.into());
            points.with_context(|| format!("--handicap {stones}: {size} has no usual points for that"))
        });
        let handicap = handicap.transpose()?.unwrap_or_default();
        let usual_moves = match handicap.is_empty() {
            true => OPENING_MOVES.min(area / 4),
            false => 0,
        };
        let opening_moves = args.opening_moves.unwrap_or(usual_moves);
        ensure!(
            opening_moves <= area / 4,
            "--opening-moves {opening_moves} is too much for {size}: at most a quarter of the points, {}",
            area / 4
        );
        let mut texts = [&args.first, &args.second].into_iter().chain(&args.judge);
        match (args.level, texts.any(|text| text.contains("{level}"))) {
            (Some(_), false) => bail!("--level is the value of {{level}}, but no command contains {{level}}"),
            (None, true) => bail!("a command contains {{level}}: give its value with --level N"),
            _ => {}
        }
        let untried = |command: &String| {
            let level = args.level.map(|level| ("level".to_string(), level.to_string()));
            Program::untried(command, level, &[])
        };
        let programs = [untried(&args.first)?, untried(&args.second)?];
        let judge = args.judge.as_ref().map(untried).transpose()?;
        let mut plan = Plan {
            judge: None,
            games: args.games,
            size,
            komi: args.komi.unwrap_or(KOMI[usize::from(!handicap.is_empty())]),
            handicap,
            rules: args.rules,
            time: args.time.unwrap_or_default(),
            tolerance: Duration::from_secs_f64(args.time_tolerance),
            patience: args.move_timeout.map(Duration::from_secs_f64),
            adjudication: None,
            seed: args.seed,
            max_moves: args.max_moves.unwrap_or(3 * area),
        };
        let mut notes = Vec::new();
        let [first, second] = programs;
        let mut tried = |program: Program, role: &str, name: &Option<String>| -> Result<Program> {
            let command = program.command.clone();
            let cannot = || format!("the {role} program cannot play this match (command: {command})");
            let mut program = plan.tried(program).with_context(cannot)?;
            let called = format!("the {role} program, {},", program.label);
            notes.extend(plan.rules_note(&called, &program));
            program.label = name.as_deref().map_or(program.label, quote);
            Ok(program)
        };
        let mut programs = [
            tried(first, "first", &args.first_name)?,
            tried(second, "second", &args.second_name)?,
        ];
        if programs[0].label == programs[1].label {
            programs[0].label += " #1";
            programs[1].label += " #2";
        }
        plan.judge = judge.map(|judge| plan.tried_judge(judge)).transpose()?;
        Ok(Self {
            plan,
            programs,
            opening_moves,
            notes,
        })
    }

    fn play(&self, args: &MatchOptions, out: &mut dyn Write) -> Result<[Tally; 2]> {
        let plan = &self.plan;
        let mut tallies = [Tally::default(); 2];
        let bar = match args.quiet {
            true => ProgressBar::hidden(),
            false => progress_bar(plan.games),
        };
        bar.set_message(self.points_text(&tallies));
        let mut waiting = BTreeMap::new();
        let mut shown = 0;
        let games: Vec<u32> = (0..plan.games).collect();
        let play = |&index: &u32, stop: &AtomicBool| {
            let fixture = self.fixture(index);
            Some((play_game(plan, &fixture, stop)?, fixture))
        };
        jobs::run(
            &games,
            jobs::at_most(args.jobs),
            play,
            |(report, fixture)| -> Result<()> {
                bar.inc(1);
                if let Some(folder) = &args.sgf {
                    let record = folder.join(record_name(fixture.index + 1, plan.games));
                    write_whole(&record, &record_text(plan, &fixture, &report))?;
                }
                waiting.insert(fixture.index, (report, fixture));
                while let Some((report, fixture)) = waiting.remove(&shown) {
                    let (result, fault) = (&*report.outcome.result, report.outcome.fault.as_deref());
                    for color in Color::BOTH {
                        let program = color as usize ^ usize::from(self.is_swapped(shown));
                        tallies[program].add(color, result, report.cpu[color as usize]);
                    }
                    shown += 1;
                    if !args.quiet || fault.is_some() {
                        let names = ByColor::from_fn(|color| &*fixture.programs[color].label);
                        let line = game_line(shown, names, result, report.game.move_count(), fault);
                        bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
                    }
                    bar.set_message(self.points_text(&tallies));
                }
                Ok(())
            },
        )?;
        bar.finish_and_clear();
        Ok(tallies)
    }

    /// Whether the second program is Black in a game (from 0). They take turns, except with a handicap.
    fn is_swapped(&self, index: u32) -> bool {
        self.plan.handicap.is_empty() && !index.is_multiple_of(2)
    }

    /// Games of a pair share an opening.
    fn fixture(&self, index: u32) -> Fixture {
        let mut game = self.plan.first_position();
        play_random_opening(&mut game, self.plan.seed, (index / 2).into(), self.opening_moves);
        let black = usize::from(self.is_swapped(index));
        Fixture {
            index,
            programs: ByColor {
                black: self.programs[black].clone(),
                white: self.programs[1 - black].clone(),
            },
            opening: game.moves().map(|(_, mv)| mv).collect(),
        }
    }

    /// `Katachi 3 : 1 GNU Go`.
    fn points_text(&self, [a, b]: &[Tally; 2]) -> String {
        let [first, second] = self.programs.each_ref().map(|program| &program.label);
        format!("{first} {} : {} {second}", a.points(), b.points())
    }
}

fn progress_bar(games: u32) -> ProgressBar {
    let bar = ProgressBar::new(games.into());
    if let Ok(style) =
        ProgressStyle::with_template("[{elapsed}] {bar:30} {pos}/{len} games, {msg}, {eta} to go")
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
