// SPDX-License-Identifier: MIT OR Apache-2.0

//! Boards and panels as text.

use anstyle::Effects;

use super::*;
use crate::colours::Depth;
use crate::look::Charset;
use crate::picture::{Layers, Map};
use crate::position::tests::{ATARI, view, view_of, view_with_values};
use katachi_engine::play::lines::PointDetails;
use katachi_rules::{Board, Move, Point, Rules};

/// Without colours, in every character set.
const ASCII: Look = Look {
    charset: Charset::Ascii,
    depth: Depth::Plain,
};
const PRINT: Look = Look {
    charset: Charset::Unicode,
    depth: Depth::Plain,
};

fn colourful(depth: Depth) -> Look {
    Look {
        charset: Charset::Unicode,
        depth,
    }
}

fn drawn(view: &PositionView, layers: &Layers, look: Look, width: usize) -> String {
    let paper = Paper { look, width };
    render(view, &view.picture(layers), &view.summary(layers), paper)
}

fn board_text(view: &PositionView, layers: &Layers, look: Look, narrowness: usize) -> String {
    let picture = view.picture(layers);
    let lines = board_lines(&picture, look, widths(&picture, look)[narrowness]);
    lines.iter().map(|line| written(line)).collect()
}

#[track_caller]
fn check(view: &PositionView, layers: &Layers, look: Look, expected: &str) {
    let plain = board_text(view, layers, look, 0);
    assert_eq!(plain, expected.trim_start_matches('\n'), "drawn:\n{plain}");
}

