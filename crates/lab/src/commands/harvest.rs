// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab harvest`: joseki trees from records of games.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::harvest::{Harvest, HarvestLimits, JosekiTree, Unfit};
use anyhow::{Context as _, anyhow, ensure};
use katachi::counts::passed_over;
use katachi_gtp::files;
use katachi_rules::sgf::SgfError;
use katachi_view::reason::quantity;

use katachi::records;

/// Arguments of `katachi-lab harvest`.
#[derive(Debug, clap::Args)]
pub(crate) struct HarvestArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Write joseki trees: hoshi, komoku, sansan, mokuhazushi, takamoku
    Joseki(JosekiArgs),
}

const JOSEKI_HELP: &str = "\
Values, 35 to 85, rise with the share of turns at which the side answered here at once, and with that of the
move among its moves here. docs/joseki.md has the rest.

Example:
  katachi-lab harvest joseki games/*.sgf.gz --out joseki";

#[derive(Debug, clap::Args)]
#[command(after_help = JOSEKI_HELP)]
struct JosekiArgs {
    /// SGF files, plain or compressed by gzip; 19x19, no handicap
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder for the trees; its files are replaced
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Smallest count of a move in its position
    #[arg(long, value_name = "N", default_value_t = HarvestLimits::default().min_count, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// Smallest share of a move in percent
    ///
    /// Of the moves of its side in the position. First moves are kept.
    #[arg(long, value_name = "PERCENT", default_value_t = HarvestLimits::default().min_share, value_parser = clap::value_parser!(u32).range(0..=100))]
    min_share: u32,
    /// Moves of a corner at most
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u8).range(1..=100))]
    max_moves: u8,
    /// Lines of a corner from each edge, 7 to 11
    #[arg(long, value_name = "LINES", default_value_t = HarvestLimits::default().reach, value_parser = clap::value_parser!(u8).range(7..=11))]
    corner: u8,
}

/// Runs the command.
pub(crate) fn run(args: &HarvestArgs) -> anyhow::Result<()> {
    let What::Joseki(args) = &args.what;
    joseki(args)
}

fn joseki(args: &JosekiArgs) -> anyhow::Result<()> {
    let mut harvest = Harvest::new(HarvestLimits {
        min_count: args.min_count,
        min_share: args.min_share,
        depth: args.max_moves.into(),
        reach: args.corner,
    });
    let mut games = 0;
    let mut unfit: BTreeMap<Unfit, u32> = BTreeMap::new();
    for file in &args.files {
        let read = records::each(file, |record| match harvest.add(&record) {
            Ok(()) => games += 1,
            Err(reason) => *unfit.entry(reason).or_default() += 1,
        });
        match read {
            // One bad record of many is no reason to lose the others.
            Err(error) if error.is::<SgfError>() && args.files.len() > 1 => {
                writeln!(
                    io::stderr(),
                    "katachi-lab: {error:#}; the rest of the file is left out"
                )?;
            }
            read => read?,
        }
    }
    let trees = harvest.trees();
    let entries: usize = trees.iter().map(|tree| tree.entries).sum();
    ensure!(
        entries > 0,
        "nothing was played {} times in corners of {}: give more games or a lower --min-count",
        args.min_count,
        quantity(games, "game")
    );
    write(&args.out, &trees)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", quantity(games, "game"))?;
    for (reason, count) in unfit {
        writeln!(out, "{}", passed_over(count, reason))?;
    }
    for tree in &trees {
        let file = args.out.join(tree.name).with_extension("sgf");
        let (variations, entries) = (tree.variations, tree.entries);
        writeln!(
            out,
            "{}: {}, {}",
            file.display(),
            quantity(variations, "variation"),
            quantity(entries, "pattern")
        )?;
    }
    let variations: usize = trees.iter().map(|tree| tree.variations).sum();
    writeln!(
        out,
        "together {}, {}",
        quantity(variations, "variation"),
        quantity(entries, "pattern")
    )?;
    Ok(())
}

/// Writes all trees or none. What others have written stays.
fn write(folder: &Path, trees: &[JosekiTree]) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let path = |tree: &JosekiTree| folder.join(tree.name).with_extension("sgf");
    for tree in trees {
        let file = path(tree);
        files::check_own(&file)
            .map_err(|error| anyhow!("{} {error}; choose another folder", file.display()))?;
    }
    let written = trees
        .iter()
        .map(|tree| (path(tree), tree.sgf.clone().into_bytes()));
    katachi_atomic_file::replace_all(&written.collect::<Vec<_>>())
        .map_err(|error| anyhow!("cannot write {error}"))
}
