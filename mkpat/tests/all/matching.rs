// SPDX-License-Identifier: MIT OR Apache-2.0

//! The plain matcher against the windows that a fast one uses, with the databases that ship.
#![cfg(feature = "compile")]

use std::collections::BTreeSet;
use std::path::Path;

use katachi_rules::{Board, BoardSize, Color, Point};
use mkpat::{Cell, Database, Edges, Offset, Options, Pattern, Source, Variant, compile, entry, raw_matches};

fn shipped() -> mkpat::Compiled {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns");
    let sources = Source::read(&folder).expect("the patterns are there");
    compile(&sources, &Options::default())
}

/// A position of random legal moves.
fn position(size: BoardSize, moves: usize, mut seed: u64) -> Board {
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..moves {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let empty: Vec<Point> = board
            .empty_points()
            .filter(|&p| board.is_legal(color, p) && !board.is_eye(color, p))
            .collect();
        let Some(&point) = empty.get((seed >> 33) as usize % empty.len().max(1)) else {
            break;
        };
        board.place(color, point);
        color = color.opposite();
    }
    board
}

/// The word of the 16 points around a point.
fn word(board: &Board, color: Color, at: Point, o: Offset) -> u32 {
    let (x, y) = (i32::from(o.dx), i32::from(o.dy));
    let steps = (-1..=2).flat_map(|dy| (-1..=2).map(move |dx| (x + dx, y + dy)));
    steps.fold(0, |word, (dx, dy)| {
        let state = match board.size().offset(at, dx, dy).map(|p| board.cell(p).color()) {
            None => 0b11,
            Some(None) => 0b00,
            Some(Some(c)) if c == color => 0b01,
            Some(Some(_)) => 0b10,
        };
        word << 2 | state
    })
}

fn fits(database: &Database, variant: &Variant, board: &Board, color: Color, at: Point) -> bool {
    let size = board.size();
    let corner = |o: Offset| size.offset(at, o.dx.into(), o.dy.into());
    let (Some(a), Some(b)) = (corner(variant.top_left), corner(variant.bottom_right)) else {
        return false;
    };
    let edge = |side, is: bool| !variant.edges.contains(side) || is;
    let stone = board.cell(at).color();
    stone
        == match variant.anchor {
            Cell::Friend => Some(color),
            Cell::Enemy => Some(color.opposite()),
            _ => None,
        }
        && edge(Edges::LEFT, a.x() == 0)
        && edge(Edges::TOP, a.y() == 0)
        && edge(Edges::RIGHT, b.x() + 1 == size.width())
        && edge(Edges::BOTTOM, b.y() + 1 == size.height())
        && database
            .windows_of(variant)
            .iter()
            .all(|w| word(board, color, at, w.at) & w.mask == w.value)
}

#[test]
fn elements_and_windows_find_the_same() {
    let compiled = shipped();
    let sizes = [
        (19, 19, 60),
        (9, 9, 30),
        (13, 7, 25),
        (5, 5, 12),
        (1, 1, 1),
        (2, 25, 20),
    ];
    for (index, (width, height, moves)) in sizes.into_iter().enumerate() {
        let size = BoardSize::new(width, height).unwrap();
        let board = position(size, moves, 7 + index as u64);
        for database in [&compiled.database, &compiled.connections] {
            for color in Color::BOTH {
                let plain: BTreeSet<(usize, Point)> = raw_matches(database, &board, color)
                    .into_iter()
                    .map(|m| (m.variant, m.anchor))
                    .collect();
                let mut windows = BTreeSet::new();
                for (index, variant) in database.variants.iter().enumerate() {
                    let lies = |p: &Point| fits(database, variant, &board, color, *p);
                    windows.extend(size.points().filter(lies).map(|p| (index, p)));
                }
                assert_eq!(plain, windows, "{size}");
            }
        }
    }
}

#[test]
fn the_shipped_databases_have_neither_errors_nor_warnings() {
    let compiled = shipped();
    let notable = compiled
        .diagnostics
        .iter()
        .filter(|d| d.severity > mkpat::Severity::Note);
    assert_eq!(notable.count(), 0);
    assert!(compiled.connections.patterns.len() >= 15);
    for source in Source::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns")).unwrap() {
        assert_eq!(mkpat::format(&source), source.text, "{} is laid out", source.name);
    }
}

/// A pattern without its place in a file.
fn meaning(pattern: &Pattern) -> Pattern {
    Pattern {
        file: 0,
        line: 0,
        ..pattern.clone()
    }
}

#[test]
fn every_pattern_is_read_back_from_its_entry() {
    let before = shipped().database.patterns;
    assert!(before.len() > 500);
    let text: String = before.iter().map(|p| entry(p) + "\n").collect();
    let compiled = compile(&[Source::new("entries.db", text)], &Options::default());
    let after = compiled.database.patterns;
    assert_eq!(after.len(), before.len(), "{:?}", compiled.diagnostics.first());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(meaning(before), meaning(after));
    }
}
