// SPDX-License-Identifier: MIT OR Apache-2.0

//! Diagrams: rows to a grid of cells with edges.

use std::ops::Range;

use pest::Parser;

use super::grammar::{Grammar, Rule, error_column};
use super::reports::Reports;
use super::split::Line;
use crate::database::{Cell, Kind, Pattern};
use crate::diagnostic::{Code, Diagnostic, counted as count};
use crate::geometry::{Edges, Offset};

/// A grid of cells as written, row by row.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub(super) width: usize,
    pub(super) height: usize,
    cells: Vec<u8>,
    /// Where in the source the first cell of each row is.
    starts: Vec<usize>,
    pub(super) edges: Edges,
    /// Where in the source the diagram is.
    pub(super) span: Range<usize>,
}

/// A cell of a constraint diagram that its row is too short for.
pub(super) const ABSENT: u8 = b' ';

/// Which of an entry's two diagrams.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Picture,
    Constraint,
}

impl Role {
    /// How contradictory edges are reported.
    fn edge_code(self) -> Code {
        match self {
            Self::Picture => Code::EdgeMismatch,
            Self::Constraint => Code::ConstraintEdges,
        }
    }
}

/// What a character of a diagram asks; `?` asks nothing.
pub(super) fn cell(c: u8) -> Option<Cell> {
    Some(match c {
        b'O' => Cell::Friend,
        b'X' => Cell::Enemy,
        b'.' | b'*' => Cell::Empty,
        b'o' => Cell::NotEnemy,
        b'x' => Cell::NotFriend,
        b'!' => Cell::Inhibited,
        _ => return None,
    })
}

impl Diagram {
    pub(super) fn get(&self, column: usize, row: usize) -> u8 {
        self.cells[row * self.width + column]
    }

    /// The cell that many steps off another, if it is inside.
    pub(super) fn step(&self, (column, row): (usize, usize), o: Offset) -> Option<(usize, usize)> {
        let column = column
            .checked_add_signed(o.dx.into())
            .filter(|&c| c < self.width)?;
        let row = row.checked_add_signed(o.dy.into()).filter(|&r| r < self.height)?;
        Some((column, row))
    }

    /// Every cell with its column and row, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, u8)> {
        let width = self.width;
        self.cells
            .iter()
            .enumerate()
            .map(move |(i, &c)| (i % width, i / width, c))
    }

    /// The place of a cell in the source.
    pub(super) fn place(&self, column: usize, row: usize) -> Range<usize> {
        let start = self.starts[row] + column;
        start..start + 1
    }
}

/// One row as the grammar saw it.
enum Row<'s> {
    /// Cells, with a side on the left and on the right or not, and the place of the first cell.
    Cells {
        left: bool,
        cells: &'s str,
        right: bool,
        start: usize,
    },
    /// Edge marks.
    Edge(&'s str),
}

fn row<'s>(line: &Line<'s>, role: Role, kind: Kind, reports: &mut Reports) -> Option<Row<'s>> {
    let rule = match role {
        Role::Picture => Rule::diagram_row,
        Role::Constraint => Rule::constraint_row,
    };
    let pairs = match Grammar::parse(rule, line.text) {
        Ok(mut pairs) => pairs.next()?.into_inner(),
        Err(error) => {
            report_bad_cell(line, error_column(&error), role, reports);
            return None;
        }
    };
    let (mut left, mut right, mut found) = (false, false, None);
    for pair in pairs {
        match pair.as_rule() {
            Rule::edge_row => return Some(Row::Edge(pair.as_str())),
            Rule::side if found.is_none() => left = true,
            Rule::side => right = true,
            Rule::cells | Rule::labelled_cells => {
                found = Some((pair.as_str(), line.start + pair.as_span().start()));
            }
            _ => {}
        }
    }
    let (cells, start) = found?;
    if kind != Kind::Connections
        && let Some(column) = cells.find('!')
    {
        report_bad_cell(line, start - line.start + column, role, reports);
        return None;
    }
    Some(Row::Cells {
        left,
        cells,
        right,
        start,
    })
}

