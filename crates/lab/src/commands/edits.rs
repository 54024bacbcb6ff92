// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab edits`: how the player follows an author who changes the value of a pattern.
//!
//! In a random position of a game one of the patterns that hold for another move than the chosen one gets a
//! higher value. The player then chooses anew. With `--shares` nothing changes; see `shares`.

use std::io::{self, Write as _};

use anyhow::{Context as _, ensure};
use katachi_engine::play::{Player, Request};
use katachi_engine::search::{SearchSettings, Searched};
use katachi_engine::{Choice, Engine, Settings};
use katachi_rules::sgf::Turn;
use katachi_rules::{Move, Point};
use katachi_tuning::{self as tuning, Change};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use super::shares;
use crate::games::{GamesArgs, SampledGame};
use crate::pool;

const HELP: &str = "\
In one position of each game a pattern that holds, and not for the chosen move, gets a value that is 48 units higher. Position and pattern are random; the seed is the number of the game.

With --shares, random positions instead, each with the move that was played and the one with the highest prior, or with --visits the one that the search chooses: how far the parts of its logit raise it above the mean of all moves, and what share of that patterns with names have.

Examples:
  katachi-lab edits games/*.sgf.gz --one-in 10
  katachi-lab edits games/*.sgf.gz --shares";

const RAISE: i32 = 48;

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct EditsArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Visits of a move; without it those of full strength, and no search with --shares
    #[arg(long)]
    visits: Option<u32>,
    /// Measure in N positions what share of the priors patterns with names have [default: 1000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    shares: Option<u64>,
}

pub(crate) fn run(args: &EditsArgs) -> anyhow::Result<()> {
    let engine = Engine::new(Settings {
        search: Some(SearchSettings {
            memory: 64,
            visits: args.visits,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    });
    if let Some(count) = args.shares {
        return shares::run(&engine, &args.games, count, args.visits.is_some());
    }
    let games = args.games.read(|_| true)?;
    let edits = pool::map(args.games.jobs, &games, |game| try_edit(&engine, game)).into_iter();
    let edits: Vec<Edit> = edits
        .filter_map(Result::transpose)
        .collect::<anyhow::Result<_>>()?;
    ensure!(
        !edits.is_empty(),
        "in no position a pattern holds for other moves than the chosen one: give more games"
    );
    let count = |is: fn(&Edit) -> bool| edits.iter().filter(|edit| is(edit)).count();
    let (obeyed, shown) = (count(|edit| edit.is_obeyed), count(|edit| edit.is_shown));
    writeln!(
        io::stdout(),
        "{} positions, a pattern raised by {RAISE}: one of its moves chosen with a tenth of all visits in {obeyed}, visits and a line with an answer for all in {shown}",
        edits.len(),
    )?;
    Ok(())
}

/// What became of the moves of a pattern that was raised.
struct Edit {
    is_obeyed: bool,
    /// Whether the search keeps each raised move, with visits and a line with an answer.
    is_shown: bool,
}

/// Raises a pattern in a position of a game. `None` if no pattern holds for other moves than the chosen one.
/// The number of the game selects the position and the pattern.
fn try_edit(engine: &Engine, game: &SampledGame) -> anyhow::Result<Option<Edit>> {
    let mut random = ChaCha8Rng::seed_from_u64(game.number - 1);
    let Some(turn) = random_turn(game, &mut random)? else {
        return Ok(None);
    };
    let before = Player::new(engine.clone()).explain(&Request {
        lists_patterns: true,
        ..Request::new(&turn.game, turn.color)
    });
    let others = others(engine, &before);
    let Some((name, value, raised)) = one_of(&others, &mut random) else {
        return Ok(None);
    };
    let change: Change = format!("{name}={}", value + RAISE).parse()?;
    let mut database = engine.database().clone();
    change.make(&mut database)?;
    let edited = Engine {
        knowledge: engine.knowledge.clone().with_database(database),
        settings: engine.settings,
    };
    let after = Player::new(edited).choose(&Request::new(&turn.game, turn.color));
    let report = after.search.as_ref().context("there is no search")?;
    let is_raised = |mv: Move| mv.point().is_some_and(|at| raised.contains(&at));
    let mut found = report.moves.iter().filter(|searched| is_raised(searched.mv));
    let is_chosen = |found: &Searched| found.mv == after.mv && found.visits >= report.visits / 10;
    let has_answer = |found: &Searched| found.visits > 0 && found.variation.len() > 1;
    Ok(Some(Edit {
        is_obeyed: found.clone().any(is_chosen),
        is_shown: found.clone().count() == raised.len() && found.all(has_answer),
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

/// `None` if the game has no move.
pub(super) fn random_turn(game: &SampledGame, random: &mut ChaCha8Rng) -> anyhow::Result<Option<Turn>> {
    let turns = tuning::turns(&game.record, 1);
    let turns = turns.with_context(|| format!("cannot use game {} of {}", game.number, game.file))?;
    Ok(one_of(turns.moves(), random).map(|played| turns.turn(played.number - 1)))
}

pub(super) fn one_of<'a, T>(all: &'a [T], random: &mut ChaCha8Rng) -> Option<&'a T> {
    all.get((random.next_u64() % all.len().max(1) as u64) as usize)
}
