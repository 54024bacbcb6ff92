// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi completions` and `katachi man`: what shells and the reader of manuals know of the command line.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::args;

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
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
        let missing = || moved(word).unwrap_or_else(|| format!("{name} has no subcommand {word}"));
        command.find_subcommand(word).with_context(missing)
    })
}

/// Writes the pages of a command and of its subcommands, if none of the files is of somebody else.
fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    let is_own = |content: &[u8]| String::from_utf8_lossy(content).contains("\n.TH katachi");
    let (mut pages, mut waiting) = (Vec::new(), vec![command]);
    while let Some(command) = waiting.pop() {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        let path = folder.join(format!("{name}.1"));
        katachi_atomic_file::check_own(&path, is_own)
            .map_err(|why| anyhow!("{} {why}; choose another folder", path.display()))?;
        pages.push((path, page(command)?));
        let subcommands = command.get_subcommands();
        waiting.extend(subcommands.filter(|command| !command.is_hide_set()));
    }
    katachi_atomic_file::replace_all(&pages).map_err(|error| anyhow!("cannot write {error}"))
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}

/// Subcommands that have gone to other programs, and the commands that took their place.
const MOVED: [(&str, &str); 10] = [
    ("bed", "katachi-lab tactics"),
    ("bench", "katachi-lab bench"),
    ("gtp-to-usenix", "katachi-usenix84 gtp-to-usenix"),
    ("harvest", "katachi-lab harvest"),
    ("judge", "katachi-usenix84 judge"),
    ("judgement", "katachi-lab judgement"),
    ("referee", "katachi-usenix84 referee"),
    ("train", "katachi-lab train"),
    ("usenix", "katachi-usenix84"),
    ("usenix-to-gtp", "katachi-usenix84 usenix-to-gtp"),
];

/// The message about a subcommand that has moved.
pub(crate) fn moved(name: &str) -> Option<String> {
    let (old, new) = MOVED.iter().find(|(old, _)| *old == name)?;
    Some(format!("`{old}` is now `{new}`"))
}
