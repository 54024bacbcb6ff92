// SPDX-License-Identifier: MIT OR Apache-2.0

//! The rows of a diagram, and their consistency.

use std::ops::Range;

use pest::Parser;

use super::diagram::Role;
use super::grammar::{Grammar, Rule, error_column};
use super::reports::Reports;
use super::split::Line;
use crate::counted;
use crate::database::Kind;
use crate::diagnostic::Code;

pub(super) struct CellRow<'s> {
    pub(super) left: bool,
    pub(super) cells: &'s str,
    pub(super) right: bool,
    /// Byte of its first cell in the source.
    pub(super) start: usize,
    /// Cells and sides.
    span: Range<usize>,
}

/// One row by the grammar.
pub(super) enum Row<'s> {
    Cells(CellRow<'s>),
    /// Edge marks.
    Edge(&'s str),
}

impl<'s> Row<'s> {
    pub(super) fn cells(&self) -> Option<&CellRow<'s>> {
        match self {
            Self::Cells(row) => Some(row),
            Self::Edge(_) => None,
        }
    }
}

/// A row, perhaps followed by other text, which begins in that column.
type Read<'s> = (Option<Row<'s>>, Option<usize>);

/// Reads every row; none if one has an error.
pub(super) fn read<'s>(
    lines: &[Line<'s>],
    role: Role,
    kind: Kind,
    reports: &mut Reports,
) -> Option<Vec<Row<'s>>> {
    if lines.iter().any(|line| is_spaced(line.text, role)) {
        let message = "blanks stand between the cells of this diagram";
        let help = "write the cells side by side, like `O*X`: what follows a blank is a comment";
        let place = lines.first()?.start..lines.last()?.span().end;
        reports.add(Code::SpacedCells, place, message, help);
        return None;
    }
    let all: Vec<Read<'s>> = lines.iter().map(|line| row(line, role)).collect();
    let whole = all.iter().filter(|(_, tail)| tail.is_none());
    let first = whole.filter_map(|(row, _)| row.as_ref()?.cells()).next();
    let shape = first.map(|r| (r.cells.len(), r.left, r.right));
    let mut rows = Vec::with_capacity(all.len());
    for ((row, tail), line) in all.into_iter().zip(lines) {
        if let Some(column) = tail {
            if !is_comment(row.as_ref(), shape, &line.text[column..], role) {
                report_bad_cell(line, column, role, reports);
                continue;
            }
            report_comment(line, column, reports);
        }
        if let Some(Row::Cells(row)) = &row
            && kind != Kind::Connections
            && let Some(column) = row.cells.find('!')
        {
            report_bad_cell(line, row.start - line.start + column, role, reports);
            continue;
        }
        rows.extend(row);
    }
    (rows.len() == lines.len()).then_some(rows)
}

/// Whether a row has blanks between its cells. All its words are single cells, perhaps with an edge.
fn is_spaced(text: &str, role: Role) -> bool {
    let is_cell = |c: char| match role {
        Role::Picture => ".OXox*?!".contains(c),
        Role::Constraint => c.is_ascii_alphabetic() || ".*?!".contains(c),
    };
    let words = text.split_whitespace().map(|word| word.trim_matches('|'));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let is_single = |word: &&str| word.len() == 1 && word.chars().all(is_cell);
    words.len() > 1 && words.iter().all(is_single)
}

fn row<'s>(line: &Line<'s>, role: Role) -> Read<'s> {
    let rule = match role {
        Role::Picture => Rule::diagram_row,
        Role::Constraint => Rule::constraint_row,
    };
    let (text, tail) = match Grammar::parse(rule, line.text) {
        Ok(_) => (line.text, None),
        Err(error) => {
            let column = error_column(&error);
            (&line.text[..column], Some(column))
        }
    };
    let (mut left, mut right, mut found) = (false, false, None);
    let pairs = Grammar::parse(rule, text).into_iter().flatten();
    for pair in pairs.flat_map(|pair| pair.into_inner()) {
        match pair.as_rule() {
            Rule::edge_row => return (Some(Row::Edge(pair.as_str())), tail),
            Rule::side if found.is_none() => left = true,
            Rule::side => right = true,
            Rule::cells | Rule::labelled_cells => {
                found = Some((pair.as_str(), line.start + pair.as_span().start()));
            }
            _ => {}
        }
    }
    let row = found.map(|(cells, start)| {
        let span = line.start..start + cells.len() + usize::from(right);
        Row::Cells(CellRow {
            left,
            cells,
            right,
            start,
            span,
        })
    });
    (row, tail)
}

