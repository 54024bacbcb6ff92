// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab bench`: what the engine makes of fixed positions, and how long it took: the choices by search
//! and by evidence alone, the values of all proposals, the statuses of worms and dragons, and one signature
//! for all of it. A change that is not meant to change play leaves the signature as it was.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use katachi_engine::analysis::{Analysis, Status};
use katachi_engine::play::{Player, Request};
use katachi_engine::search::{Report, SearchSettings};
use katachi_engine::{Choice, Engine, Settings};
use katachi_rules::sgf::{Record, Tree, read};
use katachi_rules::{Game, Rules};
use sha2::{Digest as _, Sha256};

use crate::digest::hex;

/// From games of the engine against itself: each record ends in a position, which has the name of the record.
const POSITIONS: &[u8] = include_bytes!("../../../../tests/data/positions.sgf");
const VISITS: u32 = 1000;
/// MiB that are more than enough for the trees of these searches.
const MEMORY: usize = 64;
const SEED: u64 = 1;
const SIGNATURE: usize = 8;

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct BenchArgs {
    /// Leave out what differs from run to run
    #[arg(long)]
    no_times: bool,
}

/// What a choice counts, playouts or nodes, and the time that it took.
type Effort = (u64, Duration);

/// Prints a line for each position, the signature, and the times.
pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let engine = Engine::new(Settings {
        seed: SEED,
        search: Some(SearchSettings {
            visits: Some(VISITS),
            memory: MEMORY,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    });
    let mut efforts = [Effort::default(); 2];
    let mut digest = Sha256::new();
    let mut out = io::stdout().lock();
    for (name, game) in positions()? {
        let (search, searched) = searched(&engine, &game);
        let (analysis, choice, read) = classical(&engine, &game);
        for (sum, effort) in efforts.iter_mut().zip([searched, read]) {
            *sum = (sum.0 + effort.0, sum.1 + effort.1);
        }
        let line = format!(
            "{name:<18} {search}  classical {:<4} value {:>4} nodes {:>6} dragons {}\n",
            game.size().show(choice.mv),
            choice.value,
            read.0,
            statuses(&analysis),
        );
        digest.update(&line);
        digest.update(details(&analysis, &choice, &game));
        out.write_all(line.as_bytes())?;
        out.flush()?;
    }
    writeln!(out, "Signature {}", hex(&digest.finalize()[..SIGNATURE]))?;
    let names = [("Search", "simulations"), ("Classical choice", "nodes")];
    for ((choice, unit), (count, time)) in names.into_iter().zip(efforts).filter(|_| !args.no_times) {
        let seconds = time.as_secs_f64();
        let speed = count as f64 / seconds.max(1e-9);
        writeln!(
            out,
            "{choice}: {count} {unit} in {seconds:.2} s, {speed:.0} a second"
        )?;
    }
    Ok(())
}

fn positions() -> anyhow::Result<Vec<(String, Game)>> {
    let games = read(POSITIONS).context("the positions are no records")?;
    let position = |tree: &Tree| {
        let record = Record::from_tree(tree).context("the positions are no records")?;
        let name = record.get("GN").context("a position has no name")?.to_owned();
        let game = record.game_after(usize::MAX, Rules::CHINESE, 7.5);
        let game = game.with_context(|| format!("cannot set up {name}"))?;
        Ok((name, game))
    };
    games.trees.iter().map(position).collect()
}

/// The choice of the tree search, by a player without earlier readings.
fn searched(engine: &Engine, game: &Game) -> (String, Effort) {
    let start = Instant::now();
    let choice = Player::new(engine.clone()).choose(&Request::new(game, game.to_move()));
    let time = start.elapsed();
    let figures = |report: &Report| (report.win_rate, report.visits, report.playouts);
    let (win_rate, visits, playouts) = choice.search.as_ref().map(figures).unwrap_or_default();
    let mv = game.size().show(choice.mv);
    let text = format!("search {mv:<4} win rate {win_rate:.3} visits {visits:>4} playouts {playouts:>4}");
    (text, (playouts.into(), time))
}

/// The choice by evidence alone, by a reader without earlier readings, its analysis, and the nodes of all
/// readings.
fn classical(engine: &Engine, game: &Game) -> (Analysis, Choice, Effort) {
    let start = Instant::now();
    let mut reader = engine.reader(game);
    let analysis = engine.analyse(game, &mut reader);
    let request = Request {
        analysis: Some(&analysis),
        ..Request::new(game, game.to_move())
    };
    let choice = engine.choose(&request, &mut reader);
    let effort = (reader.nodes(), start.elapsed());
    (analysis, choice, effort)
}

/// How many dragons are alive, critical, dead and of unknown status, as `A3 C0 D1 U2`.
fn statuses(analysis: &Analysis) -> String {
    let count = |status| analysis.dragons.iter().filter(|d| d.status == status).count();
    use Status::{Alive, Critical, Dead, Unknown};
    let all = [("A", Alive), ("C", Critical), ("D", Dead), ("U", Unknown)];
    all.map(|(letter, status)| format!("{letter}{}", count(status)))
        .join(" ")
}

/// The input of the signature beside the printed line: all proposals with their values, the readings of each
/// worm, and the status, eyes and ways out of each dragon.
fn details(analysis: &Analysis, choice: &Choice, game: &Game) -> String {
    let vertex = |point| game.size().vertex(point);
    let mut text = String::new();
    for proposal in &choice.proposals {
        let reasons = proposal.reasons.iter().map(|r| (r.value, r.counted));
        let (point, reasons) = (vertex(proposal.point), reasons.collect::<Vec<(i32, i32)>>());
        let _ = writeln!(text, "proposal {point} {} {reasons:?}", proposal.value);
    }
    for worm in analysis.worms.iter() {
        let (attack, defense) = (worm.attack.code(), worm.defense.code());
        let origin = vertex(worm.origin);
        let _ = writeln!(text, "worm {origin} {attack} {defense} {:?}", worm.liberties);
    }
    for dragon in analysis.dragons.iter() {
        let (origin, size, status) = (vertex(dragon.origin), dragon.size, dragon.status);
        let (least, most, ways) = (dragon.eyes.min, dragon.eyes.max, dragon.ways_out);
        let _ = writeln!(text, "dragon {origin} {size} {status:?} {least} {most} {ways}");
    }
    text
}
