// SPDX-License-Identifier: MIT OR Apache-2.0

//! The compiler: from text to a database and diagnostics.
//!
//! The stages are files: lines to entries (`split`), rows to diagrams (`rows`, `diagram`, `labels`), the
//! colon line (`colon`), expressions (`expression`), whole entries (`entry`, `eyes`), symmetry (`symmetry`),
//! warnings (`lint`, `overlap`), and tables (`emit`). Joseki trees become text first (`joseki`). No stage
//! fails: each returns the valid parts and reports the rest.

use std::collections::HashMap;
use std::ops::Range;

use crate::database::{Database, Kind};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::helpers::HELPERS;
use crate::source::{Input, Source};

mod bounds;
mod colon;
mod diagram;
mod emit;
mod entry;
mod expression;
mod eyes;
mod fit;
mod grammar;
mod join;
mod joseki;
mod labels;
mod lint;
mod near;
mod order;
mod overlap;
mod reading;
mod reports;
mod rows;
mod sgf;
mod split;
mod stray;
mod symmetry;

use entry::Draft;
pub(crate) use fit::MARK as FIT_MARK;
pub use fit::with_fits;
use joseki::Joseki;
pub use joseki::joseki;
use reports::Reports;
pub(crate) use stray::begins_row;

/// A helper function of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Helper {
    /// Its name in colon lines.
    pub name: String,
    /// The highest value that it returns, unless it returns the value of the pattern.
    pub highest: Option<i32>,
}

impl From<&str> for Helper {
    fn from(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            highest: None,
        }
    }
}

/// What the compiler may take for granted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The existing helpers; none if names are not checked.
    pub helpers: Option<Vec<Helper>>,
    /// An unknown helper causes only a warning. Its pattern never holds.
    pub allow_unknown_helpers: bool,
    /// Every warning is an error.
    pub strict: bool,
}

impl Options {
    /// Options for the databases of the engine, with the helpers [`HELPERS`].
    pub fn for_engine() -> Self {
        Self {
            helpers: Some(HELPERS.iter().map(|&name| name.into()).collect()),
            ..Self::default()
        }
    }
}

/// The result of a compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// The move patterns without errors, including joseki.
    pub database: Database,
    /// The connection patterns without errors.
    pub connections: Database,
    /// The eye shapes without errors.
    pub eyes: Database,
    /// The reading patterns without errors.
    pub reading: Database,
    /// All findings, in the order of the sources.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Returns whether there is an error. Entries with errors are left out, but not those with warnings that
    /// [`Options::strict`] makes errors.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// The database of that kind.
    pub fn of_kind(&self, kind: Kind) -> &Database {
        match kind {
            Kind::Moves => &self.database,
            Kind::Connections => &self.connections,
            Kind::Eyes => &self.eyes,
            Kind::Reading => &self.reading,
        }
    }

    /// Number of diagnostics with a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == severity).count()
    }
}

/// Compiles databases together, each kind for itself. Entries with an error are left out; all errors of all
/// sources are reported.
pub fn compile(sources: &[Source], options: &Options) -> Compiled {
    let mut reader = Reader::default();
    for (index, source) in sources.iter().enumerate() {
        reader.reports.source = index;
        let Ok(file) = u16::try_from(index) else {
            let message = format!("{} files, 65536 are the most", sources.len());
            reader
                .reports
                .add(Code::TooManySources, 0..0, message, "join some of them");
            break;
        };
        reader.read(source, file, options);
    }
    reader.finish(options.strict)
}

/// Reads the sources and collects their entries and diagnostics.
#[derive(Default)]
struct Reader {
    reports: Reports,
    /// Files of each kind.
    files: [Files; 4],
    patterns: Vec<Draft>,
    shapes: Vec<eyes::Draft>,
    /// For each kind the source and the place of each name.
    names: [HashMap<String, (usize, Range<usize>)>; 4],
    /// Texts made of joseki trees, by source.
    trees: HashMap<usize, Joseki>,
    /// Diagnostics about joseki trees themselves, not about the text made of them.
    tree_diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn read(&mut self, source: &Source, file: u16, options: &Options) {
        let kind = match source.input {
            Input::Moves | Input::Joseki => Kind::Moves,
            Input::Connections => Kind::Connections,
            Input::Eyes => Kind::Eyes,
            Input::Reading => Kind::Reading,
        };
        self.files[kind as usize].push((file, source.name.clone()));
        let tree = (source.input == Input::Joseki).then(|| self.read_tree(source));
        let text = tree.as_ref().map_or(&source.text, |tree| &tree.text);
        let errors = self.reports.errors();
        let entries = split::split(text, kind, &mut self.reports);
        if entries.is_empty() && self.reports.errors() == errors && tree.is_none() {
            let help = "write some, or leave the file out; an entry begins with `Pattern NAME`";
            self.reports
                .add(Code::EmptyFile, 0..0, "this file has no entries", help);
        }
        self.read_entries(&entries, kind, file, options);
        self.trees.extend(tree.map(|tree| (usize::from(file), tree)));
    }

