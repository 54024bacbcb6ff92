// SPDX-License-Identifier: MIT OR Apache-2.0

//! The view as SVG: a board with stones and marks, and beside it a panel with a legend.
//!
//! Each mark has a shape of its own, so that no meaning depends on colour alone.

mod board;
mod legend;
mod mark;
mod shape;

use katachi_pages::grid::{MARGIN, at};
use katachi_rules::Color;
use serde::Serialize;
use svg::Document;
use svg::node::element::{Group, Text};

use self::board::place;
use self::legend::Legend;
use self::mark::{Mark, marks_on};
use self::shape::{INK, badge, ground, hex, ink_on, rectangle, set, text_at};
use super::panel::Line;
use crate::colours;
use crate::groups::GroupStatus;
use crate::palette::{self, BLACK, Rgb, WHITE};
use crate::panel::{Panel, Part};
use crate::picture::Picture;
use crate::position::PositionView;

const FONT_SIZE: f32 = 11.5;
/// Width of a letter: monospaced fonts have up to 0.61 of the height.
const LETTER: f32 = 0.61 * FONT_SIZE;
const LINE: f32 = 17.0;
/// Columns of text in the panel, unless a word is longer.
const COLUMNS: usize = 48;
/// Height of the two lines above the board.
const HEADER: f32 = 2.0 * LINE;
const GAP: f32 = 8.0;
const SCALE: f32 = 1.3;

/// Returns a whole SVG document, with one element in each line.
pub fn render(view: &PositionView, picture: &Picture, panel: &Panel) -> String {
    let size = picture.size;
    let title = crate::text::title(&view.game);
    let prisoners = prisoners(view);
    let lines = panel.lines(COLUMNS);
    let legend = Legend::new(picture, |_| true);

    let left = at(size.width() - 1) + MARGIN + GAP;
    let longest = lines.iter();
    let longest = longest.map(|line| line.text.chars().count()).max().unwrap_or(0);
    let text = longest as f32 * LETTER;
    let legend_width = text.max(COLUMNS as f32 * LETTER);
    let header = title.len().max(prisoners.len()) as f32 * LETTER;
    let width = (left + text.max(legend.width(legend_width))).max(GAP + header) + GAP;
    let legend_top = HEADER + (lines.len() as f32 + 0.7) * LINE;
    let bottom = legend_top + legend.height(legend_width);
    let height = bottom.max(HEADER + at(size.height() - 1) + MARGIN) + GAP;
    let (width, height) = (width.ceil(), height.ceil());

    let board = board::board(picture).set("transform", format!("translate(0 {HEADER})"));
    let document = Document::new().set("viewBox", format!("0 0 {width} {height}"));
    let (wide, high) = ((SCALE * width).round(), (SCALE * height).round());
    let document = set!(document, "width" = wide, "height" = high);
    let document = set!(document, "role" = "img", "aria-label" = title.clone())
        .add(rectangle(0.0, 0.0, width, height, WHITE))
        .add(heading(GAP, LINE - 2.0, title))
        .add(line(GAP, 2.0 * LINE - 2.0, prisoners))
        .add(board)
        .add(panel_lines(&lines, left, HEADER))
        .add(legend.draw(left, legend_top, legend_width));
    format!("{document}\n")
}

fn prisoners(view: &PositionView) -> String {
    let lost = view.game.board().prisoners();
    format!(
        "Prisoners: Black has {}, White has {}",
        lost[Color::White],
        lost[Color::Black]
    )
}

/// The marks of a picture as elements of SVG, on [`katachi_pages::grid`], without the last move and the
/// cursor.
#[derive(Clone, Debug, Serialize)]
pub struct Overlay {
    /// A group of the marks below the lines and the stones.
    pub grounds: String,
    /// A group of the marks above the lines and the stones.
    pub marks: String,
    /// A group with a sample and the meaning of each mark, from the upper left corner.
    pub legend: String,
    /// Width and height of the legend.
    pub legend_size: (f32, f32),
}

impl Overlay {
    /// Creates the overlay of a picture, with a legend of at most that width unless a word is longer.
    pub fn new(picture: &Picture, legend_width: f32) -> Self {
        let (mut grounds, mut marks) = (Group::new(), Group::new());
        for point in picture.size.points() {
            let shown = marks_on(picture, point).into_iter();
            let shown = shown.filter(|&mark| is_shown(mark));
            let (low, high): (Vec<_>, Vec<_>) = shown.partition(|mark| matches!(mark, Mark::Ground(..)));
            grounds = place(&low, point).into_iter().fold(grounds, Group::add);
            marks = place(&high, point).into_iter().fold(marks, Group::add);
        }
        let legend = Legend::new(picture, is_shown);
        Self {
            grounds: grounds.to_string(),
            marks: marks.to_string(),
            legend_size: (legend.width(legend_width), legend.height(legend_width)),
            legend: legend.draw(0.0, 0.0, legend_width).to_string(),
        }
    }
}

fn is_shown(mark: Mark) -> bool {
    !matches!(mark, Mark::Last(_) | Mark::Cursor)
}

/// Draws a line of text from its left end on its base line.
fn line(x: f32, y: f32, text: impl Into<String>) -> Text {
    text_at(x, y, FONT_SIZE, INK, text)
}

fn heading(x: f32, y: f32, text: impl Into<String>) -> Text {
    line(x, y, text).set("font-weight", "bold")
}

/// Draws the lines of a panel below and right of a point.
fn panel_lines(lines: &[Line], x: f32, y: f32) -> Group {
    let lines = (1..).zip(lines);
    let lines = lines.map(|(number, line)| panel_line(line, x, y - 4.0 + LINE * number as f32));
    lines.fold(Group::new().set("id", "panel"), Group::add)
}

fn panel_line(Line { text, painted }: &Line, x: f32, y: f32) -> Group {
    let (length, part) = painted.unwrap_or((0, Part::Grid));
    let (label, rest) = text.split_at(length);
    let group = match part {
        Part::Heading => Group::new().add(heading(x, y, label)),
        Part::Stone(_, status) => status_label(label, status, x, y),
        Part::Influence(color, _) => boxed(label, ground(color), ink_on(color), x, y),
        Part::Eye(color, kind) => {
            let ink = colours::eye_letter(color, kind);
            boxed(label, colours::eye_ground(color), ink, x, y)
        }
        _ => Group::new().add(line(x, y, label)),
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
    let words = line(x + 2.0 * LETTER, y, words.trim_start());
    Group::new().add(badge).add(words)
}

fn boxed(label: &str, ground: Rgb, ink: Rgb, x: f32, y: f32) -> Group {
    let width = label.chars().count() as f32 * LETTER + 6.0;
    let frame = rectangle(x - 3.0, y - 12.0, width, 15.6, ground);
    let frame = set!(frame, "rx" = 3, "stroke" = hex(INK), "stroke-width" = 0.5);
    let words = line(x, y, label).set("fill", hex(ink));
    Group::new().add(frame).add(words)
}

/// Splits a line at gaps of two or more spaces, which SVG would close. Returns the pieces with their columns.
fn columns(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    line.split("  ").filter_map(move |piece| {
        let column = start + piece.len() - piece.trim_start().len();
        start += piece.len() + 2;
        let piece = piece.trim();
        (!piece.is_empty()).then_some((column, piece))
    })
}

#[cfg(test)]
mod tests;
