// SPDX-License-Identifier: MIT OR Apache-2.0

//! The coloured view as text: the board, and a panel beside it, or below it where the terminal is narrow.

use std::fmt::Write as _;

use anstyle::Style;
use katachi_rules::{BoardSize, COLUMNS, Point};

use super::board;
use super::colours::{Depth, Part, style};
use super::panel::{Line, Panel};
use super::picture::{Picture, Spot};
use super::position::PositionView;

/// Columns between the board and the panel beside it.
pub const GAP: usize = 3;
/// A panel that would have fewer columns than this goes below the board.
pub const NARROWEST_PANEL: usize = 30;

/// The paper on which a view is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// How many colours it has.
    pub depth: Depth,
    /// Its columns.
    pub width: usize,
}

/// A piece of a line in one style.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// What it says.
    pub text: String,
    /// How it looks.
    pub style: Style,
}

impl Span {
    fn new(text: impl Into<String>, style: Style) -> Self {
        Self {
            text: text.into(),
            style,
        }
    }
}

/// A line that says which move comes next, the board with its panel, and the prisoners. Every line ends in a newline,
/// and no plain one in a space. Lines are wider than the paper only where the board itself is.
pub fn render(view: &PositionView, picture: &Picture, panel: &Panel, paper: Paper) -> String {
    let beside = board_width(picture) + GAP;
    let board = board_lines(picture, paper.depth);
    let mut lines = vec![vec![Span::new(board::title(&view.game), Style::new())]];
    let prisoners = vec![Span::new(board::prisoners(&view.game).trim_end(), Style::new())];
    if paper.width >= beside + NARROWEST_PANEL {
        let panel = panel_lines(panel, paper.width - beside, paper.depth);
        let height = board.len().max(panel.len());
        let mut panel = panel.into_iter();
        let below = (board.len()..height).map(|_| vec![Span::new(" ".repeat(beside - GAP), Style::new())]);
        for mut line in board.into_iter().chain(below) {
            line.push(Span::new(" ".repeat(GAP), Style::new()));
            line.extend(panel.next().unwrap_or_default());
            lines.push(line);
        }
        lines.push(prisoners);
    } else {
        lines.extend(board);
        lines.push(prisoners);
        lines.extend(panel_lines(panel, paper.width, paper.depth));
    }
    lines.iter().map(|line| written(line)).collect()
}

