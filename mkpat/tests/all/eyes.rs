// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eye shapes: reading, and lookup.
#![cfg(feature = "compile")]

use mkpat::{Code, Compiled, EyeCell, EyeGraph, EyePoint, Input, Options, Source, compile};

fn compiled(text: &str) -> Compiled {
    let source = Source::new("test.db", text).with_input(Input::Eyes);
    compile(&[source], &Options::default())
}

/// The graph of a picture of `.`, `!` and `X`, drawn with any indentation.
fn graph(rows: &[&str]) -> EyeGraph {
    let cell = |c| match c {
        '.' => Some(EyePoint::Proper),
        '!' => Some(EyePoint::Marginal),
        'X' => Some(EyePoint::Stone),
        _ => None,
    };
    let mut graph = EyeGraph::default();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, point) in row.chars().enumerate().filter_map(|(x, c)| Some((x, cell(c)?))) {
            let index = graph.push(point).expect("a small picture");
            for (other, at) in places.iter().enumerate() {
                if at.0.abs_diff(x) + at.1.abs_diff(y) == 1 {
                    graph.connect(index, other);
                }
            }
            places.push((x, y));
        }
    }
    graph
}

#[test]
fn rows_are_indented_and_differ_in_length() {
    let compiled = compiled("Pattern Plus   a comment\n\n  .\n .*.   the key\n\t. \n\n:2,1\n");
    // The tab reaches past the rest.
    assert_eq!(compiled.diagnostics[0].code, Code::EyeApart);
    let compiled = self::compiled("Pattern Plus   a comment\n\n  .\n .*.   the key\n  .\n\n:2,1   another\n");
    assert_eq!(compiled.diagnostics, []);
    let shape = &compiled.eyes.eyes[0];
    assert_eq!((shape.max, shape.min), (2, 1));
    assert_eq!(
        shape.cells,
        [
            (1, 0, EyeCell::Proper),
            (0, 1, EyeCell::Proper),
            (1, 1, EyeCell::Key),
            (2, 1, EyeCell::Proper),
            (1, 2, EyeCell::Proper)
        ]
    );
}

#[test]
fn a_tab_goes_to_the_next_multiple_of_eight_columns() {
    let shape = compiled("Pattern Line\n\t.\n  \t*\n        .\n.\t.\n:2,1\n");
    assert_eq!(
        shape.diagnostics[0].code,
        Code::EyeApart,
        "the point before the tab is apart"
    );
    let shape = compiled("Pattern Line\n\t.\n  \t*\n        .\n\t\t \n:2,1\n");
    assert_eq!(shape.diagnostics, []);
    let cells = [
        (0, 0, EyeCell::Proper),
        (0, 1, EyeCell::Key),
        (0, 2, EyeCell::Proper),
    ];
    assert_eq!(shape.eyes.eyes[0].cells, cells);
}

#[test]
fn a_shape_is_found_turned_and_bent_with_its_key() {
    let database = compiled("Pattern T\n .\n.*.\n:2,1\nPattern L\n@..!\n:1,0\n").eyes;
    let found = database
        .find_eye(&graph(&[".", "..", "."]))
        .expect("the T on its side");
    assert_eq!(found.shape.name, "T");
    assert_eq!(found.cells.iter().filter(|c| c.is_key()).count(), 1);
    assert_eq!(found.cells[1], EyeCell::Key);
    let found = database
        .find_eye(&graph(&["!.", " .!"]))
        .expect("round two corners");
    assert_eq!(found.shape.name, "L");
    assert!(database.find_eye(&graph(&["...."])).is_none());
    assert!(database.find_eye(&graph(&["! .", "..."])).is_none());
    assert!(database.find_eye(&graph(&[". ."])).is_none(), "not one space");
}

#[test]
fn a_cell_that_may_be_a_stone_stands_for_two_shapes() {
    let database = compiled("Pattern Open\nx.!\n:1,1\n").eyes;
    assert_eq!(database.forms.len(), 2);
    for rows in [["..!"], ["X.!"]] {
        let found = database.find_eye(&graph(&rows)).expect("either");
        assert_eq!(found.cells[0], EyeCell::ProperOrStone);
    }
    assert!(database.find_eye(&graph(&[".X!"])).is_none());
}

#[test]
fn the_first_of_like_shapes_counts() {
    let compiled = compiled("Pattern A\n...\n:1,1\nPattern B\n..\n.\n:2,2\n");
    let codes: Vec<_> = compiled.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::DuplicateEye]);
    assert_eq!(compiled.eyes.eyes.len(), 2);
    let found = compiled.eyes.find_eye(&graph(&["..."])).map(|m| m.shape.max);
    assert_eq!(found, Some(1));
}

#[test]
fn the_shipped_shapes_compile_without_a_word() {
    let compiled = compiled(include_str!("../../../patterns/eyes.db"));
    assert_eq!(compiled.diagnostics, []);
    assert!(compiled.eyes.find_eye(&graph(&["..."])).is_some());
}