/// Returns a text without its colours.
fn stripped(text: &str) -> String {
    let text = anstream::adapter::strip_str(text).to_string();
    text.lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

const CAPTURED: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X X . .
    . . X O . . .";

#[test]
fn colours_say_what_marks_say_and_need_fewer_columns() {
    let (view, layers) = (view(CAPTURED), Layers::default());
    for depth in [Depth::Sixteen, Depth::Indexed, Depth::TrueColour] {
        let look = colourful(depth);
        let roomy = stripped(&board_text(&view, &layers, look, 0));
        let plain = board_text(&view, &layers, PRINT, 0);
        assert_eq!(
            roomy.replace('●', "○"),
            plain.replace('●', "○"),
            "stones differ by ink"
        );
        let tight = board_text(&view, &layers, look, 1);
        assert!(stripped(&tight).contains("\n 1 . . ●A●a. . . 1\n"), "{tight}");
        let style_of = |part| look.style(part).render().to_string();
        for color in Color::BOTH {
            assert!(
                tight.contains(&(style_of(Part::BareStone(color)) + "●")),
                "{tight:?}"
            );
        }
    }
}

#[test]
fn influence_and_values_stand_on_empty_points_and_long_values_widen_the_board() {
    let layers = Layers {
        groups: false,
        influence: Some(Map::Area),
        values: true,
        ..Layers::default()
    };
    let view = view_with_values(". . . . .\n. X . O .\n. . . . .", &[("C2", 120), ("A1", 7)]);
    check(
        &view,
        &layers,
        PRINT,
        "
   A   B   C   D   E
 3 :   :   .   '   '   3
 2 :   ●   120 ○   '   2
 1 7   :   .   '   '   1
   A   B   C   D   E
",
    );
    let tight = board_text(&view, &layers, PRINT, 1);
    assert!(tight.contains("\n 2 :  ●  120○  '  2\n"), "{tight}");
    let look = colourful(Depth::TrueColour);
    let narrow = stripped(&board_text(&view, &layers, look, 1));
    assert!(
        narrow.contains("\n 2 . ● ++● . 2\n"),
        "the panel has the value: {narrow}"
    );
    let colours = board_text(&view, &layers, look, 0);
    assert!(
        stripped(&colours).contains("\n 2 .   ●   120 ●   .   2\n"),
        "{colours}"
    );
    let ground = look.style(Part::Influence(Color::Black, 2));
    assert!(
        colours.contains(&format!("{ground}.   .   ")),
        "a surface without gaps: {colours:?}"
    );
}

/// Black has just played in the middle, which may be looked at.
fn last_move(is_looked_at: bool, groups: bool) -> (PositionView, Layers) {
    let start = Board::from_diagram(". . .\n. . .\n. . .");
    let mut game = Game::from_position(start, Color::Black, Rules::default(), 7.5);
    let point = Point::new(1, 1);
    game.play(Color::Black, Move::Play(point)).unwrap();
    let layers = Layers {
        cursor: is_looked_at.then_some(point),
        groups,
        ..Layers::default()
    };
    (view_of(&game), layers)
}

#[test]
fn the_last_move_stands_in_parentheses_and_is_underlined_in_colours() {
    let (view, layers) = last_move(false, false);
    let plain = board_text(&view, &layers, PRINT, 0);
    assert!(plain.contains("\n 2 .(●). 2\n"), "{plain}");
    let (view, layers) = last_move(false, true);
    let letters = board_text(&view, &layers, PRINT, 0);
    assert!(
        letters.contains("\n 2 . (●A=.  2\n"),
        "no mark is covered: {letters}"
    );
    for depth in [Depth::Sixteen, Depth::Indexed, Depth::TrueColour] {
        let lines = board_lines(&view.picture(&layers), colourful(depth), 3);
        let stone = lines[2].iter().find(|span| span.text == "●");
        let style = stone.expect("the stone is in the middle row").style;
        assert!(style.get_effects().contains(Effects::UNDERLINE));
    }
}

#[test]
fn the_cursor_is_a_ground_and_brackets_and_leaves_the_stone_its_colour() {
    let (view, layers) = last_move(true, false);
    let plain = board_text(&view, &layers, PRINT, 0);
    assert!(plain.contains("\n 2 .[●]. 2\n"), "{plain}");
    let (view, layers) = last_move(true, true);
    let letters = board_text(&view, &layers, PRINT, 0);
    assert!(letters.contains("\n 2 . [●A].  2\n"), "{letters}");
    for depth in [Depth::Sixteen, Depth::Indexed, Depth::TrueColour] {
        let look = colourful(depth);
        for cell in [2, 3] {
            let lines = board_lines(&view.picture(&layers), look, cell);
            let stone = lines[2].iter().find(|span| span.text.contains('●'));
            let style = stone.expect("the stone is in the middle row").style;
            let bare = look.style(Part::BareStone(Color::Black));
            assert_eq!(style.get_fg_color(), bare.get_fg_color());
            assert_eq!(style.get_bg_color(), look.style(Part::Cursor).get_bg_color());
            assert!(!style.get_effects().contains(Effects::INVERT));
        }
    }
}

#[test]
fn the_panel_stands_beside_the_board_where_there_is_room_and_below_it_elsewhere() {
    let view = view(ATARI);
    let layers = Layers::default();
    let wide = drawn(&view, &layers, ASCII, 60);
    assert!(
        wide.lines().nth(1).unwrap().contains("G       Groups: Black A-Z"),
        "{wide}"
    );
    let narrow = drawn(&view, &layers, ASCII, 40);
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
fn the_legend_names_the_marks_that_are_on_the_board() {
    let view = view(ATARI);
    let lines = |layers: &Layers, look| {
        let lines = legend(&view.picture(layers), look, 80);
        lines.iter().map(|line| written(line)).collect::<String>()
    };
    let expected = "● Black  ○ White\na= likely alive  B~ weak  A! critical\n!A decides the life of A\n";
    assert_eq!(lines(&Layers::default(), PRINT), expected);
    let board = board_text(&view, &Layers::default(), PRINT, 0);
    assert!(board.contains("\n 3 .  .  +  !A +  .  .  3\n"), "{board}");
    let layers = Layers {
        influence: Some(Map::Area),
        ..Layers::default()
    };
    let expected = "X Black  O White\na= likely alive  B~ weak  A! critical\n!A decides the life of A\n: Black's influence  ' White's influence\n";
    assert_eq!(lines(&layers, ASCII), expected);
}

#[test]
fn a_panel_that_is_longer_than_the_board_goes_on_below_it() {
    let view = view("X .\n. .");
    let panel = view.about(Point::new(0, 0), &PointDetails::default());
    let paper = Paper {
        look: PRINT,
        width: 80,
    };
    let text = render(&view, &view.picture(&Layers::default()), &panel, paper);
    let columns: Vec<_> = text.lines().filter_map(|line| line.find("  liberties")).collect();
    assert!(panel.rows.len() > 4 && columns.len() == 1, "{text}");
    let place = |what: &str| {
        let mut lines = text.lines();
        lines.find_map(|line| line.find(what).map(|byte| line[..byte].chars().count()))
    };
    assert_eq!(place("group A"), place("ownership"), "{text}");
}
