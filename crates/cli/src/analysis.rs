// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi analysis`: queries as JSON on standard input, answers on standard output.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use katachi_analysis_json::{Options, Perspective, relay, serve};
use katachi_engine::Settings;
use katachi_engine::search::SearchSettings;
use katachi_gtp::Outlet;
use katachi_line_program::LineProgram;

use super::database;
use super::game_args::parse_threads;

/// Options that KataGo has with one dash, and clients therefore give so, and ours for them. `--config` is
/// Katachi's own file.
const WITH_ONE_DASH: [(&str, &str); 6] = [
    ("-config", "--katago-config"),
    ("-model", "--model"),
    ("-human-model", "--human-model"),
    ("-override-config", "--override-config"),
    ("-analysis-threads", "--analysis-threads"),
    ("-quit-without-waiting", "--quit-without-waiting"),
];

/// The one setting of KataGo that has a meaning here: a client that sets it would else read all values for
/// the wrong side.
const PERSPECTIVE: &str = "reportAnalysisWinratesAs";
const MAX_BYTES: u64 = 1 << 20;

/// Clients of KataGo wait for this line on standard error before their first query.
const READY: &str = "Started, ready to begin handling requests";

#[derive(Debug, clap::Args)]
pub(crate) struct AnalysisArgs {
    /// Positions analysed at the same time
    #[arg(long, alias = "analysis-threads", value_name = "N", default_value = "1", value_parser = parse_threads)]
    threads: NonZeroUsize,
    /// Simulations of a query without maxVisits
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    visits: u32,
    /// BLACK, WHITE or SIDETOMOVE: whose win rates [default: BLACK]
    ///
    /// Win rates, leads and ownership of queries that do not say. In place of `reportAnalysisWinratesAs` in a
    /// file or setting of KataGo.
    #[arg(long, value_name = "SIDE")]
    report_as: Option<Perspective>,
    /// Seed of the simulations
    ///
    /// The same seed and query give the same answer.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Memory of a tree in MiB, one a position
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    memory: u16,
    /// Engine that answers, as KataGo's analysis
    ///
    /// Any program of the same protocol, such as 'katago analysis -config analysis.cfg -model model.bin.gz'.
    /// Its answers get names and reasons in words for their best moves.
    #[arg(long, value_name = "COMMAND")]
    judge: Option<String>,
    /// Models (.txt) in place of the built-in ones
    ///
    /// A file or folder. May be repeated.
    #[arg(long, value_name = "FILE", action = clap::ArgAction::Append)]
    db: Vec<PathBuf>,
    /// Stop all analyses at the end of the input
    #[arg(long)]
    quit_without_waiting: bool,
    /// KataGo's files and settings
    ///
    /// Clients name them. Only `reportAnalysisWinratesAs` has an effect.
    #[arg(long, hide_short_help = true, value_name = "FILE", action = clap::ArgAction::Append)]
    katago_config: Vec<String>,
    /// As --katago-config
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    model: Option<String>,
    /// As --katago-config
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    human_model: Option<String>,
    /// As --katago-config
    #[arg(long, hide_short_help = true, value_name = "SETTINGS", action = clap::ArgAction::Append)]
    override_config: Vec<String>,
}

/// The arguments, with ours in place of KataGo's with one dash. Behind `--` are those of another program.
pub(crate) fn with_two_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let own = arguments.split_mut(|argument| argument == "--").next();
    let own = own.filter(|own| own.iter().any(|name| name == "analysis"));
    for argument in own.into_iter().flatten() {
        if let Some(ours) = argument.to_str().and_then(with_ours) {
            *argument = ours.into();
        }
    }
    arguments
}

fn with_ours(argument: &str) -> Option<String> {
    let name = argument.split('=').next().unwrap_or_default();
    let (_, ours) = WITH_ONE_DASH.iter().find(|(theirs, _)| *theirs == name)?;
    Some(format!("{ours}{}", &argument[name.len()..]))
}

