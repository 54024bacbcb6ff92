// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune`: what patterns do in a set of games, what changes with their values, and which values make
//! wanted moves the choice, by evidence alone or by the search.

mod fit;
mod games;
mod patch;
mod report;
mod shape;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::ensure;
use katachi::movegen::helper_names;
use katachi::search::SearchSettings;
use katachi::tuning::{self, Change, Changed, PatternPlace, PlaceOutcome, Turn};
use katachi::{Choice, Engine, Settings};
use katachi_rules::{Move, Point};
use katachi_view as view;
use katachi_view::reason::quantity;
use rayon::prelude::*;

use games::GamesArgs;

/// MiB of the tree of a search.
const SEARCH_MEMORY: usize = 64;
/// Games that are analysed together. Their lines are printed at the end of all.
const TOGETHER: usize = 8;

/// Arguments of `katachi tune`.
#[derive(Debug, clap::Args)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// List where a pattern or a learned shape matches in games, and what is chosen over it
    Explain {
        /// The pattern, or the learned shape
        #[arg(value_name = "NAME")]
        pattern: String,
        #[command(flatten)]
        games: GamesArgs,
    },
    /// List the moves that change when a value changes
    #[command(name = "what-if")]
    Change {
        /// New value of a pattern or of a learned shape
        ///
        /// NAME=VALUE, or NAME.NUMBER=VALUE for obonus, xbonus, splitbonus, minrand or maxrand. The value of
        /// a learned shape is 12, and 16 for each nat of its weight.
        #[arg(value_name = "NAME=VALUE")]
        change: Change,
        /// Change this value too; may be repeated
        #[arg(long = "and", value_name = "NAME=VALUE")]
        more: Vec<Change>,
        /// Choose by the search, with N visits
        ///
        /// A value counts there by its difference from that of its fit. Each position where a changed
        /// pattern holds is listed.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        visits: Option<u32>,
        #[command(flatten)]
        games: GamesArgs,
    },
    /// Find the values with which wanted moves are chosen
    Fit(fit::FitArgs),
    /// Report which patterns predict the moves of games, and which do not
    Report(report::ReportArgs),
    /// Draw a learned shape of the move-prediction model, and write it as a pattern
    Shape(shape::ShapeArgs),
    /// List the helpers that patterns may name
    Helpers,
}

/// A game with the name by which it is listed.
struct Listed {
    name: String,
    turns: Vec<Turn>,
}

/// Runs the command. The exit status is 1 if a wanted move is not chosen.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let done = match &args.what {
        What::Explain { pattern, games } => explain(pattern, games, &mut out),
        What::Change {
            change,
            more,
            visits,
            games,
        } => {
            let changes: Vec<&Change> = std::iter::once(change).chain(more).collect();
            what_if(&changes, games, *visits, &mut out)
        }
        What::Fit(args) => return fit::run(args, &mut out),
        What::Report(args) => report::run(args, &mut out),
        What::Shape(args) => shape::run(args, &mut out),
        What::Helpers => {
            for name in helper_names() {
                writeln!(out, "{name}")?;
            }
            Ok(())
        }
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// The games with their positions.
fn read(args: &GamesArgs) -> anyhow::Result<Vec<Listed>> {
    let games = args.records()?.into_iter();
    let listed = games.map(|source| {
        let turns = args.turns(&source)?;
        Ok(Listed {
            name: source.name,
            turns,
        })
    });
    listed.collect()
}

/// Applies `look` to all games, several at once, and prints the results in their order.
fn over<R: Send>(
    games: &[Listed],
    out: &mut impl io::Write,
    look: impl Fn(&Listed) -> anyhow::Result<(String, R)> + Sync,
) -> anyhow::Result<Vec<R>> {
    let mut results = Vec::new();
    for some in games.chunks(TOGETHER) {
        let seen: Vec<_> = some.par_iter().map(&look).collect();
        for seen in seen {
            let (text, result) = seen?;
            out.write_all(text.as_bytes())?;
            results.push(result);
        }
        out.flush()?;
    }
    Ok(results)
}

