// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of text: the title, and the panel with its labels.

use svg::node::element::{Group, Text};

use katachi_rules::Color;

use super::paint::{INK, ground, hex, ink_on, rectangle, set};
use super::shape::badge;
use crate::colours::{self, Part};
use crate::groups::GroupStatus;
use crate::palette::{self, BLACK, Rgb};
use crate::panel::Line;

pub(super) const FONT_SIZE: f32 = 11.5;
/// Width of a letter: monospaced fonts have up to 0.61 of the height.
pub(super) const LETTER: f32 = 0.61 * FONT_SIZE;
pub(super) const LINE: f32 = 17.0;

/// Draws a line of text from its left end on its base line.
pub(super) fn line(x: f32, y: f32, text: impl Into<String>) -> Text {
    let placed = set!(
        Text::new(text),
        "x" = (x * 10.0).round() / 10.0,
        "y" = y,
        "fill" = hex(INK)
    );
    set!(placed, "font-family" = "monospace", "font-size" = FONT_SIZE)
}

pub(super) fn heading(x: f32, y: f32, text: impl Into<String>) -> Text {
    line(x, y, text).set("font-weight", "bold")
}

/// Draws the lines of a panel below and right of a point.
pub(super) fn panel(lines: &[Line], x: f32, y: f32) -> Group {
    let lines = (1..)
        .zip(lines)
        .map(|(number, line)| panel_line(line, x, y - 4.0 + LINE * number as f32));
    lines.fold(Group::new().set("id", "panel"), Group::add)
}

fn panel_line(Line { text, painted }: &Line, x: f32, y: f32) -> Group {
    let (length, part) = painted.unwrap_or((0, Part::Grid));
    let (label, rest) = text.split_at(length);
    let group = match part {
        Part::Heading => Group::new().add(heading(x, y, label)),
        Part::Stone(_, status) => status_label(label, status, x, y),
        _ => match label_colours(part) {
            Some((ground, ink)) => boxed(label, ground, ink, x, y),
            None => Group::new().add(line(x, y, label)),
        },
    };
    // Badges replace the marks of the text.
    let rest = match part {
        Part::Stone(_, status) => rest.trim_end_matches(&format!(" ({})", status.mark())),
        _ => rest,
    };
    columns(rest).fold(group, |group, (column, piece)| {
        group.add(line(x + (length + column) as f32 * LETTER, y, piece))
    })
}

/// Draws a label with the badge of a status instead of its mark, or on a ground of its colour.
fn status_label(label: &str, status: GroupStatus, x: f32, y: f32) -> Group {
    let Some(words) = label.strip_prefix(status.mark()) else {
        return boxed(label, palette::status(status), BLACK, x, y);
    };
    let badge = badge(x + LETTER / 2.0, y - 4.0, 4.6, Color::White, status);
    Group::new()
        .add(badge)
        .add(line(x + 2.0 * LETTER, y, words.trim_start()))
}

fn boxed(label: &str, ground: Rgb, ink: Rgb, x: f32, y: f32) -> Group {
    let width = label.chars().count() as f32 * LETTER + 6.0;
    let frame = rectangle(x - 3.0, y - 12.0, width, 15.6, ground);
    let frame = set!(frame, "rx" = 3, "stroke" = hex(INK), "stroke-width" = 0.5);
    Group::new()
        .add(frame)
        .add(line(x, y, label).set("fill", hex(ink)))
}

/// Splits a line at gaps of two or more spaces, which SVG would close. Returns the pieces with their columns.
pub(super) fn columns(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    line.split("  ").filter_map(move |piece| {
        let column = start + piece.len() - piece.trim_start().len();
        start += piece.len() + 2;
        let piece = piece.trim();
        (!piece.is_empty()).then_some((column, piece))
    })
}

/// Returns the ground and the ink of a coloured label.
fn label_colours(part: Part) -> Option<(Rgb, Rgb)> {
    match part {
        Part::Influence(color, _) => Some((ground(color), ink_on(color))),
        Part::Eye(color, kind) => Some((colours::eye_ground(color), colours::eye_letter(color, kind))),
        _ => None,
    }
}