fn written(line: &[Span]) -> String {
    let mut text = String::new();
    for Span { text: piece, style } in line {
        let _ = write!(text, "{style}{piece}{style:#}");
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Columns of a board: numbers on both sides, and all cells.
pub fn board_width(picture: &Picture) -> usize {
    3 + usize::from(picture.size.width()) * picture.cell_width() + 2
}

/// The lines of the board, the letters of its columns among them, all [`board_width`] columns wide.
pub fn board_lines(picture: &Picture, depth: Depth) -> Vec<Vec<Span>> {
    let coordinates = |text: String| Span::new(text, style(Part::Coordinates, depth));
    let letters = || {
        let letters = format!("{:<1$}", column_letters(picture), board_width(picture));
        vec![coordinates(letters)]
    };
    let mut lines = vec![letters()];
    for (number, points) in rows(picture.size) {
        let mut line = vec![coordinates(format!("{number:2} "))];
        for point in points {
            line.extend(cell(picture.spot(point), picture.cell_width(), depth));
        }
        line.push(coordinates(format!("{number:<2}")));
        lines.push(line);
    }
    lines.push(letters());
    lines
}

/// The letters above and below a board, from the first column of the text on.
fn column_letters(picture: &Picture) -> String {
    let width = picture.cell_width();
    let letters = COLUMNS.iter().take(usize::from(picture.size.width()));
    let cells: String = letters
        .map(|&letter| format!("{:<width$}", char::from(letter)))
        .collect();
    format!("   {}", cells.trim_end())
}

/// The rows of a board from the top, each with its number and its points from the left.
pub(super) fn rows(size: BoardSize) -> impl Iterator<Item = (u8, Vec<Point>)> {
    (0..size.height()).map(move |y| {
        let points = (0..size.width()).map(|x| Point::new(x, y)).collect();
        (size.height() - y, points)
    })
}

/// A cell, and the spaces that fill it. Influence fills it itself, so that it joins to a surface.
fn cell(spot: &Spot, width: usize, depth: Depth) -> [Span; 2] {
    let (part, mut text) = (spot.part(), spot.text());
    let plain = style(part, depth);
    let style = match (spot.is_cursor, spot.is_last) {
        _ if depth == Depth::Plain => plain,
        (true, _) => plain.invert(),
        (false, true) => plain.underline(),
        (false, false) => plain,
    };
    if matches!(part, Part::Influence(..)) {
        text = format!("{text:<width$}");
    }
    let rest = " ".repeat(width.saturating_sub(text.len()));
    [Span::new(text, style), Span::new(rest, Style::new())]
}

/// The lines of a panel, at most `width` columns wide where words allow it.
pub fn panel_lines(panel: &Panel, width: usize, depth: Depth) -> Vec<Vec<Span>> {
    let lines = panel.lines(width).into_iter();
    lines
        .map(|Line { text, painted }| {
            let (length, style) = match painted {
                Some((length, part)) => (length, style(part, depth)),
                None => (0, Style::new()),
            };
            let (front, rest) = text.split_at(length);
            vec![Span::new(front, style), Span::new(rest, Style::new())]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use anstyle::Effects;

    use super::super::picture::{Layers, Map};
    use super::super::position::tests::{ATARI, view, view_of, view_with_values};
    use super::*;

    fn drawn(view: &PositionView, layers: &Layers, depth: Depth, width: usize) -> String {
        let paper = Paper { depth, width };
        render(view, &view.picture(layers), &view.summary(layers), paper)
    }

    #[track_caller]
    fn check(view: &PositionView, layers: &Layers, expected: &str) {
        let board = |depth| {
            let lines = board_lines(&view.picture(layers), depth);
            lines.iter().map(|line| written(line)).collect::<String>()
        };
        let plain = board(Depth::Plain);
        assert_eq!(plain, expected.trim_start_matches('\n'), "drawn:\n{plain}");
        for depth in [Depth::Sixteen, Depth::TrueColour] {
            let colourful = board(depth);
            assert_ne!(colourful, plain);
            let stripped = anstream::adapter::strip_str(&colourful).to_string();
            let stripped: String = stripped
                .lines()
                .map(|line| line.trim_end().to_owned() + "\n")
                .collect();
            assert_eq!(stripped, plain, "colours tell nothing that letters do not");
        }
    }

    #[test]
    fn stones_of_a_group_share_a_letter_and_the_mark_of_its_standing() {
        let view = view(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . . X X . .
             . . X O . . .",
        );
        check(
            &view,
            &Layers::default(),
            "
   A B C D E F G
 5 . . . . . . . 5
 4 . . . . . . . 4
 3 . . . . . . . 3
 2 . . . A+A+. . 2
 1 . . A+a-. . . 1
   A B C D E F G
",
        );
    }

    #[test]
    fn points_of_eye_spaces_carry_their_kind_and_their_owner() {
        let layers = Layers {
            groups: false,
            eyes: true,
            ..Layers::default()
        };
        check(
            &view(
                ". . . X O . .
                 X X X X O . .
                 O O O O O . .
                 . . . . . . .
                 . . X X X X .",
            ),
            &layers,
            "
   A B C D E F G
 5 e#*#e#X O e=*=5
 4 X X X X O *=*=4
 3 O O O O O *=*=3
 2 . . . . . . . 2
 1 . . X X X X . 1
   A B C D E F G
",
        );
    }

    #[test]
    fn without_groups_stones_are_plain() {
        let layers = Layers {
            groups: false,
            ..Layers::default()
        };
        check(
            &view("X . O\n. X .\n. . O"),
            &layers,
            "
   A B C
 3 X . O 3
 2 . X . 2
 1 . . O 1
   A B C
",
        );
    }

    #[test]
    fn influence_and_values_stand_on_empty_points_and_long_values_widen_the_board() {
        let diagram = ". . . . .\n. X . O .\n. . . . .";
        let layers = Layers {
            groups: false,
            influence: Some(Map::Area),
            values: true,
            ..Layers::default()
        };
        check(
            &view_with_values(diagram, &[("C2", 120), ("A1", 7)]),
            &layers,
            "
   A   B   C   D   E
 3 #   #   .   =   =   3
 2 #   X   120 O   =   2
 1 7   #   .   =   =   1
   A   B   C   D   E
",
        );
    }

    #[test]
    fn boards_of_every_shape_have_their_lines() {
        for (diagram, width) in [(".", 7), ("X .", 9), (". X . .", 13)] {
            let view = view(diagram);
            let picture = view.picture(&Layers::default());
            assert_eq!(board_width(&picture), width, "{diagram}");
            let lines = board_lines(&picture, Depth::Plain);
            assert_eq!(lines.len(), 3);
            for line in lines {
                let length: usize = line.iter().map(|span| span.text.len()).sum();
                assert_eq!(length, width, "{diagram}");
            }
        }
    }

    #[test]
    fn the_last_move_is_underlined_and_the_point_that_is_looked_at_reversed() {
        use katachi_rules::{Board, Color, Game, Move, Rules};

        let start = Board::from_diagram(". . .\n. . .\n. . .");
        let mut game = Game::from_position(start, Color::Black, Rules::default(), 7.5);
        let point = Point::new(1, 1);
        game.play(Color::Black, Move::Play(point)).unwrap();
        let view = view_of(&game);
        let style_of = |layers: &Layers, depth| {
            let lines = board_lines(&view.picture(layers), depth);
            let span = lines[2].iter().find(|span| span.text.starts_with('A'));
            span.expect("the stone is in the middle row").style.get_effects()
        };
        let looked_at = Layers {
            cursor: Some(point),
            ..Layers::default()
        };
        for depth in [Depth::Sixteen, Depth::TrueColour] {
            assert!(style_of(&Layers::default(), depth).contains(Effects::UNDERLINE));
            assert!(style_of(&looked_at, depth).contains(Effects::INVERT));
        }
        assert!(style_of(&looked_at, Depth::Plain).is_plain());
    }

    #[test]
    fn the_panel_stands_beside_the_board_where_there_is_room_and_below_it_elsewhere() {
        let view = view(ATARI);
        let layers = Layers::default();
        let wide = drawn(&view, &layers, Depth::Plain, 60);
        assert!(
            wide.lines().nth(1).unwrap().contains("G      Groups: Black A-Z"),
            "{wide}"
        );
        let narrow = drawn(&view, &layers, Depth::Plain, 40);
        assert!(narrow.contains("\nGroups: Black A-Z"), "{narrow}");
        for (text, width) in [(wide, 60), (narrow, 40)] {
            let lines = text.lines().skip(1).filter(|line| !line.starts_with("Black (X)"));
            for line in lines {
                assert!(line.len() <= width, "{width}: {line}");
                assert_eq!(line, line.trim_end());
            }
        }
    }

    #[test]
    fn a_panel_that_is_longer_than_the_board_goes_on_below_it() {
        let mut view = view("X .\n. .");
        let panel = view.about(Point::new(0, 0));
        let layers = Layers::default();
        let paper = Paper {
            depth: Depth::Plain,
            width: 80,
        };
        let text = render(&view, &view.picture(&layers), &panel, paper);
        let columns: Vec<_> = text.lines().filter_map(|line| line.find("  liberties")).collect();
        assert!(panel.rows.len() > 4 && columns.len() == 1, "{text}");
        let place = |what: &str| text.lines().find_map(|line| line.find(what));
        assert_eq!(place("group A"), place("becomes"), "{text}");
    }
}
