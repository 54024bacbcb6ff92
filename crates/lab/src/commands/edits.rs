// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab edits`: how the player follows an author who changes the value of a pattern.
//!
//! In a random position of a game one of the patterns that hold for another move than the chosen one gets a
//! higher value. The player then chooses anew.

use std::io::{self, Write as _};

use anyhow::{Context as _, ensure};
use katachi_engine::play::{Player, Request};
use katachi_engine::search::{SearchSettings, Searched};
use katachi_engine::{Choice, Engine, Settings};
use katachi_rules::{Move, Point};
use katachi_tuning::{self as tuning, Change};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use crate::games::{GamesArgs, SampledGame};
use crate::pool;

const HELP: &str = "\
In one position of each game a pattern that holds, and not for the chosen move, gets a higher value, as an author would write it
into the database. Position and pattern are random; the seed is the number of the game.

Example:
  katachi-lab edits games/*.sgf.gz --one-in 10 --visits 800 --list";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct EditsArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Units of value that are added to the pattern
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(i32).range(1..=1000))]
    raise: i32,
    /// Visits of each search [default: those of full strength]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    visits: Option<u32>,
    /// Print each position
    #[arg(long)]
    list: bool,
}

pub(crate) fn run(args: &EditsArgs) -> anyhow::Result<()> {
    let engine = Engine::new(Settings {
        search: Some(SearchSettings {
            visits: args.visits,
            memory: 64,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    });
    let games = args.games.read(|_| true)?;
    let edits = pool::map(args.games.jobs, &games, |game| {
        try_edit(&engine, game, args.raise)
    });
    let edits = edits.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let edits: Vec<Edit> = edits.into_iter().flatten().collect();
    ensure!(
        !edits.is_empty(),
        "in no position a pattern holds for other moves than the chosen one: give more games"
    );
    let mut out = io::stdout().lock();
    for edit in edits.iter().filter(|_| args.list) {
        writeln!(out, "{}", edit.text)?;
    }
    let count = |is: fn(&Edit) -> bool| edits.iter().filter(|edit| is(edit)).count();
    let (obeyed, shown) = (count(|edit| edit.is_obeyed), count(|edit| edit.is_shown));
    writeln!(
        out,
        "{} positions, a pattern raised by {}: one of its moves chosen in {obeyed}, visits and a line with an answer for all in {shown}",
        edits.len(),
        args.raise,
    )?;
    Ok(())
}

/// What became of the moves of a pattern that was raised.
struct Edit {
    /// `game 3, move 31: Hane_head_of_one=96 for C3, before D4, after C3, 51 visits, win rate -2.1 %`
    text: String,
    is_obeyed: bool,
    /// Has each raised move visits and a line with an answer?
    is_shown: bool,
}

/// Raises a pattern by `raise` in a position of a game. `None` if no pattern holds for other moves than the
/// chosen one. The number of the game selects the position and the pattern.
fn try_edit(engine: &Engine, game: &SampledGame, raise: i32) -> anyhow::Result<Option<Edit>> {
    let number = game.number;
    let turns = tuning::turns(&game.record, 1).with_context(|| format!("cannot use game {number}"))?;
    let mut random = ChaCha8Rng::seed_from_u64(number - 1);
    let Some(played) = one_of(turns.moves(), &mut random) else {
        return Ok(None);
    };
    let turn = turns.turn(played.number - 1);
    let request = Request {
        lists_patterns: true,
        ..Request::new(&turn.game, turn.color)
    };
    let before = Player::new(engine.clone()).explain(&request);
    let others = others(engine, &before);
    let Some((name, value, raised)) = one_of(&others, &mut random) else {
        return Ok(None);
    };
    let change: Change = format!("{name}={}", value + raise).parse()?;
    let mut database = engine.database().clone();
    change.make(&mut database)?;
    let edited = Engine {
        knowledge: engine.knowledge.clone().with_database(database),
        settings: engine.settings,
    };
    let after = Player::new(edited).choose(&Request::new(&turn.game, turn.color));
    let Some(report) = &after.search else {
        return Ok(None);
    };
    let is_raised = |mv: Move| mv.point().is_some_and(|at| raised.contains(&at));
    let (found, others): (Vec<&Searched>, Vec<&Searched>) =
        report.moves.iter().partition(|searched| is_raised(searched.mv));
    // A raised move that the search leaves out has no visits.
    let found_all = found.len() == raised.len();
    let visits = found.iter().map(|found| found.visits).min();
    let visits = visits.filter(|_| found_all).unwrap_or(0);
    let have_lines = found_all && found.iter().all(|found| found.variation.len() > 1);
    let rates = |moves: &[&Searched]| moves.iter().map(|searched| searched.win_rate).fold(0.0, f32::max);
    // Of the highest raised move less the most visited other one.
    let difference = 100.0 * (rates(&found) - rates(others.get(..1).unwrap_or_default()));
    let size = turn.game.size();
    let names: Vec<String> = raised.iter().map(|&p| size.vertex(p).to_string()).collect();
    let (mv, names) = (turn.game.move_count() + 1, names.join(" "));
    let [from, to] = [before.mv, after.mv].map(|mv| size.show(mv));
    Ok(Some(Edit {
        text: format!(
            "game {number}, move {mv}: {change} for {names}, before {from}, after {to}, {visits} visits, win rate {difference:+.1} %"
        ),
        is_obeyed: is_raised(after.mv),
        is_shown: visits > 0 && have_lines,
    }))
}

/// The patterns that hold, and not for the chosen move: name, value in the database, and moves.
fn others<'a>(engine: &'a Engine, choice: &Choice) -> Vec<(&'a str, i32, Vec<Point>)> {
    let database = engine.database();
    let mut others: Vec<(&str, i32, Vec<Point>)> = Vec::new();
    for found in choice.patterns.iter().filter(|found| found.verdict.is_ok()) {
        let variant = &database.variants[found.variant as usize];
        let pattern = &database.patterns[variant.pattern as usize];
        match others.iter_mut().find(|other| other.0 == pattern.name) {
            Some((_, _, points)) if points.last() == Some(&found.point) => {}
            Some((_, _, points)) => points.push(found.point),
            None => others.push((&pattern.name, pattern.weight, vec![found.point])),
        }
    }
    others.retain(|(_, _, points)| !points.iter().any(|&point| choice.mv == Move::Play(point)));
    others
}

fn one_of<'a, T>(all: &'a [T], random: &mut ChaCha8Rng) -> Option<&'a T> {
    all.get((random.next_u64() % all.len().max(1) as u64) as usize)
}
