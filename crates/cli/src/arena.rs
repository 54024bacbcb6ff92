// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi arena`: tournaments, here or on many machines.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use katachi_arena::MatchOptions;
use katachi_arena::regress::{Report, Suite, SuiteResult, run_suite, table};
use katachi_arena::tournament::{GameJob, GameResult, merge, plan, play, play_jobs};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::regress::{ReportArgs, TestArgs, conditions, finish, read_report, show, subject_name};

/// Arguments of `katachi arena`.
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
  katachi arena plan regress suites/*.tst > jobs.jsonl
  parallel --pipe -N 1 katachi arena job < jobs.jsonl > results.jsonl
  katachi arena merge results.jsonl --out cup";

#[derive(Debug, clap::Args)]
#[command(after_help = PLAN_HELP, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct PlanArgs {
    /// The tournament
    #[arg(value_name = "FILE.toml", required = true)]
    file: Option<PathBuf>,
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
}

#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// Files of results; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// For games: folder for the files of 'katachi arena run'
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// For suites: list each test that did not pass
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    reports: ReportArgs,
}

/// A suite to run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteJob {
    /// Its place in the run, counted from 1.
    number: usize,
    /// The file, perhaps with numbers of tests.
    suite: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    options: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    only: Vec<String>,
    timeout: f64,
}

/// Result of a suite.
#[derive(Debug, Serialize, Deserialize)]
struct SuiteOutcome {
    number: usize,
    suite: String,
    name: String,
    engine: String,
    result: SuiteResult,
}

/// Runs the command.
pub(crate) fn run(args: ArenaArgs) -> anyhow::Result<ExitCode> {
    match args.what {
        What::Run(args) => run_tournament(&args)?,
        What::Plan(args) => print_plan(&args)?,
        What::Job(args) => do_jobs(&args)?,
        What::Merge(args) => return merge_results(&args),
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays a match, shows the games and the result on standard output and a progress bar on standard error if
/// that is a terminal.
pub(crate) fn play_match(options: &MatchOptions) -> anyhow::Result<()> {
    katachi_arena::play_match(options, &mut io::stdout().lock())?;
    Ok(())
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
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = cores.min(args.jobs as usize);
    play(&args.file, &folder, jobs, args.quiet, &mut io::stdout().lock())?;
    Ok(())
}

fn print_plan(args: &PlanArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if let Some(PlanWhat::Regress(tests)) = &args.what {
        // Errors are better found before jobs are spread.
        conditions(tests)?;
        for (i, suite) in Suite::read_all(&tests.suites)?.iter().enumerate() {
            let named = &suite.name[suite.path.file_name().unwrap_or_default().len()..];
            let job = SuiteJob {
                number: i + 1,
                suite: format!("{}{named}", suite.path.display()),
                engine: tests.engine.clone(),
                options: tests.options.clone(),
                only: tests.only.clone(),
                timeout: tests.timeout,
            };
            writeln!(out, "{}", serde_json::to_string(&job)?)?;
        }
    } else if let Some(file) = &args.file {
        for job in plan(file)? {
            writeln!(out, "{}", serde_json::to_string(&job)?)?;
        }
    }
    Ok(())
}

/// Lines of JSON from a file or standard input, with their numbers.
fn lines(file: Option<&Path>) -> anyhow::Result<Vec<(usize, Value)>> {
    let (name, reader): (String, Box<dyn BufRead>) = match file {
        Some(path) if path != Path::new("-") => {
            let name = path.display().to_string();
            let file = fs::File::open(path).with_context(|| format!("cannot read {name}"))?;
            (name, Box::new(io::BufReader::new(file)))
        }
        _ => ("standard input".to_string(), Box::new(io::stdin().lock())),
    };
    let mut values = Vec::new();
    for (i, line) in reader.lines().enumerate() {
        let line = line.with_context(|| format!("cannot read {name}"))?;
        if !line.trim().is_empty() {
            let value = serde_json::from_str(&line)
                .with_context(|| format!("cannot use {name}: line {} is no JSON", i + 1))?;
            values.push((i + 1, value));
        }
    }
    Ok(values)
}

fn do_jobs(args: &JobArgs) -> anyhow::Result<()> {
    let mut jobs = lines(args.file.as_deref())?;
    if let Some(wanted) = args.line {
        jobs.retain(|&(line, _)| line == wanted as usize);
        ensure!(!jobs.is_empty(), "there is no job in line {wanted}");
    }
    let mut games = Vec::new();
    for (line, value) in jobs {
        let cannot = || format!("line {line} is no job");
        if value.get("suite").is_some() {
            let job: SuiteJob = serde_json::from_value(value).with_context(cannot)?;
            print_result(&do_suite(&job)?)?;
        } else {
            games.push(serde_json::from_value::<GameJob>(value).with_context(cannot)?);
        }
    }
    play_jobs(games, |result| print_result(&result))
}

fn print_result(result: &impl Serialize) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    // In one piece: jobs may share their output.
    out.write_all((serde_json::to_string(result)? + "\n").as_bytes())?;
    out.flush()?;
    Ok(())
}

fn do_suite(job: &SuiteJob) -> anyhow::Result<SuiteOutcome> {
    let tests = TestArgs {
        suites: vec![job.suite.clone()],
        engine: job.engine.clone(),
        options: job.options.clone(),
        only: job.only.clone(),
        timeout: job.timeout,
    };
    let suite = Suite::read(&job.suite)?;
    let result = run_suite(&suite, &conditions(&tests)?, &|| false).context("it was stopped")?;
    Ok(SuiteOutcome {
        number: job.number,
        suite: job.suite.clone(),
        name: suite.name,
        engine: subject_name(&tests),
        result,
    })
}

fn merge_results(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    let mut games: Vec<GameResult> = Vec::new();
    let mut suites: BTreeMap<usize, SuiteOutcome> = BTreeMap::new();
    for file in &args.files {
        for (line, value) in lines(Some(file))? {
            let cannot = || format!("cannot use {}: line {line} is no result", file.display());
            if value.get("suite").is_some() {
                let suite: SuiteOutcome = serde_json::from_value(value).with_context(cannot)?;
                suites.entry(suite.number).or_insert(suite);
            } else {
                games.push(serde_json::from_value(value).with_context(cannot)?);
            }
        }
    }
    if !games.is_empty() && !suites.is_empty() {
        bail!("there are results of games and of suites: merge them one kind at a time");
    }
    if suites.is_empty() {
        print!("{}", merge(games, args.out.as_deref())?);
        return Ok(ExitCode::SUCCESS);
    }
    ensure!(
        args.out.is_none(),
        "--out is for games; suites have --json, --junit and --html"
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
