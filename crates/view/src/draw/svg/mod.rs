// SPDX-License-Identifier: MIT OR Apache-2.0

//! The view as SVG: a board with stones and marks, and beside it a panel with a legend.
//!
//! Each mark has a shape of its own, so that no meaning depends on colour alone.

mod board;
mod eye;
mod legend;
mod mark;
mod overlay;
mod paint;
mod status;
mod words;

use katachi_pages::grid::{MARGIN, at};
use katachi_rules::Color;
use svg::Document;

pub use self::overlay::Overlay;

use self::legend::Legend;
use self::paint::rectangle;
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
    let longest = lines
        .iter()
        .map(|line| line.text.chars().count())
        .max()
        .unwrap_or(0);
    let text = longest as f32 * LETTER;
    let legend_width = text.max(COLUMNS as f32 * LETTER);
    let header = title.len().max(prisoners.len()) as f32 * LETTER;
    let width = (left + text.max(legend.width(legend_width))).max(GAP + header) + GAP;
    let legend_top = HEADER + (lines.len() as f32 + 0.7) * LINE;
    let bottom = legend_top + legend.height(legend_width);
    let height = bottom.max(HEADER + at(size.height() - 1) + MARGIN) + GAP;
    let (width, height) = (width.ceil(), height.ceil());

    let board = board::board(picture).set("transform", format!("translate(0 {HEADER})"));
    let document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", (SCALE * width).round())
        .set("height", (SCALE * height).round())
        .set("role", "img")
        .set("aria-label", title.clone())
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

#[cfg(test)]
mod tests;
