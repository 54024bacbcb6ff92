// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eye spaces on boards.

use katachi_rules::{Board, Color, Point};
use proptest::prelude::*;

use super::*;
use crate::analysis::Worms;

fn eyes(board: &Board) -> Eyes {
    let mut reader = Reader::new(board, 2_000);
    let worms = Worms::new(board, &mut reader);
    Eyes::new(
        &mut reader,
        &worms,
        &worms.dead_stones(),
        &ByColor::default(),
        &Knowledge::default(),
    )
}

/// Black's eye space around a point.
#[track_caller]
fn black(diagram: &str, vertex: &str) -> EyeSpace {
    let board = Board::from_diagram(diagram);
    let at = board.size().parse_vertex(vertex).unwrap();
    eyes(&board).get(Color::Black, at).expect("an eye space").clone()
}

fn point(diagram: &str, vertex: &str) -> Point {
    Board::from_diagram(diagram).size().parse_vertex(vertex).unwrap()
}

const ROW: &str = "
    . . . X O . .
    X X X X O . .
    O O O O O . .
    . . . . . . .
    . . . . . . .";

#[test]
fn three_in_a_row_depend_on_the_middle() {
    let space = black(ROW, "A5");
    assert_eq!((space.min, space.max), (1, 2));
    assert_eq!(space.attack, [point(ROW, "B5")]);
    assert_eq!(space.defense, space.attack);
    assert_eq!((space.points.len(), space.margins.len()), (3, 0));
}

#[test]
fn an_eye_space_with_an_open_end_is_marginal_there() {
    let open = "
        . . . O O . .
        X X X . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .";
    let space = black(open, "A5");
    assert!(space.margins.contains(point(open, "C5")));
    assert!(!space.margins.contains(point(open, "A5")));
    assert_eq!((space.min, space.max), (1, 1));
}

#[test]
fn a_stone_inside_that_is_dead_belongs_to_the_space() {
    let inside = "
        . O . X . . .
        X X X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let space = black(inside, "A5");
    assert!(space.points.contains(point(inside, "B5")));
    assert_eq!((space.min, space.max), (1, 1));
}

/// An eye at the upper edge, with what stands on its two diagonals.
fn at_the_edge(left: char, right: char) -> EyeSpace {
    black(
        &format!(
            "
            . X X . X X .
            . X {left} X {right} X .
            . . O . O . .
            . . O . O . .
            . . . . . . ."
        ),
        "D5",
    )
}

#[test]
fn on_the_edge_one_bad_diagonal_spoils_an_eye() {
    let space = at_the_edge('X', 'X');
    assert_eq!((space.min, space.max), (1, 1));
    let space = at_the_edge('O', 'X');
    assert_eq!((space.min, space.max), (0, 0));
    assert!(space.diagonals[0].is_false());
}

#[test]
fn an_open_diagonal_decides_a_half_eye() {
    let space = at_the_edge('.', 'X');
    assert_eq!((space.min, space.max), (0, 1));
    let half = space.halves().next().expect("the eye is half");
    assert_eq!((half.point, half.sum), (space.origin, 3));
    assert_eq!(space.attack, space.defense);
}

#[test]
fn two_eyes_are_two_spaces() {
    let two = "
        . X . X . .
        X X X X . .
        . . . . . .
        . . . . . .";
    let board = Board::from_diagram(two);
    let of_black = eyes(&board);
    let closed = of_black
        .iter()
        .filter(|s| s.color == Color::Black && s.points.len() == 1);
    let worth: Vec<(u8, u8)> = closed.map(|s| (s.min, s.max)).collect();
    assert_eq!(worth, [(1, 1), (1, 1)]);
}

#[test]
fn bent_four_in_the_corner_without_a_liberty_outside_is_a_ko() {
    let sealed = "
        . . . X O .
        . X X X O .
        X X O O O .
        O O O . . .
        . . . . . .
        . . . . . .";
    let space = black(sealed, "A6");
    assert_eq!((space.min, space.max, space.is_ko), (1, 2, true));
}

#[test]
fn stones_of_the_owner_without_a_wall_beside_them_can_be_captured() {
    // The graph alone knows nothing against a black stone at A4, where it would have no liberty.
    let loose = "
        O . X . .
        . O X . .
        O O X . .
        . X X . .
        X X . . .
        . . . . .";
    let space = black(loose, "A5");
    assert!(!space.defense.contains(&point(loose, "A5")));
}

#[test]
fn a_point_where_the_attacker_is_captured_from_outside_is_not_open() {
    let shut = "
        . . X X X X .
        . X . O X O .
        . . X X . X .
        . . . . X . .
        . . . . . . .";
    let board = Board::from_diagram(shut);
    let at = board.size().parse_vertex("C4").unwrap();
    let eyes = eyes(&board);
    let space = eyes.get(Color::Black, at).expect("black's");
    assert!(!space.margins.contains(at));
}

/// A position by its stones: 0 empty, 1 black, 2 white, on a board of 7x7; what the rules forbid is left out.
fn board_of(cells: &[u8], swapped: bool) -> Board {
    let mut board = Board::new(katachi_rules::BoardSize::square(7));
    for (&cell, point) in cells.iter().zip(board.size().points()) {
        if let Some(&color) = Color::BOTH.get(usize::from(cell).wrapping_sub(1)) {
            let color = if swapped { color.opposite() } else { color };
            if board.is_legal(color, point) {
                board.place(color, point);
            }
        }
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_changes_if_the_colours_are_swapped(cells in proptest::collection::vec(0_u8..3, 49)) {
        let board = board_of(&cells, false);
        let (here, there) = (eyes(&board), eyes(&board_of(&cells, true)));
        for p in board.size().points() {
            for color in Color::BOTH {
                let facts = |eyes: &Eyes, color| {
                    eyes.get(color, p).map(|s| (s.points, s.margins, s.max, s.min, s.attack.clone(), s.defense.clone()))
                };
                prop_assert_eq!(facts(&here, color), facts(&there, color.opposite()));
            }
        }
    }

    #[test]
    fn an_eye_space_is_what_its_fields_say(cells in proptest::collection::vec(0_u8..3, 49)) {
        let board = board_of(&cells, false);
        for space in eyes(&board).iter() {
            prop_assert!(space.min <= space.max && space.max <= 2);
            prop_assert!(space.points.contains(space.origin));
            prop_assert!(space.margins.iter().all(|p| space.points.contains(p)));
            prop_assert!(space.points.iter().all(|p| !board.cell(p).is(space.color)));
            if space.max == space.min {
                prop_assert!(space.attack.is_empty() && space.defense.is_empty());
            }
            for &p in space.attack.iter().chain(&space.defense) {
                prop_assert!(board.is_empty(p));
            }
        }
    }
}
