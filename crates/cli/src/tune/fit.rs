// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune fit`: few and small changes of values with which the moves that an author wants are chosen.

mod tests_of_moves;

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use katachi::Engine;
use katachi::movegen::{EvaluatedPattern, Generators};
use katachi::play::Level;
use katachi::tuning::{self, BreakingChange, Chooser, Fit, FittedTest, FittedValue, Obstacle, SEARCH_SEEDS};
use katachi_arena::regress::Suite;
use katachi_rules::{Move, Point};
use katachi_view as view;
use katachi_view::reason::quantity;

use super::games::PlayerArgs;
use super::patch::{NewValue, check_patch, patch, patch_line};
use super::report::{quoted, write};
use super::search;
use crate::source_args::WITHOUT_SEARCH;
use tests_of_moves::{MoveTest, MoveTests};

/// Lines about matches that do not hold, for each test.
const MAX_REJECTIONS: usize = 6;
/// Wanted points that an example names.
const MAX_POINTS: usize = 3;

const FIT_HELP: &str = "\
A suite as for 'katachi regress': `loadsgf FILE MOVE` sets up a position, `10 reg_genmove black`
is a test, and `#? [(D4|E5)]` after it has the wanted points; `#? [!D4]` wants any other move.
A mark * changes nothing. Tests that pass already stay passed. Tests of other commands are left
out: no value changes their answers.

Exit status 1: a test still fails.

Example:
  katachi tune fit --wanted my.tst --db my/patterns --patch values.patch";

/// Arguments of `katachi tune fit`.
#[derive(Debug, clap::Args)]
#[command(after_help = FIT_HELP)]
pub(super) struct FitArgs {
    /// Suite with the wanted moves: a file, a folder, or my.tst:1-9
    ///
    /// May be repeated. Numbers choose tests.
    #[arg(long, required = true, value_name = "SUITE", action = clap::ArgAction::Append)]
    wanted: Vec<String>,
    /// Choose by the search, with N visits
    ///
    /// A value counts there by its difference from that of its fit, or from 12 if it has none. A test passes
    /// if five seeds agree, from that of --seed on; it takes some searches for each pattern.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), conflicts_with_all = WITHOUT_SEARCH)]
    visits: Option<u32>,
    /// Write the changes as a patch for git apply
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    /// Write over files that others have written
    #[arg(long)]
    overwrite: bool,
    #[command(flatten)]
    player: PlayerArgs,
}

/// Runs the command. The patch is written when the report is whole.
pub(super) fn run(args: &FitArgs, out: &mut impl io::Write) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.patch {
        check_patch(file, args.overwrite)?;
    }
    let suites = Suite::read_all(&args.wanted)?;
    let mut engine = args.player.engine()?;
    let tests = MoveTests::read(&suites, &engine)?;
    let chooser = match args.visits {
        None => Chooser::Evidence,
        Some(_) => Chooser::Search,
    };
    if args.visits.is_some() {
        engine.settings.search = Some(search(args.visits));
    }
    let wanted: Vec<_> = tests.tests.iter().map(|test| test.wanted.clone()).collect();
    let report = FitReport {
        fit: &tuning::fit(&engine, chooser, &wanted),
        tests: &tests,
        engine: &engine,
        args,
    };
    let values = report.new_values();
    let patch = args.patch.as_ref().map(|_| patch(&values)).transpose()?;
    out.write_all(report.text().as_bytes())?;
    if let (Some(file), Some(patch)) = (&args.patch, patch) {
        write(file, &patch.text)?;
        let left_out = report.fit.changes.len().saturating_sub(values.len());
        writeln!(out, "\n{}", patch_line(file, &patch, values.len(), left_out))?;
    }
    let fails = report.fit.tests.iter().any(|test| test.obstacle.is_some());
    Ok(ExitCode::from(u8::from(fails)))
}

/// A fit with all that its text needs.
struct FitReport<'a> {
    fit: &'a Fit,
    tests: &'a MoveTests,
    engine: &'a Engine,
    args: &'a FitArgs,
}

