// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eye shapes: an indented picture and `:max,min` to a graph, and the graphs of all shapes to a table of
//! forms.

use std::collections::BTreeMap;
use std::ops::Range;

use super::colon;
use super::reports::Reports;
use super::split::{Entry, Line};
use crate::counted;
use crate::database::{Database, Kind};
use crate::diagnostic::Code;
use crate::eye::{EyeCell, EyeForm, EyeGraph, EyeShape};

const TAB: usize = 8;

/// A shape with its place.
pub(super) struct Draft {
    shape: EyeShape,
    /// Place of its name.
    name: Range<usize>,
}

/// Cells with column and row, and the place of each.
type Cells = Vec<(usize, usize, EyeCell, Range<usize>)>;

/// Reads one entry; `None` if it has an error.
pub(super) fn read(entry: &Entry<'_>, file: u16, reports: &mut Reports) -> Option<Draft> {
    let before = reports.errors();
    let name = entry.name.span();
    let report = |reports: &mut Reports, code, message: String, help: &str| {
        let message = format!("eye shape `{}` {message}", entry.name.text);
        reports.add(code, name.clone(), message, help);
    };
    let mut cells = Cells::new();
    for (row, line) in entry.diagram.iter().enumerate() {
        read_row(line, row, &mut cells, reports);
    }
    if cells.is_empty() && reports.errors() == before {
        let help = "draw its points below the name: `.` `!` `*` `@` `X` `x`";
        report(reports, Code::NoDiagram, "has no diagram".to_owned(), help);
    }
    let are_cells_known = reports.errors() == before;
    let counts = match &entry.colon {
        Some(line) => colon::parse_eyes(line, reports)
            .filter(|_| are_cells_known)
            .and_then(|n| counts(n, &cells, reports)),
        None => {
            let message = "has no colon line".to_owned();
            let help =
                "write `:max,min` below the diagram: the eyes if the owner, and if the attacker plays first";
            report(reports, Code::NoColonLine, message, help);
            None
        }
    };
    if cells.len() > EyeGraph::MAX_POINTS {
        let (points, most) = (cells.len(), EyeGraph::MAX_POINTS);
        let message = format!("has {points} points, {most} are the most");
        let help = "leave it out: so large a space has two eyes";
        report(reports, Code::EyeTooLarge, message, help);
    }
    let open = cells.iter().filter(|c| c.2 == EyeCell::ProperOrStone).count();
    if open > EyeShape::MAX_OPEN {
        let message = format!("has {open} cells `x`, {} are the most", EyeShape::MAX_OPEN);
        let help = "write several shapes with `.` and `X`";
        report(reports, Code::EyeTooOpen, message, help);
    }
    if reports.errors() > before {
        return None;
    }
    let (max, min) = counts?;
    let left = cells.iter().map(|c| c.0).min()?;
    let top = cells.iter().map(|c| c.1).min()?;
    let place = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    let placed = cells.iter().map(|c| (place(c.0 - left), place(c.1 - top), c.2));
    let shape = EyeShape {
        name: entry.name.text.to_owned(),
        file,
        line: entry.line_number,
        max,
        min,
        cells: placed.collect(),
    };
    if !shape.graphs()[0].is_connected() {
        let help = "points are connected if they lie side by side; write an entry for each part";
        report(reports, Code::EyeApart, "falls apart".to_owned(), help);
        return None;
    }
    Some(Draft { shape, name })
}

/// Reads a row: cells, spaces between them, and an optional comment.
fn read_row(line: &Line<'_>, row: usize, cells: &mut Cells, reports: &mut Reports) {
    for (number, (start, word)) in words(line.text).into_iter().enumerate() {
        let bad = word.char_indices().find(|c| EyeCell::from_char(c.1).is_none());
        if let Some((index, c)) = bad {
            // Behind the first word it begins a comment.
            if number == 0 {
                let at = line.start + start.1 + index;
                let message = format!("`{c}` is no cell of an eye shape");
                let help =
                    "cells are `.` `!` `*` `@` `X` `x`, a space is outside; a comment is set off by a space";
                reports.add(Code::BadCell, at..at + c.len_utf8(), message, help);
            }
            return;
        }
        for (index, cell) in word.chars().filter_map(EyeCell::from_char).enumerate() {
            let at = line.start + start.1 + index;
            cells.push((start.0 + index, row, cell, at..at + 1));
        }
    }
}