/// `game.sgf 30 Black`
fn place(listed: &Listed, turn: &Turn) -> String {
    format!("{} {} {}", listed.name, turn.game.move_count() + 1, turn.color)
}

#[derive(Default)]
struct Tally {
    positions: usize,
    matches: usize,
    holds: usize,
    chosen: usize,
    played: usize,
}

fn explain(name: &str, args: &GamesArgs, out: &mut impl io::Write) -> anyhow::Result<()> {
    let engine = tuning::with_shape(&args.player.engine()?, name)?;
    let games = read(args)?;
    let tallies = over(&games, out, |listed| {
        let (mut text, mut tally) = (String::new(), Tally::default());
        for turn in &listed.turns {
            tally.positions += 1;
            for found in tuning::pattern_places(&engine, turn, name)? {
                tally.matches += 1;
                let rejected = matches!(found.outcome, PlaceOutcome::Rejected(_));
                let decides = matches!(
                    found.outcome,
                    PlaceOutcome::Decides { .. } | PlaceOutcome::Agrees { .. }
                );
                tally.holds += usize::from(!rejected);
                tally.chosen += usize::from(decides);
                tally.played += usize::from(!rejected && found.mv == turn.played);
                let _ = writeln!(text, "{}: {}", place(listed, turn), outcome(&found, turn));
            }
        }
        Ok((text, tally))
    })?;
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
    writeln!(
        out,
        "{name}: in {} of {} it matches at {} and holds at {}; {} of these chosen, {} played",
        quantity(sum(|t| t.positions), "position"),
        quantity(games.len(), "game"),
        quantity(sum(|t| t.matches), "point"),
        sum(|t| t.holds),
        sum(|t| t.chosen),
        sum(|t| t.played)
    )?;
    Ok(())
}

/// `C3 (a) worth 40, 14 less than D4; played`
fn outcome(found: &PatternPlace, turn: &Turn) -> String {
    let size = turn.game.size();
    let mut text = format!("{} ({}) ", size.show(found.mv), found.transformation);
    let _ = match &found.outcome {
        PlaceOutcome::Decides { value } => write!(text, "worth {value}, chosen for it"),
        PlaceOutcome::Agrees { value, best } => {
            write!(text, "worth {value}, chosen for something worth {best}")
        }
        PlaceOutcome::Loses { value, to, best } => {
            write!(text, "worth {value}, loses to {} with {best}", size.show(*to))
        }
        PlaceOutcome::Rejected(why) => {
            write!(text, "does not hold: {}", view::explain::rejection(*why, size))
        }
    };
    if found.mv == turn.played {
        text += "; played";
    }
    text
}

#[derive(Default)]
struct Changes {
    positions: usize,
    matches: usize,
    changed: usize,
    old_played: usize,
    new_played: usize,
}

fn what_if(
    changes: &[&Change],
    args: &GamesArgs,
    visits: Option<u32>,
    out: &mut impl io::Write,
) -> anyhow::Result<()> {
    let mut before = args.player.engine()?;
    for change in changes {
        before = tuning::with_shape(&before, &change.pattern)?;
    }
    if visits.is_some() {
        before.settings.search = Some(search(visits));
        check_bonuses(changes, &before)?;
    }
    let mut edited = before.database().clone();
    for change in changes {
        let old = change.make(&mut edited)?;
        writeln!(out, "{change}, which was {old}")?;
    }
    let after = Engine {
        knowledge: before.knowledge.clone().with_database(edited),
        settings: before.settings,
    };
    let names: Vec<&str> = changes.iter().map(|c| c.pattern.as_str()).collect();
    let games = read(args)?;
    let tallies = over(&games, out, |listed| {
        let (mut text, mut tally) = (String::new(), Changes::default());
        for turn in &listed.turns {
            tally.positions += 1;
            let place = place(listed, turn);
            if visits.is_some() {
                if let Some(changed) = tuning::what_searches_change(&before, &after, turn, &names) {
                    tally.matches += 1;
                    tally.add(&changed, turn);
                    let _ = writeln!(text, "{place}: {}", searched(&changed, turn, &names));
                }
            } else if let Some(changed) = tuning::what_changes(&before, &after, turn, &names) {
                tally.matches += 1;
                if let Some(changed) = changed {
                    tally.add(&changed, turn);
                    let _ = writeln!(text, "{place}: {}", weighed(&changed, turn));
                }
            }
        }
        Ok((text, tally))
    })?;
    let sum = |of: fn(&Changes) -> usize| tallies.iter().map(of).sum::<usize>();
    writeln!(
        out,
        "{} of {} change{} in {}; the pattern {} somewhere in {}; of the moves that change the old one was played {}, \
         the new one {}",
        sum(|t| t.changed),
        quantity(sum(|t| t.positions), "move"),
        if sum(|t| t.changed) == 1 { "s" } else { "" },
        quantity(games.len(), "game"),
        if visits.is_some() { "holds" } else { "matches" },
        quantity(sum(|t| t.matches), "position"),
        quantity(sum(|t| t.old_played), "time"),
        quantity(sum(|t| t.new_played), "time")
    )?;
    Ok(())
}

