//! The compiler: text to database, with everything that is to be said about the text.
//!
//! The stages are files: lines to entries (`split`), rows to diagrams (`diagram`, `labels`), the colon line
//! (`colon`), expressions (`expression`), what turns leave as it is (`symmetry`), what is suspicious (`lint`), and
//! the tables (`emit`). No stage fails: each returns what it has understood and reports the rest.

use std::ops::Range;

use indexmap::IndexMap;

use crate::database::{Database, Element, Pattern};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::geometry::Offset;

mod colon;
mod diagram;
mod emit;
mod expression;
mod grammar;
mod join;
mod labels;
mod lint;
mod near;
mod overlap;
mod split;
mod symmetry;

use grammar::{Grammar, Rule, error_column};

/// A text to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Its name, mostly a path, as diagnostics show it.
    pub name: String,
    /// Its content.
    pub text: String,
}

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// What the compiler may take for granted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The names of the helpers that exist; none if they are not to be checked.
    pub helpers: Option<Vec<String>>,
    /// An unknown helper is only worth a warning.
    pub allow_unknown_helpers: bool,
}

/// What became of the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// The patterns without errors.
    pub database: Database,
    /// What was found, in the order of the sources.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Whether a pattern was left out because of an error.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// How many diagnostics of that severity there are.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == severity).count()
    }
}

/// Where findings are collected.
#[derive(Debug, Default)]
struct Reports {
    /// The source that is being read.
    source: usize,
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Reports {
    fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
    }

    fn errors(&self) -> usize {
        self.errors
    }

    fn space_after_mark(&mut self, line: &split::Line<'_>) {
        let mark = &line.text[..1];
        let span = line.start + 1..line.start + 2;
        self.push(
            Diagnostic::new(
                Code::SpaceAfterMark,
                self.source,
                span,
                format!("a space follows `{mark}`"),
            )
            .help("remove it; older readers of the format stumble over it"),
        );
    }
}

/// A pattern without errors, with what later stages need to know of its text.
struct Draft {
    pattern: Pattern,
    /// Place of its name.
    name: Range<usize>,
    diagram: diagram::Diagram,
    colon: colon::Colon,
    /// The transformations in which it is matched.
    variants: Vec<crate::geometry::Transformation>,
}

/// Compiles databases of move patterns together. Patterns with an error are left out; all errors of all sources
/// are reported.
pub fn compile(sources: &[Source], options: &Options) -> Compiled {
    let mut reports = Reports::default();
    let mut drafts = Vec::new();
    let mut files = Vec::new();
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
        files.push(source.name.clone());
        let mut names: IndexMap<&str, Range<usize>> = IndexMap::new();
        for entry in split::split(&source.text, &mut reports) {
            let draft = read(&entry, file, options, &mut reports);
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
                drafts.extend(draft);
            }
        }
    }
    lint::lint(&drafts, &mut reports);
    overlap::lint(&drafts, &mut reports);
    let mut diagnostics = reports.list;
    diagnostics.sort_by_key(|d| (d.source, d.span.start, d.code));
    Compiled {
        database: emit::emit(files, drafts),
        diagnostics,
    }
}

/// Reads one entry; none if it has an error.
fn read(entry: &split::Entry<'_>, file: u16, options: &Options, reports: &mut Reports) -> Option<Draft> {
    let errors = reports.errors();
    let missing = |code, what: &str, help: &str| {
        let message = format!("pattern `{}` has no {what}", entry.name.text);
        Diagnostic::new(code, usize::from(file), entry.name.span(), message).help(help)
    };
    let diagram = if entry.diagram.is_empty() {
        reports.push(missing(
            Code::NoDiagram,
            "diagram",
            "write its rows below the name, with `*` for the move",
        ));
        None
    } else {
        diagram::parse(&entry.diagram, diagram::Kind::Move, reports)
    };
    let move_at = diagram.as_ref().and_then(|d| diagram::find_move(d, reports));
    let colon = match &entry.colon {
        Some(line) => colon::parse(line, options, reports),
        None => {
            reports.push(missing(
                Code::NoColonLine,
                "colon line",
                "write symmetry and value below the diagram, like `:8,50`",
            ));
            None
        }
    };
    let constraint = constraint(entry, diagram.as_ref(), move_at, reports);
    let (diagram, move_at, colon) = (diagram?, move_at?, colon?);
    let variants = symmetry::variants(&diagram, move_at, constraint.as_ref(), &colon, reports);
    if reports.errors() > errors {
        return None;
    }
    let mut elements: Vec<Element> = diagram
        .iter()
        .filter_map(|(column, row, c)| {
            Some(Element {
                at: Offset::new(column as i8 - move_at.0 as i8, row as i8 - move_at.1 as i8),
                cell: diagram::cell(c)?,
            })
        })
        .collect();
    elements.sort_by_key(|e| e.cell);
    Some(Draft {
        pattern: Pattern {
            name: entry.name.text.to_owned(),
            file,
            line: entry.line_number,
            size: (diagram.width as u8, diagram.height as u8),
            move_at: (move_at.0 as u8, move_at.1 as u8),
            edges: diagram.edges,
            symmetry: colon.symmetry,
            weight: colon.weight,
            assistance: colon.assistance,
            classes: colon.classes,
            obonus: colon.obonus,
            xbonus: colon.xbonus,
            splitbonus: colon.splitbonus,
            minrand: colon.minrand,
            maxrand: colon.maxrand,
            helper: colon.helper.clone(),
            elements,
            constraint,
        },
        name: entry.name.span(),
        diagram,
        colon,
        variants,
    })
}

/// Reads the constraint diagram and the expression of an entry.
fn constraint(
    entry: &split::Entry<'_>,
    diagram: Option<&diagram::Diagram>,
    move_at: Option<(usize, usize)>,
    reports: &mut Reports,
) -> Option<crate::expr::Expr> {
    let mut scene = None;
    if entry.constraint.is_empty() {
        if let [first, ..] = entry.expressions.as_slice() {
            reports.push(
                Diagnostic::new(
                    Code::NoConstraintDiagram,
                    reports.source,
                    first.span(),
                    "this expression has no constraint diagram",
                )
                .help("repeat the diagram below the colon line, with labels on the cells that the expression names"),
            );
        }
    } else {
        let laid = diagram::parse(&entry.constraint, diagram::Kind::Constraint, reports);
        if let (Some(diagram), Some(move_at), Some(laid)) = (diagram, move_at, &laid) {
            scene = labels::lay(diagram, laid, reports).map(|labels| expression::Scene {
                diagram,
                move_at,
                labels,
            });
        }
        if entry.expressions.is_empty()
            && let Some(laid) = laid
        {
            reports.push(
                Diagnostic::new(
                    Code::NoExpression,
                    reports.source,
                    laid.span,
                    "this constraint diagram has no expression",
                )
                .help("write a condition below it, like `;lib(a)>1`, or remove the diagram"),
            );
            return None;
        }
    }
    if entry.expressions.is_empty() {
        return None;
    }
    let errors = reports.errors();
    let expr = expression::parse(&entry.expressions, scene.as_mut(), reports);
    // After an error in the expression it is not known which labels it would have used.
    if let Some(scene) = scene.filter(|_| reports.errors() == errors) {
        scene.labels.report_unused(reports);
    }
    expr
}
