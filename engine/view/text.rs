//! The coloured view as text: the board, and a panel beside it, or below it where the terminal is narrow.

use std::fmt::Write as _;

use katachi_rules::{BoardSize, COLUMNS, Point};

use super::board;
use super::colours::{Depth, Part, style};
use super::panel::{Line, Panel};
use super::picture::{Picture, Spot};
use super::position::View;

/// Columns between the board and the panel beside it.
const GAP: usize = 3;
/// A panel that would have fewer columns than this goes below the board.
const NARROWEST_PANEL: usize = 30;

/// The paper on which a view is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// How many colours it has.
    pub depth: Depth,
    /// Its columns.
    pub width: usize,
}

/// A line that says which move comes next, the board with its panel, and the prisoners. Every line ends in a newline.
/// Lines are wider than the paper only where the board itself is.
pub fn render(view: &View, picture: &Picture, panel: &Panel, paper: Paper) -> String {
    let mut text = board::title(&view.game) + "\n";
    let rows = board_lines(picture, paper.depth);
    let beside = board_width(picture) + GAP;
    if paper.width >= beside + NARROWEST_PANEL {
        let mut lines = panel_lines(panel, paper.width - beside, paper.depth).into_iter();
        for row in rows {
            let line = lines.next().unwrap_or_default();
            let gap = if line.is_empty() { 0 } else { GAP };
            let _ = writeln!(text, "{row}{:gap$}{line}", "");
        }
        for line in lines {
            let _ = writeln!(text, "{:beside$}{line}", "");
        }
        text += &board::prisoners(&view.game);
    } else {
        for row in rows {
            let _ = writeln!(text, "{}", row.trim_end());
        }
        text += &board::prisoners(&view.game);
        for line in panel_lines(panel, paper.width, paper.depth) {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// Columns of a board: numbers on both sides, and all cells.
pub fn board_width(picture: &Picture) -> usize {
    3 + usize::from(picture.size.width()) * picture.cell_width() + 2
}

/// One string for each line of the board, all of them [`board_width`] columns wide.
fn board_lines(picture: &Picture, depth: Depth) -> Vec<String> {
    let paint = |part, text: &str| {
        let style = style(part, depth);
        format!("{style}{text}{style:#}")
    };
    let letters = format!("{:<1$}", column_letters(picture), board_width(picture));
    let letters = paint(Part::Coordinates, &letters);
    let rows = rows(picture.size).map(|(number, points)| {
        let mut line = paint(Part::Coordinates, &format!("{number:2} "));
        for point in points {
            let spot = picture.spot(point);
            let (text, rest) = cell(spot, picture.cell_width());
            let style = match (spot.is_cursor, spot.is_last) {
                _ if depth == Depth::Plain => style(spot.part(), depth),
                (true, _) => style(spot.part(), depth).invert(),
                (false, true) => style(spot.part(), depth).underline(),
                (false, false) => style(spot.part(), depth),
            };
            let _ = write!(line, "{style}{text}{style:#}{rest}");
        }
        line + &paint(Part::Coordinates, &format!("{number:<2}"))
    });
    let rows: Vec<String> = rows.collect();
    std::iter::once(letters.clone())
        .chain(rows)
        .chain([letters])
        .collect()
}

/// The letters above and below a board, from the first column of the text on.
pub fn column_letters(picture: &Picture) -> String {
    let width = picture.cell_width();
    let letters = COLUMNS.iter().take(usize::from(picture.size.width()));
    let cells: String = letters.map(|&letter| format!("{:<width$}", char::from(letter))).collect();
    format!("   {}", cells.trim_end())
}

/// The rows of a board from the top, each with its number and its points from the left.
pub fn rows(size: BoardSize) -> impl Iterator<Item = (u8, Vec<Point>)> {
    (0..size.height()).map(move |y| {
        let points = (0..size.width()).map(|x| Point::new(x, y)).collect();
        (size.height() - y, points)
    })
}

/// The text of a cell, and the spaces that fill it. Influence fills it itself, so that it joins to a surface.
pub fn cell(spot: &Spot, width: usize) -> (String, String) {
    let text = spot.text();
    match spot.part() {
        Part::Influence(..) => (format!("{text:<width$}"), String::new()),
        _ => {
            let rest = " ".repeat(width.saturating_sub(text.len()));
            (text, rest)
        }
    }
}

fn panel_lines(panel: &Panel, width: usize, depth: Depth) -> Vec<String> {
    let lines = panel.lines(width).into_iter();
    lines
        .map(|Line { text, painted }| {
            let Some((length, part)) = painted else { return text };
            let (style, (front, rest)) = (style(part, depth), text.split_at(length));
            format!("{style}{front}{style:#}{rest}")
        })
        .collect()
}
