// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train moves`: the weights of the move-prediction model.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::ensure;
use katachi::counts::passed_over;
use katachi_engine::model::{Fit, TrainSettings, TrainingSet, Unusable};
use katachi_view::reason::quantity;

use katachi::records;
use katachi_rules::Color;
use katachi_rules::sgf::Record;

use super::named::NamedPatterns;
use crate::judged::{JudgedGame, JudgedGames, JudgedPosition};

const HELP: &str = "\
Records teach the weights that all boards share, judged games what each class of boards adds to them. Of the
games that are held out, how often their moves are the most probable ones is printed at the end.

Example:
  katachi-lab train moves games/*.sgf.gz --judged 9x9.jsonl.gz --patterns patterns/*.db --out patterns/move-model.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct MoveArgs {
    /// SGF files, plain or compressed by gzip; 19x19, no handicap
    #[arg(required_unless_present = "judged", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files of judged games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    judged: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Fit the move patterns of these files, too
    ///
    /// Their weights are written below their colon lines; the files are replaced.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    patterns: Vec<PathBuf>,
    /// Smallest count of a neighbourhood in records
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().min_count, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// Smallest count of a neighbourhood in judged games
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().min_judged, value_parser = clap::value_parser!(u32).range(1..))]
    min_judged: u32,
    /// Hold out one game in N to evaluate the model
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(2..))]
    held_out: u16,
    /// Take one position of records in N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
}

/// Games that were read.
#[derive(Default)]
struct Read {
    set: TrainingSet,
    records: u32,
    judged: u32,
    unusable: BTreeMap<Unusable, u32>,
}

impl Read {
    fn record(&mut self, record: &Record) {
        match self.set.add(record) {
            Ok(()) => self.records += 1,
            Err(reason) => *self.unusable.entry(reason).or_default() += 1,
        }
    }

    /// The numbers of games: `61 records and 9 judged games`.
    fn sources(&self) -> String {
        let kinds = [(self.records, "record"), (self.judged, "judged game")];
        let kinds = kinds.into_iter().filter(|&(count, _)| count > 0);
        let counts: Vec<String> = kinds.map(|(count, kind)| quantity(count, kind)).collect();
        counts.join(" and ")
    }

    fn judged(&mut self, game: &JudgedGame) {
        let mut color = Color::Black;
        let moves = game.moves.iter().map(|&mv| {
            let side = color;
            color = color.opposite();
            (side, mv)
        });
        let targets = game.positions.iter().map(JudgedPosition::shares);
        match self.set.add_judged(game.size, moves.collect(), targets.collect()) {
            Ok(()) => self.judged += 1,
            Err(reason) => *self.unusable.entry(reason).or_default() += 1,
        }
    }
}

pub(super) fn run(args: &MoveArgs) -> anyhow::Result<()> {
    let patterns = NamedPatterns::read(&args.patterns)?;
    let mut read = Read::default();
    for file in &args.files {
        records::each(file, |record| read.record(&record))?;
    }
    for file in &args.judged {
        for game in JudgedGames::open(file)? {
            read.judged(&game?);
        }
    }
    ensure!(read.records + read.judged > 0, "there is no game to learn from");
    let settings = TrainSettings {
        min_count: args.min_count,
        min_judged: args.min_judged,
        every: args.every.into(),
        held_out: args.held_out.into(),
        ..TrainSettings::default()
    };
    let fit = read.set.fit(settings, patterns.features());
    let origin = format!(
        "The move-prediction model (docs/move-model.md).\nFitted by `katachi-lab train moves --min-count {} \
         --min-judged {} --every {}` to {}.",
        args.min_count,
        args.min_judged,
        args.every,
        read.sources(),
    );
    super::write(&args.out, &fit.to_text(&origin))?;
    patterns.write(&fit.patterns())?;
    io::stdout().write_all(report(&read, &fit).as_bytes())?;
    Ok(())
}

/// Data of the training, and the quality of predictions of held-out moves.
fn report(read: &Read, fit: &Fit) -> String {
    let mut text = read.sources() + "\n";
    for (reason, count) in &read.unusable {
        let _ = writeln!(text, "{}", passed_over(*count, reason));
    }
    let _ = writeln!(text, "{}", quantity(fit.shapes(), "shape"));
    let records = (read.records > 0).then(|| ("records".to_owned(), &fit.records));
    let judged = fit
        .judged
        .iter()
        .map(|(class, e)| (format!("judged games on {}", class.name()), e));
    for (source, evaluation) in records.into_iter().chain(judged) {
        let _ = writeln!(
            text,
            "{source}: of {} held out the most probable move {:.1} %, one of the ten most probable {:.1} %, mean log-likelihood {:.3}",
            quantity(evaluation.positions, "position"),
            evaluation.percent(evaluation.first),
            evaluation.percent(evaluation.tenth),
            evaluation.mean_log_likelihood()
        );
    }
    text
}
