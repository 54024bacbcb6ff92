// SPDX-License-Identifier: MIT OR Apache-2.0

//! The view as text: the board, and a panel beside it, or below it where the terminal is narrow.

mod grid;
mod legend;
pub(crate) mod row;

use anstyle::Style;
use katachi_rules::{Color, Game};

use super::panel::Line;
use crate::look::Look;
use crate::panel::{Panel, Part};
use crate::picture::Picture;
use crate::position::PositionView;

pub(crate) use grid::rows;
pub use grid::{board_lines, board_width, column_of, widths};
pub use legend::legend;
pub use row::{Span, columns, written};

/// Columns between the board and the panel beside it.
pub const GAP: usize = 3;
/// Minimum columns of a panel beside the board; a narrower panel is set below it.
pub const NARROWEST_PANEL: usize = 30;

/// The medium on which a view is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Its characters and colours.
    pub look: Look,
    /// Its columns.
    pub width: usize,
}

/// Returns a view: a line with the next move, the board with its panel, and the prisoners. Every line ends in
/// a newline, and no plain line in a space. Only a wide board makes lines wider than the paper.
pub fn render(view: &PositionView, picture: &Picture, panel: &Panel, paper: Paper) -> String {
    let Paper { look, width } = paper;
    let [roomy, tight] = widths(picture, look);
    let is_roomy = board_width(picture.size, roomy) <= width;
    let cell = if is_roomy { roomy } else { tight };
    let board_width = board_width(picture.size, cell);
    let is_beside = width >= board_width + GAP + NARROWEST_PANEL;
    let beside = width.saturating_sub(board_width + GAP);
    let panel_width = if is_beside { beside } else { width };
    let board = board_lines(picture, look, cell);
    let mut panel = panel_lines(panel, panel_width, look);
    panel.extend(legend(picture, look, panel_width));

    let mut lines = vec![vec![Span::plain(title(&view.game))]];
    let (above, below) = match is_beside {
        true => (side_by_side(board, panel, board_width), Vec::new()),
        false => (board, panel),
    };
    lines.extend(above);
    lines.push(prisoners_line(&view.game, look));
    lines.extend(below);
    lines.iter().map(|line| written(line)).collect()
}

/// Returns the number and the side of the next move, and the last move.
pub fn title(game: &Game) -> String {
    let last = game.moves().next_back();
    let last = last.map(|(color, mv)| format!("; last: {color} {}", game.size().show(mv)));
    let last = last.unwrap_or_default();
    format!("Move {}, {} to play{last}", game.move_count() + 1, game.to_move())
}

/// Returns a line with the prisoners, with stones as on the board.
pub fn prisoners_line(game: &Game, look: Look) -> Vec<Span> {
    let lost = game.board().prisoners();
    let stone = |color| Span::new(look.stone(color), look.style(Part::BareStone(color)));
    vec![
        Span::plain("Black ("),
        stone(Color::Black),
        Span::plain(format!(") has captured {}, White (", lost[Color::White])),
        stone(Color::White),
        Span::plain(format!(") has captured {}", lost[Color::Black])),
    ]
}

/// Joins the lines of a board and of a panel, which may continue below the board.
fn side_by_side(board: Vec<Vec<Span>>, panel: Vec<Vec<Span>>, width: usize) -> Vec<Vec<Span>> {
    let height = board.len().max(panel.len());
    let below = (board.len()..height).map(|_| vec![Span::plain(" ".repeat(width))]);
    let mut lines: Vec<Vec<Span>> = board.into_iter().chain(below).collect();
    for (line, facts) in lines.iter_mut().zip(panel) {
        line.push(Span::plain(" ".repeat(GAP)));
        line.extend(facts);
    }
    lines
}

/// Returns the lines of a panel, at most `width` columns wide unless a word is longer.
pub fn panel_lines(panel: &Panel, width: usize, look: Look) -> Vec<Vec<Span>> {
    let drawn = |Line { text, painted }: Line| {
        let length = painted.map_or(0, |(length, _)| length);
        let style = painted.map_or(Style::new(), |(_, part)| look.style(part));
        let (front, rest) = text.split_at(length);
        vec![Span::new(front, style), Span::plain(rest)]
    };
    panel.lines(width).into_iter().map(drawn).collect()
}

#[cfg(test)]
pub(crate) mod snapshot_tests;
#[cfg(test)]
mod tests;
