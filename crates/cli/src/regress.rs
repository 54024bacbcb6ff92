// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi regress`: suites of questions, put to this engine or to another program.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow, ensure};
use clap::Parser as _;
use katachi_arena::options::parse_timeout;
use katachi_arena::regress::{
    Comparison, Conditions, LocalConversation, LocalEngine, Report, Subject, Suite, SuiteResult, html, junit,
    run, table,
};
use katachi_engine::Engine;
use katachi_gtp::{Files, Session, files};
use katachi_line_program::split_words;
use katachi_rules::{Board, BoardSize, Game, Rules, printable, printable_line};
use serde::{Deserialize, Serialize};

use super::game_args::{GtpArgs, parse_threads};
use super::start;

/// Seed of random variation, if the options of the engine name no other: runs are to repeat.
const SEED: u64 = 1;

const HELP: &str = "\
A suite sets up positions by GTP commands; a command with a number is a test, and the line #? [...] after it says by a
regular expression what its answer must be. ! negates, * marks an expected failure, & skips. Results come in the
order of the suites, whatever --jobs; files that suites name are looked for in the suite's folder.

Exit status 1: with --baseline something newly fails, with --strict something fails without being marked *.

Examples:
  katachi regress suites/*.tst --json before.json
  katachi regress suites --only attack,defend --baseline before.json --html report.html
  katachi regress suites/reading.tst:1-9,12 --verbose --engine 'gnugo --mode gtp --quiet'";

/// Which tests run, and on which program.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct TestArgs {
    /// Suites: files, folders, or reading.tst:1-9,12
    ///
    /// Of a folder all files count that end in .tst. Numbers choose tests.
    #[arg(required = true, value_name = "SUITE")]
    #[serde(skip)]
    pub(crate) suites: Vec<String>,
    /// GTP program to test [default: this engine]
    ///
    /// It runs in the folder of the suite.
    #[arg(long, value_name = "COMMAND")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) engine: Option<String>,
    /// Options of 'katachi gtp' for this engine
    ///
    /// Such as '--level 5 --rules japanese'.
    #[arg(long, value_name = "OPTIONS", conflicts_with = "engine")]
    #[arg(allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<String>,
    /// Only tests of these commands
    #[arg(long, value_name = "COMMAND,...", value_delimiter = ',')]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) only: Vec<String>,
    /// With --engine: seconds an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = parse_timeout)]
    pub(crate) timeout: f64,
}

/// Destinations of the results.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ReportArgs {
    /// Compare with results that --json wrote
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write results as JSON, for --baseline
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write results as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write a page with diagrams of tests that failed
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Exit with 1 if a test fails that is not marked with *
    #[arg(long)]
    pub(crate) strict: bool,
}

impl ReportArgs {
    pub(crate) fn check_own(&self) -> anyhow::Result<()> {
        let is_state = |content: &[u8]| {
            let value: Option<serde_json::Value> = serde_json::from_slice(content).ok();
            value.is_some_and(|value| value.get("finished").is_some())
        };
        let is_report = |content: &[u8]| serde_json::from_slice::<Report>(content).is_ok();
        let check = |path: &Option<PathBuf>, is_own: &dyn Fn(&[u8]) -> bool| match path {
            Some(path) => katachi_atomic_file::check_own(path, is_own)
                .map_err(|why| anyhow!("{} {why}; choose another name", path.display())),
            None => Ok(()),
        };
        check(&self.json, &|content| is_report(content) || is_state(content))?;
        check(&self.junit, &|content| {
            String::from_utf8_lossy(content).contains("<testsuites name=\"katachi regress\"")
        })?;
        check(&self.html, &files::is_page)
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct RegressArgs {
    #[command(flatten)]
    tests: TestArgs,
    /// Suites at the same time [default: cores]
    #[arg(short, long, value_name = "N", value_parser = parse_threads)]
    jobs: Option<NonZeroUsize>,
    /// List each test that did not pass
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    reports: ReportArgs,
}

pub(crate) fn run_suites(args: &RegressArgs) -> anyhow::Result<ExitCode> {
    let suites = suites(&args.tests)?;
    let conditions = conditions(&args.tests)?;
    let baseline = args.reports.baseline.as_deref().map(read_report).transpose()?;
    args.reports.check_own()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(cores, NonZeroUsize::get);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", table::head())?;
    let mut report = Report::new(subject_name(&args.tests));
    run(
        &suites,
        &conditions,
        jobs,
        |suite, result| -> anyhow::Result<()> {
            show(&mut out, &suite.name, &result, args.verbose)?;
            report.add(suite.name.clone(), result);
            Ok(())
        },
    )?;
    finish(&mut out, &report, &suites, &args.reports, baseline.as_ref())
}

pub(crate) fn suites(args: &TestArgs) -> anyhow::Result<Vec<Suite>> {
    let suites = Suite::read_all(&args.suites)?;
    for name in &args.only {
        ensure!(
            suites.iter().any(|suite| suite.has_test_of(name)),
            "--only {name}: no suite has a test of that command"
        );
    }
    Ok(suites)
}

pub(crate) fn show(
    out: &mut impl std::io::Write,
    name: &str,
    result: &SuiteResult,
    verbose: bool,
) -> anyhow::Result<()> {
    writeln!(out, "{}", table::row(&printable_line(name), &result.totals))?;
    if verbose {
        for line in table::failures(result) {
            writeln!(out, "{}", printable(&line))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Writes sums, comparison and files. Returns the exit status.
pub(crate) fn finish(
    out: &mut impl std::io::Write,
    report: &Report,
    suites: &[Suite],
    args: &ReportArgs,
    baseline: Option<&Report>,
) -> anyhow::Result<ExitCode> {
    writeln!(out, "{}", table::row("total", &report.total))?;
    writeln!(out, "{}", table::expectations(report))?;
    let comparison = baseline.map(|before| Comparison::new(before, report));
    if let Some(comparison) = &comparison {
        write!(out, "{}", printable(&comparison.text()))?;
    }
    out.flush()?;
    let write = |path: &Option<PathBuf>, text: &dyn Fn() -> anyhow::Result<String>| match path {
        Some(path) => start::write(path, text()?),
        None => Ok(()),
    };
    write(&args.json, &|| Ok(serde_json::to_string_pretty(report)? + "\n"))?;
    write(&args.junit, &|| Ok(junit::render(report)))?;
    write(&args.html, &|| {
        Ok(html::render(
            report,
            suites,
            comparison.as_ref(),
            &*in_process(
                Engine::default(),
                Game::new(BoardSize::square(19), Rules::default(), 7.5),
            ),
        ))
    })?;
    let newly_fails = comparison.is_some_and(|comparison| !comparison.newly_fail.is_empty());
    let mut tests = report.tests();
    let unexpected =
        args.strict && tests.any(|(_, test)| test.outcome.is_bad() && !test.is_expected_to_fail());
    Ok(ExitCode::from(u8::from(newly_fails || unexpected)))
}

pub(crate) fn read_report(path: &Path) -> anyhow::Result<Report> {
    let text = fs::read(path).with_context(|| format!("cannot read the baseline {}", path.display()))?;
    serde_json::from_slice(&text).with_context(|| {
        format!(
            "cannot use the baseline {}: it is to be what an earlier run wrote by --json",
            path.display()
        )
    })
}

pub(crate) fn subject_name(args: &TestArgs) -> String {
    match (&args.engine, &args.options) {
        (Some(command), _) => command.clone(),
        (None, Some(options)) => format!("katachi gtp {options}"),
        (None, None) => "katachi gtp".to_string(),
    }
}

pub(crate) fn conditions(args: &TestArgs) -> anyhow::Result<Conditions> {
    let subject = match &args.engine {
        Some(command) => {
            let mut words = split_words(command)?;
            ensure!(!words.is_empty(), "--engine is empty: name a program");
            words[0] = absolute(&words[0]);
            Subject::Program(words, Duration::from_secs_f64(args.timeout))
        }
        None => {
            let options = split_words(args.options.as_deref().unwrap_or_default())?;
            Subject::InProcess(own(&options)?)
        }
    };
    Ok(Conditions {
        subject,
        only: args.only.iter().cloned().collect::<BTreeSet<_>>(),
    })
}

/// A program that is named by a path is meant from here, not from the suite's folder.
fn absolute(program: &str) -> String {
    if !program.contains(std::path::MAIN_SEPARATOR) {
        return program.to_string();
    }
    let path = std::path::absolute(program).unwrap_or_else(|_| PathBuf::from(program));
    path.to_string_lossy().into_owned()
}

/// The engine and the game that `katachi gtp` would begin with.
fn own(options: &[String]) -> anyhow::Result<Arc<LocalEngine>> {
    #[derive(clap::Parser)]
    #[command(name = "katachi gtp", no_binary_name = true)]
    struct Options {
        #[command(flatten)]
        gtp: GtpArgs,
    }
    let options = Options::try_parse_from(options).map_err(|error| {
        let text = error.to_string();
        let first = text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("error: ");
        anyhow::anyhow!("cannot use --options: {first}; they are those of 'katachi gtp --help'")
    })?;
    let mut game = options.gtp.game;
    game.engine.seed.get_or_insert(SEED);
    let (engine, game, _) = start::game(&game)?;
    Ok(in_process(engine, game))
}

/// An engine, and the game that its conversations begin with.
fn in_process(engine: Engine, game: Game) -> Arc<LocalEngine> {
    Arc::new(move |folder| {
        let (engine, game, folder) = (engine.clone(), game.clone(), Folder(folder.to_owned()));
        Box::new(Conversation(Session::with_files(engine, game, folder)))
    })
}

struct Conversation(Session);

impl LocalConversation for Conversation {
    fn answer(&mut self, line: &str) -> Option<String> {
        self.0.answer(line).map(|reply| reply.to_string())
    }

    fn has_quit(&self) -> bool {
        self.0.has_quit
    }

    fn board(&self) -> Board {
        self.0.game().board().clone()
    }
}

/// Files by names that start from a folder, as a process that runs there would see them.
#[derive(Clone, Debug)]
struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(self.0.join(path))
    }

    fn write(&self, path: &str, text: &str) -> io::Result<()> {
        fs::write(self.0.join(path), text)
    }
}
