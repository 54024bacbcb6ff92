// SPDX-License-Identifier: MIT OR Apache-2.0

//! Panels of small positions.

use katachi_engine::reading::Verdict;
use katachi_rules::BoardSize;

use super::*;
use crate::facts::fields::ReadingData;
use crate::position::tests::{ATARI, player, view, view_with_values};

fn about(view: &PositionView, vertex: &str) -> Panel {
    let point = view.game.size().parse_vertex(vertex).unwrap();
    let mut player = player();
    let details = PointDetails::new(
        &mut player.answers(&view.game),
        &view.game,
        &view.analysis,
        point,
        false,
    );
    view.about(point, &details)
}

#[track_caller]
fn has(panel: &Panel, rows: &[(&str, &str)]) {
    for &(label, text) in rows {
        assert_eq!(text_of(panel, label), Some(text), "{label}");
    }
}

fn text_of<'a>(panel: &'a Panel, label: &str) -> Option<&'a str> {
    let row = panel.rows.iter().find(|row| row.label == label)?;
    Some(&row.text)
}

#[test]
fn a_stone_has_the_facts_of_its_group() {
    let panel = about(&view(ATARI), "D4");
    assert_eq!(panel.heading, "D4: Black");
    let rows = [
        ("group A", "critical (!)"),
        ("stones", "1"),
        ("eyes", "0"),
        ("killed", "yes (1): D3, read"),
        ("attack", "yes (1): D3"),
    ];
    has(&panel, &rows);
    assert!(text_of(&panel, "saved").unwrap().starts_with("yes (1): D3"));
    assert_eq!(text_of(&panel, "string"), None, "it is all there is of the group");
    assert_eq!(text_of(&panel, "gains"), None, "nobody can play there");
}

#[test]
fn an_empty_point_has_its_owner_and_what_speaks_for_a_move() {
    let view = view_with_values(ATARI, &[("D3", 30)]);
    let panel = about(&view, "D3");
    assert_eq!(panel.heading, "D3: empty");
    assert_eq!(text_of(&panel, "value"), Some("30"));
    assert!(text_of(&panel, "ownership").unwrap().contains("of 100 playouts"));
    assert_eq!(text_of(&about(&view, "A7"), "value"), None);
}

#[test]
fn a_point_where_a_move_is_not_legal_says_why() {
    let panel = about(&view(". O .\nO . .\n. . ."), "A3");
    assert_eq!(text_of(&panel, "move"), Some("not for Black: suicide"));
}

#[test]
fn the_summary_counts_groups_and_lists_the_critical_ones() {
    let layers = Layers {
        influence: Some(Map::Moyo),
        ..Layers::default()
    };
    let panel = view(ATARI).summary(&layers);
    has(
        &panel,
        &[("! critical", "1 (1 stone)"), ("A D4", "attack D3, defense D3")],
    );
    assert!(text_of(&panel, "Black").unwrap().ends_with(" points of moyo"));
    let bare = Layers {
        groups: false,
        ..Layers::default()
    };
    assert!(view(ATARI).summary(&bare).rows.is_empty());
}

/// The first move on the middle one of Black's three points in the corner decides.
const THREE: &str = "
    . . . X O . .
    X X X X O . .
    O O O O O . .
    . . . . . . .
    . . . . . . .";

#[test]
fn a_point_of_an_eye_space_tells_what_the_space_is_worth() {
    let panel = about(&view(THREE), "B5");
    let eye = ("eye space", "Black's, vital here");
    has(
        &panel,
        &[eye, ("points", "3"), ("eyes", "1 to 2"), ("spoils", "B5")],
    );
    assert_eq!(text_of(&about(&view(ATARI), "A7"), "eye space"), None);
}

#[test]
fn a_group_is_listed_with_the_move_that_decides_its_eyes() {
    let layers = Layers {
        eyes: true,
        ..Layers::default()
    };
    let panel = view(THREE).summary(&layers);
    has(
        &panel,
        &[
            ("A D5", "attack B5, defense B5"),
            ("Black", "1 eye space, 3 points, 1 undecided"),
        ],
    );
}

#[test]
fn long_texts_are_wrapped_in_their_column() {
    let panel = Panel {
        heading: "A heading".to_owned(),
        rows: vec![
            Row::new("one", "first second third fourth"),
            Row::new("label", "x"),
        ],
    };
    let lines: Vec<String> = panel.lines(20).into_iter().map(|line| line.text).collect();
    let expected = "A heading\none    first second\n       third fourth\nlabel  x";
    assert_eq!(lines.join("\n"), expected);
}

#[test]
fn a_ko_and_a_reading_without_an_end_are_told_from_yes_and_no() {
    let size = BoardSize::square(9);
    let point = size.parse_vertex("C3").unwrap();
    let text = |verdict, points: &[Point]| ReadingData::new(verdict, points, None, size).text;
    for (verdict, points, expected) in [
        (Verdict::Yes, &[point, point][..], "yes (1): C3 C3"),
        (
            Verdict::KoAhead,
            &[point],
            "by ko, the other needs the first threat (2): C3",
        ),
        (
            Verdict::KoBehind,
            &[point],
            "by ko, after finding the first threat (3): C3",
        ),
        (Verdict::Unknown, &[], "not read to the end (0)"),
    ] {
        assert_eq!(text(verdict, points), expected);
    }
}

#[test]
fn a_reading_is_shown_with_its_line_of_play() {
    let view = view(
        "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O .
        . O X X . X O .
        . O O X X X O .
        . . O O O O O .
        . . . . . . . .",
    );
    let panel = about(&view, "D3");
    assert_eq!(text_of(&panel, "killed"), Some("yes (1): E5, read"));
    assert!(text_of(&panel, "White kills").unwrap().starts_with("E5"));
    assert_eq!(
        text_of(&panel, "Black saves"),
        Some("E5: it has two eyes (E4, D5)"),
        "the line says what the group has at its end"
    );
}
