// SPDX-License-Identifier: MIT OR Apache-2.0

//! Knowledge from files, at run time.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use katachi_rules::quantity;
use mkpat::{Database, Kind, Options, Pattern, ReadError, Severity, Source};
use thiserror::Error;

use crate::choice_model::ChoiceModel;
use crate::knowledge::Knowledge;
use crate::learn::{self, WeightError};
use crate::model::MoveModel;
use crate::reading::LifePolicy;

/// Reads the text of a model into the knowledge.
type ReadModel = fn(Knowledge, &str) -> Result<Knowledge, WeightError>;

/// The models: the word in their first line, their name, their file in a folder such as `patterns/`.
const MODELS: [(&str, &str, &str, ReadModel); 3] = [
    (
        MoveModel::NAME,
        "move-prediction model",
        "move-model.txt",
        |knowledge, text| MoveModel::parse(text).map(|model| knowledge.with_move_model(model)),
    ),
    (
        ChoiceModel::NAME,
        "choice weights",
        "choice-model.txt",
        |knowledge, text| ChoiceModel::parse(text).map(|model| knowledge.with_choice_model(model)),
    ),
    (
        LifePolicy::NAME,
        "life-and-death policy",
        "reading/policy.txt",
        |knowledge, text| LifePolicy::parse(text).map(|model| knowledge.with_life_policy(model)),
    ),
];

/// An error that prevents loading.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file or folder could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A malformed line of a model.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// Databases with errors, or a folder or a file without knowledge, and how to mend it.
    #[error("{0}")]
    Content(String),
}

/// Loaded knowledge, with a description of it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The built-in knowledge, with the loaded parts in place of its own.
    pub knowledge: Knowledge,
    /// Descriptions of the loaded parts, such as `12 move patterns`.
    pub parts: Vec<String>,
    /// Names of the parts that are still built in.
    pub built_in: Vec<String>,
    /// Warnings of the databases, drawn with their places.
    pub warnings: String,
}

impl fmt::Display for Loaded {
    /// `Loaded 12 move patterns; built in: connection patterns, eye shapes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Loaded {}", self.parts.join(", "))?;
        match self.built_in.is_empty() {
            true => Ok(()),
            false => write!(f, "; built in: {}", self.built_in.join(", ")),
        }
    }
}

impl Loaded {
    /// Loads pattern databases (`.db`, `.sgf`) and models (`.txt`) in place of the built-in ones. A folder
    /// gives its databases, and its models with the names that they have in `patterns/`. The name of a
    /// database tells its kind: `conn.db` has connection patterns, `eyes.db` eye shapes, a file in a folder
    /// `reading` reading patterns, others have move patterns. All databases of one kind together replace the
    /// built-in one. With `allow_unknown_helpers` a pattern may name a helper that this engine lacks; the
    /// pattern then never holds.
    ///
    /// # Errors
    /// If a file cannot be read or is empty. Errors in databases come all together.
    pub fn read(paths: &[PathBuf], allow_unknown_helpers: bool) -> Result<Self, LoadError> {
        let (mut sources, mut models) = (Vec::new(), Vec::new());
        for path in paths {
            let (databases, found) = contents(path)?;
            if databases.is_empty() && found.is_empty() {
                return Err(LoadError::Content(format!(
                    "{} has no .db file, no .sgf file and no model: name a folder or a file that has",
                    path.display()
                )));
            }
            sources.extend(databases);
            models.extend(found);
        }
        let mut loaded = Self {
            knowledge: Knowledge::default(),
            parts: Vec::new(),
            built_in: Vec::new(),
            warnings: String::new(),
        };
        loaded.compile(&sources, allow_unknown_helpers)?;
        let models = models.iter().map(|path| loaded.read_model(path));
        let models: Vec<&str> = models.collect::<Result<_, _>>()?;
        for (word, name, ..) in MODELS {
            match models.contains(&word) {
                true => loaded.parts.push(format!("the {name}")),
                false => loaded.built_in.push(name.to_owned()),
            }
        }
        let warnings = loaded.warnings_of_shapes();
        loaded.warnings += &warnings;
        Ok(loaded)
    }