fn report_bad_cell(line: &Line<'_>, column: usize, role: Role, reports: &mut Reports) {
    let mut column = column;
    if column > 1 && line.text[..column].ends_with('|') {
        // The row went on after what was taken for its right edge.
        column -= 1;
    }
    let rest = line.text.get(column..).unwrap_or_default();
    let start = line.start + column;
    let (message, length) = match rest.chars().next() {
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
    let help = match role {
        Role::Picture => {
            "cells are `.` `O` `X` `o` `x` `*` `?`; a comment is set off by a space or begins the line with `#`"
        }
        Role::Constraint => {
            "cells are `.` `O` `X` `o` `x` `*` `?`, `t` and labels, which are letters; a comment is set off by a space"
        }
    };
    reports.push(Diagnostic::new(Code::BadCell, reports.source, start..start + length, message).help(help));
}

/// A row of cells with its place.
struct CellRow<'s> {
    left: bool,
    cells: &'s str,
    right: bool,
    start: usize,
    /// Cells and sides.
    span: Range<usize>,
}

/// Reads a diagram; none if it has an error. In a constraint diagram, which decides nothing, rows of different
/// width and odd edges are no errors.
pub(super) fn parse(lines: &[Line<'_>], role: Role, kind: Kind, reports: &mut Reports) -> Option<Diagram> {
    let rows: Vec<_> = lines.iter().map(|line| row(line, role, kind, reports)).collect();
    let rows: Vec<Row<'_>> = rows.into_iter().collect::<Option<_>>()?;
    let span = lines.first()?.start..lines.last()?.span().end;
    let cell_rows: Vec<CellRow<'_>> = rows
        .iter()
        .zip(lines)
        .filter_map(|(row, line)| match *row {
            Row::Cells {
                left,
                cells,
                right,
                start,
            } => Some(CellRow {
                left,
                cells,
                right,
                start,
                span: line.start..start + cells.len() + usize::from(right),
            }),
            Row::Edge(_) => None,
        })
        .collect();
    let Some(first) = cell_rows.first() else {
        reports.push(
            Diagnostic::new(
                Code::NoDiagram,
                reports.source,
                span,
                "this diagram has edges but no cells",
            )
            .help("write at least one row of cells"),
        );
        return None;
    };
    let errors = reports.errors();
    let width = cell_rows.iter().map(|r| r.cells.len()).max().unwrap_or(0);
    let mut diagram = Diagram {
        width,
        height: cell_rows.len(),
        cells: Vec::with_capacity(width * cell_rows.len()),
        starts: cell_rows.iter().map(|r| r.start).collect(),
        edges: Edges::empty(),
        span,
    };
    diagram.edges.set(Edges::LEFT, first.left);
    diagram.edges.set(Edges::RIGHT, first.right);
    for row in &cell_rows {
        diagram.cells.extend(row.cells.bytes());
        let full = diagram.cells.len().next_multiple_of(width);
        diagram.cells.resize(full, ABSENT);
        agrees(row, first, role, reports);
    }
    for (index, (row, line)) in rows.iter().zip(lines).enumerate() {
        if let Row::Edge(marks) = row {
            let side = match index {
                0 => Some(Edges::TOP),
                _ if index + 1 == rows.len() => Some(Edges::BOTTOM),
                _ => None,
            };
            edge(&mut diagram, marks, line, side, role, reports);
        }
    }
    let side = usize::from(Pattern::MAX_SIDE);
    if diagram.width > side || diagram.height > side {
        reports.push(
            Diagnostic::new(
                Code::TooLarge,
                reports.source,
                diagram.span.clone(),
                format!(
                    "this diagram has {} and {}, more than the {side} of the largest board",
                    count(diagram.width, "column"),
                    count(diagram.height, "row")
                ),
            )
            .help("leave out what does not matter for the move"),
        );
    }
    (reports.errors() == errors).then_some(diagram)
}

/// Whether a row is as wide as the first and has the same edges.
fn agrees(row: &CellRow<'_>, first: &CellRow<'_>, role: Role, reports: &mut Reports) {
    let found = row.cells.len();
    if found != first.cells.len() {
        // A constraint diagram of too few cells is reported when it is laid on the diagram.
        if role == Role::Picture {
            let message = format!(
                "this row has {}, the first has {}",
                count(found, "cell"),
                first.cells.len()
            );
            reports.push(
                Diagnostic::new(
                    Code::UnevenRows,
                    reports.source,
                    row.start..row.start + found,
                    message,
                )
                .related(reports.source, first.span.clone(), "the first row")
                .help("make all rows equally wide; `?` stands for a point that does not matter"),
            );
        }
    } else if (row.left, row.right) != (first.left, first.right) {
        let side = if row.left == first.left { "right" } else { "left" };
        let message = format!("this row and the first disagree about an edge on the {side}");
        reports.push(
            Diagnostic::new(role.edge_code(), reports.source, row.span.clone(), message)
                .related(reports.source, first.span.clone(), "the first row")
                .help("an edge on the left or right is a `|` in every row"),
        );
    }
}

/// Takes in a row of edge marks; the side is missing if it stands between rows of cells.
fn edge(
    diagram: &mut Diagram,
    marks: &str,
    line: &Line<'_>,
    side: Option<Edges>,
    role: Role,
    reports: &mut Reports,
) {
    let source = reports.source;
    let mut report = |code, message: String, help: String| {
        let span = line.start..line.start + marks.len();
        reports.push(Diagnostic::new(code, source, span, message).help(help));
    };
    let Some(side) = side else {
        return report(
            role.edge_code(),
            "an edge stands between rows of cells".to_owned(),
            "a row of `-` is the first or the last of a diagram".to_owned(),
        );
    };
    diagram.edges |= side;
    let sides = [Edges::LEFT, Edges::RIGHT].map(|s| diagram.edges.contains(s));
    let corners = [marks.starts_with('+'), marks.ends_with('+')];
    for (index, name) in ["left", "right"].into_iter().enumerate() {
        if corners[index] && !sides[index] {
            return report(
                role.edge_code(),
                format!("`+` says that there is a corner on the {name}, but no row has a `|` there"),
                format!("write `-` for `+`, or give every row a `|` on the {name}"),
            );
        }
    }
    let dashes = marks.bytes().filter(|&b| b == b'-').count();
    let full = diagram.width + sides.into_iter().filter(|&s| s).count();
    if marks.len() != full && dashes != diagram.width {
        report(
            role.edge_code(),
            format!(
                "this edge is {} long, the rows have {}",
                count(marks.len(), "mark"),
                count(full, "mark")
            ),
            "write one `-` for each column, and `+` where a `|` stands above or below".to_owned(),
        );
    } else if sides != corners {
        report(
            Code::CornerMark,
            "this edge meets another in a corner that is not marked".to_owned(),
            "write `+` where the edge meets the column of `|`".to_owned(),
        );
    }
}

/// The cell from which the places of a diagram count.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    /// Column and row.
    pub(super) at: (usize, usize),
    pub(super) is_move: bool,
}

