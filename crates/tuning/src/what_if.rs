// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves of games that change with values of patterns, by evidence alone or by the search; and the value
//! with which a pattern makes its move the chosen one.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::ensure;
use katachi_engine::play::{Player, Request};
use katachi_engine::search::SearchSettings;
use katachi_engine::{Choice, Engine};
use katachi_rules::sgf::{Turn, Turns};
use katachi_rules::{Move, Point, quantity};
use mkpat::{FitSource, Pattern};

use crate::{Change, place, sum_of, with_shape};

/// MiB of the tree of a search.
const SEARCH_MEMORY: usize = 64;

/// The choices before and after a change.
type Changed = [Choice; 2];

/// Returns the value at which the search has no bonus for the first pattern of a name. `None` if it has none
/// at any value, or there is no such pattern.
pub(crate) fn value_without_bonus(engine: &Engine, name: &str) -> Option<i32> {
    let names = engine.database().patterns.iter().map(|pattern| &pattern.name);
    let mut values = names.zip(engine.knowledge.values_without_bonus());
    values.find(|value| value.0 == name).and_then(|value| value.1)
}

/// Whether a pattern has a weight of its author: its value then says nothing with the move-prediction model.
pub fn has_weight_of_author(engine: &Engine, name: &str) -> bool {
    let is_of_author = |p: &Pattern| p.fit.is_some_and(|fit| fit.source == FitSource::Author);
    let mut named = engine.database().patterns.iter().filter(|p| p.name == name);
    engine.settings.generators.has_model() && named.any(is_of_author)
}

/// The engines before and after changes of patterns.
#[derive(Debug)]
pub struct Comparison<'a> {
    before: Engine,
    after: Engine,
    names: Vec<&'a str>,
    searches: bool,
}

/// Counts of the changes in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChangeTally {
    positions: usize,
    matches: usize,
    changed: usize,
    /// Those of them to a move of the changed patterns, or away from one. Counted in searches alone.
    of_pattern: usize,
    old_played: usize,
    new_played: usize,
}

