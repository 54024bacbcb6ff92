// SPDX-License-Identifier: MIT OR Apache-2.0

//! `mkpat`: checks, compiles, lays out and explains databases of patterns.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use katachi_rules::printable;
use mkpat::Input;

#[path = "cli/check.rs"]
mod check;
#[path = "cli/find.rs"]
mod find;
#[path = "cli/json.rs"]
mod json;
#[path = "cli/read.rs"]
mod read;
#[path = "cli/stats.rs"]
mod stats;
#[path = "cli/text.rs"]
mod text;

/// Checks, compiles, lays out and explains databases of patterns.
///
/// `conn.db` and `eyes.db` are read as what their names say, files in a folder `reading` as reading patterns,
/// `.sgf` as joseki, everything else as move patterns; a folder stands for its `.db` and `.sgf` files and
/// those in its folder `reading`, `-` for the standard input.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show every error and warning; exit status 1 if there is an error.
    Check(check::Check),
    /// Compile databases into a table for each kind.
    Build(check::Build),
    /// Draw an entry in all its transformations, with anchor, elements, masks and windows.
    Show(find::Show),
    /// Count what the databases hold.
    Stats(stats::Stats),
    /// Bring databases into the canonical layout; comments stay.
    Fmt(text::Fmt),
    /// Turn joseki trees in SGF into entries of the pattern language.
    Joseki(text::Joseki),
    /// List the entries that two databases do not have in common; exit status 1 if there are any.
    Diff(text::Diff),
    /// List every raw match in a position, one JSON object in a line: before any class, constraint or helper.
    Match(find::Match),
}

/// Databases and their language.
#[derive(Args)]
struct Inputs {
    /// Databases, or folders of them; `-` is the standard input.
    #[arg(required = true)]
    files: Vec<String>,
    /// In which language they are written, whatever their names say.
    #[arg(long, value_parser = language())]
    kind: Option<Input>,
}

/// What helpers there are: those of Katachi, unless the arguments say otherwise.
#[derive(Args)]
struct Helpers {
    /// A helper that the engine does not have is only worth a warning.
    #[arg(long)]
    allow_unknown_helpers: bool,
    /// The helpers of another engine: a name in each line, and perhaps the highest value it returns.
    #[arg(long, value_name = "FILE")]
    helpers: Option<PathBuf>,
}

/// Reads a language by its name.
fn language() -> impl TypedValueParser<Value = Input> {
    let named = |name: String| Input::ALL.into_iter().find(|input| input.0 == name);
    PossibleValuesParser::new(Input::ALL.map(|input| input.0))
        .try_map(move |name| named(name).map(|input| input.1).ok_or("no language"))
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let text = error.render().to_string();
            let Cow::Owned(text) = printable(&text) else {
                error.exit()
            };
            let _ = write!(io::stderr(), "{text}");
            return ExitCode::from(2);
        }
    };
    match run(arguments.command) {
        Ok(code) => code,
        // The reader of the output has closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If this cannot be written either, the exit status remains.
            let _ = writeln!(anstream::stderr(), "mkpat: {}", printable(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

fn run(command: Command) -> Result<ExitCode> {
    // The stream removes colours where the output does not support them.
    let mut out = anstream::stdout().lock();
    let code = match command {
        Command::Check(arguments) => arguments.run(&mut out),
        Command::Build(arguments) => arguments.run(&mut out),
        Command::Show(arguments) => arguments.run(&mut out),
        Command::Stats(arguments) => arguments.run(&mut out),
        Command::Fmt(arguments) => arguments.run(&mut out),
        Command::Joseki(arguments) => arguments.run(&mut out),
        Command::Diff(arguments) => arguments.run(&mut out),
        Command::Match(arguments) => arguments.run(&mut out),
    }?;
    out.flush()?;
    Ok(code)
}
