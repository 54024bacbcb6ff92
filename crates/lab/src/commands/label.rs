// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab label`: games judged by another engine, in files.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use katachi::counts::passed_over;
use katachi::records;
use katachi_rules::{BoardSize, MAX_SIDE};
use katachi_view::reason::quantity;
use serde_json::{Map, Value};

use crate::digest::{digest, hex};
use crate::judged::JudgedGame;
use crate::label::{Asking, Labelled, Shards, Source, Unfit, label, unjudged};

const HELP: &str = "\
The judge is a program that speaks KataGo's JSON analysis protocol, such as KataGo or
`katachi analysis`. It judges each position of the records, or of games that it plays against
itself: moves are drawn from its policy, rules and komi vary. `katachi-lab train moves --judged`
learns from the files. A file is whole or absent. The same command again makes the missing ones.

Examples:
  katachi-lab label --judge 'katago analysis -config C -model M' --games 2000 --size 9 --out judged
  katachi-lab label --judge 'katago analysis -config C -model M' --records games/*.sgf --out judged";

/// Arguments of `katachi-lab label`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
#[command(group(clap::ArgGroup::new("source").args(["records", "games"]).required(true)))]
pub(crate) struct LabelArgs {
    /// Command of the program that judges
    #[arg(long, value_name = "COMMAND")]
    judge: String,
    /// Folder for the files; it is made
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// SGF files to judge, plain or compressed by gzip
    #[arg(long, value_name = "FILE", num_args = 1..)]
    records: Vec<PathBuf>,
    /// Games that the judge plays against itself
    #[arg(long, value_name = "N", requires = "size", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// With --games: lines of the board
    #[arg(long, value_name = "N", requires = "games", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_SIDE)))]
    size: Option<u8>,
    /// With --games: seed of all draws
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "records")]
    seed: u64,
    /// Visits of the judge a position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    visits: u32,
    /// Questions that the judge has at the same time
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=4096))]
    queries: u16,
    /// Games a file
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    shard: u32,
    /// Make only this file, from 1
    ///
    /// Processes that make different files may share the folder, on one machine or on many.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    file: Option<u32>,
    /// Time for an answer, in seconds
    ///
    /// The first answer comes after the start of the judge, which may take long.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,
}

/// Records that were passed over, by reason.
type PassedOver = BTreeMap<Unfit, u32>;

/// Labels and prints.
pub(crate) fn run(args: &LabelArgs) -> anyhow::Result<()> {
    let (source, unfit) = args.source()?;
    let mut shards = Shards::open(
        &args.out,
        &args.settings(&source),
        source.count(),
        args.shard as usize,
    )?;
    if let Some(file) = args.file {
        shards = shards.only(file as usize)?;
    }
    let missing = shards.missing();
    let games_missing: usize = missing.iter().map(|&shard| shards.games_in(shard).len()).sum();
    let found = source.count() - games_missing;
    if found > 0 && args.file.is_none() {
        let (games, folder) = (quantity(found, "game"), args.out.display());
        writeln!(io::stdout(), "{games} in whole files of {folder} already")?;
    }
    let labelled = if missing.is_empty() {
        Labelled::default()
    } else {
        args.label(&source, &shards)?
    };
    report(&labelled, &unfit)
}

impl LabelArgs {
    /// Reads the records, or begins own games.
    fn source(&self) -> anyhow::Result<(Source, PassedOver)> {
        let mut unfit = PassedOver::new();
        if let (Some(games), Some(size)) = (self.games, self.size) {
            let source = Source::Own {
                games: games as usize,
                size: BoardSize::square(size),
                seed: self.seed,
            };
            return Ok((source, unfit));
        }
        let mut games = Vec::new();
        for file in &self.records {
            records::each(file, |record| match unjudged(&record) {
                Ok(game) => games.push(game),
                Err(reason) => *unfit.entry(reason).or_default() += 1,
            })?;
        }
        let reasons = unfit.iter().map(|(reason, &count)| passed_over(count, reason));
        let reasons: Vec<String> = reasons.collect();
        ensure!(
            !games.is_empty(),
            "there is no game to judge: {}",
            match reasons.is_empty() {
                true => "the files have none".to_owned(),
                false => reasons.join(", "),
            }
        );
        Ok((Source::Records(games), unfit))
    }

    /// The options on which the games depend, by name.
    fn settings(&self, source: &Source) -> Map<String, Value> {
        let mut settings = Map::new();
        let mut add = |name: &str, value: Value| settings.insert(name.to_owned(), value);
        add("--judge", self.judge.as_str().into());
        add("--visits", self.visits.into());
        add("--shard", self.shard.into());
        match source {
            Source::Records(games) => {
                add("games of --records", games.len().into());
                add("digest of --records", digest_of_games(games).into());
            }
            Source::Own { games, size, seed } => {
                add("--games", (*games).into());
                add("--size", size.width().into());
                add("--seed", (*seed).into());
            }
        }
        settings
    }

    fn label(&self, source: &Source, shards: &Shards) -> anyhow::Result<Labelled> {
        let asking = Asking {
            visits: self.visits,
            queries: self.queries.into(),
            timeout: Duration::from_secs(self.timeout.into()),
        };
        label(source, &self.judge, asking, shards, |shard, so_far| {
            let (file, amount) = (shards.path(shard), amount(so_far));
            writeln!(io::stdout(), "{} is whole; {amount} so far", file.display())?;
            Ok(())
        })
    }
}

/// Digest of the content of games.
fn digest_of_games(games: &[JudgedGame]) -> String {
    let texts = games.iter().map(|game| {
        let moves: Vec<String> = game.moves.iter().map(|&mv| game.size.show(mv)).collect();
        format!("{} {} {} {}\n", game.size, game.rules, game.komi, moves.join(" "))
    });
    let texts: Vec<String> = texts.collect();
    let parts: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
    hex(&digest(&parts)[..8])
}

/// `500 games, 23412 positions`.
fn amount(labelled: &Labelled) -> String {
    let positions = quantity(labelled.positions, "position");
    format!("{}, {positions}", quantity(labelled.games, "game"))
}

fn report(labelled: &Labelled, unfit: &PassedOver) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let seconds = labelled.time.as_secs_f64();
    match labelled.games {
        0 => writeln!(out, "nothing is left to judge")?,
        _ => writeln!(
            out,
            "{} judged, {:.1} positions a second",
            amount(labelled),
            labelled.positions as f64 / seconds.max(1e-3)
        )?,
    }
    for (reason, &count) in unfit {
        writeln!(out, "{}", passed_over(count, reason))?;
    }
    Ok(())
}
