// SPDX-License-Identifier: MIT OR Apache-2.0

//! Databases for tests and benchmarks of the matcher: shapes cut out of boards and blurred, and random ones.

use katachi_rules::{Board, Cell, Color};
use mkpat::{Database, Edges, Offset, Options, Source, Transformation};

use super::boards::Random;

/// A diagram on its way to the text of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) rows: Vec<Vec<u8>>,
    pub(crate) edges: Edges,
    pub(crate) symmetry: char,
    pub(crate) value: usize,
}

impl Shape {
    fn text(&self, name: usize) -> String {
        let mark = |edge, mark: &'static str| if self.edges.contains(edge) { mark } else { "" };
        let (left, right) = (mark(Edges::LEFT, "|"), mark(Edges::RIGHT, "|"));
        let line = format!(
            "{}{}{}\n",
            mark(Edges::LEFT, "+"),
            "-".repeat(self.rows[0].len()),
            mark(Edges::RIGHT, "+")
        );
        let mut text = format!("Pattern P{name}\n");
        if self.edges.contains(Edges::TOP) {
            text += &line;
        }
        for row in &self.rows {
            text += &format!("{left}{}{right}\n", String::from_utf8_lossy(row));
        }
        if self.edges.contains(Edges::BOTTOM) {
            text += &line;
        }
        text + &format!(":{},{}\n\n", self.symmetry, self.value)
    }
}

/// The database of these shapes.
pub(crate) fn database(shapes: &[Shape]) -> Database {
    let text: String = shapes.iter().enumerate().map(|(i, s)| s.text(i)).collect();
    let sources = [Source::new("test.db", text)];
    let compiled = mkpat::compile(&sources, &Options::default());
    if compiled.has_errors() {
        let mut errors = compiled.diagnostics;
        errors.retain(|d| d.severity == mkpat::Severity::Error);
        panic!("{}", mkpat::render(&errors[..1], &sources, false));
    }
    assert_eq!(compiled.database.patterns.len(), shapes.len());
    compiled.database
}

/// Settings for a shape that is cut out of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// Largest number of columns and rows.
    pub(crate) side: usize,
    /// Percentages of cells that are tested exactly, and loosely (`o`, `x`).
    pub(crate) exact: usize,
    pub(crate) loose: usize,
    /// Percentage of shapes at the edge of the board that test the edge.
    pub(crate) edge: usize,
}

/// A shape from a board as `color` sees it, around a random empty point. `None` if the board is full.
pub(crate) fn cut(board: &Board, color: Color, cut: Cut, random: &mut Random) -> Option<Shape> {
    let size = board.size();
    let empty = board.empty_points();
    let mv = (empty.len() > 0).then(|| random.random_below(empty.len()))?;
    let mv = board.empty_points().nth(mv)?;
    // The sides of the rectangle, each with the move inside.
    let mut range = |at: u8, side: u8| {
        let reach = (cut.side - 1) / 2 + 1;
        let first = usize::from(at).saturating_sub(random.random_below(reach + 1));
        let last = (usize::from(at) + random.random_below(reach + 1)).min(usize::from(side) - 1);
        (first, last.min(first + cut.side - 1).max(at.into()))
    };
    let (x0, x1) = range(mv.x(), size.width());
    let (y0, y1) = range(mv.y(), size.height());
    let mut edges = Edges::empty();
    for (edge, touches) in [
        (Edges::LEFT, x0 == 0),
        (Edges::RIGHT, x1 + 1 == usize::from(size.width())),
        (Edges::TOP, y0 == 0),
        (Edges::BOTTOM, y1 + 1 == usize::from(size.height())),
    ] {
        edges.set(edge, touches && random.random_below(100) < cut.edge);
    }
    let mut cell = |x: usize, y: usize| {
        let point = size
            .point(x as i32, y as i32)
            .expect("the rectangle is on the board");
        if point == mv {
            return b'*';
        }
        let cell = board.cell(point);
        let draw = random.random_below(100);
        match cell {
            _ if draw >= cut.exact + cut.loose => b'?',
            Cell::Empty if draw < cut.exact => b'.',
            Cell::Empty => b"ox"[draw % 2],
            stone if stone.is(color) => b"Oo"[usize::from(draw >= cut.exact)],
            _ => b"Xx"[usize::from(draw >= cut.exact)],
        }
    };
    let rows = (y0..=y1)
        .map(|y| (x0..=x1).map(|x| cell(x, y)).collect())
        .collect();
    let value = 10 + random.random_below(80);
    Some(Shape {
        rows,
        edges,
        symmetry: '8',
        value,
    })
}

/// A random diagram of one of the seven symmetries, with any edges that the symmetry allows.
pub(crate) fn symmetric(random: &mut Random) -> Shape {
    use Transformation::{A, B, C, D, E, H};
    let groups: [(char, &[Transformation]); 7] = [
        ('8', &[A]),
        ('|', &[A, C]),
        ('-', &[A, B]),
        ('\\', &[A, E]),
        ('/', &[A, H]),
        ('+', &[A, B, C, D]),
        ('X', &[A, D, E, H]),
    ];
    let (symmetry, group) = groups[random.random_below(7)];
    // Columns to the left and right of the move, rows above and below it.
    let [l, mut r, mut u, mut d] = [(); 4].map(|()| random.random_below(3) as i8);
    match symmetry {
        '|' => r = l,
        '-' => d = u,
        '\\' => (u, d) = (l, r),
        '/' => (u, d) = (r, l),
        '+' => (r, d) = (l, u),
        'X' => (r, u, d) = (l, l, l),
        _ => {}
    }
    // Symmetric cells get the content of the first of them.
    let stones = [b"?????..ox*", b"OX.?ox?.??", b"oxoxox??.."][random.random_below(3)];
    let salt = random.random_below(1 << 20);
    let cell = |x: i8, y: i8| {
        let first = group
            .iter()
            .map(|t| t.apply(Offset::new(x, y)))
            .min()
            .unwrap_or_default();
        let mut own = Random::new((salt as u64) << 16 | ((first.dx + 8) as u64) << 8 | (first.dy + 8) as u64);
        match stones[own.random_below(10)] {
            _ if (x, y) == (0, 0) => b'*',
            b'*' => b'X',
            other => other,
        }
    };
    let rows = (-u..=d).map(|y| (-l..=r).map(|x| cell(x, y)).collect()).collect();
    let mut edges = Edges::empty();
    for edge in Edges::all() {
        if random.random_below(6) == 0 {
            edges |= group
                .iter()
                .map(|&t| edge.transformed(t))
                .fold(Edges::empty(), |a, b| a | b);
        }
    }
    let value = 10 + random.random_below(80);
    Shape {
        rows,
        edges,
        symmetry,
        value,
    }
}
