// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune what-if`: the moves that change when a value changes, by evidence alone or by the search.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;

use anyhow::ensure;
use katachi_engine::search::SearchSettings;
use katachi_engine::tuning::{self, Change, Changed};
use katachi_engine::{Choice, Engine};
use katachi_rules::sgf::Turn;
use katachi_rules::{Move, Point};
use katachi_view::reason::quantity;

use super::games::GamesArgs;
use super::{Listed, over, place, read};
use crate::source_args::WITHOUT_SEARCH;

/// MiB of the tree of a search.
const SEARCH_MEMORY: usize = 64;

/// Arguments of `katachi tune what-if`.
#[derive(Debug, clap::Args)]
pub(super) struct WhatIfArgs {
    /// New value of a pattern or of a learned shape
    ///
    /// NAME=VALUE, or NAME.NUMBER=VALUE for obonus, xbonus, splitbonus, minrand or maxrand. The value of a
    /// learned shape is 12, and 16 for each nat of its weight. What a new pattern does is asked in reverse:
    /// NAME=12.
    #[arg(value_name = "NAME=VALUE")]
    change: Change,
    /// Change this value too; may be repeated
    #[arg(long = "and", value_name = "NAME=VALUE")]
    more: Vec<Change>,
    /// Choose by the search, with N visits
    ///
    /// A value counts there by its difference from that of its fit, or from 12 if it has none. Each position
    /// where a changed pattern holds is listed.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), conflicts_with_all = WITHOUT_SEARCH)]
    visits: Option<u32>,
    #[command(flatten)]
    games: GamesArgs,
}

/// The engines before and after the changes.
struct Comparison<'a> {
    before: Engine,
    after: Engine,
    names: Vec<&'a str>,
    searches: bool,
}

#[derive(Default)]
struct Tally {
    positions: usize,
    matches: usize,
    changed: usize,
    /// Of these, to a move of the changed patterns, or away from one. Counted in searches alone.
    of_pattern: usize,
    old_played: usize,
    new_played: usize,
}

pub(super) fn run(args: &WhatIfArgs, out: &mut impl io::Write) -> anyhow::Result<()> {
    let (comparison, changes) = args.comparison()?;
    let games = read(&args.games)?;
    out.write_all(changes.as_bytes())?;
    let tallies = over(&games, out, |listed| Ok(comparison.compare(listed)))?;
    writeln!(out, "{}", summary(&tallies, comparison.searches))?;
    Ok(())
}

impl WhatIfArgs {
    /// Makes the changes. Returns a line for each with the number that was there, too.
    fn comparison(&self) -> anyhow::Result<(Comparison<'_>, String)> {
        let changes: Vec<&Change> = std::iter::once(&self.change).chain(&self.more).collect();
        let mut before = self.games.engine()?;
        for change in &changes {
            before = tuning::with_shape(&before, &change.pattern)?;
        }
        if self.visits.is_some() {
            before.settings.search = Some(SearchSettings {
                visits: self.visits,
                memory: SEARCH_MEMORY,
                ..SearchSettings::default()
            });
        }
        let mut edited = before.database().clone();
        let mut lines = String::new();
        for change in &changes {
            let old = change.make(&mut edited)?;
            check(change, old, &before, self.visits.is_some())?;
            let _ = writeln!(lines, "{change}, which was {old}");
        }
        let after = Engine {
            knowledge: before.knowledge.clone().with_database(edited),
            settings: before.settings,
        };
        let comparison = Comparison {
            before,
            after,
            names: changes.iter().map(|change| change.pattern.as_str()).collect(),
            searches: self.visits.is_some(),
        };
        Ok((comparison, lines))
    }
}

