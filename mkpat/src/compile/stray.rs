// SPDX-License-Identifier: MIT OR Apache-2.0

//! Stray lines, and lines with a typing error that would belong to an entry.

use super::reports::Reports;
use super::split::Line;
use crate::diagnostic::Code;
use crate::expr::Function;

/// Why a line is a stray: [`Code::PassedOver`] if GNU Go ignores it, [`Code::Stray`] if it may have been
/// intended.
pub(super) type Stray = (Code, &'static str);

pub(super) fn report((code, message): Stray, line: Line<'_>, reports: &mut Reports) {
    let is_indented = line.text.starts_with([' ', '\t']);
    let ending = if code == Code::PassedOver {
        " and is ignored"
    } else {
        ""
    };
    let message = format!("{message}{ending}");
    let help = if is_indented {
        "write a row of a diagram in the first column of the line, and `#` before a comment"
    } else {
        "an entry is `Pattern NAME`, a diagram, a `:` line, and perhaps a constraint diagram and `;` lines; a comment starts with `#`"
    };
    reports.add(code, line.span(), message, help);
}

/// Returns whether a line may be a row of a diagram by its first character: a cell, an edge, a label, or a
/// typing error for one.
pub(crate) fn begins_row(first: u8) -> bool {
    first.is_ascii_alphabetic() || b".*?!|+-0".contains(&first)
}

/// Returns whether the first word of a line consists of cells and edges.
pub(super) fn is_row(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.bytes().all(|c| b".OXox*?!|+-".contains(&c))
}

pub(super) fn first_word<'s>(line: Line<'s>, rest: &'s str) -> Line<'s> {
    let trimmed = rest.trim_start();
    Line {
        start: line.start + line.text.len() - trimmed.len(),
        text: trimmed.split(char::is_whitespace).next().unwrap_or_default(),
    }
}

/// Reports a first line `pattern NAME` or `Pattern: NAME` and returns its name. Inside an entry it must be a
/// single name, so that comments do not look like it.
pub(super) fn misspelt<'s>(line: Line<'s>, may_begin: bool, reports: &mut Reports) -> Option<Line<'s>> {
    let (word, rest) = line.text.split_once([' ', '\t']).unwrap_or((line.text, ""));
    let near = ["pattern", "pattern:", "patterns", "patern", "pattren", "patten"];
    let is_near = near.contains(&word.to_ascii_lowercase().as_str());
    let words = rest.split_whitespace().count();
    if !is_near || words == 0 || words > 1 && !may_begin {
        return None;
    }
    let place = line.start..line.start + word.len();
    let message = format!("`{word}` begins no entry");
    let help = "write `Pattern`, with a capital `P`";
    reports.add(Code::NoName, place, message, help);
    Some(first_word(line, rest))
}

/// Returns whether a line without `;` looks like an expression: a function, perhaps after operators.
pub(super) fn is_expression(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '&', '|', '!', '(']);
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let name = &text[..end.unwrap_or(text.len())];
    text[name.len()..].trim_start().starts_with('(') && Function::by_name(name).is_some()
}

pub(super) fn report_missing_mark(line: Line<'_>, reports: &mut Reports) {
    let message = "this line of an expression has no `;`";
    let help = "begin every line of an expression with `;`";
    reports.add(Code::NoMark, line.span(), message, help);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_begins_with_a_function_and_its_parenthesis() {
        for text in ["lib(a) > 1", " && !lib (a)", "((lib(a) > 1", "| xlib(a)"] {
            assert!(is_expression(text), "{text}");
        }
        for text in ["lib", "lib a", "OX*", "comment(a)", "(a)", "", "&& ("] {
            assert!(!is_expression(text), "{text}");
        }
    }
}
