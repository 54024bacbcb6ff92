// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines that are no part of an entry, or would be if a slip of the pen were mended.

use super::reports::Reports;
use super::split::Line;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Function;

/// Why a line belongs nowhere.
#[derive(Clone, Copy)]
pub(super) enum Stray {
    /// GNU Go passes over it.
    PassedOver(&'static str),
    /// It may have been meant to say something.
    Error(&'static str),
}

pub(super) fn report(stray: Stray, line: Line<'_>, reports: &mut Reports) {
    let is_indented = line.text.starts_with([' ', '\t']);
    let (code, message) = match stray {
        Stray::PassedOver(message) => (Code::PassedOver, format!("{message} and is ignored")),
        Stray::Error(message) => (Code::Stray, message.to_owned()),
    };
    let help = if is_indented {
        "write a row of a diagram in the first column of the line, and `#` before a comment"
    } else {
        "an entry is `Pattern NAME`, a diagram, a `:` line, and perhaps a constraint diagram and `;` lines; a comment starts with `#`"
    };
    reports.push(Diagnostic::new(code, reports.source, line.span(), message).help(help));
}

/// Whether a line may be a row of a diagram by its first character: a cell, an edge, a label, or what may be meant for
/// one of them.
pub(crate) fn begins_row(first: u8) -> bool {
    first.is_ascii_alphabetic() || b".*?!|+-0".contains(&first)
}

/// Whether the first word of a line is made of cells and edges.
pub(super) fn is_row(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.bytes().all(|c| b".OXox*?!|+-".contains(&c))
}

/// The first word of the rest of a line.
pub(super) fn first_word<'s>(line: Line<'s>, rest: &'s str) -> Line<'s> {
    let trimmed = rest.trim_start();
    Line {
        start: line.start + line.text.len() - trimmed.len(),
        text: trimmed.split(char::is_whitespace).next().unwrap_or_default(),
    }
}

/// The name of an entry whose first line is `pattern NAME` or `Pattern: NAME`, which is reported. Where an entry goes on,
/// it has to be a single name, so that comments do not look like it.
pub(super) fn misspelt<'s>(line: Line<'s>, may_begin: bool, reports: &mut Reports) -> Option<Line<'s>> {
    let (word, rest) = line.text.split_once([' ', '\t']).unwrap_or((line.text, ""));
    let is_near = matches!(
        word.to_ascii_lowercase().as_str(),
        "pattern" | "pattern:" | "patterns" | "patern" | "pattren" | "patten"
    );
    let words = rest.split_whitespace().count();
    if !is_near || words == 0 || words > 1 && !may_begin {
        return None;
    }
    let place = line.start..line.start + word.len();
    reports.push(
        Diagnostic::new(
            Code::NoName,
            reports.source,
            place,
            format!("`{word}` begins no entry"),
        )
        .help("write `Pattern`, with a capital `P`"),
    );
    Some(first_word(line, rest))
}

/// Whether a line that has no `;` reads like an expression: it begins with a function, perhaps behind operators.
pub(super) fn is_expression(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '&', '|', '!', '(']);
    let name = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .next();
    let name = name.unwrap_or_default();
    text[name.len()..].trim_start().starts_with('(') && Function::by_name(name).is_some()
}

pub(super) fn report_missing_mark(line: Line<'_>, reports: &mut Reports) {
    reports.push(
        Diagnostic::new(
            Code::NoMark,
            reports.source,
            line.span(),
            "this line of an expression has no `;`",
        )
        .help("begin every line of an expression with `;`"),
    );
}
