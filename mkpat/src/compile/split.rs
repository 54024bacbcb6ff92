// SPDX-License-Identifier: MIT OR Apache-2.0

//! The first pass: lines to entries, by the first character of each line. So an error in one entry never
//! hides another.

use std::ops::Range;

use super::fit;
use super::reports::Reports;
use super::stray::{self, Stray};
use crate::database::Kind;
use crate::diagnostic::Code;

/// A line of a source without its end.
#[derive(Clone, Copy, Debug, Default)]
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
        let message = format!("a space follows `{mark}`");
        let help = "remove it; older readers of the format stumble over it";
        reports.add(Code::SpaceAfterMark, span, message, help);
    }
}

/// The lines of one pattern, sorted by kind.
#[derive(Debug, Default)]
pub(super) struct Entry<'s> {
    pub(super) name: Line<'s>,
    /// Counted from 1.
    pub(super) line_number: u32,
    pub(super) diagram: Vec<Line<'s>>,
    /// Number of rows of the diagram above its first blank line or comment.
    first_block: Option<usize>,
    pub(super) colon: Option<Line<'s>>,
    /// Line of its fitted weight.
    pub(super) fit: Option<Line<'s>>,
    pub(super) constraint: Vec<Line<'s>>,
    pub(super) expressions: Vec<Line<'s>>,
    /// An expression above the colon line.
    early: Option<Line<'s>>,
    /// Whether its first stray line was reported.
    lost: bool,
    /// It runs into another entry and cannot be read.
    pub(super) is_broken: bool,
}

/// The lines of a text with their places; LF and CRLF end them, a byte order mark is skipped.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    text[start..].split_inclusive('\n').map(move |full| {
        let text = full.trim_end_matches(['\n', '\r']);
        let line = Line { start, text };
        start += full.len();
        line
    })
}

/// Splits a source into its entries.
pub(super) fn split<'s>(text: &'s str, kind: Kind, reports: &mut Reports) -> Vec<Entry<'s>> {
    let mut entries: Vec<Entry<'s>> = Vec::new();
    // One report for the lines before the first entry.
    let mut before: Option<Line<'s>> = None;
    for (index, line) in lines(text).enumerate() {
        if kind == Kind::Moves && line.text.starts_with(fit::MARK) {
            let last = entries.last_mut();
            if let Some(entry) = last.filter(|e| e.colon.is_some() && e.fit.is_none()) {
                entry.fit = Some(line);
                continue;
            }
            let message = "a fitted weight belongs below a colon line, once";
            let help = "remove it, or write `# =` to make it a comment";
            reports.add(Code::BadFit, line.span(), message, help);
            continue;
        }
        if line.text.starts_with('#') || line.text.trim().is_empty() {
            if let Some(entry) = entries.last_mut().filter(|e| !e.diagram.is_empty()) {
                entry.first_block.get_or_insert(entry.diagram.len());
            }
            continue;
        }
        let may_begin = entries.last().is_none_or(|e| e.colon.is_some());
        if let Some(name) = name(line, reports).or_else(|| stray::misspelt(line, may_begin, reports)) {
            if let Some(entry) = entries.last() {
                entry.finish(reports);
            }
            entries.push(Entry {
                name,
                line_number: u32::try_from(index + 1).unwrap_or(u32::MAX),
                ..Entry::default()
            });
            continue;
        }
        match entries.last_mut() {
            None => before = before.or(Some(line)),
            Some(entry) => {
                let stray = entry.add(line, kind, reports);
                // Only the first one is reported.
                if let Some(stray) = stray.filter(|_| !std::mem::replace(&mut entry.lost, true)) {
                    stray::report(stray, line, reports);
                }
            }
        }
    }
    if let Some(entry) = entries.last() {
        entry.finish(reports);
    }
    if let Some(line) = before {
        let message = "this line stands before the first entry";
        // A text with entries may have an introduction; a text without entries is probably not a database.
        let stray = match entries.is_empty() {
            true => (Code::Stray, message),
            false => (Code::PassedOver, message),
        };
        stray::report(stray, line, reports);
    }
    entries
}

