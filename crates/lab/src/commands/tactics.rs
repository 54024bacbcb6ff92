// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab tactics`: questions about tactics with known answers, drawn from records of games, and what a
//! reader answers to them.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::judgement::Half;
use crate::parts::{PartArgs, Work, names};
use crate::tactics::{
    self, Answered, Cause, Checked, EngineUnderTest, Found, GtpReader, Header, Kind, Outcome, Question,
    QuestionBuilder, QuestionSet, Tally, Truth, list_of,
};
use anyhow::{Context as _, ensure};
use katachi_engine::reading::{Reader, Reading};
use katachi_rules::Point;

use katachi::records;

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
    /// attack, defend, connect, disconnect, kill, live, race, eye
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
    let mut builder = QuestionBuilder::new(args.kind, args.seed, args.least_nodes);
    let mut names = Vec::new();
    for file in &args.games {
        records::each(file, |record| builder.add(record))?;
        names.push(file.file_name().unwrap_or_default().to_string_lossy());
    }
    let mut own = GtpReader::own(args.nodes);
    let mut other = GtpReader::new(&args.judge)?;
    let judges = match args.exhaustive {
        true => "exhaustive search".to_string(),
        false => format!("{}; {}", own.name()?, other.name()?),
    };
    let mut set = builder.begin(&names.join(", "), judges);
    if args.output.exists() {
        go_on(&mut set, args)?;
    }
    let mut step = |set: &mut QuestionSet| match args.exhaustive {
        true => builder.step(set, None),
        false => builder.step(set, Some([&mut own, &mut other])),
    };
    let start = Instant::now();
    let (mut written, mut last) = (set.questions.len(), start);
    while set.questions.len() < args.count && step(&mut set) {
        let new = set.questions.len() - written;
        if new >= WRITTEN_AFTER || new > 0 && last.elapsed() >= WRITTEN_AFTER_TIME {
            (written, last) = (set.questions.len(), Instant::now());
            write(&set, args)?;
            eprintln!(
                "katachi-lab: {written} questions of {} positions, {:.0} s",
                set.header.positions,
                start.elapsed().as_secs_f64()
            );
        }
    }
    write(&set, args)?;
    summarize(&set)
}

/// Continues the file.
fn go_on(set: &mut QuestionSet, args: &MakeArgs) -> anyhow::Result<()> {
    let name = args.output.display();
    let before = QuestionSet::read(&args.output).with_context(|| format!("cannot go on with {name}"))?;
    let (old, new) = (&before.header, &set.header);
    ensure!(
        drawn(old) == drawn(new),
        "{name} has questions of another kind, seed or least number of nodes, of other games or other judges: give another name, or \
         delete it\nit has:    {}\nasked for: {}",
        drawn(old),
        drawn(new)
    );
    *set = before;
    Ok(())
}

fn drawn(header: &Header) -> String {
    let Header {
        kind,
        seed,
        games,
        judges,
        least_nodes,
        ..
    } = header;
    format!("{kind}, seed {seed}, {games}, {judges}, least nodes {least_nodes}")
}

fn write(set: &QuestionSet, args: &MakeArgs) -> anyhow::Result<()> {
    let name = args.output.display();
    set.write(&args.output)
        .with_context(|| format!("cannot write {name}"))
}

fn summarize(set: &QuestionSet) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: {} questions of {} positions; left out: {}",
        set.header.kind,
        set.questions.len(),
        set.header.positions,
        set.header.left_out()
    )?;
    let mut answers: Vec<&[Truth]> = set.questions.iter().map(|q| &q.truths[..]).collect();
    answers.sort_unstable();
    answers.dedup();
    for found in Found::ALL {
        let count = |truths: &&[Truth]| {
            let is = |q: &&Question| q.truths == **truths && q.found == found;
            let count = set.questions.iter().filter(is).count();
            format!("{} {count}", list_of(truths))
        };
        let counts: Vec<String> = answers.iter().map(count).collect();
        writeln!(out, "{found}: {}", counts.join(", "))?;
    }
    Ok(())
}

