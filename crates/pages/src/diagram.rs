// SPDX-License-Identifier: MIT OR Apache-2.0

//! Small pictures of positions for pages with many of them. Grids and stones are defined once and used again.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use katachi_rules::{Board, BoardSize, Color, Point};

use crate::grid::{MARGIN, at, coordinates, grid, stars};

/// The mark of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The subject of a test.
    Question,
    /// The expected answer.
    Expected,
    /// The given answer.
    Answer,
}

impl Mark {
    /// All marks, in the order of drawing.
    pub const ALL: [Self; 3] = [Self::Question, Self::Expected, Self::Answer];

    /// Returns its id, what it says about its point, and its entry of the legend.
    fn names(self) -> [&'static str; 3] {
        match self {
            Self::Question => ["question", "asked about", "blue square: asked about"],
            Self::Expected => ["expected", "expected", "green ring: expected"],
            Self::Answer => ["answer", "answered", "red cross: answered"],
        }
    }

    /// Returns its entry of the legend.
    pub fn legend(self) -> &'static str {
        self.names()[2]
    }
}

/// A point with its mark.
pub type Marked = (Point, Mark);

/// Returns the SVG element that a page needs once, before diagrams of boards of these sizes.
pub fn definitions(sizes: &BTreeSet<(u8, u8)>) -> String {
    let mut text = String::from(
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>\
         <circle id=\"black\" r=\"12.4\" fill=\"#101010\" stroke=\"#24201c\"/>\
         <circle id=\"white\" r=\"12.4\" fill=\"#fbfbfb\" stroke=\"#24201c\"/>\
         <circle id=\"star\" r=\"2.6\" fill=\"#24201c\"/>\
         <rect id=\"question\" x=\"-5\" y=\"-5\" width=\"10\" height=\"10\" fill=\"none\" stroke=\"#2471d6\" stroke-width=\"2.5\"/>\
         <circle id=\"expected\" r=\"8.5\" fill=\"none\" stroke=\"#1d9a3c\" stroke-width=\"3\"/>\
         <path id=\"answer\" d=\"M-6-6L6 6M6-6L-6 6\" stroke=\"#d62b1f\" stroke-width=\"3\"/>",
    );
    for size in sizes
        .iter()
        .filter_map(|&(width, height)| BoardSize::new(width, height))
    {
        let stars: String = stars(size).map(|point| use_of("star", point)).collect();
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "<g id=\"{}\">{}{}{stars}</g>",
            id(size),
            grid(size),
            coordinates(size)
        );
    }
    text + "</defs></svg>\n"
}

/// Returns the SVG element of a position.
pub fn render(board: &Board, marks: &[Marked]) -> String {
    let size = board.size();
    let stones = size.points().filter_map(|point| {
        let name = match board.cell(point).color()? {
            Color::Black => "black",
            Color::White => "white",
        };
        Some(use_of(name, point))
    });
    let marks: BTreeSet<(Mark, u8, u8)> = marks.iter().map(|&(p, mark)| (mark, p.x(), p.y())).collect();
    let name = name(board, &marks);
    let marks = marks
        .iter()
        .map(|&(mark, x, y)| use_of(mark.names()[0], Point::new(x, y)));
    let content: String = stones.chain(marks).collect();
    let (width, height) = (at(size.width() - 1) + MARGIN, at(size.height() - 1) + MARGIN);
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{}\" role=\"img\" aria-label=\"{name}\"><rect width=\"{width}\" height=\"{height}\" \
         fill=\"#ddb875\" rx=\"4\"/><use href=\"#{}\"/>{content}</svg>",
        width * 0.7,
        id(size)
    )
}

/// Returns the name of a picture: `3x3 board, 1 black and 2 white stones, expected C3`.
fn name(board: &Board, marks: &BTreeSet<(Mark, u8, u8)>) -> String {
    let size = board.size();
    let count = |color| {
        size.points()
            .filter(|&point| board.cell(point).color() == Some(color))
            .count()
    };
    let (black, white) = (count(Color::Black), count(Color::White));
    let mut name = format!("{size} board, {black} black and {white} white stones");
    for &(mark, x, y) in marks {
        name += &format!(", {} {}", mark.names()[1], size.vertex(Point::new(x, y)));
    }
    name
}

fn id(size: BoardSize) -> String {
    format!("board-{}-{}", size.width(), size.height())
}

fn use_of(name: &str, point: Point) -> String {
    let (x, y) = (at(point.x()), at(point.y()));
    format!("<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stone_and_mark_is_drawn_once() {
        let board = Board::from_diagram(". X .\nO O .\n. . .");
        let point = |vertex| board.size().parse_vertex(vertex).unwrap();
        let marks = [
            (point("A1"), Mark::Answer),
            (point("A1"), Mark::Answer),
            (point("B2"), Mark::Question),
        ];
        let drawn = render(&board, &marks);
        let count = |text: &str| drawn.matches(text).count();
        assert_eq!(
            (
                count("#black\""),
                count("#white\""),
                count("#answer\""),
                count("#question\"")
            ),
            (1, 2, 1, 1)
        );
        assert!(drawn.contains("<use href=\"#board-3-3\"/>"));
        let name = "3x3 board, 1 black and 2 white stones, asked about B2, answered A1";
        assert!(
            drawn.contains(&format!("role=\"img\" aria-label=\"{name}\"")),
            "{drawn}"
        );
        let definitions = definitions(&BTreeSet::from([(3, 3), (9, 9)]));
        for id in ["black", "white", "answer", "board-3-3", "board-9-9"] {
            assert_eq!(definitions.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
        }
    }
}
