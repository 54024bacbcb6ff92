// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board of a view as lines of text.

use katachi_rules::{BoardSize, COLUMNS, Color, Point};

use super::cell;
use super::row::{Row, Span};
use crate::colours::Part;
use crate::groups::GroupStatus;
use crate::look::{Look, side_mark};
use crate::picture::Picture;

/// Returns the columns of a board, from the columns of each point: numbers on both sides, and a gap before
/// the first point.
pub fn board_width(size: BoardSize, cell: usize) -> usize {
    3 + usize::from(size.width()) * cell + 2
}

/// Returns the column of a point in a line of the board.
pub fn column_of(point: Point, cell: usize) -> usize {
    3 + usize::from(point.x()) * cell
}

/// Returns the lines of the board with the letters of its columns. Each is [`board_width`] columns wide.
pub fn board_lines(picture: &Picture, look: Look, cell: usize) -> Vec<Vec<Span>> {
    let letters = || vec![column_letters(picture.size, look, cell)];
    let rows = rows(picture.size).map(|(number, points)| {
        let mut row = Row::default();
        row.push(format!("{number:2}"), look.style(Part::Coordinates));
        row.push(' ', look.style(Part::Grid));
        for &point in &points {
            let deciding = picture.decisive(point).next();
            cell::add(&mut row, picture.spot(point), deciding, look, cell);
        }
        for &point in &points {
            show_last(&mut row, picture, point, look, cell);
        }
        for &point in &points {
            show_cursor(&mut row, picture, point, look, cell);
        }
        // The number of a move there would touch the number of the row.
        let touches = row.is_one_of(row.len() - 1, "0123456789");
        let number = if touches {
            String::new()
        } else {
            number.to_string()
        };
        row.push(format!("{number:<2}"), look.style(Part::Coordinates));
        row.into_spans()
    });
    [letters()].into_iter().chain(rows).chain([letters()]).collect()
}

fn column_letters(size: BoardSize, look: Look, cell: usize) -> Span {
    let letters = COLUMNS.iter().take(usize::from(size.width()));
    let letters = letters.map(|&letter| format!("{:<cell$}", char::from(letter)));
    let line = format!("   {}", letters.collect::<String>());
    let width = board_width(size, cell);
    Span::new(format!("{line:<width$}"), look.style(Part::Coordinates))
}

/// Returns the rows of a board from the top, each with its number and its points from the left.
pub(crate) fn rows(size: BoardSize) -> impl Iterator<Item = (u8, Vec<Point>)> {
    (0..size.height()).map(move |y| {
        let points = (0..size.width()).map(|x| Point::new(x, y)).collect();
        (size.height() - y, points)
    })
}

/// Marks the last move: underlined in colours, and in parentheses where there are gaps. Beside the mark of a
/// group there is room for one of them, which only a board without colours needs.
fn show_last(row: &mut Row, picture: &Picture, point: Point, look: Look, cell: usize) {
    if !picture.spot(point).is_last {
        return;
    }
    let column = column_of(point, cell);
    let ends = [(column - 1, '('), (column + cell - 1, ')')];
    if !look.is_plain() {
        row.restyle(column, |style| style.underline());
        if !ends.iter().all(|&(column, _)| row.is_one_of(column, " ")) {
            return;
        }
    }
    let ink = look.style(Part::Last);
    for (column, mark) in ends {
        if row.is_one_of(column, " ") {
            row.mark(column, mark, ink);
        }
    }
}

/// Marks the cursor by brackets, and by a ground of its own in colours. Brackets replace marks of groups and
/// sides, but no letters and no numbers.
fn show_cursor(row: &mut Row, picture: &Picture, point: Point, look: Look, cell: usize) {
    if !picture.spot(point).is_cursor {
        return;
    }
    let column = column_of(point, cell);
    let ink = look.style(Part::Cursor);
    if !look.is_plain() {
        let blank = (column + 1..column + cell).filter(|&c| row.is_one_of(c, " "));
        let ground: Vec<usize> = std::iter::once(column).chain(blank).collect();
        for column in ground {
            row.restyle(column, |style| style.bg_color(ink.get_bg_color()));
        }
    }
    let mut free: String = GroupStatus::ALL.iter().map(|status| status.mark()).collect();
    free.extend([' ', '(', ')']);
    free.extend(Color::BOTH.map(side_mark));
    let ends = [(column - 1, '['), (column + cell - 1, ']')];
    if ends.iter().all(|&(column, _)| row.is_one_of(column, &free)) {
        for (column, bracket) in ends {
            row.mark(column, bracket, ink);
        }
    }
}
