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
        let (column, row) = (
            column.checked_add_signed(o.dx.into())?,
            row.checked_add_signed(o.dy.into())?,
        );
        self.find(column, row).map(|_| (column, row))
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
    let agreeing = cell_rows.iter().copied();
    let agreeing = agreeing.filter(|row| rows::agrees(row, usual, role, reports));
    let cell_rows: Vec<&CellRow<'_>> = agreeing.collect();
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
        let (columns, rows) = (count(diagram.width, "column"), count(diagram.height, "row"));
        let message =
            format!("this diagram has {columns} and {rows}, more than the {side} of the largest board");
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
    let mut report = |code, message: &str, help: &str| {
        let span = line.start..line.start + marks.len();
        reports.add(code, span, message, help);
    };
    let Some(side) = side else {
        let help = "a row of `-` is the first or the last of a diagram";
        return report(role.edge_code(), "an edge stands between rows of cells", help);
    };
    diagram.edges |= side;
    let sides = [Edges::LEFT, Edges::RIGHT].map(|s| diagram.edges.contains(s));
    let corners = [marks.starts_with('+'), marks.ends_with('+')];
    for (index, name) in ["left", "right"].into_iter().enumerate() {
        if corners[index] && !sides[index] {
            let message =
                format!("`+` says that there is a corner on the {name}, but no row has a `|` there");
            let help = format!("write `-` for `+`, or give every row a `|` on the {name}");
            return report(role.edge_code(), &message, &help);
        }
    }
    let dashes = marks.bytes().filter(|&b| b == b'-').count();
    let full = diagram.width + sides.into_iter().filter(|&s| s).count();
    if marks.len() != full && dashes != diagram.width {
        let [own, full] = [marks.len(), full].map(|length| count(length, "mark"));
        let message = format!("this edge is {own} long, the rows have {full}");
        let help = "write one `-` for each column, and `+` where a `|` stands above or below";
        report(Code::EdgeLength, &message, help);
    } else if sides != corners {
        let message = "this edge meets another in a corner that is not marked";
        report(
            Code::CornerMark,
            message,
            "write `+` where the edge meets the column of `|`",
        );
    }
}

/// Finds the only `*` of a diagram; in a connection diagram without one, the first stone. Returns its column
/// and row, and whether it is a move.
pub(super) fn find_origin(
    diagram: &Diagram,
    kind: Kind,
    reports: &mut Reports,
) -> Option<((usize, usize), bool)> {
    let find = |cells: &'static [u8]| diagram.iter().filter(move |c| cells.contains(&c.2));
    let mut moves = find(b"*").map(|(column, row, _)| (column, row));
    let (first, second) = (moves.next(), moves.next());
    if let Some((first, second)) = first.zip(second) {
        let message = "this diagram has more than one move";
        let help = "a pattern proposes one move: write an entry for each";
        let place = diagram.place(second.0, second.1);
        let diagnostic = reports.add(Code::TwoMoves, place, message, help);
        diagnostic.label = "a second `*`".to_owned();
        diagnostic.related(diagram.place(first.0, first.1), "the first");
        return None;
    }
    let is_connection = kind == Kind::Connections;
    let stone = || {
        find(b"OX")
            .next()
            .filter(|_| is_connection)
            .map(|(column, row, _)| (column, row))
    };
    let is_move = first.is_some();
    if let Some(at) = first.or_else(stone) {
        return Some((at, is_move));
    }
    let span = diagram.span.clone();
    if is_connection {
        let help = "show the stones that are to be connected or cut";
        reports.add(Code::NoStone, span, "this diagram has no stone", help);
    } else {
        let help = "mark the move that the pattern proposes with `*`";
        reports.add(Code::NoMove, span, "this diagram has no move", help);
    }
    None
}
