// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi completions` and `katachi man`: what shells and the reader of manuals know of the command line.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::{args, moved};

const COMPLETIONS_HELP: &str = "\
Where they go:
  bash        katachi completions bash > ~/.local/share/bash-completion/completions/katachi
  zsh         katachi completions zsh > ~/.zfunc/_katachi    with 'fpath+=~/.zfunc' before compinit in ~/.zshrc
  fish        katachi completions fish > ~/.config/fish/completions/katachi.fish
  powershell  katachi completions powershell >> $PROFILE
  elvish      katachi completions elvish >> ~/.config/elvish/rc.elv";

/// Prints a script that lets a shell complete the subcommands and options of katachi.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArgs {
    /// Shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

const MAN_HELP: &str = "\
Examples:
  katachi man gtp | man -l -
  katachi man --out ~/.local/share/man/man1";

/// Prints a manual page, or writes those of all subcommands.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArgs {
    /// Write all pages to this folder
    ///
    /// It is made if it does not exist.
    #[arg(long, value_name = "FOLDER", conflicts_with = "words")]
    out: Option<PathBuf>,
    /// Subcommand [default: the page of katachi]
    #[arg(value_name = "COMMAND")]
    words: Vec<String>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct HelpArgs {
    /// Subcommand, or 'all' [default: the first page]
    #[arg(value_name = "SUBCOMMAND")]
    words: Vec<String>,
}

pub(crate) fn complete(args: CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "katachi", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}

pub(crate) fn man(args: &ManArgs) -> anyhow::Result<()> {
    let root = built();
    let Some(folder) = &args.out else {
        io::stdout().write_all(&page(find(&root, &args.words)?)?)?;
        return Ok(());
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    write_pages(&root, folder)
}

pub(crate) fn help(args: &HelpArgs) -> anyhow::Result<()> {
    let text = match args.words.first().map(String::as_str) {
        Some("all") => args::second_page(),
        _ => {
            let mut command = find(&built(), &args.words)?.clone();
            command.render_long_help().to_string()
        }
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The definitions, in which each subcommand has its whole name and the global options.
fn built() -> Command {
    let mut root = args::command();
    root.build();
    root
}

fn find<'a>(root: &'a Command, words: &[String]) -> anyhow::Result<&'a Command> {
    words.iter().try_fold(root, |command, word| {
        let missing =
            || moved::message(word).unwrap_or_else(|| format!("{} has no subcommand {word}", name(command)));
        command.find_subcommand(word).with_context(missing)
    })
}

/// Writes the pages of a command and of its subcommands, if none of the files is of somebody else.
fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    let mut pages = Vec::new();
    collect_pages(command, folder, &mut pages)?;
    let is_own = |content: &[u8]| String::from_utf8_lossy(content).contains("\n.TH katachi");
    for (path, _) in &pages {
        katachi_atomic_file::check_own(path, is_own)
            .map_err(|why| anyhow!("{} {why}; choose another folder", path.display()))?;
    }
    katachi_atomic_file::replace_all(&pages).map_err(|error| anyhow!("cannot write {error}"))
}

fn collect_pages(
    command: &Command,
    folder: &Path,
    pages: &mut Vec<(PathBuf, Vec<u8>)>,
) -> anyhow::Result<()> {
    pages.push((folder.join(format!("{}.1", file_name(command))), page(command)?));
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        collect_pages(subcommand, folder, pages)?;
    }
    Ok(())
}

fn name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or_else(|| command.get_name())
}

fn file_name(command: &Command) -> String {
    let name = command.get_display_name();
    name.unwrap_or_else(|| command.get_name()).to_owned()
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
