// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board of a game as text: coordinates on all sides, stones, `+` on the star points.
//!
//! No meaning depends on colour alone: the last move is in parentheses, dead stones are small letters, marked
//! points have letters.

use katachi_rules::{Board, Game, Point, PointSet};

use crate::look::Look;
use crate::picture::Picture;
use crate::text::{board_lines, prisoners_line, title, written};

/// Columns of a point: the stone and a gap.
const CELL: usize = 2;

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

/// Draws the board: a line for each row, and lines of column letters above and below. Each line ends in a
/// newline; no line is empty or ends in a space.
pub fn render(board: &Board, marks: &Marks, look: Look) -> String {
    let mut picture = Picture::of_board(board, marks.last, None);
    picture.mark_dead(&marks.dead);
    picture.mark_letters(&marks.letters);
    let lines = board_lines(&picture, look, CELL);
    lines.iter().map(|line| written(line)).collect()
}

/// Draws the board of a game with its last move marked, between a line with the side to move and a line with
/// the prisoners.
pub fn titled(game: &Game, marks: &Marks, look: Look) -> String {
    let last = game.moves().next_back();
    let marks = Marks {
        last: last.and_then(|(_, mv)| mv.point()).or(marks.last),
        ..marks.clone()
    };
    let board = render(game.board(), &marks, look);
    format!("{}\n{board}{}", title(game), written(&prisoners_line(game, look)))
}

#[cfg(test)]
mod tests {
    use katachi_rules::BoardSize;

    use super::*;
    use crate::colours::Depth;

    #[track_caller]
    fn check(board: &Board, marks: &Marks, expected: &str) {
        let plain = render(board, marks, Look::default());
        assert_eq!(plain, expected.trim_start_matches('\n'), "drawn:\n{plain}");
        let colourful = Look {
            depth: Depth::Indexed,
            ..Look::default()
        };
        let colourful = render(board, marks, colourful);
        assert_ne!(colourful, plain);
        let stripped = anstream::adapter::strip_str(&colourful).to_string();
        let lines = stripped.lines().map(|line| line.trim_end().to_owned() + "\n");
        let stripped: String = lines.collect();
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
        let board = Board::new(BoardSize::square(25));
        let text = render(&board, &Marks::default(), Look::default());
        assert_eq!(text.lines().count(), 27);
        assert!(text.starts_with("   A B C D E F G H J K"));
        assert!(text.lines().nth(1).unwrap().starts_with("25 . ."));
    }
}