/// The words of a row, each with its column and its byte.
fn words(text: &str) -> Vec<((usize, usize), &str)> {
    let (mut words, mut column) = (Vec::new(), 0);
    let mut open: Option<(usize, usize)> = None;
    for (index, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_whitespace() {
            if let Some(start) = open.take() {
                words.push((start, &text[start.1..index]));
            }
        } else {
            open = open.or(Some((column, index)));
        }
        column += if c == '\t' { TAB - column % TAB } else { 1 };
    }
    words
}

/// Checks the numbers of eyes, also against the key points of the shape.
fn counts(numbers: [(i32, Range<usize>); 2], cells: &Cells, reports: &mut Reports) -> Option<(u8, u8)> {
    let [(max, max_at), (min, min_at)] = numbers;
    let whole = max_at.start..min_at.end.max(max_at.end);
    let (0..=2, 0..=2) = (max, min) else {
        let at = if (0..=2).contains(&max) { min_at } else { max_at };
        let message = "a shape has 0, 1 or 2 eyes";
        let help = "two eyes live, more than that do not matter: write 2";
        reports.add(Code::EyeCount, at, message, help);
        return None;
    };
    if min > max {
        let message = format!("min {min} is above max {max}");
        let help = "write the eyes if the owner plays first, then those if the attacker does: `:max,min`";
        reports.add(Code::EyeCount, whole, message, help);
        return None;
    }
    let key = cells.iter().find(|c| c.2.is_key());
    match key {
        None if min < max => {
            let message = "it matters who plays first, but no point is marked";
            let help = "mark the point where both want to play with `*`, or with `@` if it is marginal";
            reports.add(Code::EyeWithoutKey, whole, message, help);
        }
        Some(key) if min == max => {
            let eyes = counted(max.unsigned_abs() as usize, "eye");
            let message = format!("this point is marked, but the space has {eyes} whoever plays first");
            let help = "write `.` for `*` and `!` for `@`";
            reports
                .add(Code::EyeIdleKey, key.3.clone(), message, help)
                .related(whole, "max and min are equal");
        }
        _ => {}
    }
    Some((max as u8, min as u8))
}

/// Makes the table of forms. The first of equal shapes counts.
pub(super) fn emit(drafts: Vec<Draft>, reports: &mut Reports) -> Database {
    let mut forms: BTreeMap<EyeGraph, (usize, Vec<u8>)> = BTreeMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        let mut same = None;
        for graph in draft.shape.graphs() {
            let Some((form, cells)) = graph.canonical() else {
                continue;
            };
            let first = forms.entry(form).or_insert((index, cells)).0;
            same = same.or(Some(first).filter(|&f| f != index));
        }
        if let Some(first) = same {
            report_same(draft, &drafts[first], reports);
        }
    }
    let mut database = Database::new(Kind::Eyes);
    database.eyes = drafts.into_iter().map(|d| d.shape).collect();
    let forms = forms.into_iter().map(|(graph, (index, cells))| {
        let shape = index as u32;
        EyeForm { shape, graph, cells }
    });
    database.forms = forms.collect();
    database
}

fn report_same(draft: &Draft, first: &Draft, reports: &mut Reports) {
    let (a, b) = (&draft.shape, &first.shape);
    let worth = match (a.max, a.min) == (b.max, b.min) {
        true => String::new(),
        false => format!(", which is worth {},{}, not {},{}", b.max, b.min, a.max, a.min),
    };
    let (own, other) = (&a.name, &b.name);
    let message = format!("eye shape `{own}` is the same graph as `{other}`{worth}; the first one counts");
    let help = "remove one of them; turned, mirrored and bent shapes with the same neighbours are one";
    reports.source = a.file.into();
    reports
        .add(Code::DuplicateEye, draft.name.clone(), message, help)
        .related_in(b.file.into(), first.name.clone(), "the first");
}
