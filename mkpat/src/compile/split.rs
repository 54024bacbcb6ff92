// SPDX-License-Identifier: MIT OR Apache-2.0

//! The first pass: lines to entries. It knows nothing of what the lines mean beyond their first character, so
//! a mistake in one entry never hides another.

use std::ops::Range;

use super::reports::Reports;
use crate::database::Kind;
use crate::diagnostic::{Code, Diagnostic};

/// A line of a source without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'s> {
    /// Its first byte in the source.
    pub(super) start: usize,
    pub(super) text: &'s str,
}

impl Line<'_> {
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.trim_end().len()
    }

    /// Reports that a space follows the mark that the line begins with.
    pub(super) fn report_space_after_mark(&self, reports: &mut Reports) {
        let mark = &self.text[..1];
        let span = self.start + 1..self.start + 2;
        reports.push(
            Diagnostic::new(
                Code::SpaceAfterMark,
                reports.source,
                span,
                format!("a space follows `{mark}`"),
            )
            .help("remove it; older readers of the format stumble over it"),
        );
    }
}

/// The lines of one pattern, sorted by kind.
#[derive(Debug)]
pub(super) struct Entry<'s> {
    pub(super) name: Line<'s>,
    /// Counted from 1.
    pub(super) line_number: u32,
    pub(super) diagram: Vec<Line<'s>>,
    pub(super) colon: Option<Line<'s>>,
    pub(super) constraint: Vec<Line<'s>>,
    pub(super) expressions: Vec<Line<'s>>,
}

/// The lines of a text with their places; LF and CRLF end them, a byte order mark is skipped.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    text[start..].split_inclusive('\n').map(move |full| {
        let line = Line {
            start,
            text: full.trim_end_matches(['\n', '\r']),
        };
        start += full.len();
        line
    })
}

/// Splits a source into its entries.
pub(super) fn split<'s>(text: &'s str, kind: Kind, reports: &mut Reports) -> Vec<Entry<'s>> {
    let mut entries: Vec<Entry<'s>> = Vec::new();
    // One report for a run of lines that belong nowhere.
    let mut lost = false;
    for (index, line) in lines(text).enumerate() {
        if line.text.starts_with('#') || line.text.trim().is_empty() {
            continue;
        }
        if let Some(name) = name(line, reports) {
            lost = false;
            entries.push(Entry {
                name,
                line_number: u32::try_from(index + 1).unwrap_or(u32::MAX),
                diagram: Vec::new(),
                colon: None,
                constraint: Vec::new(),
                expressions: Vec::new(),
            });
            continue;
        }
        if lost {
            continue;
        }
        let problem = match entries.last_mut() {
            None => Some("this line stands before the first entry"),
            Some(entry) => entry.add(line, kind, reports),
        };
        if let Some(problem) = problem {
            lost = true;
            reports.push(
                Diagnostic::new(Code::Stray, reports.source, line.span(), problem)
                    .help("an entry is `Pattern NAME`, a diagram, a `:` line, and perhaps a constraint diagram and `;` lines; a comment starts with `#`"),
            );
        }
    }
    entries
}

/// The name in the first line of an entry: `Pattern NAME`, and what follows it is a comment. The oldest databases
/// have `"a name in quotes"`. None if the line begins no entry.
fn name<'s>(line: Line<'s>, reports: &mut Reports) -> Option<Line<'s>> {
    if let Some(rest) = line.text.strip_prefix('"') {
        let text = rest.split('"').next().unwrap_or_default().trim_end();
        let start = line.start + 1;
        return Some(named(Line { start, text }, line, reports));
    }
    let rest = line.text.strip_prefix("Pattern")?;
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let trimmed = rest.trim_start();
    let text = trimmed.split(char::is_whitespace).next().unwrap_or_default();
    let start = line.start + line.text.len() - trimmed.len();
    Some(named(Line { start, text }, line, reports))
}

fn named<'s>(name: Line<'s>, line: Line<'s>, reports: &mut Reports) -> Line<'s> {
    if name.text.is_empty() {
        reports.push(
            Diagnostic::new(
                Code::NoName,
                reports.source,
                line.span(),
                "an entry without a name",
            )
            .help("write `Pattern NAME`, with a name that is unique in its file"),
        );
    }
    name
}

impl<'s> Entry<'s> {
    /// Puts a line where it belongs, or says why it cannot.
    fn add(&mut self, line: Line<'s>, kind: Kind, reports: &mut Reports) -> Option<&'static str> {
        match line.text.as_bytes()[0] {
            b':' if self.colon.is_none() && self.expressions.is_empty() => self.colon = Some(line),
            b':' => reports.push(
                Diagnostic::new(
                    Code::SecondColonLine,
                    reports.source,
                    line.span(),
                    format!("entry `{}` has a second colon line", self.name.text),
                )
                .related(
                    reports.source,
                    self.colon.unwrap_or(self.name).span(),
                    "the entry is here",
                )
                .help("remove one of them, or begin another entry with `Pattern NAME`"),
            ),
            _ if kind == Kind::Eyes && self.colon.is_some() => {
                return Some("nothing follows the colon line of an eye shape");
            }
            b';' if self.colon.is_none() => return Some("an expression stands before the colon line"),
            b';' => self.expressions.push(line),
            b' ' | b'\t' if kind != Kind::Eyes => {
                return Some("a row of a diagram starts in the first column of the line");
            }
            _ if self.colon.is_none() => self.diagram.push(line),
            _ if self.expressions.is_empty() => self.constraint.push(line),
            _ => return Some("a row of a diagram stands after the expression"),
        }
        None
    }
}
