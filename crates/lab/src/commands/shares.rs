// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab edits --shares`: what share of the priors patterns with names have.
//!
//! The logit of a move is a sum of parts. A part contributes its value at the move less its mean over all
//! moves that the model predicts there, in nats: how far it raises the move above one drawn from these. The
//! share of a group is the sum of its contributions at all measured moves, divided by that of all groups, so
//! that it has a sign and all add up to one. Means weighted by probabilities would not do: at weights of
//! maximum likelihood each part then adds up to 0 over played moves. A pattern whose picture matches is
//! counted with its name if it asks for no more than that; else its name need not be true of the move.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use anyhow::{Context as _, ensure};
use katachi_engine::Engine;
use katachi_engine::model::{Part, feature_names};
use katachi_engine::play::{Player, Request};
use katachi_rules::{Point, quantity};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;

use super::edits::{one_of, random_turn};
use crate::games::{GamesArgs, SampledGame};
use crate::pool;

const PATTERNS: &str = "patterns with names";
/// Number of contributions of a move that count as its largest.
const LARGEST: usize = 3;
/// Number of patterns that are listed.
const LISTED: usize = 10;

/// A group, and the name of a pattern in it.
type Label<'a> = (&'a str, Option<&'a str>);

/// The contributions of what a move has itself and of what other moves there have.
type Measured<'a> = [BTreeMap<Label<'a>, f64>; 2];

/// Measures so many random positions: the moves that were played, and those that have the highest prior or
/// that a search chooses.
pub(super) fn run(engine: &Engine, args: &GamesArgs, count: u64, searches: bool) -> anyhow::Result<()> {
    let games = args.read(|_| true)?;
    let names = feature_names().map(|name| name.split('=').next().unwrap_or_default().to_owned());
    let names: Vec<String> = names.collect();
    let measure = |&seed: &u64| measure(engine, &names, &games, seed, searches);
    let both: Vec<_> = pool::map(args.jobs, &(0..count).collect::<Vec<u64>>(), measure)
        .into_iter()
        .collect::<anyhow::Result<_>>()?;
    let best = ["with the highest prior", "chosen by the search"][usize::from(searches)];
    for (which, title) in ["played", best].into_iter().enumerate() {
        let moves: Vec<&Measured<'_>> = both.iter().filter_map(|both| both[which].as_ref()).collect();
        ensure!(!moves.is_empty(), "no game has a move: give others");
        io::stdout().write_all(report(title, &moves).as_bytes())?;
    }
    Ok(())
}

/// Measures the move that was played in a random position, and the best one. `None` for a pass, and for a
/// move that fills an own eye.
fn measure<'a>(
    engine: &'a Engine,
    names: &'a [String],
    games: &[SampledGame],
    seed: u64,
    searches: bool,
) -> anyhow::Result<[Option<Measured<'a>>; 2]> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let game = one_of(games, &mut random).context("there is no game: give more files")?;
    let Some(turn) = random_turn(game, &mut random)? else {
        return Ok([None, None]);
    };
    let mut moves: BTreeMap<Point, BTreeMap<Label<'a>, f64>> = BTreeMap::new();
    for (point, part, nats) in engine.knowledge.parts_in(&turn.game, turn.color) {
        let parts = moves.entry(point).or_default();
        *parts.entry(label(engine, names, part)).or_default() += f64::from(nats);
    }
    let mut means: BTreeMap<Label<'a>, f64> = BTreeMap::new();
    for (&label, nats) in moves.values().flatten() {
        *means.entry(label).or_default() += nats / moves.len() as f64;
    }
    let request = Request::new(&turn.game, turn.color);
    let logit = |parts: &BTreeMap<Label<'a>, f64>| parts.values().sum::<f64>();
    let best = match searches {
        true => Player::new(engine.clone()).choose(&request).mv.point(),
        false => sorted(&moves, logit).first().map(|best| *best.0),
    };
    let contributions = |point: Point| {
        let own = moves.get(&point)?;
        let above = |(&label, mean): (&Label<'a>, &f64)| (label, own.get(&label).unwrap_or(&0.0) - mean);
        let (own, others) = means
            .iter()
            .map(above)
            .partition(|part| own.contains_key(&part.0));
        Some([own, others])
    };
    Ok([turn.mv.point(), best].map(|point| point.and_then(contributions)))
}

fn label<'a>(engine: &'a Engine, names: &'a [String], part: Part) -> Label<'a> {
    match part {
        Part::Feature(feature) => (names[usize::from(feature)].as_str(), None),
        Part::Shape => ("learned shapes", None),
        Part::Reply => ("learned replies", None),
        Part::Answer => ("learned answers", None),
        Part::Pairs => ("pairs of features and patterns", None),
        Part::Pattern(None) => (PATTERNS, None),
        Part::Pattern(Some(place)) => {
            let pattern = &engine.database().patterns[place as usize];
            let group = match pattern.is_told_by_picture() {
                _ if pattern.shape_name().is_some() => "patterns in place of learned shapes",
                true => PATTERNS,
                false => return ("pictures of patterns that ask for more", None),
            };
            (group, Some(&pattern.name))
        }
    }
}

fn report(title: &str, moves: &[&Measured<'_>]) -> String {
    let count = moves.len() as f64;
    let mut groups: BTreeMap<&str, f64> = [(PATTERNS, 0.0)].into();
    let mut patterns: BTreeMap<&str, (f64, u32)> = BTreeMap::new();
    let (mut large, mut without) = (0, 0);
    for [own, others] in moves {
        for ((group, _), nats) in own.iter().chain(others) {
            *groups.entry(group).or_default() += nats / count;
        }
        for ((_, name), nats) in own {
            if let Some(name) = name {
                let (sum, held) = patterns.entry(name).or_default();
                (*sum, *held) = (*sum + nats, *held + 1);
            }
        }
        let largest = sorted(own, |nats| *nats);
        let is_named = |(label, _): &(&Label<'_>, &f64)| label.1.is_some();
        large += u32::from(largest.iter().take(LARGEST).any(is_named));
        without += u32::from(!largest.iter().any(is_named));
    }
    let total: f64 = groups.values().sum();
    let mut text = format!("{count} moves {title}: {total:.2} nats above the mean of all\n");
    for (group, nats) in sorted(groups, |nats| nats) {
        let _ = writeln!(text, "{:6.1} % {nats:6.2}  {group}", 100.0 * nats / total);
    }
    let [large, none] = [large, without].map(|moves| 100.0 * f64::from(moves) / count);
    let _ = writeln!(
        text,
        "a pattern among the {LARGEST} largest: {large:.1} %; no pattern: {none:.1} %"
    );
    for (name, (sum, held)) in sorted(patterns, |(sum, _)| sum).into_iter().take(LISTED) {
        let (moves, each) = (quantity(held, "move"), sum / f64::from(held));
        let _ = writeln!(text, "{name}: {moves}, mean {each:.2} nats");
    }
    text
}

/// The largest first.
fn sorted<K, V: Copy>(all: impl IntoIterator<Item = (K, V)>, nats: impl Fn(V) -> f64) -> Vec<(K, V)> {
    let mut all: Vec<(K, V)> = all.into_iter().collect();
    all.sort_by(|a, b| nats(b.1).total_cmp(&nats(a.1)));
    all
}