/// A question, and what was answered.
struct Wrong<'a> {
    question: &'a Question,
    answered: Answered,
    cause: Option<Cause>,
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
    if let Some(number) = args.show {
        return show_all(args, number, &mut engine);
    }
    let mut sets = Vec::new();
    for file in &args.files {
        let set = QuestionSet::read(file).with_context(|| format!("cannot use {}", file.display()))?;
        sets.push((file, set));
    }
    let questions: Vec<&Question> = sets.iter().flat_map(|(_, set)| of_half(set, args)).collect();
    let name = engine.name()?;
    let work = Work {
        conditions: format!(
            "{name}, causes {}, {} half of {:?}",
            args.causes,
            args.half,
            names(&args.files)
        ),
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
    let mut answered = answered.into_iter();
    let mut out = io::stdout().lock();
    writeln!(out, "{name}, {} half", args.half)?;
    writeln!(out, "{}", Tally::head())?;
    for (file, set) in &sets {
        let scored = Scored::new(of_half(set, args).zip(&mut answered));
        let stem = file.file_name().unwrap_or_default().to_string_lossy();
        let stem = stem.split('.').next().unwrap_or_default();
        writeln!(out, "{}", scored.all.row(stem))?;
        if scored.disputed.all() > 0 {
            writeln!(out, "{}", scored.disputed.row("  of these disputed"))?;
        }
        if scored.checked.solved > 0 {
            writeln!(out, "{}", checked(&scored.checked))?;
        }
        report(&mut out, &scored.wrong, args)?;
    }
    Ok(())
}

/// The questions of the half that is scored.
fn of_half<'a>(set: &'a QuestionSet, args: &ScoreArgs) -> impl Iterator<Item = &'a Question> {
    let half = args.half;
    set.questions.iter().filter(move |question| question.half == half)
}

/// Asks a question, and for the cause of a wrong answer.
fn ask(
    question: &Question,
    engine: &mut dyn EngineUnderTest,
    args: &ScoreArgs,
) -> anyhow::Result<(Answered, Option<Cause>)> {
    let answered = tactics::answer(engine, question)?;
    let cause = match args.causes && answered.outcome != Outcome::Right {
        true => Some(Cause::new(question, &answered, args.nodes)?),
        false => None,
    };
    Ok((answered, cause))
}

/// Draws a question of each file.
fn show_all(args: &ScoreArgs, number: usize, engine: &mut dyn EngineUnderTest) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}, {} half", engine.name()?, args.half)?;
    for file in &args.files {
        let name = file.display();
        let set = QuestionSet::read(file).with_context(|| format!("cannot use {name}"))?;
        show(&mut out, &set, number, engine).with_context(|| format!("cannot show of {name}"))?;
    }
    Ok(())
}

/// Scores of a file of questions.
#[derive(Default)]
struct Scored<'a> {
    all: Tally,
    /// The questions about which the judges disagreed.
    disputed: Tally,
    /// The questions that exhaustive search answers.
    checked: Checked,
    wrong: Vec<Wrong<'a>>,
}

fn checked(checked: &Checked) -> String {
    let Checked {
        solved,
        called_dead,
        called_alive,
        false_truths,
    } = checked;
    let contradictions = match called_dead + called_alive {
        0 => "0".to_string(),
        all => format!("{all} (called alive {called_alive}, called dead {called_dead})"),
    };
    let truths = match false_truths {
        0 => String::new(),
        wrong => format!("; the file says something else about {wrong}"),
    };
    format!("  exhaustive search answers {solved}, contradictions: {contradictions}{truths}")
}