/// The name in the first line of an entry: `Pattern NAME` and a comment, or `"a name in quotes"` in the
/// oldest databases. None if the line does not begin an entry.
fn name<'s>(line: Line<'s>, reports: &mut Reports) -> Option<Line<'s>> {
    if let Some(rest) = line.text.strip_prefix('"') {
        let text = rest.split('"').next().unwrap_or_default().trim_end();
        let start = line.start + 1;
        if !rest.contains('"') {
            let message = "this name begins with a quote and has none at its end";
            let help = "write `\"` behind the name, or `Pattern NAME`";
            reports.add(Code::OpenName, line.span(), message, help);
        }
        return Some(named(Line { start, text }, line, reports));
    }
    let rest = line.text.strip_prefix("Pattern")?;
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    Some(named(stray::first_word(line, rest), line, reports))
}

fn named<'s>(name: Line<'s>, line: Line<'s>, reports: &mut Reports) -> Line<'s> {
    if name.text.is_empty() {
        let message = "an entry without a name";
        let help = "write `Pattern NAME`, with a name that is unique in its file";
        reports.add(Code::NoName, line.span(), message, help);
    }
    name
}

impl<'s> Entry<'s> {
    /// The row above the missing colon line, by blank lines.
    pub(super) fn last_row(&self) -> Option<Line<'s>> {
        let rows = self.first_block.unwrap_or(self.diagram.len());
        self.diagram.get(rows.checked_sub(1)?).copied()
    }

    /// Adds a line to its part of the entry, or returns why it is a stray.
    fn add(&mut self, line: Line<'s>, kind: Kind, reports: &mut Reports) -> Option<Stray> {
        let may_lack_mark = !self.constraint.is_empty() && kind != Kind::Eyes;
        if may_lack_mark && stray::is_expression(line.text) {
            stray::report_missing_mark(line, reports);
            self.expressions.push(line);
            return None;
        }
        match line.text.as_bytes()[0] {
            b':' if self.colon.is_none() && self.expressions.is_empty() => self.colon = Some(line),
            b':' => self.report_second_colon_line(line, reports),
            _ if kind == Kind::Eyes && self.colon.is_some() => {
                return Some((Code::Stray, "nothing follows the colon line of an eye shape"));
            }
            // Without a colon line only that is reported; see `finish`.
            b';' if self.colon.is_none() => {
                self.early.get_or_insert(line);
            }
            b';' => self.expressions.push(line),
            _ if kind == Kind::Eyes => self.diagram.push(line),
            b' ' | b'\t' if stray::is_row(line.text) => {
                // Without the row the diagram would be another one.
                self.is_broken = true;
                let message = "a row of a diagram starts in the first column of the line";
                return Some((Code::Stray, message));
            }
            c if !stray::begins_row(c) => {
                return Some((Code::PassedOver, "this line is no part of an entry"));
            }
            _ if self.colon.is_none() => self.diagram.push(line),
            _ if self.expressions.is_empty() => self.constraint.push(line),
            _ => {
                return Some((Code::PassedOver, "a row of a diagram stands after the expression"));
            }
        }
        None
    }

    fn report_second_colon_line(&mut self, line: Line<'s>, reports: &mut Reports) {
        if std::mem::replace(&mut self.lost, true) {
            return;
        }
        // The supposed constraint diagram is the diagram of the next entry.
        if let (Some(row), []) = (self.constraint.first(), self.expressions.as_slice()) {
            self.is_broken = true;
            let message = "another entry begins here without its first line";
            let help = "write `Pattern NAME` above this diagram";
            reports
                .add(Code::Stray, row.span(), message, help)
                .related(line.span(), "its colon line");
            return;
        }
        let name = self.name.text;
        let message = format!("entry `{name}` has a second colon line; the first counts");
        let help = "remove one of them, or begin another entry with `Pattern NAME`";
        reports
            .add(Code::SecondColonLine, line.span(), message, help)
            .related(self.colon.unwrap_or(self.name).span(), "the first");
    }

    /// Reports errors that are known only at the end of the entry.
    fn finish(&self, reports: &mut Reports) {
        if let Some(line) = self.early.filter(|_| self.colon.is_some()) {
            let message = "an expression stands before the colon line";
            stray::report((Code::PassedOver, message), line, reports);
        }
    }
}
