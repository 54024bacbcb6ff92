// SPDX-License-Identifier: MIT OR Apache-2.0

//! The constraint diagram: letters that name cells.

use std::ops::Range;

use super::diagram::{ABSENT, Diagram};
use super::reports::Reports;
use crate::diagnostic::Code;
use crate::geometry::Offset;

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

    /// The letters that expressions use, with their offsets from the origin.
    pub(super) fn used(&self, origin: (usize, usize)) -> Vec<(Offset, char)> {
        let used = self.0.iter().filter(|n| n.used);
        used.map(|n| (Offset::between(origin, n.at), n.letter)).collect()
    }

    /// Every letter, in backquotes.
    pub(super) fn list(&self) -> String {
        let letters: Vec<_> = self.0.iter().map(|n| format!("`{}`", n.letter)).collect();
        letters.join(" ")
    }

    pub(super) fn is_label(c: char) -> bool {
        c.is_ascii_alphabetic() && !"OoXxt".contains(c)
    }

    /// Reports unused labels, and used ones outside the diagram.
    pub(super) fn report_at_end(&self, diagram: &Diagram, reports: &mut Reports) {
        for named in &self.0 {
            let (letter, place) = (named.letter, named.place.clone());
            if !named.used {
                let message = format!("no expression uses label `{letter}`");
                let help = "repeat the cell of the first diagram here, or use the label";
                reports.add(Code::UnusedLabel, place, message, help);
            } else if diagram.find(named.at.0, named.at.1).is_none() {
                let message = format!("label `{letter}` stands outside the diagram, on the point beside it");
                let help = "put the label on a cell; off the board, functions are 0";
                reports
                    .add(Code::LabelOutside, place, message, help)
                    .related(diagram.span.clone(), "the diagram");
            }
        }
    }
}

/// Reads a constraint diagram on the top left corner of the diagram. Each label counts by its row and column,
/// even if the diagrams differ.
pub(super) fn lay(diagram: &Diagram, constraint: &Diagram, reports: &mut Reports) -> Labels {
    let is_larger = constraint.width > diagram.width || constraint.height > diagram.height;
    if is_larger {
        let sizes = sizes(diagram, constraint);
        let message = format!("the constraint diagram is larger than the diagram: {sizes}");
        let help =
            "repeat the diagram, with labels in the place of some cells; they count by their row and column";
        reports
            .add(Code::ConstraintTooLarge, constraint.span.clone(), message, help)
            .related(diagram.span.clone(), "the diagram");
    } else {
        report_smaller(diagram, constraint, reports);
    }
    if !diagram.edges.contains(constraint.edges) {
        let message = "the constraint diagram has an edge that the diagram has not; it is ignored";
        let help = "give the first diagram the edge if it is meant";
        reports.add(Code::ConstraintEdges, constraint.span.clone(), message, help);
    }
    let mut labels = Labels::default();
    let mut differs = Vec::new();
    for (column, row, c) in constraint.iter().filter(|c| c.2 != ABSENT) {
        let below = diagram.find(column, row);
        let letter = char::from(c);
        if Labels::is_label(letter) {
            label(diagram, constraint, (column, row), letter, &mut labels, reports);
        } else if let Some(below) = below.filter(|&below| c != below && (c, below) != (b't', b'*')) {
            differs.push((column, row, letter, char::from(below)));
        }
    }
    if !is_larger {
        report_differences(diagram, constraint, &differs, reports);
    }
    labels
}

/// Columns and rows of both.
fn sizes(diagram: &Diagram, constraint: &Diagram) -> String {
    let size = |of: &Diagram| format!("{} by {}", of.width, of.height);
    format!("{} on {}", size(constraint), size(diagram))
}

fn report_smaller(diagram: &Diagram, constraint: &Diagram, reports: &mut Reports) {
    let ragged = constraint.iter().any(|c| c.2 == ABSENT);
    if !ragged && (constraint.width, constraint.height) == (diagram.width, diagram.height) {
        return;
    }
    let sizes = sizes(diagram, constraint);
    let message = match ragged {
        true => "some rows of the constraint diagram are shorter than those of the diagram".to_owned(),
        false => format!(
            "the constraint diagram is smaller than the diagram: {sizes}; it is laid on the top left corner"
        ),
    };
    let place = constraint.span.clone();
    let help = "repeat every row and column of the diagram";
    reports.add(Code::ConstraintSmaller, place, message, help);
}

/// A cell that differs: column, row, its character, and that of the diagram.
type Difference = (usize, usize, char, char);

fn report_differences(
    diagram: &Diagram,
    constraint: &Diagram,
    differs: &[Difference],
    reports: &mut Reports,
) {
    let [(column, row, found, below), rest @ ..] = differs else {
        return;
    };
    let others = match rest.len() {
        0 => String::new(),
        1 => "; another cell differs too".to_owned(),
        n => format!("; {n} other cells differ too"),
    };
    let message = format!("the constraint diagram has `{found}` where the diagram has `{below}`{others}");
    let help = "repeat the cell of the first diagram, which alone decides what matches";
    let place = constraint.place(*column, *row);
    let diagnostic = reports.add(Code::ConstraintDiffers, place, message, help);
    diagnostic.related(diagram.place(*column, *row), "this cell decides");
    for &(column, row, _, below) in rest.iter().take(4) {
        diagnostic.related(constraint.place(column, row), format!("`{below}`"));
    }
}

fn label(
    diagram: &Diagram,
    constraint: &Diagram,
    (column, row): (usize, usize),
    letter: char,
    labels: &mut Labels,
    reports: &mut Reports,
) {
    let below = diagram.find(column, row);
    let place = constraint.place(column, row);
    let Some(first) = labels.0.iter().find(|n| n.letter == letter) else {
        let (at, used) = ((column, row), false);
        return labels.0.push(Named {
            letter,
            at,
            place,
            used,
        });
    };
    let Some((below, first_below)) = below.zip(diagram.find(first.at.0, first.at.1)) else {
        return;
    };
    if below != first_below {
        let [first_below, below] = [first_below, below].map(char::from);
        let message = format!("label `{letter}` stands on `{first_below}` and on `{below}`");
        let help = "use another letter for one of them";
        reports
            .add(Code::MixedLabel, place, message, help)
            .related(first.place.clone(), "the first cell is what it names");
    }
}