impl<'a> Scored<'a> {
    /// Counts answers.
    fn new(answers: impl Iterator<Item = (&'a Question, (Answered, Option<Cause>))>) -> Self {
        let mut scored = Self::default();
        for (question, (answered, cause)) in answers {
            scored.all.add(&answered);
            scored.checked.add(question, &answered);
            if question.found == Found::Played {
                scored.disputed.add(&answered);
            }
            if answered.outcome != Outcome::Right {
                scored.wrong.push(Wrong {
                    question,
                    answered,
                    cause,
                });
            }
        }
        scored
    }
}

fn report(out: &mut impl io::Write, wrong: &[Wrong<'_>], args: &ScoreArgs) -> anyhow::Result<()> {
    if args.causes {
        let mut counts: BTreeMap<(Cause, Outcome), Vec<usize>> = BTreeMap::new();
        for one in wrong {
            let cause = one.cause.expect("it was looked for");
            let place = counts.entry((cause, one.answered.outcome)).or_default();
            place.push(one.question.number);
        }
        for ((cause, outcome), numbers) in &counts {
            let examples: Vec<String> = numbers.iter().take(3).map(usize::to_string).collect();
            let (count, examples) = (numbers.len(), examples.join(", "));
            writeln!(out, "  {count:>4} {outcome}: {cause} (such as {examples})")?;
        }
    }
    if args.list {
        for one in wrong {
            writeln!(out, "  {}", line(one))?;
        }
    }
    Ok(())
}

/// The question, the answer, and why it is wrong.
fn line(wrong: &Wrong<'_>) -> String {
    let cause = wrong.cause.map_or(String::new(), |cause| format!("; {cause}"));
    format!("{}{cause}", asked(wrong.question, &wrong.answered))
}

/// `17 connect D4 F5: no, true is yes by C3 (played): wrong no`
fn asked(question: &Question, answered: &Answered) -> String {
    let names = |points: &[Point]| {
        let size = question.board.size();
        let names: Vec<String> = points.iter().map(|&p| size.vertex(p).to_string()).collect();
        names.join(" ")
    };
    let given = |reading: &Reading| match Truth::from_verdict(reading.verdict) {
        Some(truth) => truth.to_string(),
        None => "unknown".to_string(),
    };
    let given: Vec<String> = answered.readings.iter().map(given).collect();
    let given = given.join(",");
    let by = |points: &[Point]| match points {
        [] => String::new(),
        _ => format!(" by {}", names(points)),
    };
    let point: Vec<Point> = answered
        .readings
        .iter()
        .rev()
        .filter_map(|r| r.point)
        .take(1)
        .collect();
    format!(
        "{} {} {}: {given}{}, true is {}{} ({}): {}",
        question.number,
        question.kind,
        names(&question.stones),
        by(&point),
        list_of(&question.truths),
        by(&question.moves),
        question.found,
        answered.outcome
    )
}

/// Draws a question: `#` and `@` are the stones, black and white, that it is about, `1` first moves that
/// work.
fn show(
    out: &mut impl io::Write,
    set: &QuestionSet,
    number: usize,
    engine: &mut dyn EngineUnderTest,
) -> anyhow::Result<()> {
    let question = number
        .checked_sub(1)
        .and_then(|index| set.questions.get(index))
        .with_context(|| format!("it has {} questions, there is no {number}", set.questions.len()))?;
    ensure!(
        question.half == Half::Development,
        "question {number} is of the held-out half, of which only figures are printed"
    );
    let answered = tactics::answer(engine, question)?;
    writeln!(out, "{}", asked(question, &answered))?;
    write!(out, "{}", diagram(question))?;
    Ok(())
}

fn diagram(question: &Question) -> String {
    let size = question.board.size();
    let columns: Vec<String> = (0..size.width())
        .map(|x| size.vertex(Point::new(x, 0)).to_string().remove(0).to_string())
        .collect();
    let head = format!("   {}\n", columns.join(" "));
    let mut text = head.clone();
    for y in 0..size.height() {
        text.push_str(&format!("{:2}", size.height() - y));
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let is_asked = question.stones.contains(&point);
            let mark = match question.board.cell(point).color() {
                Some(katachi_rules::Color::Black) if is_asked => '#',
                Some(katachi_rules::Color::White) if is_asked => '@',
                Some(katachi_rules::Color::Black) => 'X',
                Some(katachi_rules::Color::White) => 'O',
                None if question.moves.contains(&point) => '1',
                None => '.',
            };
            text.push(' ');
            text.push(mark);
        }
        text.push('\n');
    }
    text + &head
}
