// SPDX-License-Identifier: MIT OR Apache-2.0

//! From checked patterns to the compiled form: order, anchors, transformations and windows.

use super::Draft;
use crate::aim::Aim;
use crate::database::{Cell, Database, Element, Kind, Pattern, Variant, Window};
use crate::geometry::{Offset, Transformation};

/// Sorts patterns by descending highest value, ties in the order of the sources, and makes their variants.
pub(super) fn emit(kind: Kind, mut drafts: Vec<Draft>) -> Database {
    drafts.sort_by_key(|d| std::cmp::Reverse(d.pattern.highest_value()));
    let mut database = Database::new(kind);
    for (index, draft) in drafts.into_iter().enumerate() {
        let pattern = draft.pattern;
        let anchor = asked_stone(kind, &pattern).unwrap_or_else(|| anchor(&pattern.elements));
        for t in draft.variants {
            let to_move = Offset::ZERO - t.apply(anchor.at);
            let (top_left, bottom_right) = pattern.corners(t);
            let (top_left, bottom_right) = (to_move + top_left, to_move + bottom_right);
            let turned = pattern.elements.iter().map(|e| Element {
                at: to_move + t.apply(e.at),
                cell: e.cell,
            });
            let windows = windows(turned.collect(), bottom_right);
            database.variants.push(Variant {
                pattern: index as u32,
                transformation: t,
                anchor: anchor.cell,
                to_move,
                top_left,
                bottom_right,
                edges: pattern.edges.transformed(t),
                first_window: database.windows.len() as u32,
                window_count: windows.len() as u8,
            });
            database.windows.extend(windows);
        }
        database.patterns.push(pattern);
    }
    database
}

/// The anchor of a reading pattern: the first of its strings, which readers know; the move if it is about a
/// group.
fn asked_stone(kind: Kind, pattern: &Pattern) -> Option<Element> {
    let mut stones = pattern.labels.iter().filter(|label| Aim::is_letter(label.1));
    let (at, letter) = *stones.next().filter(|_| kind == Kind::Reading)?;
    let at = if "Gg".contains(letter) { Offset::ZERO } else { at };
    pattern.elements.iter().find(|element| element.at == at).copied()
}

/// The anchor: the stone whose first window, over all transformations, tests the most. Stones count most
/// because they are rarer than empty points. Without a stone it is the move.
fn anchor(elements: &[Element]) -> Element {
    let worth = |cell: Cell| match cell {
        Cell::Friend | Cell::Enemy => 3,
        Cell::Empty | Cell::Inhibited => 2,
        Cell::NotEnemy | Cell::NotFriend => 1,
    };
    let score = |anchor: &Element| -> u32 {
        let seen = |e: &Element| {
            let turned = Transformation::ALL.map(|t| t.apply(e.at - anchor.at));
            turned.into_iter().filter(|&o| Window::shift(o).is_some()).count() as u32
        };
        elements.iter().map(|e| worth(e.cell) * seen(e)).sum()
    };
    let is_stone = |e: &&Element| matches!(e.cell, Cell::Friend | Cell::Enemy);
    // The first of equal ones.
    let best = elements
        .iter()
        .filter(is_stone)
        .rev()
        .max_by_key(|stone| score(stone));
    let (at, cell) = (Offset::ZERO, Cell::Empty);
    best.copied().unwrap_or(Element { at, cell })
}

/// The windows that test all elements, by offsets from the anchor. The first is at the anchor; each further
/// one has the first remaining element in its upper left corner, by rows or by columns, whichever needs fewer
/// windows.
///
/// The point of a window is inside the diagram, so it is on the board in every match. Windows in the same row
/// are at least 4 columns apart, so 25 rows of 25 need fewer than 256.
fn windows(elements: Vec<Element>, bottom_right: Offset) -> Vec<Window> {
    let mut elements = elements;
    let mut windows = vec![take(&mut elements, Offset::ZERO)];
    let mut by_column = elements.clone();
    elements.sort_unstable_by_key(|e| (e.at.dy, e.at.dx));
    by_column.sort_unstable_by_key(|e| (e.at.dx, e.at.dy));
    let cover = |mut left: Vec<Element>| {
        let mut found = Vec::new();
        while let Some(first) = left.first() {
            let dx = bottom_right.dx.min(first.at.dx + 1);
            let dy = bottom_right.dy.min(first.at.dy + 1);
            found.push(take(&mut left, Offset::new(dx, dy)));
        }
        found
    };
    let (rows, columns) = (cover(elements), cover(by_column));
    windows.extend(if columns.len() < rows.len() { columns } else { rows });
    windows
}

/// Makes the window at an offset and removes the elements that it tests.
fn take(elements: &mut Vec<Element>, at: Offset) -> Window {
    let (mut mask, mut value) = (0, 0);
    elements.retain(|e| {
        let Some(shift) = Window::shift(e.at - at) else {
            return true;
        };
        let bits = e.cell.mask_value();
        mask |= bits.0 << shift;
        value |= bits.1 << shift;
        false
    });
    Window { at, mask, value }
}
