//! `mkpat`: checks databases of patterns and tells what is in them.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use mkpat::{Classes, Compiled, Options, Severity, Source, compile, render};

/// Checks databases of patterns and tells what is in them.
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
        /// Databases; `-` is the standard input.
        #[arg(required = true)]
        files: Vec<String>,
    },
    /// Count what the databases hold.
    Stats {
        /// Databases; `-` is the standard input.
        #[arg(required = true)]
        files: Vec<String>,
    },
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If even this cannot be written, the exit status has to do.
            let _ = writeln!(anstream::stderr(), "mkpat: {error:#}");
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

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (Command::Check { files } | Command::Stats { files }) = &arguments.command;
    let sources = files.iter().map(|f| read(f)).collect::<Result<Vec<_>>>()?;
    let compiled = compile(&sources, &Options::default());
    // The stream takes the colours out where they are not wanted.
    let mut out = anstream::stdout().lock();
    match arguments.command {
        Command::Check { .. } => {
            out.write_all(render(&compiled.diagnostics, &sources, true).as_bytes())?;
            writeln!(out, "{}", summary(&compiled))?;
        }
        Command::Stats { .. } => out.write_all(stats(&compiled).as_bytes())?,
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(compiled.has_errors())))
}

fn read(file: &str) -> Result<Source> {
    let mut bytes = Vec::new();
    if file == "-" {
        io::stdin().read_to_end(&mut bytes).context("standard input")?;
    } else {
        bytes = std::fs::read(file).with_context(|| file.to_owned())?;
    }
    // Comments of old databases may be in another encoding; that is no reason not to check the rest.
    Ok(Source::new(file, String::from_utf8_lossy(&bytes)))
}

fn summary(compiled: &Compiled) -> String {
    format!(
        "{} patterns, {} variants, {} errors, {} warnings",
        compiled.database.patterns.len(),
        compiled.database.variants.len(),
        compiled.count(Severity::Error),
        compiled.count(Severity::Warning)
    )
}

fn stats(compiled: &Compiled) -> String {
    let database = &compiled.database;
    let patterns = &database.patterns;
    let mut rows = vec![
        ("patterns".to_owned(), patterns.len()),
        ("variants".to_owned(), database.variants.len()),
        ("windows".to_owned(), database.windows.len()),
        ("bytes of the table".to_owned(), database.encode().len()),
        (
            "with a constraint".to_owned(),
            patterns.iter().filter(|p| p.constraint.is_some()).count(),
        ),
        (
            "with an edge".to_owned(),
            patterns.iter().filter(|p| !p.edges.is_empty()).count(),
        ),
    ];
    for (letter, class) in Classes::LETTERS {
        let count = patterns.iter().filter(|p| p.classes.contains(class)).count();
        rows.push((format!("class {letter}"), count));
    }
    let mut helpers: BTreeMap<&str, usize> = BTreeMap::new();
    for helper in patterns.iter().filter_map(|p| p.helper.as_deref()) {
        *helpers.entry(helper).or_default() += 1;
    }
    rows.extend(helpers.into_iter().map(|(name, n)| (format!("helper {name}"), n)));
    let mut text = String::new();
    for (what, count) in rows {
        text += &format!("{count:>8}  {what}\n");
    }
    text + &summary(compiled) + "\n"
}