/// Refuses a change that changes nothing, or that the search does not see.
fn check(change: &Change, old: i32, engine: &Engine, searches: bool) -> anyhow::Result<()> {
    let name = &change.pattern;
    let number = change.number();
    ensure!(
        number != "value" || !has_weight_of_author(engine, name),
        "the weight of {name} is of its author, and its value says nothing: change the weight, or remove the #= line"
    );
    let base = value_without_bonus(engine, name);
    let other = base.unwrap_or(12);
    ensure!(
        change.value != old,
        "{change} changes nothing: to see what the pattern does today, ask in reverse, with {name}={other}"
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

impl<'a> Comparison<'a> {
    /// Makes changes of an engine's database, and returns a line for each with the number that was there,
    /// too. With `visits` the search chooses.
    ///
    /// # Errors
    /// A change that is impossible, that changes nothing, or that the search does not see.
    pub fn new(
        mut before: Engine,
        changes: &[&'a Change],
        visits: Option<u32>,
    ) -> anyhow::Result<(Self, String)> {
        for change in changes {
            before = with_shape(&before, &change.pattern)?;
        }
        if visits.is_some() {
            before.settings.search = Some(SearchSettings {
                visits,
                memory: SEARCH_MEMORY,
                ..SearchSettings::default()
            });
        }
        let mut edited = before.database().clone();
        let mut lines = String::new();
        for change in changes {
            let old = change.make(&mut edited)?;
            check(change, old, &before, visits.is_some())?;
            let _ = writeln!(lines, "{change}, which was {old}");
        }
        let after = Engine {
            knowledge: before.knowledge.clone().with_database(edited),
            settings: before.settings,
        };
        let comparison = Self {
            before,
            after,
            names: changes.iter().map(|change| change.pattern.as_str()).collect(),
            searches: visits.is_some(),
        };
        Ok((comparison, lines))
    }

    /// Returns a line for each position of a game of that name that changes, and the counts.
    pub fn of_game(&self, game: &str, turns: &Turns) -> (String, ChangeTally) {
        let (mut text, mut tally) = (String::new(), ChangeTally::default());
        for turn in turns.iter() {
            tally.positions += 1;
            let Some(changed) = self.compare(&turn) else {
                continue;
            };
            tally.matches += 1;
            let points = self.points(&changed);
            tally.add(&changed, &turn, &points);
            let line = match self.searches {
                true => searched(&changed, &turn, &points),
                false if changed[0].mv == changed[1].mv => continue,
                false => weighed(&changed, &turn),
            };
            let _ = writeln!(text, "{}: {line}", place(game, &turn));
        }
        (text, tally)
    }

    /// Chooses before and after the changes. `None` where no changed pattern matches; with a search, which
    /// takes as long as a move, also where none has a bonus.
    pub(crate) fn compare(&self, turn: &Turn) -> Option<Changed> {
        let Self { before, after, .. } = self;
        if before.places_of(&turn.game, turn.color, &self.names).is_empty() {
            return None;
        }
        let request = Request::new(&turn.game, turn.color);
        if self.searches {
            let changed = [before, after].map(|engine| Player::new(engine.clone()).choose(&request));
            return (!self.points(&changed).is_empty()).then_some(changed);
        }
        let mut reader = before.reader(&turn.game);
        let analysis = before.analyse(&turn.game, &mut reader);
        let request = Request {
            analysis: Some(&analysis),
            ..request
        };
        Some([before, after].map(|engine| engine.choose(&request, &mut reader)))
    }

    /// The points where a changed pattern has a bonus before or after the change.
    fn points(&self, [before, after]: &Changed) -> BTreeSet<Point> {
        let bonuses = before.bonuses.iter().chain(&after.bonuses);
        let named = bonuses.filter(|bonus| self.names.contains(&bonus.pattern.as_str()));
        named.map(|bonus| bonus.point).collect()
    }

    /// Returns a line about all games: `4 of 11 moves change in 1 game, 3 of them to or from a move of the
    /// pattern; ...`
    pub fn summary(&self, tallies: &[ChangeTally]) -> String {
        let sum = sum_of(tallies);
        let changed = sum(|t| t.changed);
        // The others change as two searches differ.
        let whose = match (self.searches && changed > 0, sum(|t| t.of_pattern)) {
            (true, own) => format!(", {own} of them to or from a move of the pattern"),
            (false, _) => String::new(),
        };
        format!(
            "{changed} of {} change{} in {}{whose}; the pattern {} somewhere in {}; of the moves that change the old one was \
             played {}, the new one {}",
            quantity(sum(|t| t.positions), "move"),
            if changed == 1 { "s" } else { "" },
            quantity(tallies.len(), "game"),
            if self.searches { "holds" } else { "matches" },
            quantity(sum(|t| t.matches), "position"),
            quantity(sum(|t| t.old_played), "time"),
            quantity(sum(|t| t.new_played), "time")
        )
    }
}

impl ChangeTally {
    fn add(&mut self, [before, after]: &Changed, turn: &Turn, points: &BTreeSet<Point>) {
        if before.mv != after.mv {
            self.changed += 1;
            let mut ends = [before.mv, after.mv].into_iter().filter_map(Move::point);
            self.of_pattern += usize::from(ends.any(|point| points.contains(&point)));
            self.old_played += usize::from(before.mv == turn.mv);
            self.new_played += usize::from(after.mv == turn.mv);
        }
    }
}

/// `D4 with 90 becomes C3 with 92; played D4`
fn weighed([before, after]: &Changed, turn: &Turn) -> String {
    let size = turn.game.size();
    let [old, new, played] = [before.mv, after.mv, turn.mv].map(|mv| size.show(mv));
    format!(
        "{old} with {} becomes {new} with {}; played {played}",
        before.value, after.value
    )
}

/// `C3 prior 1.2 % becomes 20.1 %, visits 3 become 160; D4 becomes C3; played D4`
fn searched([before, after]: &Changed, turn: &Turn, points: &BTreeSet<Point>) -> String {
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
        text +=
            &format!("{vertex} prior {old_prior:.1} % becomes {new_prior:.1} %, visits {old} become {new}; ");
    }
    text += &match before.mv == after.mv {
        true => format!("{} stays", size.show(before.mv)),
        false => format!("{} becomes {}", size.show(before.mv), size.show(after.mv)),
    };
    text + &format!("; played {}", size.show(turn.mv))
}

/// The highest value that is tried.
const MAX_VALUE: i32 = 999;

/// What a pattern needs so that its move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeededValue {
    /// Its value today.
    pub today: i32,
    /// The lowest higher value with which the move is chosen. `None` if 999 is not enough: the pattern is
    /// overruled at the point, or it holds at a better one, too.
    pub needed: Option<i32>,
}

/// Finds the value with which a pattern makes the classical choice play a point. `None` if the point is
/// chosen already, or no pattern has the name. Takes about twelve choices, each with an analysis unless the
/// request has it. A range of values that lies between two tried ones is not found.
pub fn needed_value(engine: &Engine, request: &Request<'_>, point: Point, name: &str) -> Option<NeededValue> {
    let today = engine.database().patterns.iter().find(|p| p.name == name)?.weight;
    let mut reader = engine.reader(request.game);
    let mut is_chosen = |value: i32| {
        let mut database = engine.database().clone();
        let made = Change::value_of(name, value).make(&mut database);
        made.expect("the pattern is in the database");
        let changed = Engine {
            knowledge: engine.knowledge.clone().with_database(database),
            settings: engine.settings,
        };
        changed.choose(request, &mut reader).mv == Move::Play(point)
    };
    if is_chosen(today) {
        return None;
    }
    let mut fails = today;
    let mut needed = (today < MAX_VALUE && is_chosen(MAX_VALUE)).then_some(MAX_VALUE);
    while let Some(chosen) = needed.filter(|chosen| chosen - fails > 1) {
        let middle = fails + (chosen - fails) / 2;
        match is_chosen(middle) {
            true => needed = Some(middle),
            false => fails = middle,
        }
    }
    Some(NeededValue { today, needed })
}