impl<'a> FitReport<'a> {
    /// The changes of text databases.
    fn new_values(&self) -> Vec<NewValue<'a>> {
        let database = self.engine.database();
        let of_change = |change: &'a FittedValue| {
            let named = database.patterns.iter().filter(|p| p.name == change.pattern);
            named.filter_map(|pattern| NewValue::new(database, pattern, change.value))
        };
        self.fit.changes.iter().flat_map(of_change).collect()
    }

    fn text(&self) -> String {
        let mut text = self.table();
        if self.tests.left_out > 0 {
            let _ = writeln!(
                text,
                "{} without a wanted move left out",
                quantity(self.tests.left_out, "test")
            );
        }
        text += &self.changes();
        text += &self.summary();
        for (test, fitted) in self.both() {
            if let Some(obstacle) = &fitted.obstacle {
                text += &self.why(test, obstacle);
            }
        }
        text
    }

    fn both(&self) -> impl Iterator<Item = (&'a MoveTest, &'a FittedTest)> {
        self.tests.tests.iter().zip(&self.fit.tests)
    }

    /// A row for each test, with its move before and after the changes.
    fn table(&self) -> String {
        let mut rows = vec![["test", "position", "wanted", "before", "after", ""].map(str::to_owned)];
        rows.extend(self.both().map(|(test, fitted)| {
            let size = test.wanted.game.size();
            let show = |mv: Move| size.show(mv).to_string();
            [
                test.name.clone(),
                test.position(),
                test.expected.clone(),
                show(fitted.before),
                show(fitted.after),
                outcome(test, fitted).to_owned() + &seeds(fitted),
            ]
        }));
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..6).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = String::new();
        for row in rows {
            let cells = row.iter().zip(&widths);
            let cells: Vec<String> = cells.map(|(cell, &width)| format!("{cell:width$}")).collect();
            let _ = writeln!(text, "{}", cells.join("  ").trim_end());
        }
        text
    }

    fn changes(&self) -> String {
        let changes = &self.fit.changes;
        if changes.is_empty() {
            return "\nNo value changes.\n".to_owned();
        }
        let mut text = format!("\nChanges: {}\n", quantity(changes.len(), "value"));
        for change in changes {
            let _ = writeln!(text, "  {}", change_text(change));
        }
        text
    }

    /// `Of 3 tests that failed 2 are mended; 4 pass as before.`
    fn summary(&self) -> String {
        let count = |of: &str| {
            let outcomes = self.both().map(|(test, fitted)| outcome(test, fitted));
            outcomes.filter(|outcome| *outcome == of).count()
        };
        let (mended, fails, passes) = (count(MENDED), count(FAILS), count(PASSES));
        let is = |count| if count == 1 { "is" } else { "are" };
        let failed = match mended + fails {
            0 => "No test failed".to_owned(),
            failed => {
                let tests = quantity(failed, "test");
                format!("Of {tests} that failed {mended} {} mended", is(mended))
            }
        };
        let pass = if passes == 1 { "passes" } else { "pass" };
        format!("\n{failed}; {passes} {pass} as before.\n")
    }

    /// Why a test is not mended, with a command that shows more.
    fn why(&self, test: &MoveTest, obstacle: &Obstacle) -> String {
        let mut text = format!("\n{} wants {}:\n", test.name, test.expected);
        for BreakingChange { change, broken } in &obstacle.breaking {
            let broken = broken.iter().map(|&i| self.tests.tests[i].name.as_str());
            let broken = broken.collect::<Vec<_>>().join(", ");
            let _ = writeln!(text, "  {} mends it and breaks {broken}", change_text(change));
        }
        for name in &obstacle.powerless {
            let _ = writeln!(text, "  no value of {name} makes it the move");
        }
        for name in &obstacle.unseen {
            let _ = writeln!(text, "  {}", self.unseen(name));
        }
        let Obstacle {
            breaking,
            powerless,
            unseen,
            rejected,
        } = obstacle;
        if breaking.is_empty() && powerless.is_empty() && unseen.is_empty() {
            let why = match (illegal(test), rejected.is_empty()) {
                (Some(why), _) => why,
                (None, true) => "no pattern with a value above 0 matches there: write one".to_owned(),
                (None, false) => "no pattern with a value above 0 holds there".to_owned(),
            };
            let _ = writeln!(text, "  {why}");
        }
        text += &self.rejections(test, rejected);
        if let Some(command) = self.command(test) {
            let _ = writeln!(text, "  {command} shows more");
        }
        text
    }

    /// Why the player does not see the value of a pattern.
    fn unseen(&self, name: &str) -> String {
        match tuning::has_weight_of_author(self.engine, name) {
            true => format!(
                "the weight of {name} is of its author, and its value says nothing: change the weight"
            ),
            false => format!("{name} has no bonus, so that the search does not see its value"),
        }
    }

    /// The matches at wanted points that do not hold.
    fn rejections(&self, test: &MoveTest, rejected: &[EvaluatedPattern]) -> String {
        let size = test.wanted.game.size();
        let mut text = String::new();
        for matched in rejected.iter().take(MAX_REJECTIONS) {
            let line = view::explain::line(self.engine.database(), matched, size);
            let _ = writeln!(text, "  {}: {}", size.vertex(matched.point), line.trim());
        }
        if rejected.len() > MAX_REJECTIONS {
            let _ = writeln!(
                text,
                "  and {} more that do not hold",
                rejected.len() - MAX_REJECTIONS
            );
        }
        text
    }

    /// The command that explains the first wanted point, or the choice where any other move is wanted. `None`
    /// if it is not the turn of that side in a record.
    fn command(&self, test: &MoveTest) -> Option<String> {
        let game = &test.wanted.game;
        let is_turn = game.to_move() == test.wanted.color;
        let place = test.place.as_ref().filter(|_| is_turn)?;
        let mut command = format!("katachi explain {}", quoted(&place.file));
        if let Some(number) = place.before {
            let _ = write!(command, " -L {number}");
        }
        if let Some(point) = few(test).first() {
            let _ = write!(command, " --at {}", game.size().vertex(*point));
        }
        let player = &self.args.player;
        for db in &player.db {
            let _ = write!(command, " --db {}", quoted(db));
        }
        match player.sources.generators() {
            Generators::All => {}
            Generators::WithoutModel => command += " --no-model",
            Generators::Patterns => command += " --patterns-only",
        }
        if player.level != Level::default() {
            let _ = write!(command, " --level {}", player.level);
        }
        Some(format!("{command} --seed {}", player.seed))
    }
}