    fn read_tree(&mut self, source: &Source) -> Joseki {
        let before = self.reports.list.len();
        let tree = joseki::read(source, &mut self.reports);
        self.tree_diagnostics.extend(self.reports.list.drain(before..));
        tree
    }

    /// Reads the entries of a file. If entries of one kind have the same name, in all files, it keeps the
    /// first.
    fn read_entries(&mut self, entries: &[split::Entry<'_>], kind: Kind, file: u16, options: &Options) {
        for entry in entries {
            let (pattern, shape) = match kind {
                Kind::Eyes => (None, eyes::read(entry, file, &mut self.reports)),
                _ => (entry::read(entry, kind, file, options, &mut self.reports), None),
            };
            let name = entry.name;
            let names = &mut self.names[kind as usize];
            if let Some(first) = names.get(name.text) {
                duplicate_name(name, first, &mut self.reports);
            } else if !name.text.is_empty() {
                names.insert(name.text.to_owned(), (usize::from(file), name.span()));
                self.patterns.extend(pattern);
                self.shapes.extend(shape);
            }
        }
    }

    /// Checks the entries against each other and makes the databases.
    fn finish(mut self, strict: bool) -> Compiled {
        let mut rest = std::mem::take(&mut self.patterns);
        let mut drafts_of = |kind| rest.extract_if(.., |d| d.kind == kind).collect::<Vec<_>>();
        let [mut moves, connections, reading] =
            [Kind::Moves, Kind::Connections, Kind::Reading].map(&mut drafts_of);
        for drafts in [&moves, &connections, &reading] {
            lint::lint(drafts, &mut self.reports);
            let is_joseki = |draft: &Draft| self.trees.contains_key(&usize::from(draft.pattern.file));
            overlap::lint(drafts, is_joseki, &mut self.reports);
        }
        let eyes = eyes::emit(std::mem::take(&mut self.shapes), &mut self.reports);
        for draft in &mut moves {
            if let Some(tree) = self.trees.get(&usize::from(draft.pattern.file)) {
                draft.pattern.line = tree.line(draft.name.start);
            }
        }
        let [move_files, connection_files, eye_files, reading_files] = std::mem::take(&mut self.files);
        Compiled {
            database: with_files(move_files, emit::emit(Kind::Moves, moves)),
            connections: with_files(connection_files, emit::emit(Kind::Connections, connections)),
            eyes: with_files(eye_files, eyes),
            reading: with_files(reading_files, emit::emit(Kind::Reading, reading)),
            diagnostics: self.diagnostics(strict),
        }
    }

    /// All diagnostics in the order of the sources. Those about text made of joseki trees point into the
    /// trees.
    fn diagnostics(self, strict: bool) -> Vec<Diagnostic> {
        let move_to_tree = |source: &usize, span: &mut Range<usize>| {
            if let Some(tree) = self.trees.get(source) {
                *span = tree.place(span);
            }
        };
        let mut diagnostics = self.reports.list;
        for diagnostic in &mut diagnostics {
            move_to_tree(&diagnostic.source, &mut diagnostic.span);
            for label in &mut diagnostic.related {
                move_to_tree(&label.source, &mut label.span);
            }
        }
        diagnostics.extend(self.tree_diagnostics);
        diagnostics.sort_by_key(|d| (d.source, d.span.start, d.code));
        if strict {
            let warnings = diagnostics.iter_mut().filter(|d| d.severity == Severity::Warning);
            warnings.for_each(|d| d.severity = Severity::Error);
        }
        diagnostics
    }
}

fn duplicate_name(name: split::Line<'_>, first: &(usize, Range<usize>), reports: &mut Reports) {
    let message = match first.0 == reports.source {
        true => format!("this file has two patterns `{}`", name.text),
        false => format!("another file has a pattern `{}`, too", name.text),
    };
    let help = "give one of them another name";
    reports
        .add(Code::DuplicateName, name.span(), message, help)
        .related_in(first.0, first.1.clone(), "the first");
}

/// The files of one kind, ascending by their sources. During compilation the number of a file is that of its
/// source.
type Files = Vec<(u16, String)>;

/// Adds the names of files to a database and renumbers the files of its entries.
fn with_files(files: Files, mut database: Database) -> Database {
    let places = database.patterns.iter_mut().map(|p| &mut p.file);
    for file in places.chain(database.eyes.iter_mut().map(|e| &mut e.file)) {
        *file = files.partition_point(|(source, _)| *source < *file) as u16;
    }
    database.files = files.into_iter().map(|(_, name)| name).collect();
    database
}
