// SPDX-License-Identifier: MIT OR Apache-2.0

//! Boards and panels as text.

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
