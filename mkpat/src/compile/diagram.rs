// SPDX-License-Identifier: MIT OR Apache-2.0

//! Diagrams: rows to a grid of cells with edges.

use std::ops::Range;

use super::reports::Reports;
use super::rows::{self, CellRow, Row};
use super::split::Line;
use crate::counted as count;
use crate::database::{Cell, Kind, Pattern};
use crate::diagnostic::Code;
use crate::geometry::{Edges, Offset};

/// A grid of cells as written, row by row.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub(super) width: usize,
    pub(super) height: usize,
    cells: Vec<u8>,
    /// Byte of the first cell of each row in the source.
    starts: Vec<usize>,
    pub(super) edges: Edges,
    /// Byte range of the diagram in the source.
    pub(super) span: Range<usize>,
}

/// A missing cell of a constraint diagram with a short row.
pub(super) const ABSENT: u8 = b' ';

/// Which of an entry's two diagrams.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Picture,
    Constraint,
}

impl Role {
    /// How contradictory edges are reported.
    pub(super) fn edge_code(self) -> Code {
        match self {
            Self::Picture => Code::EdgeMismatch,
            Self::Constraint => Code::ConstraintEdges,
        }
    }
}

/// The condition of a character of a diagram; none for `?`.
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

    /// The cell at a column and row, if it is inside.
    pub(super) fn find(&self, column: usize, row: usize) -> Option<u8> {
        let is_inside = column < self.width && row < self.height;
        is_inside.then(|| self.get(column, row))
    }

    /// The cell at an offset from another, if it is inside.
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
        let cells = self.cells.iter().enumerate();
        cells.map(move |(i, &c)| (i % width, i / width, c))
    }

    /// The place of a cell in the source.
    pub(super) fn place(&self, column: usize, row: usize) -> Range<usize> {
        let start = self.starts[row] + column;
        start..start + 1
    }
}

/// Reads a diagram; `None` if it has an error. Rows of different width and odd edges are allowed in a
/// constraint diagram, where they have no effect.
pub(super) fn parse(lines: &[Line<'_>], role: Role, kind: Kind, reports: &mut Reports) -> Option<Diagram> {
    let rows = rows::read(lines, role, kind, reports)?;
    let span = lines.first()?.start..lines.last()?.span().end;
    let cell_rows: Vec<&CellRow<'_>> = rows.iter().filter_map(Row::cells).collect();
    let Some(usual) = rows::usual(&cell_rows) else {
        let message = "this diagram has edges but no cells";
        let help = "write at least one row of cells";
        reports.add(Code::NoDiagram, span, message, help);
        return None;
    };
    let errors = reports.errors();
    let cell_rows: Vec<&CellRow<'_>> = cell_rows
        .into_iter()
        .filter(|row| rows::agrees(row, usual, role, reports))
        .collect();
    let width = cell_rows.iter().map(|r| r.cells.len()).max().unwrap_or(0);
    let mut diagram = Diagram {
        width,
        height: cell_rows.len(),
        cells: Vec::with_capacity(width * cell_rows.len()),
        starts: cell_rows.iter().map(|r| r.start).collect(),
        edges: Edges::empty(),
        span,
    };
    diagram.edges.set(Edges::LEFT, usual.left);
    diagram.edges.set(Edges::RIGHT, usual.right);
    for row in &cell_rows {
        diagram.cells.extend(row.cells.bytes());
        let full = diagram.cells.len().next_multiple_of(width);
        diagram.cells.resize(full, ABSENT);
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
        let message = format!(
            "this diagram has {} and {}, more than the {side} of the largest board",
            count(diagram.width, "column"),
            count(diagram.height, "row")
        );
        let help = "leave out what does not matter for the move";
        reports.add(Code::TooLarge, diagram.span.clone(), message, help);
    }
    (reports.errors() == errors).then_some(diagram)
}

/// Adds a row of edge marks; `side` is `None` if it is between rows of cells.
fn edge(
    diagram: &mut Diagram,
    marks: &str,
    line: &Line<'_>,
    side: Option<Edges>,
    role: Role,
    reports: &mut Reports,
) {
    let mut report = |code, message: String, help: String| {
        let span = line.start..line.start + marks.len();
        reports.add(code, span, message, help);
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
            Code::EdgeLength,
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

/// The origin of a diagram's offsets.
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
        reports.add(code, span, message, help);
        return None;
    };
    let Some((second_column, second_row, _)) = moves.next() else {
        let at = (column, row);
        return Some(Origin { at, is_move: true });
    };
    let place = diagram.place(second_column, second_row);
    let message = "this diagram has more than one move";
    let help = "a pattern proposes one move: write an entry for each";
    let diagnostic = reports.add(Code::TwoMoves, place, message, help);
    diagnostic.label = "a second `*`".to_owned();
    diagnostic.related(diagram.place(column, row), "the first");
    None
}
