// SPDX-License-Identifier: MIT OR Apache-2.0

//! The compiler: text to database, with everything that is to be said about the text.
//!
//! The stages are files: lines to entries (`split`), rows to diagrams (`rows`,
//! `diagram`, `labels`), the colon line
//! (`colon`), expressions (`expression`), whole entries (`entry`, `eyes`), what turns leave as it is (`symmetry`), what
//! is suspicious (`lint`, `overlap`), and the tables (`emit`). Joseki trees become text first (`joseki`). No stage
//! fails: each returns what it has understood and reports the rest.

use std::collections::HashMap;
use std::ops::Range;

use indexmap::IndexMap;

use crate::database::{Database, Kind};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Input, Source};

mod bounds;
mod colon;
mod diagram;
mod emit;
mod entry;
mod expression;
mod eyes;
mod grammar;
mod join;
mod joseki;
mod labels;
mod lint;
mod near;
mod options;
mod order;
mod overlap;
mod reports;
mod rows;
pub(crate) mod sgf;
mod shift;
mod split;
mod stray;
mod symmetry;

use entry::Draft;
use joseki::Joseki;
pub use joseki::joseki;
pub use options::{Helper, Options};
use reports::Reports;
pub(crate) use stray::begins_row;

/// What became of the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// The move patterns without errors, those from joseki among them.
    pub database: Database,
    /// The connection patterns without errors.
    pub connections: Database,
    /// The eye shapes without errors.
    pub eyes: Database,
    /// What was found, in the order of the sources.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Whether there is an error. Entries are left out for errors, but not for warnings that are errors by
    /// [`Options::strict`].
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// The database of that kind.
    pub fn of_kind(&self, kind: Kind) -> &Database {
        match kind {
            Kind::Moves => &self.database,
            Kind::Connections => &self.connections,
            Kind::Eyes => &self.eyes,
        }
    }

    /// How many diagnostics of that severity there are.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == severity).count()
    }
}

/// Compiles databases together, each kind for itself. Entries with an error are left out; all errors of all
/// sources are reported.
pub fn compile(sources: &[Source], options: &Options) -> Compiled {
    let mut reports = Reports::default();
    let mut files: [Files; 3] = Default::default();
    let mut drafts: [Vec<Draft>; 3] = Default::default();
    let mut shapes = Vec::new();
    // Texts made of joseki trees, by source; what is said about them is moved to the trees at the end.
    let mut trees: HashMap<usize, Joseki> = HashMap::new();
    let mut settled = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        reports.source = index;
        let Ok(file) = u16::try_from(index) else {
            reports.push(
                Diagnostic::new(
                    Code::TooManySources,
                    index,
                    0..0,
                    format!("{} files, 65536 are the most", sources.len()),
                )
                .help("join some of them"),
            );
            break;
        };
        let kind = match source.input {
            Input::Moves | Input::Joseki => Kind::Moves,
            Input::Connections => Kind::Connections,
            Input::Eyes => Kind::Eyes,
        };
        files[kind as usize].add(file, &source.name);
        let mut text = &source.text;
        if source.input == Input::Joseki {
            let before = reports.list.len();
            let read = joseki::read(source, &mut reports);
            settled.extend(reports.list.drain(before..));
            text = &trees.entry(index).insert_entry(read).into_mut().text;
        }
        let mut names: IndexMap<&str, Range<usize>> = IndexMap::new();
        let errors = reports.errors();
        let entries = split::split(text, kind, &mut reports);
        if entries.is_empty() && reports.errors() == errors && source.input != Input::Joseki {
            reports.push(empty_file(index));
        }
        for entry in entries {
            let (mut draft, mut shape) = (None, None);
            match kind {
                Kind::Eyes => shape = eyes::read(&entry, file, &mut reports),
                _ => draft = entry::read(&entry, kind, file, options, &mut reports),
            }
            let name = entry.name.span();
            if let Some(first) = names.get(entry.name.text) {
                reports.push(
                    Diagnostic::new(
                        Code::DuplicateName,
                        index,
                        name,
                        format!("this file has two patterns `{}`", entry.name.text),
                    )
                    .related(index, first.clone(), "the first")
                    .help("give one of them another name"),
                );
                continue;
            }
            if !entry.name.text.is_empty() {
                names.insert(entry.name.text, name);
                drafts[kind as usize].extend(draft);
                shapes.extend(shape);
            }
        }
    }
    let [mut moves, connections, _] = drafts;
    for drafts in [&moves, &connections] {
        lint::lint(drafts, &mut reports);
        overlap::lint(drafts, &mut reports);
    }
    let eyes = eyes::emit(shapes, &mut reports);
    let mut diagnostics = reports.list;
    for diagnostic in &mut diagnostics {
        if let Some(tree) = trees.get(&diagnostic.source) {
            diagnostic.span = tree.place(&diagnostic.span);
        }
        for label in &mut diagnostic.related {
            if let Some(tree) = trees.get(&label.source) {
                label.span = tree.place(&label.span);
            }
        }
    }
    for draft in &mut moves {
        if let Some(tree) = trees.get(&usize::from(draft.pattern.file)) {
            draft.pattern.line = tree.line(draft.name.start);
        }
    }
    diagnostics.extend(settled);
    diagnostics.sort_by_key(|d| (d.source, d.span.start, d.code));
    if options.strict {
        let warnings = diagnostics.iter_mut().filter(|d| d.severity == Severity::Warning);
        warnings.for_each(|d| d.severity = Severity::Error);
    }
    let [move_files, connection_files, eye_files] = files;
    Compiled {
        database: move_files.given_to(emit::emit(Kind::Moves, moves)),
        connections: connection_files.given_to(emit::emit(Kind::Connections, connections)),
        eyes: eye_files.given_to(eyes),
        diagnostics,
    }
}

fn empty_file(source: usize) -> Diagnostic {
    Diagnostic::new(Code::EmptyFile, source, 0..0, "this file has no entries")
        .help("write some, or leave the file out; an entry begins with `Pattern NAME`")
}

/// The files of one kind: while they are compiled, the number of a file is that of its source.
#[derive(Default)]
struct Files {
    names: Vec<String>,
    /// The sources of the names, rising.
    sources: Vec<u16>,
}

impl Files {
    fn add(&mut self, source: u16, name: &str) {
        self.names.push(name.to_owned());
        self.sources.push(source);
    }

    /// Puts the names into a database and numbers its entries by them.
    fn given_to(self, mut database: Database) -> Database {
        let places = database.patterns.iter_mut().map(|p| &mut p.file);
        for file in places.chain(database.eyes.iter_mut().map(|e| &mut e.file)) {
            *file = self.sources.partition_point(|s| s < file) as u16;
        }
        database.files = self.names;
        database
    }
}
