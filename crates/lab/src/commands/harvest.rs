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
    #[command(flatten)]
    limits: HarvestLimits,
}

/// Runs the command.
pub(crate) fn run(args: &HarvestArgs) -> anyhow::Result<()> {
    let What::Joseki(args) = &args.what;
    let mut harvest = Harvest::new(args.limits);
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
        args.limits.min_count,
        quantity(games, "game")
    );
    let files = trees
        .iter()
        .map(|tree| (args.out.join(tree.name).with_extension("sgf"), tree));
    let files: Vec<(PathBuf, &JosekiTree)> = files.collect();
    write(&args.out, &files)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", quantity(games, "game"))?;
    for (reason, count) in unfit {
        writeln!(out, "{}", passed_over(count, reason))?;
    }
    let amount = |variations, entries| {
        format!(
            "{}, {}",
            quantity(variations, "variation"),
            quantity(entries, "pattern")
        )
    };
    for (file, tree) in &files {
        writeln!(
            out,
            "{}: {}",
            file.display(),
            amount(tree.variations, tree.entries)
        )?;
    }
    let variations = trees.iter().map(|tree| tree.variations).sum();
    writeln!(out, "together {}", amount(variations, entries))?;
    Ok(())
}

/// Writes all trees or none. What others have written stays.
fn write(folder: &Path, trees: &[(PathBuf, &JosekiTree)]) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (file, _) in trees {
        files::check_own(file)
            .map_err(|error| anyhow!("{} {error}; choose another folder", file.display()))?;
    }
    let written = trees
        .iter()
        .map(|(file, tree)| (file.clone(), tree.sgf.clone().into_bytes()));
    katachi_atomic_file::replace_all(&written.collect::<Vec<_>>())
        .map_err(|error| anyhow!("cannot write {error}"))
}