/// Refuses a change that changes nothing, or that the search does not see.
fn check(change: &Change, old: i32, engine: &Engine, searches: bool) -> anyhow::Result<()> {
    let name = &change.pattern;
    let number = change.number();
    ensure!(
        number != "value" || !tuning::has_weight_of_author(engine, name),
        "the weight of {name} is of its author, and its value says nothing: change the weight, or remove the #= line"
    );
    let base = tuning::value_without_bonus(engine, name);
    ensure!(
        change.value != old,
        "{change} changes nothing: to see what the pattern does today, ask in reverse, with {name}={}",
        base.unwrap_or(12)
    );
    ensure!(
        !searches || base.is_some(),
        "--visits: {name} has no bonus, as no pattern of its database has a fitted weight: load it beside the \
         patterns that have, with --db for each, or leave --visits out"
    );
    ensure!(
        !searches || number == "value",
        "--visits: the search sees the value of a pattern, not its {number}: leave --visits out"
    );
    Ok(())
}

impl Comparison<'_> {
    /// The lines of the positions of a game that change, and their counts.
    fn compare(&self, listed: &Listed) -> (String, Tally) {
        let (mut text, mut tally) = (String::new(), Tally::default());
        for turn in listed.turns.iter() {
            tally.positions += 1;
            let changed = match self.searches {
                true => tuning::what_searches_change(&self.before, &self.after, &turn, &self.names).map(Some),
                false => tuning::what_changes(&self.before, &self.after, &turn, &self.names),
            };
            tally.matches += usize::from(changed.is_some());
            if let Some(changed) = changed.flatten() {
                let points = self.points(&changed);
                tally.add(&changed, &turn, &points);
                let line = match self.searches {
                    true => searched(&changed, &turn, &points),
                    false => weighed(&changed, &turn),
                };
                let _ = writeln!(text, "{}: {line}", place(listed, &turn));
            }
        }
        (text, tally)
    }

    /// The points where a changed pattern has a bonus before or after the change.
    fn points(&self, Changed { before, after }: &Changed) -> BTreeSet<Point> {
        let bonuses = before.bonuses.iter().chain(&after.bonuses);
        let named = bonuses.filter(|bonus| self.names.contains(&bonus.pattern.as_str()));
        named.map(|bonus| bonus.point).collect()
    }
}

impl Tally {
    fn add(&mut self, Changed { before, after }: &Changed, turn: &Turn, points: &BTreeSet<Point>) {
        if before.mv != after.mv {
            self.changed += 1;
            let mut ends = [before.mv, after.mv].into_iter().filter_map(Move::point);
            self.of_pattern += usize::from(ends.any(|point| points.contains(&point)));
            self.old_played += usize::from(before.mv == turn.mv);
            self.new_played += usize::from(after.mv == turn.mv);
        }
    }
}

/// `4 of 11 moves change in 1 game, 3 of them to or from a move of the pattern; ...`
fn summary(tallies: &[Tally], searches: bool) -> String {
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
    let changed = sum(|t| t.changed);
    // The others change as two searches differ.
    let whose = match searches && changed > 0 {
        true => format!(
            ", {} of them to or from a move of the pattern",
            sum(|t| t.of_pattern)
        ),
        false => String::new(),
    };
    format!(
        "{changed} of {} change{} in {}{whose}; the pattern {} somewhere in {}; of the moves that change the old one was \
         played {}, the new one {}",
        quantity(sum(|t| t.positions), "move"),
        if changed == 1 { "s" } else { "" },
        quantity(tallies.len(), "game"),
        if searches { "holds" } else { "matches" },
        quantity(sum(|t| t.matches), "position"),
        quantity(sum(|t| t.old_played), "time"),
        quantity(sum(|t| t.new_played), "time")
    )
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
        size.show(turn.mv)
    )
}

/// `C3 prior 1.2 % becomes 20.1 %, visits 3 become 160; D4 becomes C3; played D4`
fn searched(Changed { before, after }: &Changed, turn: &Turn, points: &BTreeSet<Point>) -> String {
    let size = turn.game.size();
    let mut text = String::new();
    for &point in points {
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
    text + &format!("; played {}", size.show(turn.mv))
}
