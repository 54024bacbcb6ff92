// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reading one entry of move or connection patterns: from lines to a draft.

use std::ops::Range;

use super::Options;
use super::diagram::Role;
use super::order;
use super::reports::Reports;
use super::{colon, diagram, expression, fit, labels, reading, split, symmetry};
use crate::database::{Element, Kind, Pattern};
use crate::diagnostic::Code;
use crate::expr::Expr;
use crate::fit::is_shape_name;
use crate::geometry::{Offset, Transformation};

/// A pattern without errors, with the parts of its text that later stages need.
pub(super) struct Draft {
    pub(super) kind: Kind,
    pub(super) pattern: Pattern,
    pub(super) name: Range<usize>,
    pub(super) diagram: diagram::Diagram,
    pub(super) colon: colon::Colon,
    /// The transformations in which it is matched.
    pub(super) variants: Vec<Transformation>,
}

/// Letters of a constraint diagram that mean something, with their offsets from the origin.
type Labels = Vec<(Offset, char)>;

/// Reads one entry; `None` if it has an error.
pub(super) fn read(
    entry: &split::Entry<'_>,
    kind: Kind,
    file: u16,
    options: &Options,
    reports: &mut Reports,
) -> Option<Draft> {
    let errors = reports.errors();
    if entry.is_broken {
        return None;
    }
    let Some(line) = &entry.colon else {
        // Without it the end of the diagram is unknown, so nothing else is checked.
        no_colon_line(entry, kind, reports);
        return None;
    };
    let diagram = if entry.diagram.is_empty() {
        let message = format!("pattern `{}` has no diagram", entry.name.text);
        let help = "write its rows below the name, with `*` for the move";
        reports.add(Code::NoDiagram, entry.name.span(), message, help);
        None
    } else {
        diagram::parse(&entry.diagram, Role::Picture, kind, reports)
    };
    let origin = diagram
        .as_ref()
        .and_then(|d| diagram::find_origin(d, kind, reports));
    let move_at = origin.map(|(at, _)| at);
    let colon = colon::parse(line, kind, options, reports);
    let constraint = constraint(entry, kind, diagram.as_ref(), move_at, reports);
    let (fit, replaces) = entry.fit.and_then(|line| fit::parse(line, reports)).unzip();
    let replaces = replaces.flatten();
    // The value of a learned shape is its weight, which may be negative.
    let is_of_shape = replaces.is_some() || is_shape_name(entry.name.text);
    if let Some(colon) = colon.as_ref().filter(|_| !is_of_shape) {
        colon::report_unlikely(colon, reports);
    }
    let (diagram, (move_at, has_move), mut colon) = (diagram?, origin?, colon?);
    let (constraint, labels) = constraint.unzip();
    let (constraint, labels) = (constraint.flatten(), labels.unwrap_or_default());
    let mut told_apart = constraint.clone();
    if kind == Kind::Reading {
        reading::check(
            entry.name,
            &diagram,
            move_at,
            constraint.as_ref(),
            &labels,
            reports,
        );
        told_apart = reading::with_asked(told_apart, &labels);
    }
    let variants = symmetry::variants(&diagram, move_at, told_apart.as_ref(), &colon, reports);
    if reports.errors() > errors {
        return None;
    }
    let elements = diagram.iter().filter_map(|(column, row, c)| {
        let (at, cell) = (Offset::between(move_at, (column, row)), diagram::cell(c)?);
        Some(Element { at, cell })
    });
    let mut elements: Vec<Element> = elements.collect();
    elements.sort_by_key(|e| e.cell);
    Some(Draft {
        kind,
        pattern: Pattern {
            name: entry.name.text.to_owned(),
            file,
            line: entry.line_number,
            size: (diagram.width as u8, diagram.height as u8),
            move_at: (move_at.0 as u8, move_at.1 as u8),
            has_move,
            edges: diagram.edges,
            elements,
            constraint: constraint.map(order::cheap_first),
            labels,
            note: note(&entry.diagram),
            fit,
            replaces,
            ..std::mem::take(&mut colon.pattern)
        },
        name: entry.name.span(),
        diagram,
        colon,
        variants,
    })
}

/// The text behind the first row of a picture that has one.
fn note(rows: &[split::Line<'_>]) -> Option<String> {
    let behind = rows
        .iter()
        .filter_map(|row| row.text.trim_start().split_once(char::is_whitespace));
    let mut texts = behind.map(|(_, text)| text.trim().trim_start_matches('#').trim_start());
    texts.find(|text| !text.is_empty()).map(str::to_owned)
}

fn no_colon_line(entry: &split::Entry<'_>, kind: Kind, reports: &mut Reports) {
    let row = entry.last_row().unwrap_or(entry.name);
    let message = format!("pattern `{}` has no colon line", entry.name.text);
    let help = match kind {
        Kind::Connections => "write symmetry and class below the diagram, like `:8,C`",
        _ => "write symmetry and value below the diagram, like `:8,50`",
    };
    let diagnostic = reports.add(Code::NoColonLine, row.span(), message, help);
    diagnostic.label = "it belongs below this line".to_owned();
}

/// Reads the constraint diagram and the expression of an entry. Returns the expression, which an entry for
/// readers may lack, and its labels.
fn constraint(
    entry: &split::Entry<'_>,
    kind: Kind,
    diagram: Option<&diagram::Diagram>,
    move_at: Option<(usize, usize)>,
    reports: &mut Reports,
) -> Option<(Option<Expr>, Labels)> {
    let mut scene = None;
    if entry.constraint.is_empty() {
        if let [first, ..] = entry.expressions.as_slice() {
            let message = "this expression has no constraint diagram";
            let help =
                "repeat the diagram below the colon line, with labels on the cells that the expression names";
            reports.add(Code::NoConstraintDiagram, first.span(), message, help);
        }
    } else {
        let laid = diagram::parse(&entry.constraint, Role::Constraint, kind, reports);
        if let (Some(diagram), Some(move_at), Some(laid)) = (diagram, move_at, &laid) {
            scene = Some(expression::Scene {
                diagram,
                move_at,
                labels: labels::lay(diagram, laid, reports),
            });
        }
        if kind == Kind::Reading {
            scene.iter_mut().for_each(reading::mark_asked);
        } else if entry.expressions.is_empty()
            && let Some(laid) = laid
        {
            let message = "this constraint diagram has no expression";
            let help = "write a condition below it, like `;lib(a)>1`, or remove the diagram";
            reports.add(Code::NoExpression, laid.span, message, help);
            return None;
        }
    }
    let errors = reports.errors();
    let expr = match entry.expressions.is_empty() {
        true => None,
        false => Some(expression::parse(&entry.expressions, scene.as_mut(), reports)?),
    };
    // After an error in the expression the used labels are unknown.
    let scene = scene.filter(|_| reports.errors() == errors)?;
    scene.labels.report_at_end(scene.diagram, reports);
    Some((expr, scene.labels.used(scene.move_at)))
}
