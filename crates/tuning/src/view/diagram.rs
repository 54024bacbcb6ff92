// SPDX-License-Identifier: MIT OR Apache-2.0

//! The picture of a pattern as SVG. White stones are the side that moves, `O` in a database.

use maud::{Markup, html};
use mkpat::{Cell, Edges, Labels, Offset, Pattern};

/// Distance of lines.
const STEP: i32 = 24;
/// Distance from the border to the first line.
const MARGIN: i32 = 16;

/// Draws a pattern as it is written, with the letters of its constraint.
pub(super) fn pattern(pattern: &Pattern) -> Markup {
    let (columns, rows) = (i32::from(pattern.size.0), i32::from(pattern.size.1));
    let (width, height) = (2 * MARGIN + STEP * (columns - 1), 2 * MARGIN + STEP * (rows - 1));
    let labels = pattern.constraint.as_ref().map(|c| Labels::new(c, pattern));
    let labels = labels.unwrap_or_default();
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    html! {
        svg.pattern viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="img"
            aria-label=(format!("Pattern {}", pattern.name)) {
            @for (x, y) in cells { (cell(pattern, &labels, x, y)) }
        }
    }
}

fn cell(pattern: &Pattern, labels: &Labels, x: i32, y: i32) -> Markup {
    let step = |at: i32, origin: u8| (at - i32::from(origin)) as i8;
    let at = Offset::new(step(x, pattern.move_at.0), step(y, pattern.move_at.1));
    let element = pattern.elements.iter().find(|element| element.at == at);
    let (cx, cy) = (MARGIN + STEP * x, MARGIN + STEP * y);
    let content = element.map(|element| element.cell);
    let is_move = at == Offset::ZERO && pattern.has_move;
    html! {
        @if content.is_none() {
            rect.any x=(cx - STEP / 2) y=(cy - STEP / 2) width=(STEP) height=(STEP) {}
        }
        path.line d=(lines(pattern, x, y)) {}
        @match content {
            Some(Cell::Friend) => { circle.friend cx=(cx) cy=(cy) r="10.5" {} }
            Some(Cell::Enemy) => { circle.enemy cx=(cx) cy=(cy) r="10.5" {} }
            Some(Cell::NotEnemy) => { circle.friend cx=(cx) cy=(cy) r="5" {} }
            Some(Cell::NotFriend) => { circle.enemy cx=(cx) cy=(cy) r="5" {} }
            _ => {}
        }
        @if is_move { circle.move cx=(cx) cy=(cy) r="7" {} }
        @if let Some(letter) = labels.get(at) {
            text class=(letter_class(content)) x=(cx) y=(cy + 5) { (letter) }
        }
    }
}

fn letter_class(content: Option<Cell>) -> &'static str {
    match content {
        Some(Cell::Friend) => "on-friend",
        Some(Cell::Enemy) => "on-enemy",
        _ => "on-board",
    }
}

/// Half lines from a cell to its neighbours, none across an edge of the board.
fn lines(pattern: &Pattern, x: i32, y: i32) -> String {
    let (last_x, last_y) = (i32::from(pattern.size.0) - 1, i32::from(pattern.size.1) - 1);
    let is_open = |edge, is_last: bool| !(is_last && pattern.edges.contains(edge));
    let (cx, cy, half) = (MARGIN + STEP * x, MARGIN + STEP * y, STEP / 2);
    let end = |open: bool, sign: i32| if open { sign * half } else { 0 };
    let left = cx + end(is_open(Edges::LEFT, x == 0), -1);
    let right = cx + end(is_open(Edges::RIGHT, x == last_x), 1);
    let top = cy + end(is_open(Edges::TOP, y == 0), -1);
    let bottom = cy + end(is_open(Edges::BOTTOM, y == last_y), 1);
    format!("M{left} {cy}H{right}M{cx} {top}V{bottom}")
}
