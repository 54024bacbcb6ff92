// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reviews of several games: a row of a table for each, and its files in a folder with a page that links to
//! them. A game that cannot be reviewed is told, and the others go on.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use katachi_katago_json::JudgeError;
use katachi_review::{Overview, Review, ReviewError, habits_text, index};
use katachi_rules::sgf::Tree;
use katachi_rules::{printable_line, quantity};

use super::{Bar, Format, ReviewArgs, Reviewer};
use crate::records::{self, OneGame, files_in, short};
use crate::start;

const ENDS: [&str; 6] = [".sgf", ".sgf.gz", ".gib", ".ngf", ".ugf", ".ugi"];

pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<()> {
    ensure!(
        !args.files.iter().any(|file| file == Path::new("-")),
        "- is standard input, which has one review: name the files, or leave the others out"
    );
    let bar = Bar::new(args.quiet);
    let (sources, failed) = sources(&args.files, &bar);
    let mut batch = Batch {
        folder: Folder::new(args, &sources)?,
        reviewer: Reviewer::new(args)?,
        bar,
        taken: HashMap::from([(INDEX.to_owned(), "the page that links to the reviews".to_owned())]),
        overviews: Vec::new(),
        done: 0,
        skipped: 0,
        failed,
    };
    for (number, file) in sources.iter().enumerate() {
        let name = printable_line(&short(file));
        batch
            .bar
            .begin(&format!("{}/{} {name}", number + 1, sources.len()));
        batch.add_file(file)?;
    }
    batch.end()
}

/// The files, and those of the folders, by their names. Tells what cannot be read, and counts it.
fn sources(paths: &[PathBuf], bar: &Bar) -> (Vec<PathBuf>, u32) {
    let (mut sources, mut failed) = (Vec::new(), 0);
    for path in paths {
        if !path.is_dir() {
            sources.push(path.clone());
            continue;
        }
        match files_in(path, &ENDS) {
            Ok(files) => sources.extend(files),
            Err(error) => {
                bar.tell(&format!("{error:#}"));
                failed += 1;
            }
        }
    }
    (sources, failed)
}

/// The name of a file without its folder and its endings.
fn stem(file: &Path) -> String {
    let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy();
    match name.to_lowercase().ends_with(".sgf") {
        true => name[..name.len() - ".sgf".len()].to_owned(),
        false => name.into_owned(),
    }
}

/// Whether it is the error of a judge that gives no further values. One that refuses a position goes on.
fn needs_new_judge(error: &(dyn std::error::Error + 'static)) -> bool {
    let of_judge = error.downcast_ref();
    of_judge.is_some_and(|error| match error {
        ReviewError::Judge(error) => !matches!(error, JudgeError::Refused { .. }),
        _ => false,
    })
}

struct Batch<'a> {
    reviewer: Reviewer<'a>,
    folder: Option<Folder>,
    bar: Bar,
    /// The names in the folder that are in use, and for which game.
    taken: HashMap<String, String>,
    overviews: Vec<Overview>,
    done: u32,
    skipped: u32,
    failed: u32,
}

