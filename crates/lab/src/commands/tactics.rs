// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab tactics`: questions about tactics with known answers, drawn from records of games, and what a
//! reader answers to them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use clap::ValueEnum as _;
use katachi::records;
use katachi_engine::reading::Reader;
use katachi_rules::Point;

use crate::judgement::Half;
use crate::parts::{PartArgs, Work, names};
use crate::tactics::{
    self, Answered, Cause, Checked, Found, GtpReader, Header, Kind, Outcome, Question, QuestionBuilder,
    QuestionSet, Tally, Truth, list_of,
};

/// New questions after which the file is written, and the time after which it is written with fewer.
const WRITTEN_AFTER: usize = 25;
const WRITTEN_AFTER_TIME: Duration = Duration::from_secs(60);

/// Arguments of `katachi-lab tactics`.
#[derive(Debug, clap::Args)]
pub(crate) struct TacticsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Draw questions from games, with their true answers
    Make(MakeArgs),
    /// Ask questions with known answers, and count right ones
    Score(ScoreArgs),
}

const MAKE_HELP: &str = "\
Each position gives one question at most; what is obvious is left out. True is what the reader in this process, with many
nodes, and the other program agree on. Where they disagree the moves that they claim to work are played until they agree;
what stays open is left out. If FILE is there it is gone on with: by the same games, kind and seed.