/// A search with that number of visits.
fn search(visits: Option<u32>) -> SearchSettings {
    SearchSettings {
        visits,
        memory: SEARCH_MEMORY,
        ..SearchSettings::default()
    }
}

impl Changes {
    fn add(&mut self, Changed { before, after }: &Changed, turn: &Turn) {
        if before.mv != after.mv {
            self.changed += 1;
            self.old_played += usize::from(before.mv == turn.played);
            self.new_played += usize::from(after.mv == turn.played);
        }
    }
}

/// Refuses changes that the search does not see.
fn check_bonuses(changes: &[&Change], engine: &Engine) -> anyhow::Result<()> {
    let built_in = Engine::new(Settings::default());
    for change in changes {
        let name = &change.pattern;
        let mut patterns = built_in.database().patterns.iter();
        ensure!(
            patterns.any(|pattern| pattern.name == *name) || tuning::is_in_place_of_shape(engine, name),
            "--visits: {name} is no built-in pattern, so that the search has no value to compare with: leave --visits out"
        );
        ensure!(
            change.number() == "value",
            "--visits: the search sees the value of a pattern, not its {}: leave --visits out",
            change.number()
        );
    }
    Ok(())
}

/// `D4 with 90 becomes C3 with 92; played D4`
fn weighed(Changed { before, after }: &Changed, turn: &Turn) -> String {
    let size = turn.game.size();
    format!(
        "{} with {} becomes {} with {}; played {}",
        size.show(before.mv),
        before.value,
        size.show(after.mv),
        after.value,
        size.show(turn.played)
    )
}

/// `C3 prior 1.2 % becomes 20.1 %, visits 3 become 160; D4 becomes C3; played D4`
fn searched(Changed { before, after }: &Changed, turn: &Turn, names: &[&str]) -> String {
    let size = turn.game.size();
    let bonuses = before.bonuses.iter().chain(&after.bonuses);
    let named = bonuses.filter(|bonus| names.contains(&bonus.pattern.as_str()));
    let points: BTreeSet<Point> = named.map(|bonus| bonus.point).collect();
    let mut text = String::new();
    for &point in &points {
        let found = |choice: &Choice| {
            let report = choice.search.as_ref();
            let found = report.and_then(|report| report.searched(Move::Play(point)));
            found.map_or((0.0, 0), |found| (100.0 * found.prior, found.visits))
        };
        let ((old_prior, old), (new_prior, new)) = (found(before), found(after));
        let vertex = size.vertex(point);
        let _ = write!(
            text,
            "{vertex} prior {old_prior:.1} % becomes {new_prior:.1} %, visits {old} become {new}; "
        );
    }
    match before.mv == after.mv {
        true => text += &format!("{} stays", size.show(before.mv)),
        false => text += &format!("{} becomes {}", size.show(before.mv), size.show(after.mv)),
    }
    text + &format!("; played {}", size.show(turn.played))
}
