// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board as text: coordinates on all sides, `X` for Black, `O` for White, `+` on the star points.
//!
//! No distinction is made by colour alone: the last move stands in parentheses, dead stones are small
//! letters, marked points carry their letter. So [`Theme::PLAIN`] shows everything that a colourful one does.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Color as Ink, Style};
use katachi_pages::grid::is_star;
use katachi_rules::{Board, BoardSize, COLUMNS, Cell, Color, Game, Point, PointSet};

/// The marks besides the stones.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The point of the last move, in parentheses.
    pub last: Option<Point>,
    /// Stones that are shown as dead, `x` and `o`.
    pub dead: PointSet,
    /// Letters on empty points, such as candidate moves.
    pub letters: Vec<(Point, char)>,
}

/// The styles of the parts of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// Black stones.
    pub black: Style,
    /// White stones.
    pub white: Style,
    /// Empty points.
    pub grid: Style,
    /// Letters on empty points.
    pub letter: Style,
    /// The parentheses of the last move.
    pub last: Style,
    /// Letters and numbers around the board.
    pub coordinates: Style,
}

const fn ink(index: u8) -> Option<Ink> {
    Some(Ink::Ansi256(Ansi256Color(index)))
}

const fn on_wood(index: u8) -> Style {
    Style::new().fg_color(ink(index)).bg_color(ink(179))
}

impl Theme {
    /// No colours at all: the text of GTP replies, files and tests.
    pub const PLAIN: Self = Self {
        black: Style::new(),
        white: Style::new(),
        grid: Style::new(),
        letter: Style::new(),
        last: Style::new(),
        coordinates: Style::new(),
    };

    /// Black and white stones on wood, in terminals of 256 colours.
    pub const WOOD: Self = Self {
        black: on_wood(16).bold(),
        white: on_wood(231).bold(),
        grid: on_wood(94),
        letter: on_wood(21).bold(),
        last: on_wood(160).bold(),
        coordinates: Style::new().dimmed(),
    };