const MENDED: &str = "mended";
const FAILS: &str = "fails";
const PASSES: &str = "passes";

fn outcome(test: &MoveTest, fitted: &FittedTest) -> &'static str {
    match (test.wanted.accepts(fitted.before), &fitted.obstacle) {
        (_, Some(_)) => FAILS,
        (false, None) => MENDED,
        (true, None) => PASSES,
    }
}

/// ` (5 of 5 seeds)` of a search.
fn seeds(fitted: &FittedTest) -> String {
    let text = |seeds| format!(" ({seeds} of {SEARCH_SEEDS} seeds)");
    fitted.seeds.map_or_else(String::new, text)
}

/// `Hane 48 -> 77`
fn change_text(change: &FittedValue) -> String {
    format!("{} {} -> {}", change.pattern, change.today, change.value)
}

/// The wanted points if there are few of them.
fn few(test: &MoveTest) -> Vec<Point> {
    let points: Vec<Point> = test.wanted.points.iter().collect();
    match points.len() <= MAX_POINTS {
        true => points,
        false => Vec::new(),
    }
}

/// Why none of few wanted points can be played.
fn illegal(test: &MoveTest) -> Option<String> {
    let (game, color) = (&test.wanted.game, test.wanted.color);
    let refused = |point: &Point| game.check(color, Move::Play(*point)).err();
    let points = few(test);
    let reasons: Vec<_> = points.iter().map_while(refused).collect();
    let why = reasons.first().filter(|_| reasons.len() == points.len())?;
    Some(format!(
        "{color} cannot play {}: {why}",
        game.size().vertex(points[0])
    ))
}
