// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab judgement`: how well playouts, or the search, judge positions.

use std::fs;
use std::io::{self, Write as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use katachi::{Engine, Settings};
use katachi_arena::Finisher;
use katachi_cli::{database, records};
use katachi_rules::BoardSize;

use crate::judgement::{
    Answer, Conditions, EndsMeasurement, Half, Judge, KnownPosition, PolicyMeasurement, PolicyName, Sampling,
    Status, parse_moves,
};
use crate::parts::{Measured, PartArgs, Work, names};
use crate::pool::pool;

const HELP: &str = "\
The truth is the winner of each game, and the owner of each point at its end, if the judgement of the final position
agrees with the result of the record; games without a komi are left out. Log-loss is in nats: 0 is perfect, 0.693 is a coin. Win rates
and the deviations of leads are corrected as people read them; a table has those of the playouts or visits beside. Games are divided
into a development half and a held-out half by a hash of their moves.

With --ends the results that the engine counts at the ends of the games are compared with those of the records: the same
score, a score that differs by a point at most, the same winner. With --finished-by another program counts the last position,
plays on for both sides until both pass, and counts again: a game was finished if its two counts differ by a point at most.

With --positions the files have diagrams of groups whose life is known; for each group it is printed whether most playouts
judge it right. Seki counts as alive.

Examples:
  katachi-lab judgement games/*.sgf.gz --policy settled --one-in 10
  katachi-lab judgement games/*.sgf.gz --ends --half held-out --one-in 5
  katachi-lab judgement games/*.sgf.gz --ends --one-in 5 --finished-by 'gnugo --mode gtp --level 1 --japanese-rules'
  katachi-lab judgement games/*.sgf.gz --visits 200 --per-game 2 --one-in 3
  katachi-lab judgement games/*.sgf.gz --visits 200 --part 1/8 > 1.jsonl
  katachi-lab judgement --positions tests/data/judgement/*.txt";

/// The arguments of the measurement.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct JudgementArgs {
    /// SGF files, plain or compressed by gzip; text with --positions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files of positions with groups of known life
    #[arg(long, conflicts_with_all = ["every", "per_game", "moves", "half", "one_in", "jobs", "part", "merge"])]
    positions: bool,
    /// Compare counted results with those of the records
    ///
    /// The engine counts the ends of the games, as `final_score` does.
    #[arg(long, conflicts_with_all = ["positions", "policy", "weights", "playouts", "visits", "every", "per_game", "moves"])]
    ends: bool,
    /// With --ends: GTP program that tells finished games
    ///
    /// It plays each game on. Finished games are reported apart.
    #[arg(long, value_name = "COMMAND", requires = "ends")]
    finished_by: Option<String>,
    /// Print each position (development half), or game
    #[arg(long, conflicts_with = "positions")]
    list: bool,
    /// Playout policy: uniform, settled or learned
    #[arg(long, value_name = "NAME", default_value_t = PolicyName::Learned)]
    policy: PolicyName,
    /// Weights of the policy learned [default: built-in]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Playouts a position
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    playouts: u32,
    /// Visits of a search, which judges in place of playouts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), conflicts_with_all = ["policy", "playouts", "weights", "positions"])]
    visits: Option<u32>,
    /// Moves between positions [default: 20; 9x9: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    every: Option<u16>,
    /// Random positions a game, one from each equal part
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), conflicts_with = "every")]
    per_game: Option<u16>,
    /// Moves before the first and the last position
    ///
    /// The default is 20, or 10 on small boards, to the end.
    #[arg(long, value_name = "A..B", value_parser = parse_moves)]
    moves: Option<RangeInclusive<usize>>,
    /// Half of the games: development or held-out
    ///
    /// Of the held-out half only overall figures are printed.
    #[arg(long, value_name = "HALF", default_value_t = Half::Development)]
    half: Half,
    /// Take one game in N of that half
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    #[command(flatten)]
    parts: PartArgs,
}

impl JudgementArgs {
    fn sampling(&self) -> Sampling {
        Sampling {
            every: self.every.map(usize::from),
            moves: self.moves.clone(),
            per_game: self.per_game.map(usize::from),
        }
    }
}

impl JudgementArgs {
    /// The work that parts of the measurement share.
    fn work(&self, games: usize) -> Work<'_> {
        let Self {
            ends,
            finished_by,
            policy,
            playouts,
            visits,
            half,
            one_in,
            ..
        } = self;
        let judge = match (ends, visits) {
            (true, _) => format!("ends, finished by {finished_by:?}"),
            (_, Some(visits)) => format!("{visits} visits"),
            _ => format!("{playouts} {policy} playouts, weights {:?}", self.weights),
        };
        Work {
            conditions: format!(
                "judgement by {judge}, {:?}, one game in {one_in} of the {half} half of {:?}",
                self.sampling(),
                names(&self.files)
            ),
            files: &self.files,
            items: games,
        }
    }
}

/// Measures and prints.
pub(crate) fn run(args: &JudgementArgs) -> anyhow::Result<()> {
    if args.positions {
        ask(args)
    } else if args.ends {
        count_ends(args)
    } else {
        measure(args)
    }
}

fn count_ends(args: &JudgementArgs) -> anyhow::Result<()> {
    let mut measurement = EndsMeasurement::new(args.half, args.one_in as usize);
    for file in &args.files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut number = 0;
        records::each(file, |record| {
            number += 1;
            measurement.add(record, &name, number);
        })?;
    }
    let finisher = args.finished_by.as_deref().map(Finisher::new).transpose()?;
    let engine = Engine::new(Settings::default());
    let measured = args.parts.results(&args.work(measurement.games()), |numbers| {
        let ends = pool(args.jobs.into())
            .install(|| measurement.count(numbers, &engine, finisher.as_ref()))
            .context("the program that plays on failed")?;
        Ok(Measured {
            results: ends,
            seconds: None,
        })
    })?;
    let Some(measured) = measured else {
        return Ok(());
    };
    let report = measurement.report(measured.results);
    ensure!(
        !report.ends.is_empty(),
        "there is no game of the {} half that has a score",
        args.half
    );
    let mut out = io::stdout().lock();
    for end in report.ends.iter().filter(|_| args.list) {
        writeln!(out, "{end}")?;
    }
    write!(out, "{report}")?;
    Ok(())
}

fn measure(args: &JudgementArgs) -> anyhow::Result<()> {
    ensure!(
        !args.list || args.half == Half::Development,
        "of the held-out half only overall figures are printed: leave out --list"
    );
    let conditions = Conditions {
        judge: match args.visits {
            Some(visits) => Judge::Search(visits),
            None => Judge::Playouts(args.policy, args.playouts),
        },
        sampling: args.sampling(),
        half: args.half,
        one_in: args.one_in as usize,
    };
    let mut measurement =
        PolicyMeasurement::new(conditions, database::playout_weights(args.weights.as_deref())?);
    for file in &args.files {
        records::each(file, |record| measurement.add(record))?;
    }
    ensure!(
        measurement.games() > 0,
        "there is no game of the {} half",
        args.half
    );
    let measured = args.parts.results(&args.work(measurement.games()), |numbers| {
        Ok(pool(args.jobs.into()).install(|| measurement.measure(numbers)))
    })?;
    let Some(measured) = measured else {
        return Ok(());
    };
    let report = measurement.report(measured);
    ensure!(
        report.playouts > 0,
        "there is no position to judge: no game has a known result and enough moves"
    );
    let mut out = io::stdout().lock();
    if args.list {
        for asked in report.sizes.values().flat_map(|of_size| &of_size.positions) {
            writeln!(out, "{asked}")?;
        }
    }
    write!(out, "{report}")?;
    Ok(())
}

/// Number of right answers, and of all.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    right: usize,
    all: usize,
}

impl Tally {
    fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.all += 1;
    }

    fn text(self) -> String {
        let share = 100.0 * self.right as f64 / self.all.max(1) as f64;
        format!("{} of {} right, {share:.1} %", self.right, self.all)
    }
}

fn ask(args: &JudgementArgs) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for file in &args.files {
        files.push((file, read(file)?));
    }
    ensure!(
        files.iter().any(|(_, positions)| !positions.is_empty()),
        "there is no position to judge"
    );
    let weights = database::playout_weights(args.weights.as_deref())?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} playouts, {} for each question",
        args.policy, args.playouts
    )?;
    let (mut total, mut by_status) = (Tally::default(), [Tally::default(); 3]);
    for (file, positions) in &files {
        let mut of_file = Tally::default();
        for position in positions {
            let policy = args.policy.policy(&weights, position.board.size());
            for answer in position.ask(&policy, args.playouts) {
                let right = answer.is_right();
                writeln!(
                    out,
                    "{}: {}",
                    position.title,
                    line(&answer, position.board.size())
                )?;
                of_file.add(right);
                total.add(right);
                by_status[answer.status as usize].add(right);
            }
        }
        writeln!(out, "{}: {}", file.display(), of_file.text())?;
    }
    for status in Status::ALL {
        writeln!(out, "{status}: {}", by_status[status as usize].text())?;
    }
    writeln!(out, "total: {}", total.text())?;
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Vec<KnownPosition>> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    KnownPosition::parse_all(&text).with_context(|| format!("cannot use {name}"))
}

/// `black first after C3: D4 dead, ownership -0.95: right`
fn line(answer: &Answer, size: BoardSize) -> String {
    let after = answer
        .last
        .map_or(String::new(), |last| format!(" after {}", size.vertex(last)));
    format!(
        "{} first{after}: {} {}, ownership {:+.2}: {}",
        answer.first.to_string().to_lowercase(),
        size.vertex(answer.stone),
        answer.status,
        answer.ownership,
        if answer.is_right() { "right" } else { "wrong" }
    )
}