impl Batch<'_> {
    fn add_file(&mut self, file: &Path) -> anyhow::Result<()> {
        let games = match records::games(file, self.reviewer.args.number) {
            Ok(games) => games,
            Err(error) => vec![Err(error)],
        };
        for game in games {
            match game.and_then(|game| self.add_game(file, &game)) {
                Ok((name, overview)) => self.print(&name, overview)?,
                Err(error) => {
                    self.fail(&error);
                    if error.chain().any(needs_new_judge) {
                        self.reviewer.start_judge()?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reviews a game and writes its files. Returns its name and its main facts.
    fn add_game(&mut self, file: &Path, game: &OneGame) -> anyhow::Result<(String, Overview)> {
        let OneGame { tree, record, .. } = game;
        let stem = stem(file) + &game.suffix("-");
        self.take_name(file, &stem)?;
        let args = self.reviewer.args;
        if let Some(folder) = &self.folder {
            if args.skip_existing && folder.is_up_to_date(&stem, file) {
                self.skipped += 1;
                let there = folder.overview(&stem);
                let overview = there.unwrap_or_else(|| Overview::from_record(record));
                return Ok((stem, overview));
            }
            for (_, file) in folder.files(&stem) {
                start::check_own(&file, args.overwrite)?;
            }
        }
        records::tell_warnings(file, record);
        let review = self.reviewer.review(file, record, &self.bar)?;
        if let Some(folder) = &self.folder {
            folder.write(&stem, &review, tree)?;
        }
        self.done += 1;
        let overview = Overview::from_json(&review.to_json());
        let overview = overview.unwrap_or_else(|| Overview::from_record(record));
        Ok((stem, overview))
    }

    /// Refuses a second game of the same name, whose review would replace that of the first one.
    fn take_name(&mut self, file: &Path, stem: &str) -> anyhow::Result<()> {
        if self.folder.is_none() {
            return Ok(());
        }
        let file = file.display().to_string();
        // Some systems do not tell small letters from capitals.
        if let Some(other) = self.taken.insert(stem.to_lowercase(), file.clone()) {
            bail!(
                "cannot write the review of {file}: {stem} is the name of {other}; review it into another folder"
            );
        }
        Ok(())
    }

    fn print(&mut self, name: &str, overview: Overview) -> anyhow::Result<()> {
        if self.overviews.is_empty() {
            self.bar.print(&Overview::head())?;
        }
        self.bar.print(&overview.row(name))?;
        self.overviews.push(overview);
        Ok(())
    }

    fn fail(&mut self, error: &anyhow::Error) {
        self.failed += 1;
        self.bar.tell(&format!("{error:#}"));
    }

    fn end(self) -> anyhow::Result<()> {
        if let Some(folder) = self.folder.filter(Folder::has_index) {
            folder.write_index()?;
        }
        let mut counts = vec![format!("{} reviewed", quantity(self.done, "game"))];
        if self.skipped > 0 {
            counts.push(format!("{} skipped", self.skipped));
        }
        if self.failed > 0 {
            counts.push(format!("{} failed", self.failed));
        }
        self.bar.print(&habits_text(self.overviews.iter()))?;
        let counts = counts.join(", ");
        self.bar.clear();
        ensure!(self.failed == 0, "{counts}");
        if !self.reviewer.args.quiet {
            self.bar.tell(&counts);
        }
        Ok(())
    }
}

/// The page that links to the others.
const INDEX: &str = "index";

impl Format {
    /// Reads the main facts of a review from its file. `None` for a file without them.
    fn overview(self, text: &str) -> Option<Overview> {
        match self {
            Self::Html => Overview::from_page(text),
            Self::Json => Overview::from_json(&serde_json::from_str(text).ok()?),
            Self::Sgf => None,
        }
    }
}

/// Returns whether it is the name of a folder: one that is there, or one with a slash at its end.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

struct Folder {
    path: PathBuf,
    formats: Vec<Format>,
}

impl Folder {
    /// Makes the folder of the options. None if they name none.
    fn new(args: &ReviewArgs, sources: &[PathBuf]) -> anyhow::Result<Option<Self>> {
        let path = args.out.clone();
        if path == Path::new("-") {
            ensure!(
                args.format.is_empty() && !args.skip_existing,
                "--format and --skip-existing are about a folder of reviews: name one with -o"
            );
            return Ok(None);
        }
        if !is_folder(&path) && Format::from_path(&path).is_ok() {
            bail!(
                "{} names a file, but reviews of several games need a folder: name one with -o",
                path.display()
            );
        }
        fs::create_dir_all(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
        let formats = match args.format.as_slice() {
            [] => vec![Format::Html, Format::Sgf],
            formats => formats.to_vec(),
        };
        let folder = Self { path, formats };
        folder.check_apart_from(sources)?;
        if folder.has_index() {
            start::check_own(&folder.file(INDEX, Format::Html), args.overwrite)?;
        }
        Ok(Some(folder))
    }

    /// Refuses a folder in which a review would replace a game.
    fn check_apart_from(&self, sources: &[PathBuf]) -> anyhow::Result<()> {
        let own = fs::canonicalize(&self.path)?;
        let is_here = |file: &PathBuf| fs::canonicalize(file).is_ok_and(|file| file.parent() == Some(&own));
        ensure!(
            !self.formats.contains(&Format::Sgf) || !sources.iter().any(is_here),
            "{} has games to review, which their reviews would replace: choose another folder with -o, \
             or leave sgf out of --format",
            self.path.display()
        );
        Ok(())
    }

    fn has_index(&self) -> bool {
        self.formats.contains(&Format::Html)
    }

    fn file(&self, stem: &str, format: Format) -> PathBuf {
        self.path.join(format!("{stem}.{}", format.end()))
    }

    fn files(&self, stem: &str) -> impl Iterator<Item = (Format, PathBuf)> {
        self.formats
            .iter()
            .map(move |&format| (format, self.file(stem, format)))
    }

    /// Whether each file of a review is there, and none is older than its game.
    fn is_up_to_date(&self, stem: &str, source: &Path) -> bool {
        let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        let game = time(source);
        self.files(stem)
            .all(|(_, file)| time(&file).is_some_and(|review| Some(review) >= game))
    }

    /// The main facts of a review that is there.
    fn overview(&self, stem: &str) -> Option<Overview> {
        let read = |(format, file): (Format, PathBuf)| format.overview(&fs::read_to_string(file).ok()?);
        self.files(stem).find_map(read)
    }

    fn write(&self, stem: &str, review: &Review, tree: &Tree) -> anyhow::Result<()> {
        for (format, file) in self.files(stem) {
            format.write(review, tree, &file)?;
        }
        Ok(())
    }

    /// Writes the page that links to all reviews in the folder, also to those of earlier calls.
    fn write_index(&self) -> anyhow::Result<()> {
        let mut reviews = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == Format::Html.end()) {
                let overview = fs::read_to_string(&path).ok();
                let overview = overview.and_then(|page| Overview::from_page(&page));
                let name = path.file_stem().unwrap_or_default();
                let name = name.to_string_lossy().into_owned();
                reviews.extend(overview.map(|overview| (name, overview)));
            }
        }
        reviews.sort_by(|a, b| a.0.cmp(&b.0));
        start::write(&self.file(INDEX, Format::Html), index(&reviews))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_is_called_as_its_game() {
        for (file, expected) in [
            ("games/a.sgf", "a"),
            ("b.SGF.gz", "b"),
            ("c.d.sgf", "c.d"),
            ("e", "e"),
        ] {
            assert_eq!(stem(Path::new(file)), expected);
        }
    }
}
