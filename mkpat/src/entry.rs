// SPDX-License-Identifier: MIT OR Apache-2.0

//! Writing a pattern as an entry of a database that compiles to the same pattern.

use std::fmt::Write as _;

use crate::database::{Kind, Pattern};
use crate::draw::{Labels, cell_at, colon_line};
use crate::geometry::{Edges, Offset};

/// The text of a move pattern: diagram, colon line with every field, and constraint. The letters of the
/// constraint may differ from those of the original file.
pub fn entry(pattern: &Pattern) -> String {
    let mut text = format!("Pattern {}\n", pattern.name);
    let cell = |at| cell_at(pattern, at);
    diagram(&mut text, pattern, &cell);
    add_note(&mut text, pattern);
    let _ = writeln!(text, "{}", colon_line(pattern, Kind::Moves));
    if let Some(fit) = pattern.fit {
        let replaces = pattern.replaces.iter();
        let replaces: String = replaces.map(|name| format!(", replaces {name}")).collect();
        let _ = writeln!(text, "{fit}{replaces}");
    }
    if let Some(constraint) = &pattern.constraint {
        let labels = Labels::new(constraint, pattern);
        diagram(&mut text, pattern, &|at| {
            labels.get(at).unwrap_or_else(|| cell(at))
        });
        let _ = writeln!(text, ";{}", labels.expression(constraint));
    }
    text
}

/// Adds the note behind the last row so far.
fn add_note(text: &mut String, pattern: &Pattern) {
    if let Some(note) = &pattern.note {
        text.truncate(text.trim_end().len());
        let _ = writeln!(text, "   {note}");
    }
}

/// The rows of the untransformed picture with its edges.
fn diagram(text: &mut String, pattern: &Pattern, cell: &dyn Fn(Offset) -> char) {
    let (width, height) = pattern.size;
    let side = |edge, sign| if pattern.edges.contains(edge) { sign } else { "" };
    let beside = |sign: &'static str| (side(Edges::LEFT, sign), side(Edges::RIGHT, sign));
    let (left, right) = beside("+");
    let edge = format!("{left}{}{right}\n", "-".repeat(usize::from(width)));
    let (left, right) = beside("|");
    if pattern.edges.contains(Edges::TOP) {
        text.push_str(&edge);
    }
    for y in 0..height {
        let row: String = (0..width).map(|x| cell(pattern.offset(x, y))).collect();
        let _ = writeln!(text, "{left}{row}{right}");
    }
    if pattern.edges.contains(Edges::BOTTOM) {
        text.push_str(&edge);
    }
}