    /// A warning for each entry that names a learned shape which the model does not have, and for each one
    /// with the picture of a shape that takes no shape's place: both count then, which is hardly meant so.
    fn warnings_of_shapes(&self) -> String {
        let files = &self.knowledge.patterns.database.files;
        let place = |pattern: &Pattern| {
            let file = files.get(usize::from(pattern.file));
            format!("{}:{}", file.map_or("?", String::as_str), pattern.line)
        };
        let unknown = self.knowledge.patterns.unknown_shapes().into_iter().map(|(pattern, shape)| {
            let (name, place) = (&pattern.name, place(pattern));
            format!(
                "warning[shape]: the move-prediction model has no shape `{shape}`, so `{name}` is a pattern of its own\n \
                 --> {place}\n  = help: names of shapes change when the model is fitted anew; `katachi tune shape NAME` \
                 writes those that there are\n\n"
            )
        });
        let copies = self.knowledge.copies_of_shapes().into_iter().map(|(pattern, shape)| {
            let (name, place) = (&pattern.name, place(pattern));
            format!(
                "warning[shape]: `{name}` has the picture of the learned shape `{shape}` and does not take its place, so that \
                 both count\n --> {place}\n  = help: end its line with `replaces {shape}`, as in `#= 0.00, mine, replaces \
                 {shape}`\n\n"
            )
        });
        unknown.chain(copies).collect()
    }

    fn compile(&mut self, sources: &[Source], allow_unknown_helpers: bool) -> Result<(), LoadError> {
        let options = Options {
            allow_unknown_helpers,
            ..Options::for_engine()
        };
        let mut compiled = mkpat::compile(sources, &options);
        let diagnostics = std::mem::take(&mut compiled.diagnostics).into_iter();
        let (errors, others): (Vec<_>, Vec<_>) = diagnostics.partition(|d| d.severity == Severity::Error);
        if !errors.is_empty() {
            let (count, report) = (errors.len(), mkpat::render(&errors, sources, false));
            let errors = quantity(count, "error");
            return Err(LoadError::Content(format!(
                "the patterns have {errors}\n{report}"
            )));
        }
        self.warnings = mkpat::render(&others, sources, false);
        for (kind, name) in [
            (Kind::Moves, "move pattern"),
            (Kind::Connections, "connection pattern"),
            (Kind::Eyes, "eye shape"),
            (Kind::Reading, "reading pattern"),
        ] {
            let database = compiled.of_kind(kind);
            if let Some(file) = empty_file(database) {
                let advice = "write some, or leave the file out";
                return Err(LoadError::Content(format!("{file} has no entries: {advice}")));
            }
            match database.patterns.len() + database.eyes.len() {
                0 => self.built_in.push(format!("{name}s")),
                entries => {
                    let joseki = match kind {
                        Kind::Moves => of_joseki(database, &self.knowledge.patterns.database),
                        _ => String::new(),
                    };
                    self.parts.push(quantity(entries, name) + &joseki);
                    self.knowledge = self.knowledge.clone().with_database(database.clone());
                }
            }
        }
        Ok(())
    }

    /// Reads a model file. Returns the word in its first line.
    fn read_model(&mut self, path: &Path) -> Result<&'static str, LoadError> {
        let text = fs::read_to_string(path).map_err(|error| ReadError {
            path: path.to_path_buf(),
            error,
        })?;
        let word = learn::model(&text);
        let Some(&(word, .., read)) = MODELS.iter().find(|model| Some(model.0) == word) else {
            let expected = "expected `weights moves`, `weights choice` or `weights life` in the first line";
            return Err(LoadError::Content(format!("{}: {expected}", path.display())));
        };
        self.knowledge = read(self.knowledge.clone(), &text).map_err(|error| error.in_file(path))?;
        Ok(word)
    }
}

/// ` without joseki (built in: 1680)`: they are move patterns and go with those, which is easily overlooked.
fn of_joseki(database: &Database, built_in: &Database) -> String {
    let count = |database: &Database| {
        let patterns = database.patterns.iter();
        patterns.filter(|pattern| database.is_joseki(pattern)).count()
    };
    match (count(database), count(built_in)) {
        (0, 0) => String::new(),
        (0, built_in) => format!(" without joseki (built in: {built_in})"),
        (loaded, _) => format!(", {loaded} of joseki"),
    }
}

/// Returns the databases and the models of a file or folder.
fn contents(path: &Path) -> Result<(Vec<Source>, Vec<PathBuf>), ReadError> {
    let is_model = !path.is_dir() && path.extension().is_some_and(|extension| extension == "txt");
    if is_model {
        return Ok((Vec::new(), vec![path.to_path_buf()]));
    }
    let models = MODELS.map(|(_, _, file, _)| path.join(file)).into_iter();
    let models = models.filter(|model| model.is_file()).collect();
    Ok((Source::read(path)?, models))
}

/// Returns a file of a database that has no entry.
fn empty_file(database: &Database) -> Option<&str> {
    let has_entries = |file: usize| {
        let patterns = database.patterns.iter().map(|pattern| pattern.file);
        let mut files = patterns.chain(database.eyes.iter().map(|eye| eye.file));
        files.any(|from| usize::from(from) == file)
    };
    let file = (0..database.files.len()).find(|&file| !has_entries(file))?;
    Some(&database.files[file])
}

#[cfg(test)]
mod tests;
