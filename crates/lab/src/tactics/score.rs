// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers to questions with known answers.

use std::fmt;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::ValueEnum;
use katachi_engine::reading::Reader;
use katachi_rules::Point;
use serde::{Deserialize, Serialize};

use super::engines::{GtpReader, Judge as _, NoAnswer};
use super::exhaustive::solve;
use super::file::QuestionSet;
use super::kind::{Given, Kind, Truth};
use super::question::{Found, Question, list_of};
use crate::games::Half;
use crate::parts::{PartArgs, names};

const HELP: &str = "\
A question without an answer counts as wrong. Of the held-out half only the table is printed.

Examples:
  katachi-lab tactics score tests/data/tactics/*.txt.gz
  katachi-lab tactics score connect.txt.gz --list
  katachi-lab tactics score connect.txt.gz --show 17
  katachi-lab tactics score tests/data/tactics/*.txt.gz --half held-out --engine 'gnugo --mode gtp'
  katachi-lab tactics score tests/data/tactics/*.txt.gz --part 1/8 > 1.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct ScoreArgs {
    /// Files of questions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Half of the games: development or held-out
    #[arg(long, value_name = "HALF", default_value_t = Half::Development)]
    half: Half,
    /// GTP program that answers [default: this engine]
    #[arg(long, value_name = "COMMAND", conflicts_with = "nodes")]
    engine: Option<String>,
    /// Nodes a question
    #[arg(long, value_name = "N", default_value_t = Reader::QUESTION_NODES, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Print wrong answers (development half)
    #[arg(long, conflicts_with = "part")]
    list: bool,
    /// Draw question N of each file (development half)
    #[arg(long, value_name = "N", conflicts_with_all = ["part", "merge"])]
    show: Option<usize>,
    #[command(flatten)]
    parts: PartArgs,
}

pub(super) fn run(args: &ScoreArgs) -> anyhow::Result<()> {
    ensure!(
        args.half == Half::Development || !(args.list || args.show.is_some()),
        "of the held-out half only the table is printed: leave out --list and --show"
    );
    let mut engine = match &args.engine {
        Some(command) => GtpReader::new(command)?,
        None => GtpReader::own(args.nodes),
    };
    let read = |file: &PathBuf| {
        let set = QuestionSet::read(file);
        set.with_context(|| format!("cannot use {}", file.display()))
    };
    let sets: Vec<QuestionSet> = args.files.iter().map(read).collect::<anyhow::Result<_>>()?;
    let (name, half, files) = (engine.name()?, args.half, names(&args.files));
    if let Some(number) = args.show {
        writeln!(io::stdout(), "{name}, {half} half")?;
        for (set, file) in sets.iter().zip(&args.files) {
            show(set, number, &mut engine).with_context(|| format!("cannot show of {}", file.display()))?;
        }
        return Ok(());
    }
    let is_asked = |question: &&Question| question.half == half;
    let of_set = sets.iter().map(|set| set.questions.iter());
    let by_file: Vec<Vec<&Question>> = of_set.map(|all| all.filter(is_asked).collect()).collect();
    let questions = by_file.concat();
    let conditions = format!("{name}, {half} half of {files:?}");
    let mut ask = |&number: &usize| answer(&mut engine, questions[number]);
    let count = questions.len();
    let measured = args.parts.results(&conditions, &args.files, count, |numbers| {
        numbers.iter().map(&mut ask).collect()
    })?;
    let Some(answered) = measured else {
        return Ok(());
    };
    writeln!(io::stdout(), "{name}, {half} half\n{}", head())?;
    let mut answered = answered.into_iter();
    for (questions, file) in by_file.into_iter().zip(&files) {
        let answers: Vec<(&Question, Answered)> = questions.into_iter().zip(answered.by_ref()).collect();
        report(file.split('.').next().unwrap_or_default(), &answers, args.list)?;
    }
    Ok(())
}

/// Prints the table of a file of questions, and what is wrong.
fn report(name: &str, answers: &[(&Question, Answered)], lists: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let all: Vec<&Answered> = answers.iter().map(|(_, answered)| answered).collect();
    writeln!(out, "{}", row(name, &all))?;
    let disputed = answers.iter().filter(|it| it.0.found == Found::Played);
    let disputed: Vec<&Answered> = disputed.map(|(_, answered)| answered).collect();
    if !disputed.is_empty() {
        writeln!(out, "{}", row("  of these disputed", &disputed))?;
    }
    let mut checked = Checked::default();
    answers
        .iter()
        .for_each(|(question, answered)| checked.add(question, answered));
    if checked.solved > 0 {
        writeln!(out, "  {checked}")?;
    }
    let wrong = answers.iter().filter(|it| it.1.outcome != Outcome::Right);
    for (_, answered) in wrong.filter(|_| lists) {
        writeln!(out, "  {}", answered.line)?;
    }
    Ok(())
}

/// `17 connect D4 F5: no, true is yes by C3 (played): wrong no`
fn line(question: &Question, given: &[Given], outcome: Outcome) -> String {
    let names = |before: &str, points: &[Point]| {
        let name = |&p: &Point| format!(" {}", question.board.size().vertex(p));
        match points.is_empty() {
            true => String::new(),
            false => before.to_owned() + &points.iter().map(name).collect::<String>(),
        }
    };
    let point = given.iter().rev().find_map(|given| given.point);
    let given = given.iter().map(|given| given.truth);
    let given = given.map(|truth| truth.map_or("unknown".to_string(), |truth| truth.to_string()));
    format!(
        "{} {}{}: {}{}, true is {}{} ({}): {outcome}",
        question.number,
        question.kind,
        names("", &question.stones),
        list_of(given),
        names(" by", point.as_slice()),
        list_of(&question.truths),
        names(" by", &question.moves),
        question.found,
    )
}

fn show(set: &QuestionSet, number: usize, engine: &mut GtpReader) -> anyhow::Result<()> {
    let index = number.checked_sub(1);
    let question = index.and_then(|index| set.questions.get(index));
    let question = question
        .with_context(|| format!("it has {} questions, there is no {number}", set.questions.len()))?;
    ensure!(
        question.half == Half::Development,
        "question {number} is of the held-out half, of which only figures are printed"
    );
    let answered = answer(engine, question)?;
    writeln!(io::stdout(), "{}\n{}", answered.line, question.board)?;
    Ok(())
}

/// Comparison of an answer with the truth. Unknown is wrong. If a question has several parts, the last
/// outcome in this order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
enum Outcome {
    Right,
    /// Yes where it is no.
    #[value(name = "wrong yes")]
    WrongYes,
    /// No where it is yes.
    #[value(name = "wrong no")]
    WrongNo,
    /// A ko where it is none, or none where it is one.
    Ko,
    Unknown,
}

impl Outcome {
    /// Compares an answer to a part of a question. Too many eyes are a wrong yes and too few a wrong no, also
    /// where the other side takes them.
    fn new(given: Option<Truth>, truth: Truth, is_taken: bool) -> Self {
        let Some(given) = given else {
            return Self::Unknown;
        };
        match given {
            given if given == truth => Self::Right,
            given if Truth::Ko == given || Truth::Ko == truth => Self::Ko,
            given if (given == Truth::Yes) != is_taken => Self::WrongYes,
            _ => Self::WrongNo,
        }
    }
}

/// An answer to a question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    outcome: Outcome,
    /// The answer to the first part.
    first: Option<Truth>,
    /// The question with the answer and the truth.
    line: String,
    nodes: Option<u64>,
    cpu: Option<f64>,
}

/// Asks a question. A lost program or a malformed answer counts as unknown.
///
/// # Errors
/// If the program refuses the question.
pub fn answer(engine: &mut GtpReader, question: &Question) -> anyhow::Result<Answered> {
    engine.begin();
    // Only the question is measured. A program that cannot set it up fails again below.
    let _ = engine.set_up(&question.board);
    let before = engine.effort();
    let given = match engine.answers(&question.board, question.kind, &question.stones) {
        Err(NoAnswer::Lost(_) | NoAnswer::Garbled { .. }) => vec![Given::default(); question.truths.len()],
        given => given?,
    };
    let after = engine.effort();
    let (nodes, cpu) = (after.0.zip(before.0), after.1.zip(before.1));
    let outcome = outcomes(question, &given).into_iter().max();
    let outcome = outcome.context("a question has an answer")?;
    Ok(Answered {
        outcome,
        first: given[0].truth,
        line: line(question, &given, outcome),
        nodes: nodes.map(|(after, before)| after.saturating_sub(before)),
        cpu: cpu.map(|(after, before)| after - before),
    })
}

fn outcomes(question: &Question, given: &[Given]) -> Vec<Outcome> {
    let parts = given.iter().zip(&question.truths).enumerate();
    let is_taken = |part| question.kind == Kind::Eye && part < 2;
    let outcome =
        |(part, (given, &truth)): (usize, (&Given, &Truth))| Outcome::new(given.truth, truth, is_taken(part));
    parts.map(outcome).collect()
}

/// Comparison with exhaustive search on small groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Questions that it answers.
    pub solved: usize,
    /// Questions about living groups that an answer without ko calls dead.
    pub called_dead: usize,
    /// Questions about dead groups that an answer without ko calls alive.
    pub called_alive: usize,
    /// Questions with another truth in the file.
    pub false_truths: usize,
}

impl Checked {
    /// Compares a question and an answer to it with exhaustive search, if that has one.
    pub fn add(&mut self, question: &Question, answered: &Answered) {
        let Some(solved) = solve(&question.board, question.kind, &question.stones) else {
            return;
        };
        self.solved += 1;
        let outcome = Outcome::new(answered.first, solved.truth, false);
        match (outcome, question.kind) {
            (Outcome::WrongYes, Kind::Kill) | (Outcome::WrongNo, Kind::Live) => self.called_dead += 1,
            (Outcome::WrongYes | Outcome::WrongNo, _) => self.called_alive += 1,
            _ => {}
        }
        self.false_truths += usize::from(question.truths != [solved.truth]);
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (solved, dead, alive) = (self.solved, self.called_dead, self.called_alive);
        let contradictions = dead + alive;
        write!(
            f,
            "exhaustive search answers {solved}, contradictions: {contradictions}"
        )?;
        if contradictions > 0 {
            write!(f, " (called alive {alive}, called dead {dead})")?;
        }
        match self.false_truths {
            0 => Ok(()),
            wrong => write!(f, "; the file says something else about {wrong}"),
        }
    }
}

fn head() -> String {
    let outcomes = Outcome::value_variants()[1..].iter();
    let outcomes: String = outcomes.map(|outcome| format!(" {outcome:>9}")).collect();
    let (asked, right, nodes, cpu) = ("asked", "right", "median nodes", "mean CPU");
    format!("{:24} {asked:>6} {right:>14}{outcomes} {nodes:>12} {cpu:>10}", "")
}

/// A row: numbers of outcomes, the median of the nodes and the mean of the CPU time.
fn row(name: &str, answers: &[&Answered]) -> String {
    let count = |outcome| answers.iter().filter(|it| it.outcome == outcome).count();
    let (all, right) = (answers.len(), count(Outcome::Right));
    let share = 100.0 * right as f64 / all.max(1) as f64;
    let others = Outcome::value_variants()[1..].iter();
    let others: String = others.map(|&outcome| format!(" {:>9}", count(outcome))).collect();
    let mut nodes: Vec<u64> = answers.iter().filter_map(|answered| answered.nodes).collect();
    nodes.sort_unstable();
    let median = nodes.get(nodes.len() / 2).map_or("-".to_string(), u64::to_string);
    let cpu: Vec<f64> = answers.iter().filter_map(|answered| answered.cpu).collect();
    let mean = match cpu.len() {
        0 => "-".to_string(),
        known => format!("{:.1} ms", 1_000.0 * cpu.iter().sum::<f64>() / known as f64),
    };
    format!("{name:24} {all:>6} {right:>6} {share:>5.1} %{others} {median:>12} {mean:>10}")
}

crate::names::display_names!(Outcome);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_not_proved_is_wrong_whatever_the_truth_is() {
        for &truth in Truth::value_variants() {
            assert_eq!(Outcome::new(None, truth, false), Outcome::Unknown);
        }
        let outcome = |given, truth| Outcome::new(Some(given), truth, false);
        assert_eq!(outcome(Truth::Ko, Truth::Ko), Outcome::Right);
        assert_eq!(outcome(Truth::Ko, Truth::Yes), Outcome::Ko);
        assert_eq!(outcome(Truth::No, Truth::Ko), Outcome::Ko);
        assert_eq!(outcome(Truth::No, Truth::Yes), Outcome::WrongNo);
        assert_eq!(outcome(Truth::Yes, Truth::No), Outcome::WrongYes);
        assert_eq!(Outcome::new(Some(Truth::Yes), Truth::No, true), Outcome::WrongNo);
    }

    #[test]
    fn a_row_has_the_counts_of_all_outcomes() {
        let answered = |(&outcome, nodes)| Answered {
            outcome,
            first: None,
            line: String::new(),
            nodes: Some(nodes),
            cpu: None,
        };
        let answers = Outcome::value_variants().iter().zip(0..).map(answered);
        let answers: Vec<Answered> = answers.collect();
        let row = row("x", &answers.iter().collect::<Vec<_>>());
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(words, ["x", "5", "1", "20.0", "%", "1", "1", "1", "1", "2", "-"]);
    }
}
