// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eyes counted by reading.

use katachi_rules::Board;

use super::*;
use crate::analysis::Effort;

const EFFORT: Effort = Effort {
    reading_nodes: 2_000,
    playouts: 0,
};

fn read(board: &Board, point: Point) -> EyeSpace {
    let analysis = Analysis::new(board, EFFORT);
    let mut reader = Reader::new(board, 10_000);
    analysis.read_eye(&mut reader, point).expect("an eye space")
}

/// Eyes if the attacker moves first, if the owner does, and the move of each if that differs.
#[track_caller]
fn worth(diagram: &str, vertex: &str) -> String {
    let board = Board::from_diagram(diagram);
    let name = |points: &[Point]| {
        points
            .iter()
            .map(|&p| board.size().vertex(p).to_string())
            .collect::<String>()
    };
    let space = read(&board, board.size().parse_vertex(vertex).expect("a point"));
    format!(
        "{} {} {} {}",
        space.min,
        space.max,
        name(&space.attack),
        name(&space.defense)
    )
    .trim_end()
    .to_owned()
}

const THREE: &str = "
    . . . X O
    X X X X O
    O O O O O
    . . . . .";

#[test]
fn three_points_are_two_eyes_for_the_owner_who_plays_in_the_middle() {
    assert_eq!(worth(THREE, "A4"), "1 2 B4 B4");
}

/// The worth of the space around a point, and the move of both sides, in all turns and with the colours
/// swapped.
#[track_caller]
fn check_all_turns(diagram: &str, vertex: &str, worth: (u8, u8), vital: &str) {
    let board = Board::from_diagram(diagram);
    for turn in Orientation::all(board.size()) {
        let point = |vertex| turn.point(board.size().parse_vertex(vertex).expect("a point"));
        let space = read(&turn.board(&board), point(vertex));
        assert_eq!((space.min, space.max), worth, "{turn:?}");
        let moves = vec![point(vital)];
        assert_eq!((&space.attack, &space.defense), (&moves, &moves), "{turn:?}");
    }
}

#[test]
fn an_eye_is_the_same_in_all_turns_and_colours() {
    check_all_turns(THREE, "A4", (1, 2), "B4");
}

#[test]
fn an_eye_with_a_diagonal_that_either_side_can_take_is_half_an_eye() {
    let half = "
        . X . X X O . .
        X X X . X O . .
        O O O X . O . .
        . . O O O O . .
        . . . . . . . .";
    assert_eq!(worth(half, "D4"), "0 1 E3 E3");
}

#[test]
fn a_false_eye_is_none_though_the_attacker_cannot_play_there() {
    let false_eye = "
        . X . X X X X
        X X X X . X X
        O O X X O X X
        O O O O X O O
        . . . O . O .
        . . . O O O .";
    assert_eq!(worth(false_eye, "E5"), "0 0");
}

#[test]
fn a_stone_in_the_wall_that_has_to_be_connected_inside_is_half_an_eye() {
    let wall = "
        . X . X O
        X X X X O
        . X O O .
        X . O . .
        O O O . .
        . . . . .";
    assert_eq!(worth(wall, "A4"), "0 1 B3 B3");
}

#[test]
fn with_one_point_more_it_is_an_eye() {
    let wall = "
        . X . X O
        X X X X O
        . X X O O
        . X O O .
        X . O . .
        O O O . .
        . . . . .";
    assert_eq!(worth(wall, "A5"), "1 1");
}

#[test]
fn stones_that_enter_an_open_border_are_captured_with_those_that_they_join() {
    let border = "
        . O X . X . X X .
        O O O O O . O X .
        . . O O O O O X .
        . O O X X X X X .
        . . . . . . . . .";
    assert_eq!(worth(border, "D5"), "1 1");
}

#[test]
fn an_open_end_is_closed_or_taken() {
    let open = "
        X . X . . O .
        . X X X X O .
        X X O O O O .
        O O O . . . .";
    assert_eq!(worth(open, "D4"), "0 1 E4 E4");
    let longer = "
        X . X . . . . O .
        . X X X X X O O .
        X X O O O O O . .
        O O O . . . . . .";
    assert_eq!(worth(longer, "D4"), "1 1");
}

const GATE: &str = "
    . . . . . . .
    . X X . O . .
    X . . O . . .
    . X X O . . .
    . . X O . . .";

#[test]
fn a_space_that_stones_surround_but_for_one_point_is_read_instead_of_the_whole_domain() {
    assert_eq!(worth(GATE, "B3"), "0 1 C3 C3");
    let board = Board::from_diagram(GATE);
    let point = |name| board.size().parse_vertex(name).expect("a point");
    let space = read(&board, point("B3"));
    assert_eq!(
        space.points.iter().collect::<Vec<_>>(),
        [point("B3"), point("C3")]
    );
    assert_eq!(space.margins.iter().collect::<Vec<_>>(), [point("C3")]);
}

#[test]
fn a_space_that_is_open_is_the_same_in_all_turns_and_colours() {
    check_all_turns(GATE, "B3", (0, 1), "C3");
}

#[test]
fn a_stone_inside_that_is_not_dead_yet_is_captured_or_joined() {
    let stone = "
        . O . O . . .
        X X X O . . .
        . . X O . . .
        . . X O . . .";
    assert_eq!(worth(stone, "A4"), "0 1 C4 C4");
}

#[test]
fn a_stone_around_that_can_be_cut_off_makes_the_eye_false() {
    let cut = "
        . X X X . .
        . X . X . .
        O O X . O .
        O O O O O .
        . . . . . .";
    assert_eq!(worth(cut, "C4"), "0 1 D3 D3");
    let joined = cut.replace("O O X . O", "O O X X O");
    assert_eq!(worth(&joined, "C4"), "1 1");
}

#[test]
fn a_capture_outside_may_save_a_stone_around() {
    let capture = "
        . X X X X . . . .
        . X . X X . . . .
        O O X O X . . . .
        O O O . X . . . .
        . . O . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(worth(capture, "C8"), "0 1 D6 D6");
}

#[test]
fn an_eye_counts_for_the_stones_around_it_even_if_they_are_dead() {
    let two_points = "
        . . X O . . .
        X X X O . . .
        O O O O . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(worth(two_points, "A5"), "1 1");
    let stone_inside = "
        . . . . . . .
        O O O O O O .
        X X X X X O .
        X . O . X O .
        X X X X X O .";
    assert_eq!(worth(stone_inside, "B2"), "1 1");
}

#[test]
fn where_a_wall_is_cut_the_point_beside_is_no_eye_of_its_own() {
    let whole = "
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(worth(whole, "A5"), "1 2 B5 B5");
    let cut = "
        . . . X O . .
        X X X . O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(worth(cut, "A5"), "1 1");
}

#[test]
fn one_string_of_three_stones_has_the_eye_in_the_corner() {
    let corner = "
        . X O . . . .
        X X . . . . .
        O O O . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(worth(corner, "A5"), "1 1");
}