/// Finds the only `*` of a diagram; in a connection diagram without one, the first stone.
pub(super) fn find_origin(diagram: &Diagram, kind: Kind, reports: &mut Reports) -> Option<Origin> {
    let mut moves = diagram.iter().filter(|&(_, _, c)| c == b'*');
    let Some((column, row, _)) = moves.next() else {
        let mut stones = diagram.iter().filter(|c| matches!(c.2, b'O' | b'X'));
        if kind == Kind::Connections
            && let Some((column, row, _)) = stones.next()
        {
            let at = (column, row);
            return Some(Origin { at, is_move: false });
        }
        let (code, message, help) = match kind {
            Kind::Connections => (
                Code::NoStone,
                "this diagram has no stone",
                "show the stones that are to be connected or cut",
            ),
            _ => (
                Code::NoMove,
                "this diagram has no move",
                "mark the move that the pattern proposes with `*`",
            ),
        };
        let span = diagram.span.clone();
        reports.push(Diagnostic::new(code, reports.source, span, message).help(help));
        return None;
    };
    let Some((second_column, second_row, _)) = moves.next() else {
        let at = (column, row);
        return Some(Origin { at, is_move: true });
    };
    reports.push(
        Diagnostic::new(
            Code::TwoMoves,
            reports.source,
            diagram.place(second_column, second_row),
            "this diagram has more than one move",
        )
        .label("a second `*`")
        .related(reports.source, diagram.place(column, row), "the first")
        .help("a pattern proposes one move: write an entry for each"),
    );
    None
}
