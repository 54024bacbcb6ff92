// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi arena`: tournaments, here or on many machines.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, anyhow, bail, ensure};
use katachi_arena::named_files;
use katachi_arena::regress::{Report, Suite, SuiteResult, run_suite, table};
use katachi_arena::tournament::{
    Commands, GameJob, GameResult, Origin, merge, plan, play, play_jobs, result_file,
};
use katachi_rules::printable;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::regress::{ReportArgs, TestArgs, conditions, finish, read_report, show, subject_name, suites};
use super::start;
use crate::note;

#[derive(Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Play a tournament, or what is left of it
    Run(RunArgs),
    /// Print games or suites as jobs, a line of JSON each
    Plan(PlanArgs),
    /// Run jobs and print their results, a line of JSON each
    Job(JobArgs),
    /// Make tables of the results of jobs, in any order, with duplicates
    Merge(MergeArgs),
}

const RUN_HELP: &str = "\
The TOML file lists the programs and the terms of their games; docs/arena.md has every key. The folder gets games.jsonl
with a line for each finished game, the records in games/, and at the end table.txt, table.html, standings.csv and
crosstable.csv. Killed at any moment, the same command goes on with the games that are left.

Example:
  katachi arena run cup.toml --out cup";

#[derive(Debug, clap::Args)]
#[command(after_help = RUN_HELP)]
struct RunArgs {
    /// The tournament
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Folder for results [default: FILE without .toml]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Games at the same time, at most one for each core
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    jobs: u32,
    /// Print the tables only
    #[arg(short, long)]
    quiet: bool,
}

