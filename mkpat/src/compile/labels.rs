// SPDX-License-Identifier: MIT OR Apache-2.0

//! The constraint diagram: which letter names which cell.

use std::ops::Range;

use super::diagram::{ABSENT, Diagram};
use super::reports::Reports;
use crate::diagnostic::{Code, Diagnostic};

/// A letter of the constraint diagram.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) letter: char,
    /// Column and row of the first cell with it, row by row.
    pub(super) at: (usize, usize),
    /// That cell in the source.
    pub(super) place: Range<usize>,
    pub(super) used: bool,
}

/// The labels of an entry, in the order of their first cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels(Vec<Named>);

impl Labels {
    /// The label of that name, marked as used.
    pub(super) fn find(&mut self, name: &str) -> Option<&Named> {
        let mut chars = name.chars();
        let letter = chars.next().filter(|_| chars.next().is_none())?;
        let named = self.0.iter_mut().find(|n| n.letter == letter)?;
        named.used = true;
        Some(named)
    }

    /// Every letter, in backquotes.
    pub(super) fn list(&self) -> String {
        let letters: Vec<_> = self.0.iter().map(|n| format!("`{}`", n.letter)).collect();
        letters.join(" ")
    }

    pub(super) fn is_label(c: char) -> bool {
        c.is_ascii_alphabetic() && !"OoXxt".contains(c)
    }

    /// Says which labels no expression used.
    pub(super) fn report_unused(&self, reports: &mut Reports) {
        for named in self.0.iter().filter(|n| !n.used) {
            reports.push(
                Diagnostic::new(
                    Code::UnusedLabel,
                    reports.source,
                    named.place.clone(),
                    format!("no expression uses label `{}`", named.letter),
                )
                .help("repeat the cell of the first diagram here, or use the label"),
            );
        }
    }
}

/// Lays a constraint diagram on the top left corner of the diagram; none if it does not fit on it.
pub(super) fn lay(diagram: &Diagram, constraint: &Diagram, reports: &mut Reports) -> Option<Labels> {
    let source = reports.source;
    let sizes = format!(
        "{} by {} on {} by {}",
        constraint.width, constraint.height, diagram.width, diagram.height
    );
    if constraint.width > diagram.width || constraint.height > diagram.height {
        reports.push(
            Diagnostic::new(
                Code::ConstraintTooLarge,
                source,
                constraint.span.clone(),
                format!("the constraint diagram does not fit on the diagram: {sizes}"),
            )
            .related(source, diagram.span.clone(), "the diagram")
            .help("repeat the diagram, with labels in the place of some cells"),
        );
        return None;
    }
    let ragged = constraint.iter().any(|c| c.2 == ABSENT);
    if ragged || (constraint.width, constraint.height) != (diagram.width, diagram.height) {
        reports.push(
            Diagnostic::new(
                Code::ConstraintSmaller,
                source,
                constraint.span.clone(),
                if ragged {
                    "some rows of the constraint diagram are shorter than those of the diagram".to_owned()
                } else {
                    format!("the constraint diagram is smaller than the diagram: {sizes}; it is laid on the top left corner")
                },
            )
            .help("repeat every row and column of the diagram"),
        );
    }
    if !diagram.edges.contains(constraint.edges) {
        reports.push(
            Diagnostic::new(
                Code::ConstraintEdges,
                source,
                constraint.span.clone(),
                "the constraint diagram has an edge that the diagram has not; it is ignored",
            )
            .help("give the first diagram the edge if it is meant"),
        );
    }
    let mut labels = Labels::default();
    let mut differs = Vec::new();
    for (column, row, c) in constraint.iter().filter(|c| c.2 != ABSENT) {
        let below = diagram.get(column, row);
        let letter = char::from(c);
        if Labels::is_label(letter) {
            label(diagram, constraint, (column, row), letter, &mut labels, reports);
        } else if c != below && !(c == b't' && below == b'*') {
            differs.push((column, row, letter, char::from(below)));
        }
    }
    if let [(column, row, found, below), rest @ ..] = differs.as_slice() {
        let others = match rest.len() {
            0 => String::new(),
            1 => "; another cell differs too".to_owned(),
            n => format!("; {n} other cells differ too"),
        };
        let mut diagnostic = Diagnostic::new(
            Code::ConstraintDiffers,
            source,
            constraint.place(*column, *row),
            format!("the constraint diagram has `{found}` where the diagram has `{below}`{others}"),
        )
        .related(source, diagram.place(*column, *row), "this cell decides")
        .help("repeat the cell of the first diagram, which alone decides what matches");
        for &(column, row, _, below) in rest.iter().take(4) {
            diagnostic = diagnostic.related(source, constraint.place(column, row), format!("`{below}`"));
        }
        reports.push(diagnostic);
    }
    Some(labels)
}

fn label(
    diagram: &Diagram,
    constraint: &Diagram,
    (column, row): (usize, usize),
    letter: char,
    labels: &mut Labels,
    reports: &mut Reports,
) {
    let source = reports.source;
    let below = diagram.get(column, row);
    let place = constraint.place(column, row);
    let Some(first) = labels.0.iter().find(|n| n.letter == letter) else {
        if below == b'?' {
            reports.push(
                Diagnostic::new(
                    Code::LabelOnAnything,
                    source,
                    place.clone(),
                    format!("label `{letter}` stands on `?`"),
                )
                .help("the point may be empty or carry any stone: make sure that the expression means it"),
            );
        }
        labels.0.push(Named {
            letter,
            at: (column, row),
            place,
            used: false,
        });
        return;
    };
    let first_below = diagram.get(first.at.0, first.at.1);
    if below != first_below {
        reports.push(
            Diagnostic::new(
                Code::MixedLabel,
                source,
                place,
                format!(
                    "label `{letter}` stands on `{}` and on `{}`",
                    char::from(first_below),
                    char::from(below)
                ),
            )
            .related(source, first.place.clone(), "the first cell is what it names")
            .help("use another letter for one of them"),
        );
    }
}
