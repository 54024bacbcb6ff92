// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board of a view as lines of text. A point has a few columns, the first of them with the stone.

use anstyle::Style;
use katachi_rules::{BoardSize, COLUMNS, Color, Point};

use super::row::{Row, Span};
use crate::facts::fields::when;
use crate::groups::GroupStatus;
use crate::look::{Look, side_mark};
use crate::panel::Part;
use crate::picture::{Content, DecisiveMove, Picture, Spot};

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
            add(&mut row, picture.spot(point), deciding, look, cell);
        }
        for &point in &points {
            show_last(&mut row, picture, point, look, cell);
        }
        for &point in &points {
            show_cursor(&mut row, picture, point, look, cell);
        }
        // The number of a move there would touch the number of the row.
        let touches = row.is_one_of(row.len() - 1, "0123456789");
        let number = when(!touches, number.to_string());
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

/// Columns of each point: with a gap or a mark after it, and as few as possible. The second number is at most
/// the first. Without colours it has room for the marks that replace them.
pub fn widths(picture: &Picture, look: Look) -> [usize; 2] {
    let spots = || picture.size.points().map(|p| picture.spot(p));
    let roomy = spots().map(roomy).max().unwrap_or(2);
    let tight = spots().map(|spot| tight(spot, look)).max().unwrap_or(2);
    [roomy, tight.min(roomy)]
}

fn roomy(spot: &Spot) -> usize {
    match spot.content {
        Content::Stone(..) => 3,
        Content::Move(_, number) => number.to_string().len() + 2,
        Content::Value(value) | Content::Best(value) => value.to_string().len() + 1,
        _ => 2,
    }
}

/// Columns of a number. Three are enough, so that 19 points fit in 80 columns; two in colours, where the
/// ground separates numbers.
fn tight(spot: &Spot, look: Look) -> usize {
    match spot.content {
        Content::Move(_, number) if look.is_plain() => number.to_string().len() + 1,
        Content::Value(value) | Content::Best(value) if look.is_plain() => {
            let digits = value.to_string().len();
            digits.max(3.min(digits + 1))
        }
        _ if look.is_plain() => roomy(spot),
        _ => 2,
    }
}

/// Adds the columns of a point to a row. `deciding` is a move there that decides the life of a group.
fn add(row: &mut Row, spot: &Spot, deciding: Option<DecisiveMove>, look: Look, width: usize) {
    let end = row.len() + width;
    match spot.content {
        Content::Stone(color, letter, status) => {
            row.push(look.stone(color), look.style(Part::BareStone(color)));
            row.push(letter, look.style(Part::Stone(color, status)));
            if width > 2 {
                row.push(status.mark(), behind_stone(spot, look));
            }
        }
        Content::BareStone(color) => {
            row.push(look.stone(color), look.style(Part::BareStone(color)));
            match spot.influence {
                Some((owner, _)) if look.is_plain() && owner != color => {
                    row.push(side_mark(owner), Style::new());
                }
                _ => row.fill(end, behind_stone(spot, look)),
            }
        }
        Content::DeadStone(color) => {
            row.push(look.dead_stone(color), look.style(Part::BareStone(color)));
            row.fill(end, behind_stone(spot, look));
        }
        Content::Move(color, number) => {
            // In colours the number has the ink of the stone, so that two columns are enough.
            if look.is_plain() {
                row.push(look.stone(color), Style::new());
            }
            row.push(number, look.style(Part::BareStone(color)));
        }
        Content::Letter(letter) => row.push(letter, look.style(Part::Value)),
        Content::Value(value) => number(row, value, look.style(Part::Value), width),
        Content::Best(value) => number(row, value, look.style(Part::Best), width),
        Content::Star | Content::Empty => match deciding.filter(|_| spot.eye.is_none()) {
            // The mark of the status comes before the letter, unlike on stones.
            Some(DecisiveMove { letter, color, .. }) => {
                let style = look.style(Part::Stone(color, GroupStatus::Critical));
                row.push(GroupStatus::Critical.mark(), style);
                row.push(letter, style);
            }
            None => {
                let (text, style) = empty(spot, look);
                row.push(text, style);
                row.fill(end, style);
            }
        },
    }
    row.fill(end, look.style(Part::Grid));
}

/// The style after a stone, which shows the owner of its point. The stone itself keeps the ground of the
/// board for contrast.
fn behind_stone(spot: &Spot, look: Look) -> Style {
    let owned = spot.influence;
    look.style(owned.map_or(Part::Grid, |(owner, strength)| Part::Influence(owner, strength)))
}

/// Adds a value, or `++` if it has too many digits. Adjacent values are told apart by reversed colours.
fn number(row: &mut Row, value: i64, style: Style, width: usize) {
    let is_adjacent = row.is_one_of(row.len() - 1, "0123456789+") && style != Style::new();
    let style = if is_adjacent { style.invert() } else { style };
    let text = value.to_string();
    row.push(if text.len() > width { "++" } else { &text }, style);
}

/// Adds an empty point. Its ground, or a mark without colours, shows the owner of its eye space or influence.
fn empty(spot: &Spot, look: Look) -> (String, Style) {
    let dot = if spot.content == Content::Star { '+' } else { '.' };
    match (spot.eye, spot.influence) {
        (Some((owner, kind)), _) if look.is_plain() => {
            ([look.eye(kind), side_mark(owner)].iter().collect(), Style::new())
        }
        (Some((owner, kind)), _) => (look.eye(kind).to_string(), look.style(Part::Eye(owner, kind))),
        (None, Some((owner, _))) if look.is_plain() => (side_mark(owner).to_string(), Style::new()),
        (None, Some((owner, strength))) => (dot.to_string(), look.style(Part::Influence(owner, strength))),
        (None, None) => (dot.to_string(), look.style(Part::Grid)),
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Color;

    use super::*;
    use crate::colours::Depth;
    use crate::look::Charset;

    #[test]
    fn the_owner_of_a_point_is_shown_after_its_stone() {
        let spot = Spot {
            content: Content::BareStone(Color::Black),
            influence: Some((Color::White, 2)),
            eye: None,
            is_last: false,
            is_cursor: false,
        };
        let spans = |depth| {
            let look = Look {
                charset: Charset::Unicode,
                depth,
            };
            let mut row = Row::default();
            add(&mut row, &spot, None, look, 2);
            (row.into_spans(), look)
        };
        let (plain, _) = spans(Depth::Plain);
        assert_eq!(plain[0].text, "●'");
        let (colours, look) = spans(Depth::TrueColour);
        assert_eq!(colours[0].style, look.style(Part::BareStone(Color::Black)));
        assert_eq!(colours[1].style, look.style(Part::Influence(Color::White, 2)));
    }
}