const PLAN_HELP: &str = "\
Examples:
  katachi arena plan cup.toml > jobs.jsonl
  katachi arena plan cup.toml --missing results/ > left.jsonl
  katachi arena plan regress suites/*.tst > jobs.jsonl
  parallel --pipe -N 1 katachi arena job < jobs.jsonl > results.jsonl
  katachi arena merge results.jsonl --out cup";

#[derive(Debug, clap::Args)]
#[command(after_help = PLAN_HELP, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct PlanArgs {
    /// The tournament
    #[arg(value_name = "FILE.toml", required = true)]
    file: Option<PathBuf>,
    /// Leave out games whose results are in these files or folders
    #[arg(long, value_name = "FILE", num_args = 1..)]
    missing: Vec<PathBuf>,
    #[command(subcommand)]
    what: Option<PlanWhat>,
}

#[derive(Debug, clap::Subcommand)]
enum PlanWhat {
    /// The suites of a regression run, with the options of `katachi regress`
    Regress(TestArgs),
}

#[derive(Debug, clap::Args)]
struct JobArgs {
    /// File of jobs [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Only the job in this line, from 1
    ///
    /// For the tasks of a Slurm array.
    #[arg(short, long, value_name = "N", requires = "file", value_parser = clap::value_parser!(u32).range(1..))]
    line: Option<u32>,
    /// The same counted from 0, for the pods of an indexed job of Kubernetes
    #[arg(long, value_name = "N", requires = "file", conflicts_with = "line")]
    index: Option<u32>,
    /// Write each result to a file of its own in this folder; do not do jobs that have one
    ///
    /// A file is whole or absent. Jobs that share a folder need no other agreement.
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Commands of programs on this machine: lines of TOML such as gnugo = "/opt/gnugo --mode gtp"
    ///
    /// They replace those of the plan. The name of a judge is judge.
    #[arg(long, value_name = "FILE.toml")]
    programs: Option<PathBuf>,
}

const MERGE_HELP: &str = "\
A folder stands for its files that end in .jsonl. A line that a killed job has not finished is left out, with a warning.
With games, --json writes the table, the games that are missing, and the sequential test: its log-likelihood ratio llr, the
bounds at which it decides, and the verdict elo0, elo1 or undecided.

Examples:
  katachi arena merge results/ --out cup
  katachi arena merge results/ --json state.json --finished";

#[derive(Debug, clap::Args)]
#[command(after_help = MERGE_HELP)]
struct MergeArgs {
    /// Files of results, or folders with such files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// For games: exit with 1 unless all games have a result, or the sequential test has decided
    #[arg(long)]
    finished: bool,
    /// For games: folder for the files of 'katachi arena run'
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// For suites: list each test that did not pass
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    reports: ReportArgs,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteJob {
    /// Its place in the run, counted from 1.
    number: usize,
    /// The file, perhaps with numbers of tests.
    suite: String,
    #[serde(flatten)]
    tests: TestArgs,
}

#[derive(Debug, Serialize, Deserialize)]
struct SuiteOutcome {
    number: usize,
    suite: String,
    name: String,
    engine: String,
    result: SuiteResult,
}

pub(crate) fn run(args: ArenaArgs) -> anyhow::Result<ExitCode> {
    match args.what {
        What::Run(args) => run_tournament(&args)?,
        What::Plan(args) => print_plan(&args)?,
        What::Job(args) => do_jobs(&args)?,
        What::Merge(args) => return merge_results(&args),
    }
    Ok(ExitCode::SUCCESS)
}

fn run_tournament(args: &RunArgs) -> anyhow::Result<()> {
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => args.file.with_extension(""),
    };
    ensure!(
        folder != args.file,
        "{} has no ending that could be left out: name a folder with --out",
        args.file.display()
    );
    let (origin, mut out) = (Origin::here(crate::VERSION), io::stdout().lock());
    play((&args.file, &origin), &folder, args.jobs, args.quiet, &mut out)
}

fn print_plan(args: &PlanArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if let Some(PlanWhat::Regress(tests)) = &args.what {
        // Errors are better found before jobs are spread.
        conditions(tests)?;
        for (i, suite) in suites(tests)?.iter().enumerate() {
            let named = &suite.name[suite.path.file_name().unwrap_or_default().len()..];
            let job = SuiteJob {
                number: i + 1,
                suite: format!("{}{named}", suite.path.display()),
                tests: tests.clone(),
            };
            writeln!(out, "{}", serde_json::to_string(&job)?)?;
        }
    } else if let Some(file) = &args.file {
        let mut done: BTreeMap<u32, Vec<GameResult>> = BTreeMap::new();
        for result in games_in(&args.missing)? {
            done.entry(result.game).or_default().push(result);
        }
        for job in plan(file)? {
            let mut results = done.get(&job.game).into_iter().flatten();
            if !results.any(|result| job.is_done_by(result)) {
                writeln!(out, "{}", serde_json::to_string(&job)?)?;
            }
        }
    }
    Ok(())
}

/// Lines of JSON from a file or standard input, with their numbers. If they are results, a line that a killed
/// job has not finished is left out, with a warning.
fn lines(file: Option<&Path>, are_results: bool) -> anyhow::Result<Vec<(usize, Value)>> {
    let (name, reader): (String, Box<dyn BufRead>) = match file {
        Some(path) if path != Path::new("-") => {
            let name = path.display().to_string();
            let file = fs::File::open(path).with_context(|| format!("cannot read {name}"))?;
            (name, Box::new(io::BufReader::new(file)))
        }
        _ => ("standard input".to_string(), Box::new(io::stdin().lock())),
    };
    let mut values = Vec::new();
    for (number, line) in (1..).zip(reader.split(b'\n')) {
        let line = line.with_context(|| format!("cannot read {name}"))?;
        match serde_json::from_slice(&line) {
            Ok(value) => values.push((number, value)),
            Err(_) if line.trim_ascii().is_empty() => {}
            Err(_) if are_results => note(&format!(
                "{name}: line {number} is not a whole result and is left out"
            )),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot use {name}: line {number} is no JSON"));
            }
        }
    }
    Ok(values)
}

/// The lines of results in files and folders, each with the message if it is none.
fn results(paths: &[PathBuf]) -> anyhow::Result<Vec<(Value, String)>> {
    let mut results = Vec::new();
    for file in named_files(paths, "jsonl")? {
        let why = |line| format!("cannot use {}: line {line} is no result", file.display());
        let lines = lines(Some(&file), true)?.into_iter();
        results.extend(lines.map(|(line, value)| (value, why(line))));
    }
    Ok(results)
}

fn games_in(paths: &[PathBuf]) -> anyhow::Result<Vec<GameResult>> {
    let results = results(paths)?.into_iter();
    results
        .map(|(value, why)| serde_json::from_value(value).context(why))
        .collect()
}

fn do_jobs(args: &JobArgs) -> anyhow::Result<()> {
    let mut jobs = lines(args.file.as_deref(), false)?;
    if let Some(wanted) = args.line.or(args.index.map(|index| index.saturating_add(1))) {
        jobs.retain(|&(line, _)| line == wanted as usize);
        ensure!(!jobs.is_empty(), "there is no job in line {wanted}");
    }
    let commands = args.programs.as_deref().map(Commands::read).transpose()?;
    let folder = args.out.as_deref();
    if let Some(folder) = folder {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let mut games = Vec::new();
    for (line, value) in jobs {
        let cannot = || format!("line {line} is no job");
        if value.get("suite").is_some() {
            let job: SuiteJob = serde_json::from_value(value).with_context(cannot)?;
            let file = format!("suite-{:06}.jsonl", job.number);
            if !folder.is_some_and(|folder| folder.join(&file).exists()) {
                keep_result(&do_suite(&job)?, folder, &file)?;
            }
        } else {
            let job: GameJob = serde_json::from_value(value).with_context(cannot)?;
            if !is_played(&job, folder)? {
                games.push(job);
            }
        }
    }
    let here = (&commands.unwrap_or_default(), &Origin::here(crate::VERSION));
    play_jobs(games, here, |result| {
        keep_result(&result, folder, &result_file(result.game))
    })
}

fn is_played(job: &GameJob, folder: Option<&Path>) -> anyhow::Result<bool> {
    let file = folder.map(|folder| folder.join(result_file(job.game)));
    let Some(file) = file.filter(|file| file.exists()) else {
        return Ok(false);
    };
    let found = games_in(std::slice::from_ref(&file))?;
    ensure!(
        found.iter().all(|result| job.is_done_by(result)),
        "{} is the result of another version of the tournament: use another --out",
        file.display()
    );
    // A file with half a result is replaced.
    Ok(!found.is_empty())
}

/// Writes a result to its file, or prints it where there is no folder.
fn keep_result(result: &impl Serialize, folder: Option<&Path>, file: &str) -> anyhow::Result<()> {
    let text = serde_json::to_string(result)? + "\n";
    let Some(folder) = folder else {
        let mut out = io::stdout().lock();
        // In one piece: jobs may share their output.
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    };
    let file = folder.join(file);
    // A result that was cut short is no JSON by its end alone.
    let is_own = |content: &[u8]| match serde_json::from_slice::<Value>(content) {
        Ok(value) => value.is_object(),
        Err(error) => error.is_eof(),
    };
    katachi_atomic_file::check_own(&file, is_own)
        .map_err(|why| anyhow!("{} {why}; use another --out", file.display()))?;
    start::write(&file, text)
}

fn do_suite(job: &SuiteJob) -> anyhow::Result<SuiteOutcome> {
    let suite = Suite::read(&job.suite)?;
    let result =
        run_suite(&suite, &conditions(&job.tests)?, &AtomicBool::new(false)).context("it was stopped")?;
    Ok(SuiteOutcome {
        number: job.number,
        suite: job.suite.clone(),
        name: suite.name,
        engine: subject_name(&job.tests),
        result,
    })
}

fn merge_results(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    let mut games: Vec<GameResult> = Vec::new();
    let mut suites: BTreeMap<usize, SuiteOutcome> = BTreeMap::new();
    for (value, why) in results(&args.files)? {
        if value.get("suite").is_some() {
            let suite: SuiteOutcome = serde_json::from_value(value).with_context(|| why.clone())?;
            ensure!(
                suite.result.adds_up(),
                "{why}: its sums are not those of its tests"
            );
            suites.entry(suite.number).or_insert(suite);
        } else {
            games.push(serde_json::from_value(value).context(why)?);
        }
    }
    if !games.is_empty() && !suites.is_empty() {
        bail!("there are results of games and of suites: merge them one kind at a time");
    }
    args.reports.check_own()?;
    if suites.is_empty() {
        let (text, state) = merge(games, args.out.as_deref())?;
        print!("{}", printable(&text));
        if let Some(file) = &args.reports.json {
            start::write(file, serde_json::to_string_pretty(&state)? + "\n")?;
        }
        return Ok(match args.finished && state["finished"] == false {
            true => ExitCode::from(1),
            false => ExitCode::SUCCESS,
        });
    }
    ensure!(
        args.out.is_none() && !args.finished,
        "--out and --finished are for games; suites have --json, --junit and --html"
    );
    merge_suites(suites, args)
}

fn merge_suites(outcomes: BTreeMap<usize, SuiteOutcome>, args: &MergeArgs) -> anyhow::Result<ExitCode> {
    let baseline = args.reports.baseline.as_deref().map(read_report).transpose()?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", table::head())?;
    let engine = outcomes.values().next().map(|outcome| outcome.engine.clone());
    let mut report = Report::new(engine.unwrap_or_default());
    let mut suites = Vec::new();
    for outcome in outcomes.into_values() {
        ensure!(
            outcome.engine == report.engine,
            "results of two engines, '{}' and '{}'",
            report.engine,
            outcome.engine
        );
        show(&mut out, &outcome.name, &outcome.result, args.verbose)?;
        // For diagrams. A suite that is not there any more has none.
        suites.extend(Suite::read(&outcome.suite).ok());
        report.add(outcome.name, outcome.result);
    }
    finish(&mut out, &report, &suites, &args.reports, baseline.as_ref())
}