    fn stone(&self, color: Color) -> Style {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// Draws the board, one line for each row and one of column letters above and below; each line ends in a
/// newline, none is empty and none ends in a space (where styles do not hide it).
pub fn render(board: &Board, marks: &Marks, theme: &Theme) -> String {
    let size = board.size();
    let mut text = String::new();
    column_letters(&mut text, size, theme);
    for y in 0..size.height() {
        let number = size.height() - y;
        let coordinates = theme.coordinates;
        let _ = write!(text, "{coordinates}{number:2}{coordinates:#}");
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let before = x.checked_sub(1).map(|x| Point::new(x, y));
            let gap = match marks.last {
                Some(last) if last == point => '(',
                last if last.is_some() && last == before => ')',
                _ => ' ',
            };
            styled(&mut text, gap_style(theme, gap), gap);
            let (style, glyph) = glyph(board, marks, theme, point);
            styled(&mut text, style, glyph);
        }
        let end = size.point(i32::from(size.width()) - 1, i32::from(y));
        let gap = if end.is_some() && end == marks.last {
            ')'
        } else {
            ' '
        };
        styled(&mut text, gap_style(theme, gap), gap);
        let _ = writeln!(text, "{coordinates}{number}{coordinates:#}");
    }
    column_letters(&mut text, size, theme);
    text
}

/// The board of a game with its last move marked, under a line that says whose turn it is, above one that
/// counts prisoners.
pub fn titled(game: &Game, marks: &Marks, theme: &Theme) -> String {
    let last = game.moves().next_back();
    let marks = Marks {
        last: last.and_then(|(_, mv)| mv.point()).or(marks.last),
        ..marks.clone()
    };
    format!(
        "{}\n{}{}",
        title(game),
        render(game.board(), &marks, theme),
        prisoners(game)
    )
}

/// The number and the side of the next move, and the last move.
pub(crate) fn title(game: &Game) -> String {
    let mut text = format!("Move {}, {} to play", game.move_count() + 1, game.to_move());
    if let Some((color, mv)) = game.moves().next_back() {
        let _ = write!(text, "; last: {color} {}", game.size().show(mv));
    }
    text
}

/// A line that counts prisoners, with its newline.
pub(crate) fn prisoners(game: &Game) -> String {
    let lost = game.board().prisoners();
    format!(
        "Black (X) has captured {}, White (O) has captured {}\n",
        lost[Color::White],
        lost[Color::Black],
    )
}

fn gap_style(theme: &Theme, gap: char) -> Style {
    if gap == ' ' { theme.grid } else { theme.last }
}

fn styled(text: &mut String, style: Style, glyph: char) {
    let _ = write!(text, "{style}{glyph}{style:#}");
}

fn column_letters(text: &mut String, size: BoardSize, theme: &Theme) {
    let style = theme.coordinates;
    let letters: String = COLUMNS
        .iter()
        .take(usize::from(size.width()))
        .flat_map(|&letter| [' ', char::from(letter)])
        .collect();
    let _ = writeln!(text, "{style}  {letters}{style:#}");
}

fn glyph(board: &Board, marks: &Marks, theme: &Theme, point: Point) -> (Style, char) {
    if let Some(color) = board.cell(point).color() {
        let glyph = match (color, marks.dead.contains(point)) {
            (Color::Black, false) => 'X',
            (Color::Black, true) => 'x',
            (Color::White, false) => 'O',
            (Color::White, true) => 'o',
        };
        return (theme.stone(color), glyph);
    }
    debug_assert_eq!(board.cell(point), Cell::Empty);
    match marks.letters.iter().find(|(marked, _)| *marked == point) {
        Some(&(_, letter)) => (theme.letter, letter),
        None if is_star(board.size(), point) => (theme.grid, '+'),
        None => (theme.grid, '.'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(board: &Board, marks: &Marks, expected: &str) {
        let plain = render(board, marks, &Theme::PLAIN);
        assert_eq!(plain, expected.trim_start_matches('\n'), "drawn:\n{plain}");
        let colourful = render(board, marks, &Theme::WOOD);
        assert_ne!(colourful, plain);
        let stripped = anstream::adapter::strip_str(&colourful).to_string();
        assert_eq!(stripped, plain, "colours tell nothing that letters do not");
    }

    #[test]
    fn stones_stars_and_coordinates() {
        let board = Board::from_diagram(
            ". . . . . . .
             . X . . . . .
             . . O . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . O",
        );
        check(
            &board,
            &Marks::default(),
            "
   A B C D E F G
 7 . . . . . . . 7
 6 . X . . . . . 6
 5 . . O . + . . 5
 4 . . . + . . . 4
 3 . . + . + . . 3
 2 . . . . . . . 2
 1 . . . . . . O 1
   A B C D E F G
",
        );
    }

    #[test]
    fn the_last_move_dead_stones_and_letters_are_seen_without_colours() {
        let board = Board::from_diagram("X . O\n. X .\n. . O");
        let at = |vertex: &str| board.size().parse_vertex(vertex).unwrap();
        let marks = |last: &str| Marks {
            last: Some(at(last)),
            dead: [at("C3"), at("B2")].into_iter().collect(),
            letters: vec![(at("A2"), 'a'), (at("C2"), 'b')],
        };
        check(
            &board,
            &marks("C1"),
            "
   A B C
 3 X . o 3
 2 a x b 2
 1 . .(O)1
   A B C
",
        );
        check(
            &board,
            &marks("A3"),
            "
   A B C
 3(X). o 3
 2 a x b 2
 1 . . O 1
   A B C
",
        );
    }

    #[test]
    fn boards_of_one_row_and_of_two_digits_keep_their_columns() {
        check(
            &Board::from_diagram(". X . ."),
            &Marks::default(),
            "
   A B C D
 1 . X . . 1
   A B C D
",
        );
        let text = render(
            &Board::new(BoardSize::square(25)),
            &Marks::default(),
            &Theme::PLAIN,
        );
        assert_eq!(text.lines().count(), 27);
        assert!(text.starts_with("   A B C D E F G H J K"));
        assert!(text.lines().nth(1).unwrap().starts_with("25 . ."));
    }
}
