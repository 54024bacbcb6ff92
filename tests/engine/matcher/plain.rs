// SPDX-License-Identifier: MIT OR Apache-2.0

//! The plain reference matcher: every variant tried at every point, cell by cell from its pattern.
//!
//! It reads nothing that the fast matcher reads but the list of variants and their transformations: no
//! anchor, no window, no bounding box of the compiled form.

use katachi_engine::matcher::{Match, Matcher, PatternBoard};
use katachi_rules::{Board, Cell, Color};
use mkpat::{Cell as PatternCell, Database, Edges, Offset, Pattern, Transformation};

/// A margin as wide as the largest diagram and one line more, so that no step from a point leaves the array.
const MARGIN: i32 = 26;
const WIDE: i32 = 25 + 2 * MARGIN;

const EMPTY: u8 = 1;
const FRIEND: u8 = 2;
const ENEMY: u8 = 4;
const OFF: u8 = 8;

/// A tested point, as a step from the move, and the states that it may have.
type Test = (i32, u8);

/// The database with its diagrams transformed in advance.
pub(crate) struct Plain(Vec<Vec<Test>>);

impl Plain {
    /// Transforms the diagrams.
    pub(crate) fn new(database: &Database) -> Self {
        let tests = |v: &mkpat::Variant| tests(&database.patterns[v.pattern as usize], v.transformation);
        Self(database.variants.iter().map(tests).collect())
    }

    /// Every match of every variant, by variant, then in the order of the board.
    pub(crate) fn matches(&self, board: &Board, color: Color) -> Vec<Match> {
        let mut cells = vec![OFF; (WIDE * WIDE) as usize];
        let at = |x: u8, y: u8| (i32::from(y) + MARGIN) * WIDE + i32::from(x) + MARGIN;
        for p in board.size().points() {
            cells[at(p.x(), p.y()) as usize] = match board.cell(p) {
                Cell::Empty => EMPTY,
                cell if cell.is(color) => FRIEND,
                _ => ENEMY,
            };
        }
        let places: Vec<_> = board.size().points().map(|p| (p, at(p.x(), p.y()))).collect();
        let mut found = Vec::new();
        for (variant, tests) in self.0.iter().enumerate() {
            for &(mv, from) in &places {
                let fits = |&(step, allowed): &Test| cells[(from + step) as usize] & allowed != 0;
                if tests.iter().all(fits) {
                    let variant = variant as u32;
                    found.push(Match { variant, mv });
                }
            }
        }
        found
    }
}

/// Every match of the fast matcher, in the order of the plain one.
pub(crate) fn sorted_matches(matcher: &Matcher, board: &PatternBoard, color: Color) -> Vec<Match> {
    let mut found = Vec::new();
    matcher.each(board, color, |m| found.push(m));
    found.sort_unstable();
    found
}

/// The elements; the corners of the diagram, which are on the board; and beyond its edges, where no board is.
fn tests(pattern: &Pattern, t: Transformation) -> Vec<Test> {
    let step = |o: Offset| {
        let offset = t.apply(o);
        i32::from(offset.dy) * WIDE + i32::from(offset.dx)
    };
    let from_move = |x: i8, y: i8| {
        step(Offset::new(
            x - pattern.move_at.0 as i8,
            y - pattern.move_at.1 as i8,
        ))
    };
    let (right, bottom) = (pattern.size.0 as i8 - 1, pattern.size.1 as i8 - 1);
    let mut tests = Vec::new();
    for element in &pattern.elements {
        let allowed = match element.cell {
            PatternCell::Friend => FRIEND,
            PatternCell::Enemy => ENEMY,
            PatternCell::Empty | PatternCell::Inhibited => EMPTY,
            PatternCell::NotEnemy => FRIEND | EMPTY,
            PatternCell::NotFriend => ENEMY | EMPTY,
        };
        tests.push((step(element.at), allowed));
    }
    for (x, y) in [(0, 0), (right, 0), (0, bottom), (right, bottom)] {
        tests.push((from_move(x, y), FRIEND | ENEMY | EMPTY));
    }
    let beyond = [
        (Edges::LEFT, (-1, 0)),
        (Edges::RIGHT, (right + 1, 0)),
        (Edges::TOP, (0, -1)),
        (Edges::BOTTOM, (0, bottom + 1)),
    ];
    for (edge, (x, y)) in beyond {
        if pattern.edges.contains(edge) {
            tests.push((from_move(x, y), OFF));
        }
    }
    // Edges first: they exclude most points.
    tests.sort_by_key(|&(_, allowed)| allowed != OFF);
    tests
}
