// SPDX-License-Identifier: MIT OR Apache-2.0

//! A folder with reviews: their files, and the page that links to them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use katachi_review::{Overview, Review, index};
use katachi_rules::sgf::Tree;

use super::{Format, ReviewArgs};
use crate::start;

/// The page that links to the others.
pub(super) const INDEX: &str = "index";

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

/// Is it the name of a folder: one that is there, or one with a slash at its end?
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

pub(super) struct Folder {
    path: PathBuf,
    formats: Vec<Format>,
}

impl Folder {
    /// Makes the folder of the options. None if they name none.
    pub(super) fn new(args: &ReviewArgs, sources: &[PathBuf]) -> anyhow::Result<Option<Self>> {
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

    pub(super) fn has_index(&self) -> bool {
        self.formats.contains(&Format::Html)
    }

    fn file(&self, stem: &str, format: Format) -> PathBuf {
        self.path.join(format!("{stem}.{}", format.end()))
    }

    pub(super) fn files(&self, stem: &str) -> impl Iterator<Item = (Format, PathBuf)> {
        self.formats
            .iter()
            .map(move |&format| (format, self.file(stem, format)))
    }

    /// Is each file of a review there, and none older than its game?
    pub(super) fn is_up_to_date(&self, stem: &str, source: &Path) -> bool {
        let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        let game = time(source);
        self.files(stem)
            .all(|(_, file)| time(&file).is_some_and(|review| Some(review) >= game))
    }

    /// The main facts of a review that is there.
    pub(super) fn overview(&self, stem: &str) -> Option<Overview> {
        let read = |(format, file): (Format, PathBuf)| format.overview(&fs::read_to_string(file).ok()?);
        self.files(stem).find_map(read)
    }

    pub(super) fn write(&self, stem: &str, review: &Review, tree: &Tree) -> anyhow::Result<()> {
        for (format, file) in self.files(stem) {
            format.write(review, tree, &file)?;
        }
        Ok(())
    }

    /// Writes the page that links to all reviews in the folder, also to those of earlier calls.
    pub(super) fn write_index(&self) -> anyhow::Result<()> {
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
