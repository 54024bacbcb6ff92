// SPDX-License-Identifier: MIT OR Apache-2.0

//! Knowledge from files, at run time.

use std::fmt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use mkpat::{Database, Kind, Options, ReadError, Severity, Source};
use thiserror::Error;

use crate::choice_model::ChoiceModel;
use crate::knowledge::Knowledge;
use crate::learn::{self, WeightError};
use crate::model::MoveModel;
use crate::reading::LifePolicy;

/// The model files of a folder such as `patterns/`.
const MODELS: [&str; 3] = ["move-model.txt", "choice-model.txt", "reading/policy.txt"];

/// An error that prevents loading.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file or folder could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The databases have errors.
    #[error("the patterns have {}\n{report}", mkpat::counted(*.count, "error"))]
    Invalid {
        /// Their number.
        count: usize,
        /// All errors, each with its place and a way to mend it.
        report: String,
    },
    /// A folder without knowledge.
    #[error("{} has no .db file, no .sgf file and no model: name a folder or a file that has", .0.display())]
    EmptyFolder(PathBuf),
    /// A file without entries.
    #[error("{0} has no entries: write some, or leave the file out")]
    EmptyFile(String),
    /// A malformed line of a model.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// A file whose first line names no model that the engine has.
    #[error("{}: expected `weights moves`, `weights choice` or `weights life` in the first line", .0.display())]
    UnknownModel(PathBuf),
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
    /// database tells its kind: `conn.db` has connection patterns, `eyes.db` eye shapes, others have move
    /// patterns. All databases of one kind together replace the built-in one. With `allow_unknown_helpers` a
    /// pattern may name a helper that this engine lacks; the pattern then never holds.
    ///
    /// # Errors
    /// If a file cannot be read or is empty. Errors in databases come all together.
    pub fn read(paths: &[PathBuf], allow_unknown_helpers: bool) -> Result<Self, LoadError> {
        let (mut sources, mut models) = (Vec::new(), Vec::new());
        for path in paths {
            let (databases, found) = (databases(path)?, models_at(path));
            if databases.is_empty() && found.is_empty() {
                return Err(LoadError::EmptyFolder(path.clone()));
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
        for (model, name) in [
            (MoveModel::NAME, "move-prediction model"),
            (ChoiceModel::NAME, "choice weights"),
            (LifePolicy::NAME, "life-and-death policy"),
        ] {
            match models.contains(&model) {
                true => loaded.parts.push(format!("the {name}")),
                false => loaded.built_in.push(name.to_owned()),
            }
        }
        loaded.warn_of_unknown_shapes();
        loaded.warn_of_copies_of_shapes();
        Ok(loaded)
    }

    /// Adds a warning for each entry that names a learned shape which the model does not have.
    fn warn_of_unknown_shapes(&mut self) {
        let database = &self.knowledge.patterns.database;
        for (pattern, shape) in self.knowledge.patterns.unknown_shapes() {
            let file = database.files.get(usize::from(pattern.file));
            let file = file.map_or("?", String::as_str);
            let (name, line) = (&pattern.name, pattern.line);
            self.warnings += &format!(
                "warning[shape]: the move-prediction model has no shape `{shape}`, so `{name}` is a pattern of its own\n \
                 --> {file}:{line}\n  = help: names of shapes change when the model is fitted anew; `katachi tune shape \
                 NAME` writes those that there are\n\n"
            );
        }
    }

    /// Adds a warning for each entry with the picture of a learned shape that takes no shape's place: both
    /// count then, and the entry is hardly meant so.
    fn warn_of_copies_of_shapes(&mut self) {
        let database = &self.knowledge.patterns.database;
        for (pattern, shape) in self.knowledge.copies_of_shapes() {
            let file = &database.files[usize::from(pattern.file)];
            let (name, line) = (&pattern.name, pattern.line);
            self.warnings += &format!(
                "warning[shape]: `{name}` has the picture of the learned shape `{shape}` and does not take its place, so that \
                 both count\n --> {file}:{line}\n  = help: end its line with `replaces {shape}`, as in `#= 0.00, mine, \
                 replaces {shape}`\n\n"
            );
        }
    }

    fn compile(&mut self, sources: &[Source], allow_unknown_helpers: bool) -> Result<(), LoadError> {
        let options = Options {
            allow_unknown_helpers,
            ..Options::for_engine()
        };
        let compiled = mkpat::compile(sources, &options);
        let (errors, others): (Vec<_>, Vec<_>) = compiled
            .diagnostics
            .iter()
            .cloned()
            .partition(|d| d.severity == Severity::Error);
        if !errors.is_empty() {
            return Err(LoadError::Invalid {
                count: errors.len(),
                report: mkpat::render(&errors, sources, false),
            });
        }
        self.warnings = mkpat::render(&others, sources, false);
        for (kind, name) in [
            (Kind::Moves, "move pattern"),
            (Kind::Connections, "connection pattern"),
            (Kind::Eyes, "eye shape"),
        ] {
            let database = compiled.of_kind(kind);
            if let Some(file) = empty_file(database) {
                return Err(LoadError::EmptyFile(file.to_owned()));
            }
            match database.patterns.len() + database.eyes.len() {
                0 => self.built_in.push(format!("{name}s")),
                entries => {
                    let ending = if entries == 1 { "" } else { "s" };
                    let joseki = match kind {
                        Kind::Moves => of_joseki(database, &self.knowledge.patterns.database),
                        _ => String::new(),
                    };
                    self.parts.push(format!("{entries} {name}{ending}{joseki}"));
                    let knowledge = std::mem::take(&mut self.knowledge);
                    self.knowledge = knowledge.with_database(database.clone());
                }
            }
        }
        Ok(())
    }

    /// Reads a model file. Returns the name of the model.
    fn read_model(&mut self, path: &Path) -> Result<&'static str, LoadError> {
        let text = fs::read_to_string(path).map_err(|error| failed(path, error))?;
        let knowledge = std::mem::take(&mut self.knowledge);
        let in_file = |error: WeightError| error.in_file(path);
        let name = match learn::model(&text) {
            Some(LifePolicy::NAME) => {
                self.knowledge = knowledge.with_life_policy(LifePolicy::parse(&text).map_err(in_file)?);
                LifePolicy::NAME
            }
            Some(MoveModel::NAME) => {
                self.knowledge = knowledge.with_move_model(MoveModel::parse(&text).map_err(in_file)?);
                MoveModel::NAME
            }
            Some(ChoiceModel::NAME) => {
                self.knowledge = knowledge.with_choice_model(ChoiceModel::parse(&text).map_err(in_file)?);
                ChoiceModel::NAME
            }
            _ => return Err(LoadError::UnknownModel(path.to_path_buf())),
        };
        Ok(name)
    }
}

/// ` without joseki (built in: 1364)`: they are move patterns and go with those, which is easily overlooked.
fn of_joseki(database: &Database, built_in: &Database) -> String {
    let count = |database: &Database| {
        let is_joseki = |p: &&mkpat::Pattern| database.files[usize::from(p.file)].ends_with(".sgf");
        database.patterns.iter().filter(is_joseki).count()
    };
    match (count(database), count(built_in)) {
        (0, 0) => String::new(),
        (0, built_in) => format!(" without joseki (built in: {built_in})"),
        (loaded, _) => format!(", {loaded} of joseki"),
    }
}

fn failed(path: &Path, error: io::Error) -> ReadError {
    ReadError {
        path: path.to_path_buf(),
        error,
    }
}

fn is_model(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "txt")
}

/// Returns the databases of a file or folder.
fn databases(path: &Path) -> Result<Vec<Source>, ReadError> {
    if is_model(path) {
        return Ok(Vec::new());
    }
    Source::read(path)
}

/// Returns the models of a file or folder.
fn models_at(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        let models = MODELS.map(|name| path.join(name));
        models.into_iter().filter(|model| model.is_file()).collect()
    } else if is_model(path) {
        vec![path.to_path_buf()]
    } else {
        Vec::new()
    }
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
