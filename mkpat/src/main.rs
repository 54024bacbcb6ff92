// SPDX-License-Identifier: MIT OR Apache-2.0

//! `mkpat`: checks, compiles, lays out and explains databases of patterns.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
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
/// `conn.db` and `eyes.db` are read as what their names say, `.sgf` as joseki, everything else as move
/// patterns; a folder stands for its `.db` and `.sgf` files, `-` for the standard input.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show every error and warning; exit status 1 if there is an error.
    Check {
        #[command(flatten)]
        inputs: Inputs,
        #[command(flatten)]
        helpers: Helpers,
        /// How to show them: drawn for people, or one JSON object in a line for editors.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
        /// Every warning is an error.
        #[arg(long)]
        strict: bool,
    },
    /// Compile databases into a table for each kind.
    Build {
        #[command(flatten)]
        inputs: Inputs,
        #[command(flatten)]
        helpers: Helpers,
        /// A folder for `patterns.table`, `conn.table` and `eyes.table`; or the file of the table, to whose
        /// name `-conn` and `-eyes` are added if there are tables of several kinds.
        #[arg(short, long, default_value = ".")]
        output: PathBuf,
    },
    /// Draw an entry in all its transformations, with anchor, elements, masks and windows.
    Show {
        /// Its name.
        name: String,
        /// Where to look for it.
        #[arg(long, default_value = "patterns")]
        db: Vec<String>,
        #[command(flatten)]
        helpers: Helpers,
    },
    /// Count what the databases hold.
    Stats {
        #[command(flatten)]
        inputs: Inputs,
        #[command(flatten)]
        helpers: Helpers,
    },
    /// Bring databases into the canonical layout; comments stay.
    Fmt {
        #[command(flatten)]
        inputs: Inputs,
        #[command(flatten)]
        helpers: Helpers,
        /// Write nothing, name the files that are not in it; exit status 1 if there are any.
        #[arg(long)]
        check: bool,
    },
    /// Turn joseki trees in SGF into entries of the pattern language.
    Joseki {
        /// SGF files; `-` is the standard input.
        #[arg(required = true)]
        files: Vec<String>,
    },
    /// List the entries that two databases do not have in common; exit status 1 if there are any.
    Diff {
        /// The database as it was.
        before: String,
        /// The database as it is.
        after: String,
        #[command(flatten)]
        helpers: Helpers,
    },
    /// List every raw match in a position, one JSON object in a line: before any class, constraint or helper.
    Match {
        /// The databases.
        #[arg(long, required = true)]
        db: Vec<String>,
        /// For one side only.
        #[arg(long, value_enum)]
        color: Option<Side>,
        /// In which language the databases are written, whatever their names say.
        #[arg(long, value_enum)]
        kind: Option<Language>,
        #[command(flatten)]
        helpers: Helpers,
        /// A game record, at its end; or `GAME.sgf:30` before move 30, `GAME.sgf:Q16` before the first stone
        /// there.
        position: String,
    },
}

/// Databases and their language.
#[derive(Args)]
struct Inputs {
    /// Databases, or folders of them; `-` is the standard input.
    #[arg(required = true)]
    files: Vec<String>,
    /// In which language they are written, whatever their names say.
    #[arg(long, value_enum)]
    kind: Option<Language>,
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    Moves,
    Conn,
    Eyes,
    Joseki,
}

impl From<Language> for Input {
    fn from(language: Language) -> Self {
        match language {
            Language::Moves => Self::Moves,
            Language::Conn => Self::Connections,
            Language::Eyes => Self::Eyes,
            Language::Joseki => Self::Joseki,
        }
    }
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
        Command::Check {
            inputs,
            helpers,
            format,
            strict,
        } => check::check(&inputs, &helpers, format, strict, &mut out),
        Command::Build {
            inputs,
            helpers,
            output,
        } => check::build(&inputs, &helpers, &output, &mut out),
        Command::Show { name, db, helpers } => find::show(&name, &db, &helpers, &mut out),
        Command::Stats { inputs, helpers } => stats::stats(&inputs, &helpers, &mut out),
        Command::Fmt {
            inputs,
            helpers,
            check,
        } => text::fmt(&inputs, &helpers, check, &mut out),
        Command::Joseki { files } => text::joseki(&files, &mut out),
        Command::Diff {
            before,
            after,
            helpers,
        } => text::diff(&before, &after, &helpers, &mut out),
        Command::Match {
            db,
            color,
            kind,
            helpers,
            position,
        } => {
            let compiled = read::sound(&read::paths(&db, kind)?, &helpers)?;
            find::matches(&compiled, color, &position, &mut out)
        }
    }?;
    out.flush()?;
    Ok(code)
}
