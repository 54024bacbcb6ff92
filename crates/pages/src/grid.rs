// SPDX-License-Identifier: MIT OR Apache-2.0

//! The lines of a board with its coordinates, as elements of SVG.

use katachi_rules::{BoardSize, COLUMNS, Point};
use svg::node::element::{Group, Line, Text};

/// Distance of lines.
pub const STEP: f32 = 26.0;
/// Distance from the edge of the picture to the first line, with room for the coordinates.
pub const MARGIN: f32 = 34.0;
/// The colour of lines and coordinates.
const INK: &str = "#24201c";

/// Returns the coordinate of a column or row.
pub fn at(number: u8) -> f32 {
    MARGIN + STEP * f32::from(number)
}

/// Draws the lines.
pub fn grid(size: BoardSize) -> Group {
    let (columns, rows) = (size.width(), size.height());
    let line = |x1, y1, x2, y2| {
        Line::new()
            .set("x1", x1)
            .set("y1", y1)
            .set("x2", x2)
            .set("y2", y2)
    };
    let mut group = Group::new().set("stroke", INK).set("stroke-width", 1);
    for x in 0..columns {
        group = group.add(line(at(x), at(0), at(x), at(rows - 1)));
    }
    for y in 0..rows {
        group = group.add(line(at(0), at(y), at(columns - 1), at(y)));
    }
    group
}

/// Draws the letters of the columns and the numbers of the rows, on all four sides.
pub fn coordinates(size: BoardSize) -> Group {
    let mut group = label_group(11.0).set("fill", INK);
    for (x, &letter) in (0..size.width()).zip(&COLUMNS) {
        for y in [at(0) - 20.0, at(size.height() - 1) + 20.0] {
            group = group.add(label(at(x), y, char::from(letter).to_string()));
        }
    }
    for y in 0..size.height() {
        for x in [at(0) - 22.0, at(size.width() - 1) + 22.0] {
            group = group.add(label(x, at(y), (size.height() - y).to_string()));
        }
    }
    group
}

/// Returns a group of centred labels.
pub fn label_group(font_size: f32) -> Group {
    Group::new()
        .set("font-family", "sans-serif")
        .set("font-size", font_size)
        .set("text-anchor", "middle")
}

/// Draws a label. Not every program centres text vertically, so the text is moved by hand.
pub fn label(x: f32, y: f32, text: String) -> Text {
    Text::new(text).set("x", x).set("y", y + 4.0)
}

/// Returns the star points of a board.
pub fn stars(size: BoardSize) -> impl Iterator<Item = Point> {
    size.points().filter(move |&point| is_star(size, point))
}

/// Returns whether a point is a star point: the corner points on the third line (fourth from 13 lines on),
/// the centre of odd boards, the middles of the sides from 15 lines on.
pub fn is_star(size: BoardSize, point: Point) -> bool {
    let axis = |at: u8, side: u8| {
        let near = if side >= 13 { 3 } else { 2 };
        let corner = side >= 7 && (at == near || at == side - 1 - near);
        let middle = side % 2 == 1 && at == side / 2;
        (corner, middle)
    };
    let (corner_x, middle_x) = axis(point.x(), size.width());
    let (corner_y, middle_y) = axis(point.y(), size.height());
    let shorter = size.width().min(size.height());
    (corner_x && corner_y)
        || (shorter >= 7 && middle_x && middle_y)
        || (shorter >= 15 && ((corner_x && middle_y) || (middle_x && corner_y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_points_are_where_boards_have_them() {
        let count = |width, height| stars(BoardSize::new(width, height).unwrap()).count();
        assert_eq!([count(19, 19), count(13, 13), count(9, 9)], [9, 5, 5]);
        assert_eq!(
            [count(8, 8), count(5, 5), count(1, 1), count(19, 13)],
            [4, 0, 0, 5]
        );
    }
}