/// Whether the text directly after a row may be a comment. It may if the row is complete without it. GNU Go
/// stops reading a row there.
fn is_comment(row: Option<&Row<'_>>, shape: Option<(usize, bool, bool)>, tail: &str, role: Role) -> bool {
    match row {
        None => false,
        Some(Row::Cells(_)) if role == Role::Constraint => true,
        Some(Row::Cells(row)) => {
            shape == Some((row.cells.len(), row.left, row.right)) && !tail.starts_with(['a', 'h', '+', '-'])
        }
        Some(Row::Edge(marks)) => {
            let dashes = marks.bytes().filter(|&b| b == b'-').count();
            shape.is_some_and(|s| s.0 == dashes)
        }
    }
}

fn report_comment(line: &Line<'_>, column: usize, reports: &mut Reports) {
    let place = line.start + column..line.span().end;
    let message = "text follows this row without a blank between; it is taken for a comment";
    let help = "write a space before a comment";
    reports.add(Code::CommentNotSetOff, place, message, help);
}

fn report_bad_cell(line: &Line<'_>, column: usize, role: Role, reports: &mut Reports) {
    // The supposed right edge belongs to the row.
    let is_behind_edge = column > 1 && line.text[..column].ends_with('|');
    let column = column - usize::from(is_behind_edge);
    let rest = line.text.get(column..).unwrap_or_default();
    let start = line.start + column;
    let found = rest.chars().next();
    let (message, length) = match found {
        None => ("a row of a diagram ends without a cell".to_owned(), 0),
        Some(c) if c.is_whitespace() => ("a row of a diagram has no cell".to_owned(), 1),
        Some('!') => ("`!` is a cell of connection patterns only".to_owned(), 1),
        Some('|') => (
            "`|` stands inside a row: an edge is the first or last mark of it".to_owned(),
            1,
        ),
        Some(c @ ('+' | '-')) => (
            format!("`{c}` stands among cells: an upper or lower edge is a row of its own"),
            1,
        ),
        Some(c) => (format!("`{c}` is no cell of a diagram"), c.len_utf8()),
    };
    let help = match (role, found) {
        (_, Some('0')) => "this is a zero: a stone of ours is the capital letter `O`",
        (Role::Picture, Some(c)) if c.is_ascii_alphabetic() => {
            "cells are `.` `O` `X` `o` `x` `*` `?`; labels stand in a second diagram below the colon line, and a comment is set off by a space"
        }
        (Role::Picture, _) => {
            "cells are `.` `O` `X` `o` `x` `*` `?`; a comment is set off by a space or begins the line with `#`"
        }
        (Role::Constraint, _) => {
            "cells are `.` `O` `X` `o` `x` `*` `?`, `t` and labels, which are letters; a comment is set off by a space"
        }
    };
    reports.add(Code::BadCell, start..start + length, message, help);
}

/// The first row with the most common width and edges, so that the odd row is reported and not the others.
pub(super) fn usual<'a, 's>(rows: &[&'a CellRow<'s>]) -> Option<&'a CellRow<'s>> {
    let shape = |row: &CellRow<'_>| (row.cells.len(), row.left, row.right);
    let votes = |row: &&&CellRow<'_>| rows.iter().filter(|r| shape(r) == shape(row)).count();
    rows.iter().take(MAX_VOTES).rev().max_by_key(votes).copied()
}

/// More rows than any diagram has.
const MAX_VOTES: usize = 100;

/// Returns whether a row agrees with the usual one. Reports another width or other edges.
pub(super) fn agrees(row: &CellRow<'_>, usual: &CellRow<'_>, role: Role, reports: &mut Reports) -> bool {
    let found = row.cells.len();
    if found != usual.cells.len() {
        // A constraint diagram of too few cells is reported when it is laid on the diagram.
        return role == Role::Constraint || has_width(row, usual, reports);
    }
    if (row.left, row.right) != (usual.left, usual.right) {
        let side = if row.left == usual.left { "right" } else { "left" };
        let message = format!("this row and another disagree about an edge on the {side}");
        let help = "an edge on the left or right is a `|` in every row";
        reports
            .add(role.edge_code(), row.span.clone(), message, help)
            .related(usual.span.clone(), "the other row");
    }
    true
}

/// Reports a row of another width. Ignores one of `?` only, which GNU Go leaves out.
fn has_width(row: &CellRow<'_>, usual: &CellRow<'_>, reports: &mut Reports) -> bool {
    let is_idle = row.start > usual.start && row.cells.bytes().all(|c| c == b'?');
    let (own, other) = (counted(row.cells.len(), "cell"), usual.cells.len());
    let widths = format!("this row has {own}, another has {other}");
    let (code, message) = match is_idle {
        true => (Code::RowLeftOut, format!("{widths}; it is left out")),
        false => (Code::UnevenRows, widths),
    };
    let place = row.start..row.start + row.cells.len();
    let help = "make all rows equally wide; `?` stands for a point that does not matter";
    reports
        .add(code, place, message, help)
        .related(usual.span.clone(), "the other row");
    !is_idle
}