pub(crate) fn run(args: &AnalysisArgs) -> anyhow::Result<()> {
    let has_foreign = !args.katago_config.is_empty()
        || !args.override_config.is_empty()
        || args.model.is_some()
        || args.human_model.is_some();
    if has_foreign {
        let _ = writeln!(
            io::stderr(),
            "katachi: warning: files and settings of KataGo have no effect (-config, -model, -override-config), but \
             reportAnalysisWinratesAs"
        );
    }
    let named = perspective(&args.katago_config, &args.override_config);
    let perspective = args.report_as.or(named.map_err(anyhow::Error::msg)?);
    let settings = Settings {
        seed: args.seed,
        search: Some(SearchSettings {
            memory: args.memory.into(),
            ..SearchSettings::default()
        }),
        ..Settings::default()
    };
    let engine = database::engine(settings, &args.db, false)?;
    let options = Options {
        threads: args.threads,
        visits: args.visits,
        perspective: perspective.unwrap_or_default(),
        quits_at_once: args.quit_without_waiting,
    };
    let judge = args.judge.as_deref().map(LineProgram::start).transpose();
    let judge = judge.map_err(|error| anyhow!("cannot start the judge: {error:#}"))?;
    let _ = writeln!(io::stderr(), "{READY}");
    let (input, output) = (io::BufReader::new(io::stdin()), Outlet::to_reader(io::stdout())?);
    match judge {
        Some(judge) => relay(&engine, judge, args.threads, input, output)?,
        None => serve(&engine, &options, input, output)?,
    }
    Ok(())
}

/// Returns the side that files of KataGo and settings such as `a=1,b=2` name. The last one counts, and
/// settings count more than files. A file that cannot be read has none: clients name files that are not
/// there.
fn perspective(files: &[String], settings: &[String]) -> Result<Option<Perspective>, String> {
    let of_file = |file: &String| last(text_of(Path::new(file)).lines(), file);
    let in_files = files.iter().map(of_file);
    let in_settings = settings
        .iter()
        .map(|text| last(text.split(','), "-override-config"));
    let found: Result<Vec<_>, _> = in_files.chain(in_settings).collect();
    Ok(found?.into_iter().flatten().next_back())
}

/// Returns the text of a configuration; empty for what is none: KataGo's files have some kilobytes.
fn text_of(file: &Path) -> String {
    let is_one = fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() <= MAX_BYTES);
    let text = is_one.then(|| fs::read_to_string(file).unwrap_or_default());
    text.unwrap_or_default()
}

/// Returns the last side in assignments. `#` begins a comment.
fn last<'a>(assignments: impl Iterator<Item = &'a str>, place: &str) -> Result<Option<Perspective>, String> {
    let values = assignments.filter_map(|assignment| {
        let (name, value) = assignment.split('#').next()?.split_once('=')?;
        (name.trim() == PERSPECTIVE).then(|| value.trim())
    });
    let value = values.last().map(str::parse).transpose();
    value.map_err(|why| format!("{place}: {PERSPECTIVE}: {why}"))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::{Args, Command};

    #[test]
    fn clients_start_it_as_they_start_katago() {
        let line = "katachi analysis -model a.bin.gz -config b.cfg -override-config c=d -analysis-threads 3";
        let arguments = with_two_dashes(line.split(' ').map(OsString::from));
        let Some(Command::Analysis(args)) = Args::try_parse_from(arguments).unwrap().command else {
            panic!("the subcommand is analysis");
        };
        assert_eq!((args.threads.get(), args.katago_config.len()), (3, 1));
        let judge = "katachi kept --starter 1 -- katago analysis -config b.cfg";
        for line in ["katachi gtp -l -config", judge] {
            let others = line.split(' ').map(OsString::from);
            assert_eq!(with_two_dashes(others.clone()), others.collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_last_assignment_counts_and_settings_more_than_files() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("analysis.cfg");
        let text = "maxVisits = 500\n# reportAnalysisWinratesAs = BLACK\nreportAnalysisWinratesAs = WHITE # for us\n";
        fs::write(&file, text).expect("it can be written");
        let files = [file.display().to_string(), "absent.cfg".to_owned()];
        assert_eq!(perspective(&files, &[]), Ok("WHITE".parse().ok()));
        let settings = ["a=1,reportAnalysisWinratesAs=SIDETOMOVE".to_owned()];
        assert_eq!(perspective(&files, &settings), Ok("SIDETOMOVE".parse().ok()));
        assert_eq!(perspective(&files[1..], &[]), Ok(None));
    }

    #[test]
    fn a_value_that_is_no_side_is_refused_with_its_place() {
        let refused = perspective(&[], &["reportAnalysisWinratesAs=MINE".to_owned()]);
        let why = refused.expect_err("it is no side");
        assert!(
            why.starts_with("-override-config: reportAnalysisWinratesAs: "),
            "{why}"
        );
    }
}
