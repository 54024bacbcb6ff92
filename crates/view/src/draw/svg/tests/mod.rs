// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pictures as documents: their marks, their legend, and their edges.

mod bounds;

use std::collections::BTreeSet;

use katachi_engine::analysis::{Analysis, Effort};
use katachi_rules::{Board, BoardSize, Game, Move, Point, Rules};
use roxmltree::{Document as Xml, Node};

use bounds::bounds;

use super::*;
use crate::EyeKind;
use crate::groups::GroupStatus;
use crate::palette::tests::vision::contrast;
use crate::picture::{Layers, Map};
use crate::position::tests::{ATARI, view, view_of, view_with_values};

/// Black in the corner is critical, and so is White's cut-off stone; the lower right is an eye space of
/// White.
const LIFE: &str = "
    . . . X O . . . .
    X X X X O . . . .
    O O O O O . . X .
    . . . . . . . . .
    . . O . . . X . .
    . . X O X . . . .
    . . X X . . O O O
    . . . . . . O X .
    . . . . . . O X .";

fn draw(view: &PositionView, layers: &Layers) -> String {
    render(view, &view.picture(layers), &view.summary(layers))
}

fn of_size(width: u8, height: u8) -> PositionView {
    let size = BoardSize::new(width, height).unwrap();
    let game = Game::from_position(Board::new(size), Color::Black, Rules::default(), 7.5);
    let effort = Effort {
        reading_nodes: 10,
        playouts: 2,
    };
    PositionView::new(&game, Analysis::new(game.board(), effort), None)
}

/// Every map, with and without the other layers.
fn all_layers(cursor: Point) -> impl Iterator<Item = Layers> {
    let maps = Map::ALL.into_iter().map(Some).chain([None]);
    maps.flat_map(move |influence| {
        [false, true].map(|all| Layers {
            influence,
            groups: all || influence.is_none(),
            eyes: all,
            values: all,
            line: None,
            cursor: all.then_some(cursor),
        })
    })
}

/// Counts the elements of that name with that text, or with any if it is empty.
fn count(svg: &str, name: &str, text: &str) -> usize {
    Xml::parse(svg)
        .expect("it is well-formed")
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
        .filter(|node| text.is_empty() || node.text().map(str::trim) == Some(text))
        .count()
}

/// The classes of the marks below the element of that name.
fn marks(svg: &str, id: &str) -> BTreeSet<String> {
    let document = Xml::parse(svg).expect("it is well-formed");
    let part = document
        .descendants()
        .find(|node| node.attribute("id") == Some(id));
    let classes = part
        .unwrap()
        .descendants()
        .filter_map(|node| node.attribute("class"));
    classes.map(str::to_owned).collect()
}

/// The letters in marks of that class on the board.
fn letters_of(svg: &str, class: &str) -> Vec<String> {
    let document = Xml::parse(svg).unwrap();
    let board = document
        .descendants()
        .find(|node| node.attribute("id") == Some("board"));
    let marks = board
        .unwrap()
        .descendants()
        .filter(|node| node.attribute("class") == Some(class));
    let text = |node: Node<'_, '_>| {
        node.descendants()
            .filter(Node::is_text)
            .filter_map(|n| n.text())
            .collect::<String>()
    };
    marks.map(|node| text(node).trim().to_owned()).collect()
}

#[test]
fn the_legend_names_the_marks_that_are_on_the_board_and_no_others() {
    let view = view_with_values(LIFE, &[("F5", 33), ("A1", 8)]);
    let mut seen = BTreeSet::new();
    for layers in all_layers(Point::new(2, 1)) {
        let svg = draw(&view, &layers);
        let on_board = marks(&svg, "board");
        assert_eq!(on_board, marks(&svg, "legend"), "{layers:?}");
        seen.extend(on_board);
    }
    for mark in [
        "letter",
        "status-critical",
        "decides",
        "eye-proper",
        "lost",
        "value",
        "best",
        "cursor",
    ] {
        assert!(seen.contains(mark), "{mark} of {seen:?}");
    }
}

#[test]
fn nothing_reaches_beyond_the_edges() {
    let boards = [(1, 1), (1, 25), (25, 1), (9, 13), (19, 7), (25, 25)].map(|(x, y)| of_size(x, y));
    let full = view_with_values(LIFE, &[("F5", 120), ("A1", 8), ("J9", -100)]);
    for view in boards.iter().chain([&full]) {
        for layers in all_layers(Point::new(0, 0)) {
            let mut panel = view.summary(&layers);
            panel.heading = "a_word_that_is_much_longer_than_the_panel_is_wide_and_so_is_broken".to_owned();
            let svg = render(view, &view.picture(&layers), &panel);
            assert_eq!(outside(&svg), Vec::<String>::new(), "{layers:?}");
        }
    }
}

/// Returns the elements outside of the picture.
fn outside(svg: &str) -> Vec<String> {
    let document = Xml::parse(svg).expect("it is well-formed");
    let view_box = document.root_element().attribute("viewBox").expect("it has one");
    let sides: Vec<f32> = view_box.split(' ').map(|side| side.parse().unwrap()).collect();
    let elements = document
        .descendants()
        .filter_map(|node| Some((node, bounds(node)?)));
    elements
        .filter(|(_, [left, top, right, bottom])| {
            *left < 0.0 || *top < 0.0 || *right > sides[2] || *bottom > sides[3]
        })
        .map(|(node, bounds)| format!("{node:?} at {bounds:?} of {sides:?}"))
        .collect()
}

