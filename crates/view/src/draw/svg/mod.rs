// SPDX-License-Identifier: MIT OR Apache-2.0

//! The view as SVG: a board with stones and marks, and beside it a panel with a legend.
//!
//! Each mark has a shape of its own, so that no meaning depends on colour alone.

mod board;
mod legend;
mod mark;
mod paint;
mod shape;
mod words;

use katachi_pages::grid::{MARGIN, at};
use katachi_rules::Color;
use svg::Document;
use svg::node::element::Group;

use self::board::place;
use self::legend::Legend;
use self::mark::{Mark, marks_on};
use self::paint::{rectangle, set};
use self::words::{LETTER, LINE, heading, line};
use crate::palette::WHITE;
use crate::panel::Panel;
use crate::picture::Picture;
use crate::position::PositionView;

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
    let legend = Legend::new(picture);

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
    let document = set!(
        document,
        "width" = (SCALE * width).round(),
        "height" = (SCALE * height).round()
    );
    let document = set!(document, "role" = "img", "aria-label" = title.clone())
        .add(rectangle(0.0, 0.0, width, height, WHITE))
        .add(heading(GAP, LINE - 2.0, title))
        .add(line(GAP, 2.0 * LINE - 2.0, prisoners))
        .add(board)
        .add(words::panel(&lines, left, HEADER))
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
#[derive(Clone, Debug)]
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
            let shown = marks_on(picture, point)
                .into_iter()
                .filter(|&mark| is_shown(mark));
            let (low, high): (Vec<_>, Vec<_>) = shown.partition(|mark| matches!(mark, Mark::Ground(..)));
            grounds = place(&low, point).into_iter().fold(grounds, Group::add);
            marks = place(&high, point).into_iter().fold(marks, Group::add);
        }
        let legend = Legend::of_shown(picture, is_shown);
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

#[cfg(test)]
mod tests;