Examples:
  katachi-lab tactics make games/*.sgf.gz -o attack.txt.gz --kind attack --count 2000 --judge 'gnugo --mode gtp --level 12'
  katachi-lab tactics score attack.txt.gz --list";

#[derive(Debug, clap::Args)]
#[command(after_help = MAKE_HELP)]
struct MakeArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// File for the questions; .gz compresses it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Kind of the questions
    #[arg(long, value_name = "KIND")]
    kind: Kind,
    /// Number of questions
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// Seed of games, positions and places
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes a question of the reader in this process
    #[arg(long, value_name = "N", default_value_t = 100 * Reader::QUESTION_NODES, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// The other program, with GNU Go's GTP commands
    ///
    /// Those of its regression suites, such as attack and owl_attack.
    #[arg(long, value_name = "COMMAND", default_value = "gnugo --mode gtp")]
    judge: String,
    /// Answer by exhaustive search alone (kill, live, eye)
    ///
    /// Only questions about small groups and eye spaces. No other judge is asked.
    #[arg(long, conflicts_with_all = ["nodes", "judge", "least_nodes"])]
    exhaustive: bool,
    /// Leave out questions easier for the other program
    ///
    /// Those that it answers with fewer nodes, by its get_reading_node_counter.
    #[arg(long, value_name = "N", default_value_t = 0)]
    least_nodes: u64,
}

const SCORE_HELP: &str = "\
A question without an answer counts as wrong. Of the held-out half only the table is printed.

Examples:
  katachi-lab tactics score tests/data/tactics/*.txt.gz
  katachi-lab tactics score connect.txt.gz --list --causes
  katachi-lab tactics score connect.txt.gz --show 17
  katachi-lab tactics score tests/data/tactics/*.txt.gz --half held-out --engine 'gnugo --mode gtp'
  katachi-lab tactics score tests/data/tactics/*.txt.gz --part 1/8 > 1.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = SCORE_HELP)]
struct ScoreArgs {
    /// Files of questions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Half of the games: development or held-out
    #[arg(long, value_name = "HALF", default_value_t = Half::Development)]
    half: Half,
    /// GTP program that answers [default: this engine]
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["nodes", "causes"])]
    engine: Option<String>,
    /// Nodes a question
    #[arg(long, value_name = "N", default_value_t = Reader::QUESTION_NODES, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Print wrong answers (development half)
    #[arg(long, conflicts_with = "part")]
    list: bool,
    /// Count causes of wrong answers
    ///
    /// Each question is asked again, also with a hundredfold budget.
    #[arg(long)]
    causes: bool,
    /// Draw question N of each file (development half)
    #[arg(long, value_name = "N", conflicts_with_all = ["part", "merge"])]
    show: Option<usize>,
    #[command(flatten)]
    parts: PartArgs,
}

/// Makes or scores.
pub(crate) fn run(args: &TacticsArgs) -> anyhow::Result<()> {
    match &args.what {
        What::Make(args) => make(args),
        What::Score(args) => score(args),
    }
}

fn make(args: &MakeArgs) -> anyhow::Result<()> {
    ensure!(
        args.exhaustive || args.kind != Kind::Eye,
        "eye spaces are answered by exhaustive search alone: give --exhaustive"
    );
    let mut builder = QuestionBuilder::new(args.kind, args.seed, args.least_nodes);
    for file in &args.games {
        records::each(file, |record| builder.add(record))?;
    }
    let mut own = GtpReader::own(args.nodes);
    let mut other = GtpReader::new(&args.judge)?;
    let judges = match args.exhaustive {
        true => "exhaustive search".to_string(),
        false => format!("{}; {}", own.name()?, other.name()?),
    };
    let mut set = builder.begin(&names(&args.games).join(", "), judges);
    if args.output.exists() {
        go_on(&mut set, args)?;
    }
    let mut step = |set: &mut QuestionSet| match args.exhaustive {
        true => builder.step(set, None),
        false => builder.step(set, Some([&mut own, &mut other])),
    };
    let write = |set: &QuestionSet| {
        let written = set.write(&args.output);
        written.with_context(|| format!("cannot write {}", args.output.display()))
    };
    let start = Instant::now();
    let (mut written, mut last) = (set.questions.len(), start);
    while set.questions.len() < args.count && step(&mut set) {
        let new = set.questions.len() - written;
        if new >= WRITTEN_AFTER || new > 0 && last.elapsed() >= WRITTEN_AFTER_TIME {
            (written, last) = (set.questions.len(), Instant::now());
            write(&set)?;
            let (positions, seconds) = (set.header.positions, start.elapsed().as_secs_f64());
            eprintln!("katachi-lab: {written} questions of {positions} positions, {seconds:.0} s");
        }
    }
    write(&set)?;
    summarize(&set)
}

/// Continues the file.
fn go_on(set: &mut QuestionSet, args: &MakeArgs) -> anyhow::Result<()> {
    let name = args.output.display();
    let before = QuestionSet::read(&args.output).with_context(|| format!("cannot go on with {name}"))?;
    let drawn = |header: &Header| {
        let Header {
            kind,
            seed,
            games,
            judges,
            ..
        } = header;
        format!(
            "{kind}, seed {seed}, {games}, {judges}, least nodes {}",
            header.least_nodes
        )
    };
    let (old, new) = (drawn(&before.header), drawn(&set.header));
    ensure!(
        old == new,
        "{name} has questions of another kind, seed or least number of nodes, of other games or other judges: give another name, or \
         delete it\nit has:    {old}\nasked for: {new}"
    );
    *set = before;
    Ok(())
}

fn summarize(set: &QuestionSet) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let (header, questions) = (&set.header, &set.questions);
    let (kind, count, positions, left_out) =
        (header.kind, questions.len(), header.positions, header.left_out());
    writeln!(
        out,
        "{kind}: {count} questions of {positions} positions; left out: {left_out}"
    )?;
    let answers: BTreeSet<&[Truth]> = questions.iter().map(|q| &q.truths[..]).collect();
    for &found in Found::value_variants() {
        let count = |truths: &&[Truth]| {
            let same = questions
                .iter()
                .filter(|q| q.truths == **truths && q.found == found);
            format!("{} {}", list_of(*truths), same.count())
        };
        let counts: Vec<String> = answers.iter().map(count).collect();
        writeln!(out, "{found}: {}", counts.join(", "))?;
    }
    Ok(())
}

fn score(args: &ScoreArgs) -> anyhow::Result<()> {
    ensure!(
        args.half == Half::Development || !(args.list || args.causes || args.show.is_some()),
        "of the held-out half only the table is printed: leave out --list, --causes and --show"
    );
    let mut engine = match &args.engine {
        Some(command) => GtpReader::new(command)?,
        None => GtpReader::own(args.nodes),
    };
    let mut sets = Vec::new();
    for file in &args.files {
        let set = QuestionSet::read(file).with_context(|| format!("cannot use {}", file.display()))?;
        sets.push((file, set));
    }
    let name = engine.name()?;
    if let Some(number) = args.show {
        writeln!(io::stdout(), "{name}, {} half", args.half)?;
        for (file, set) in &sets {
            show(set, number, &mut engine).with_context(|| format!("cannot show of {}", file.display()))?;
        }
        return Ok(());
    }
    let half = args.half;
    let questions: Vec<&Question> = sets.iter().flat_map(|(_, set)| of_half(set, half)).collect();
    let (causes, files) = (args.causes, names(&args.files));
    let work = Work {
        conditions: format!("{name}, causes {causes}, {half} half of {files:?}"),
        files: &args.files,
        items: questions.len(),
    };
    let answered = args.parts.results(&work, |numbers| {
        let numbers = numbers.iter();
        numbers
            .map(|&number| ask(questions[number], &mut engine, args))
            .collect()
    })?;
    let Some(answered) = answered else {
        return Ok(());
    };
    let mut answered = questions.iter().copied().zip(answered);
    let mut out = io::stdout().lock();
    writeln!(out, "{name}, {half} half\n{}", Tally::head())?;
    for ((_, set), name) in sets.iter().zip(&files) {
        let answered: Vec<_> = answered.by_ref().take(of_half(set, half).count()).collect();
        report(
            &mut out,
            name.split('.').next().unwrap_or_default(),
            &answered,
            args,
        )?;
    }
    Ok(())
}

fn of_half(set: &QuestionSet, half: Half) -> impl Iterator<Item = &Question> {
    set.questions.iter().filter(move |question| question.half == half)
}

/// Asks a question, and for the cause of a wrong answer.
fn ask(
    question: &Question,
    engine: &mut GtpReader,
    args: &ScoreArgs,
) -> anyhow::Result<(Answered, Option<Cause>)> {
    let answered = tactics::answer(engine, question)?;
    let is_explained = args.causes && answered.outcome != Outcome::Right;
    let cause = is_explained.then(|| Cause::new(question, &answered, args.nodes));
    Ok((answered, cause.transpose()?))
}

/// Prints the table of a file of questions, and what is wrong.
fn report(
    out: &mut impl io::Write,
    name: &str,
    answers: &[(&Question, (Answered, Option<Cause>))],
    args: &ScoreArgs,
) -> anyhow::Result<()> {
    let (mut all, mut disputed, mut checked) = (Tally::default(), Tally::default(), Checked::default());
    for (question, (answered, _)) in answers {
        all.add(answered);
        checked.add(question, answered);
        if question.found == Found::Played {
            disputed.add(answered);
        }
    }
    writeln!(out, "{}", all.row(name))?;
    if !disputed.is_empty() {
        writeln!(out, "{}", disputed.row("  of these disputed"))?;
    }
    if checked.solved > 0 {
        let (dead, alive) = (checked.called_dead, checked.called_alive);
        let contradictions = match dead + alive {
            0 => "0".to_string(),
            all => format!("{all} (called alive {alive}, called dead {dead})"),
        };
        let truths = match checked.false_truths {
            0 => String::new(),
            wrong => format!("; the file says something else about {wrong}"),
        };
        let solved = checked.solved;
        writeln!(
            out,
            "  exhaustive search answers {solved}, contradictions: {contradictions}{truths}"
        )?;
    }
    let wrong = || {
        answers
            .iter()
            .filter(|(_, (answered, _))| answered.outcome != Outcome::Right)
    };
    let mut causes: BTreeMap<(Cause, Outcome), Vec<usize>> = BTreeMap::new();
    for (question, (answered, cause)) in wrong() {
        if let Some(cause) = cause {
            causes
                .entry((*cause, answered.outcome))
                .or_default()
                .push(question.number);
        }
    }
    for ((cause, outcome), numbers) in &causes {
        let examples: Vec<String> = numbers.iter().take(3).map(usize::to_string).collect();
        let (count, examples) = (numbers.len(), examples.join(", "));
        writeln!(out, "  {count:>4} {outcome}: {cause} (such as {examples})")?;
    }
    for (question, (answered, cause)) in wrong().filter(|_| args.list) {
        let cause = cause.map_or(String::new(), |cause| format!("; {cause}"));
        writeln!(out, "  {}{cause}", asked(question, answered))?;
    }
    Ok(())
}

/// `17 connect D4 F5: no, true is yes by C3 (played): wrong no`
fn asked(question: &Question, answered: &Answered) -> String {
    let names = |before: &str, points: &[Point]| {
        let names = points
            .iter()
            .map(|&p| question.board.size().vertex(p).to_string());
        let names: Vec<String> = names.collect();
        match names.is_empty() {
            true => String::new(),
            false => format!("{before} {}", names.join(" ")),
        }
    };
    let given = answered.given.iter().map(|given| match given.truth {
        Some(truth) => truth.to_string(),
        None => "unknown".to_string(),
    });
    let point = answered.given.iter().rev().find_map(|given| given.point);
    format!(
        "{} {}{}: {}{}, true is {}{} ({}): {}",
        question.number,
        question.kind,
        names("", &question.stones),
        list_of(given),
        names(" by", point.as_slice()),
        list_of(&question.truths),
        names(" by", &question.moves),
        question.found,
        answered.outcome
    )
}

/// Draws a question.
fn show(set: &QuestionSet, number: usize, engine: &mut GtpReader) -> anyhow::Result<()> {
    let index = number.checked_sub(1);
    let question = index.and_then(|index| set.questions.get(index));
    let question = question
        .with_context(|| format!("it has {} questions, there is no {number}", set.questions.len()))?;
    ensure!(
        question.half == Half::Development,
        "question {number} is of the held-out half, of which only figures are printed"
    );
    let answered = tactics::answer(engine, question)?;
    writeln!(io::stdout(), "{}\n{}", asked(question, &answered), question.board)?;
    Ok(())
}