#[test]
fn panel_and_legend_do_not_cover_the_board_nor_each_other() {
    for view in [of_size(1, 1), of_size(19, 7), view(LIFE)] {
        let svg = draw(
            &view,
            &Layers {
                eyes: true,
                ..Layers::default()
            },
        );
        let document = Xml::parse(&svg).unwrap();
        let of = |id: &str| {
            let part = document
                .descendants()
                .find(|node| node.attribute("id") == Some(id))
                .unwrap();
            let all = part.descendants().filter_map(bounds);
            all.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
        };
        let (board, panel) = (of("board").unwrap(), of("panel").unwrap());
        assert!(board[2] < panel[0], "{board:?} {panel:?}");
        if let Some(legend) = of("legend") {
            assert!(
                board[2] < legend[0] && panel[3] < legend[1],
                "{board:?} {panel:?} {legend:?}"
            );
        }
    }
}

#[test]
fn the_move_that_kills_or_saves_carries_the_letter_of_the_group() {
    let view = view(ATARI);
    assert_eq!(letters_of(&draw(&view, &Layers::default()), "decides"), ["A"]);
    let without = Layers {
        groups: false,
        ..Layers::default()
    };
    assert_eq!(letters_of(&draw(&view, &without), "decides"), [""; 0]);
}

#[test]
fn the_last_move_and_the_cursor_have_marks_of_their_own() {
    let mut game = Game::new(BoardSize::square(5), Rules::default(), 7.5);
    let point = Point::new(2, 2);
    game.play(Color::Black, Move::Play(point)).unwrap();
    let layers = Layers {
        cursor: Some(point),
        ..Layers::default()
    };
    let marks = marks(&draw(&view_of(&game), &layers), "board");
    assert!(marks.contains("last") && marks.contains("cursor"), "{marks:?}");
}

#[test]
fn what_means_something_in_xml_is_escaped() {
    let view = of_size(3, 3);
    let panel = Panel {
        heading: "a < b & c > \"d\"".to_owned(),
        rows: Vec::new(),
    };
    let svg = render(&view, &view.picture(&Layers::default()), &panel);
    assert_eq!(count(&svg, "text", "a < b & c > \"d\""), 1);
}

/// Elements without their colours.
fn without_colours(element: &impl ToString) -> String {
    let text = element.to_string();
    let document = Xml::parse(&text).unwrap();
    let nodes = document.descendants().map(|node| {
        let attributes = node
            .attributes()
            .filter(|a| !["fill", "stroke"].contains(&a.name()));
        let attributes: Vec<String> = attributes
            .map(|a| format!("{}={}", a.name(), a.value()))
            .collect();
        format!(
            "{} {} {}",
            node.tag_name().name(),
            attributes.join(" "),
            node.text().unwrap_or_default()
        )
    });
    nodes.collect()
}

#[test]
fn shapes_tell_statuses_and_eyes_apart_without_colours() {
    let badges = GroupStatus::ALL.map(|how| without_colours(&shape::badge(0.0, 0.0, 5.0, Color::Black, how)));
    let eyes = EyeKind::ALL.map(|kind| without_colours(&shape::eye(0.0, 0.0, Color::Black, kind)));
    let all: BTreeSet<&String> = badges.iter().chain(&eyes).collect();
    assert_eq!(all.len(), badges.len() + eyes.len());
}

#[test]
fn letters_and_marks_can_be_seen_on_their_ground() {
    // WCAG 2 asks for 4.5 in small text, and for 3 of shapes.
    for color in Color::BOTH {
        assert!(contrast(shape::ink_on(color), shape::stone_colour(color)) > 4.5);
        assert!(contrast(shape::ink_on(color), shape::ground(color)) > 4.5);
    }
    for (ink, ground) in [
        (mark::VALUE, shape::WOOD),
        (board::COORDINATES, WHITE),
        (shape::INK, WHITE),
    ] {
        assert!(contrast(ink, ground) > 4.5, "{ink:?}");
    }
    assert!(contrast(shape::CURSOR, shape::WOOD) > 3.0);
    assert!(contrast(shape::ground(Color::Black), shape::WOOD) > 3.0);
}

#[test]
fn lines_are_cut_at_wide_gaps() {
    let pieces: Vec<_> = columns("  one    two words   three ").collect();
    assert_eq!(pieces, [(2, "one"), (9, "two words"), (21, "three")]);
}

#[test]
fn an_overlay_has_the_marks_and_no_stones() {
    let view = view(ATARI);
    let layers = Layers {
        influence: Some(Map::Area),
        cursor: view.game.size().parse_vertex("A1"),
        ..Layers::default()
    };
    let overlay = Overlay::new(&view.picture(&layers), 200.0);
    let classes = |text: &str| {
        let document = roxmltree::Document::parse(text).unwrap();
        let classes = document.descendants().filter_map(|node| node.attribute("class"));
        classes.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(
        classes(&overlay.grounds)
            .iter()
            .all(|class| class.starts_with("ground-"))
    );
    let marks = classes(&overlay.marks);
    assert_eq!(
        marks.iter().filter(|class| *class == "letter").count(),
        6,
        "one on each stone"
    );
    assert!(marks.contains(&"decides".to_owned()));
    assert!(!marks.contains(&"cursor".to_owned()));
    assert!(overlay.legend.contains("kills or saves it"));
}
