// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train`: weights of models from games.
//!
//! The engine has the features of its models and reads their weights; here they are fitted. All models are
//! log-linear ([`log_linear`]): a position is an example, whose candidates have features by number.
//!
//! - `moves`: the move-prediction model, `moves/factors` its pairs of features; `choice`: the classical
//!   choice; `life`: the policy of the life-and-death search; `playouts`: the playout policy, which `balance`
//!   changes further;
//! - `patterns`: weights in the files of patterns; `evaluation`: what people are told of a position.

mod balance;
mod choice;
mod evaluation;
mod life;
mod log_linear;
mod moves;
mod patterns;
mod playouts;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use katachi_engine::learn::Line;
use katachi_rules::sgf::Record;

use crate::games::each_of;
use crate::judged::{self, JudgedGame};

#[derive(Debug, clap::Args)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    model: Model,
}

#[derive(Debug, clap::Subcommand)]
enum Model {
    /// Fit the move-prediction model to played moves
    Moves(moves::MoveArgs),
    /// Fit the vectors of named features, which the move-prediction model adds in pairs
    Factors(moves::factors::FactorArgs),
    /// Fit the weights of the classical choice
    Choice(choice::ChoiceArgs),
    /// Fit what people are told of a position to a judge
    Evaluation(evaluation::EvaluationArgs),
    /// Fit the policy of the life-and-death search to searches about groups
    Life(life::LifeArgs),
    /// Fit the playout policy to answers to the last move
    Playouts(playouts::PlayoutArgs),
    /// Balance the playout policy until playouts end as games do
    Balance(balance::BalanceArgs),
}

/// Games to learn from, and the file of the weights.
#[derive(Debug, clap::Args)]
struct Games {
    /// SGF files, plain or compressed by gzip
    #[arg(required_unless_present = "judged", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files of judged games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    judged: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// Records to learn from, and the file of the weights.
#[derive(Debug, clap::Args)]
struct Records {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

enum TrainingGame<'a> {
    Record(&'a Record),
    Judged(&'a JudgedGame),
}

impl Games {
    /// Hands over all games, the records first.
    fn each(&self, mut learn: impl FnMut(TrainingGame<'_>) -> anyhow::Result<()>) -> anyhow::Result<()> {
        for file in &self.files {
            let mut learned = Ok(());
            each_of(file, |record| {
                if learned.is_ok() {
                    learned = learn(TrainingGame::Record(&record));
                }
            })?;
            learned?;
        }
        for file in &self.judged {
            for game in judged::read(file)? {
                learn(TrainingGame::Judged(&game?))?;
            }
        }
        Ok(())
    }
}

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    let own = check_own;
    let report = match &args.model {
        Model::Moves(args) => own(&args.games.out).and_then(|()| moves::run(args)),
        Model::Factors(args) => own(&args.games.out).and_then(|()| moves::factors::run(args)),
        Model::Choice(args) => own(&args.games.out).and_then(|()| choice::run(args)),
        Model::Evaluation(args) => own(&args.out).and_then(|()| evaluation::run(args)),
        Model::Life(args) => own(&args.records.out).and_then(|()| life::run(args)),
        Model::Playouts(args) => own(&args.records.out).and_then(|()| playouts::run(args)),
        Model::Balance(args) => own(&args.games.out).and_then(|()| balance::run(args)),
    }?;
    Ok(io::stdout().write_all(report.as_bytes())?)
}

/// Refuses to replace a file that is no model. All models begin with the licence and a sentence about them.
fn check_own(file: &Path) -> anyhow::Result<()> {
    const BEGIN: &[u8] = b"# SPDX-License-Identifier: MIT OR Apache-2.0\n#\n# The ";
    katachi_atomic_file::check_own(file, |content| content.starts_with(BEGIN))
        .map_err(|why| anyhow!("{} {why}; choose another name for --out", file.display()))
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    katachi_atomic_file::replace(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Smallest weight that is written; all others are 0.
const MIN_WEIGHT: f32 = 0.005;

/// The lines of weights by name, without those that are nearly 0.
fn lines(
    names: impl Iterator<Item = String>,
    weights: impl IntoIterator<Item = f32>,
) -> impl Iterator<Item = Line<String>> {
    let line = |(name, weight)| Line {
        name,
        weight,
        count: None,
    };
    names
        .zip(weights)
        .map(line)
        .filter(|line| line.weight.abs() >= MIN_WEIGHT)
}

/// The text of a model's weights, as the engine reads it. The comment says what they were fitted to, and
/// explains the names.
fn to_text(model: &str, comment: &str, lines: impl IntoIterator<Item = Line<String>>) -> String {
    let mut text = "# SPDX-License-Identifier: MIT OR Apache-2.0\n#\n".to_owned();
    for line in comment.lines() {
        text += format!("# {line}").trim_end();
        text.push('\n');
    }
    let _ = writeln!(text, "weights {model}\n");
    for Line { name, weight, count } in lines {
        let count = count.map_or(String::new(), |count| format!(" {count}"));
        let _ = writeln!(text, "{name} {weight:.2}{count}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_text_reads_as_its_weights() {
        let line = |name: &str, weight, count| Line {
            name: name.to_owned(),
            weight,
            count,
        };
        let lines = [line("last=2", -1.25, None), line("shape=#*./..X", 0.5, Some(70))];
        let text = to_text("moves", "Fitted to 3 games.\n\nWith names.", lines.clone());
        assert!(
            text.contains("\n# Fitted to 3 games.\n#\n# With names.\nweights moves\n"),
            "{text}"
        );
        let mut read = Vec::new();
        let result = katachi_engine::learn::parse(&text, "moves", |Line { name, weight, count }| {
            read.push(line(name, weight, count));
            Some(())
        });
        assert_eq!((result, read), (Ok(()), lines.to_vec()));
    }
}
