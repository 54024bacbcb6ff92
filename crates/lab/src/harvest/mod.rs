// SPDX-License-Identifier: MIT OR Apache-2.0

//! Joseki drawn from records of games: which sequences of corners and of whole sides are played, and how
//! often.
//!
//! Each of the four corners of a game is a sequence of moves, with moves elsewhere between. It is turned to
//! one standard form, so that mirror images and exchanged colours are one; a position that different orders
//! of moves lead to is counted once, with everything that was ever played in it. From the counts grow five
//! trees, one for each usual first move, most frequent lines first, in the SGF that the joseki compiler of
//! `mkpat` reads. The four sides give one tree more in the same way.
//!
//! - `region`: corners and sides, and the standard form.
//! - `count`: games to counted positions.
//! - `tree`: counted positions to trees with values.
//! - `judge`: the moves of trees that lose, by another engine.
//!
//! The result depends on the set of games, and the answers of the judge, not on their order. Time is
//! proportional to the moves of the games, memory to the number of different positions.

mod count;
mod judge;
mod region;
mod tree;

#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, ensure};
use katachi_gtp::files::check_own;
use katachi_rules::quantity;

use crate::games::{PassedOver, each_record};
use count::Positions;
use region::Region;
use tree::JosekiTree;

#[derive(Debug, clap::Args)]
pub(crate) struct HarvestArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Write joseki trees: hoshi, komoku, sansan, mokuhazushi, takamoku, sides
    Joseki(JosekiArgs),
}

const JOSEKI_HELP: &str = "\
Values, 35 to 85, rise with the share of turns at which the side answered here at once, and with that of the
move among its moves here. docs/joseki.md has the rest.

With --judge, moves that lose are marked as bad (BM): they have a value of 2, and the points in the comment.

Examples:
  katachi-lab harvest joseki games/*.sgf.gz --out joseki
  katachi-lab harvest joseki games/*.sgf.gz --judge 'katago analysis -config C -model M' --out joseki";

#[derive(Debug, clap::Args)]
#[command(after_help = JOSEKI_HELP)]
struct JosekiArgs {
    /// SGF files, plain or compressed by gzip; 19x19, no handicap
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder for the trees; its files are replaced
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    limits: HarvestLimits,
    /// Command of a program that judges moves
    ///
    /// It speaks KataGo's JSON analysis protocol. Moves that lose by its judgement are marked as bad.
    #[arg(long, value_name = "COMMAND")]
    judge: Option<String>,
}

/// Limits of counting and writing.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct HarvestLimits {
    /// Smallest count of a move in its position; on sides four times that
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// Smallest share of a move in percent
    ///
    /// Of the moves of its side in the position. First moves are kept.
    #[arg(long, value_name = "PERCENT", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=100))]
    min_share: u32,
    /// Moves of a corner or a side at most
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u8).range(1..=100))]
    max_moves: u8,
    /// Lines of a corner from each edge, and of a side from its own, 7 to 11
    #[arg(long, value_name = "LINES", default_value_t = 10, value_parser = clap::value_parser!(u8).range(7..=11))]
    corner: u8,
}

pub(crate) fn run(args: &HarvestArgs) -> anyhow::Result<()> {
    let What::Joseki(args) = &args.what;
    let limits = &args.limits;
    let mut parts = [Region::corner(limits.corner), Region::side(limits.corner)]
        .map(|region| (region, Positions::default()));
    let mut games = 0;
    let mut unfit = PassedOver::default();
    each_record(&args.files, |record| {
        let mut each = parts.iter_mut();
        match each.try_for_each(|(region, positions)| count::add(positions, &record, *region, limits)) {
            Ok(()) => games += 1,
            Err(reason) => unfit.add(reason),
        }
    })?;
    let mut trees = Vec::new();
    for (region, positions) in &parts {
        let mut moves = tree::grown(positions, *region, limits);
        if let Some(command) = args.judge.as_ref().filter(|_| !region.is_side()) {
            judge::mark(&mut moves, command, *region)?;
        }
        trees.extend(tree::trees(&moves, *region));
    }
    let entries: usize = trees.iter().map(|tree| tree.entries).sum();
    ensure!(
        entries > 0,
        "nothing was played {} times in corners of {}: give more games or a lower --min-count",
        args.limits.min_count,
        quantity(games, "game")
    );
    let file = |tree: &JosekiTree| args.out.join(tree.name).with_extension("sgf");
    let files: Vec<(PathBuf, &JosekiTree)> = trees.iter().map(|tree| (file(tree), tree)).collect();
    write(&args.out, &files)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", quantity(games, "game"))?;
    for line in unfit.lines() {
        writeln!(out, "{line}")?;
    }
    let amount = |trees: &[JosekiTree]| {
        let sum = |of: fn(&JosekiTree) -> usize| trees.iter().map(of).sum::<usize>();
        let variations = quantity(sum(|tree| tree.variations), "variation");
        let bad = match (&args.judge, sum(|tree| tree.bad)) {
            (Some(_), bad) => format!(", {bad} of them bad"),
            (None, _) => String::new(),
        };
        format!(
            "{variations}, {}{bad}",
            quantity(sum(|tree| tree.entries), "pattern")
        )
    };
    for (file, tree) in &files {
        writeln!(out, "{}: {}", file.display(), amount(std::slice::from_ref(tree)))?;
    }
    writeln!(out, "together {}", amount(&trees))?;
    Ok(())
}

/// Writes all trees or none. What others have written stays.
fn write(folder: &Path, trees: &[(PathBuf, &JosekiTree)]) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (file, _) in trees {
        check_own(file).map_err(|error| anyhow!("{} {error}; choose another folder", file.display()))?;
    }
    let content = |(file, tree): &(PathBuf, &JosekiTree)| (file.clone(), tree.sgf.clone().into_bytes());
    katachi_atomic_file::replace_all(&trees.iter().map(content).collect::<Vec<_>>())
        .map_err(|error| anyhow!("cannot write {error}"))
}
