// SPDX-License-Identifier: MIT OR Apache-2.0

//! Round trips and damaged tables.

use proptest::prelude::*;

use super::*;
use crate::database::{Assistance, Cell, Classes, Element, Kind, Pattern, Variant, Window};
use crate::expr::{Binary, Expr, Function, Unary};
use crate::eye::{EyeCell, EyeForm, EyeShape};
use crate::fit::{Fit, FitSource};
use crate::geometry::{Edges, Offset, Transformation};

/// A pattern of one row, `O*X`, with a constraint that uses every kind of node.
fn sample() -> Database {
    let element = |dx, cell| Element {
        at: Offset::new(dx, 0),
        cell,
    };
    let number = |n| Box::new(Expr::Number(n));
    let pattern = Pattern {
        name: "Sämple".to_owned(),
        file: 0,
        line: 7,
        size: (3, 1),
        move_at: (1, 0),
        has_move: true,
        edges: Edges::LEFT,
        symmetry: '8',
        weight: 50,
        assistance: Assistance::Wind {
            ucutoff: -20,
            uvalue: 1,
            mycutoff: 0,
            myvalue: 0,
        },
        classes: Classes::SACRIFICE | Classes::LOUD,
        obonus: 1,
        xbonus: 2,
        splitbonus: 3,
        minrand: -4,
        maxrand: 5,
        helper: Some("some_helper".to_owned()),
        elements: vec![
            element(-1, Cell::Friend),
            element(1, Cell::Enemy),
            element(0, Cell::Empty),
        ],
        constraint: Some(Expr::Binary(
            Binary::Remainder,
            Box::new(Expr::Unary(Unary::Plus, number(i32::MIN))),
            Box::new(Expr::Call(Function::SekiHelper, vec![Offset::new(-1, 0)])),
        )),
        labels: vec![(Offset::new(-1, 0), 'q')],
        note: Some("bend around it".to_owned()),
        fit: Some(Fit {
            weight: -25,
            differences: [1, 2, -3],
            alone: -7,
            source: FitSource::Games {
                held: Some(9),
                played: 4,
                value: 50,
            },
        }),
        replaces: Some("Hane_21_0412".to_owned()),
    };
    let variant = Variant {
        pattern: 0,
        transformation: Transformation::C,
        anchor: Cell::Friend,
        to_move: Offset::new(-1, 0),
        top_left: Offset::new(-2, 0),
        bottom_right: Offset::ZERO,
        edges: Edges::RIGHT,
        first_window: 0,
        window_count: 2,
    };
    let window = |dx| Window {
        at: Offset::new(dx, 0),
        mask: 0b11 << 20,
        value: 0b01 << 20,
    };
    Database {
        files: vec!["a.db".to_owned()],
        patterns: vec![pattern],
        variants: vec![variant],
        windows: vec![window(0), window(-1)],
        ..Database::default()
    }
}

/// Three in a row, the key in the middle, a stone or not at the end.
fn sample_eyes() -> Database {
    let shape = EyeShape {
        name: "Three".to_owned(),
        file: 0,
        line: 3,
        max: 2,
        min: 1,
        cells: vec![
            (0, 0, EyeCell::Proper),
            (1, 0, EyeCell::Key),
            (2, 0, EyeCell::ProperOrStone),
        ],
    };
    let forms = shape.graphs().into_iter().map(|graph| {
        let (graph, cells) = graph.canonical().unwrap();
        EyeForm {
            shape: 0,
            graph,
            cells,
        }
    });
    let mut forms: Vec<_> = forms.collect();
    forms.sort_by(|a, b| a.graph.cmp(&b.graph));
    Database {
        kind: Kind::Eyes,
        files: vec!["eyes.db".to_owned()],
        forms,
        eyes: vec![shape],
        ..Database::default()
    }
}

#[test]
fn every_changed_bit_changes_the_checksum() {
    let bytes: Vec<u8> = (0..37).map(|i| i * 7).collect();
    let whole = checksum(&bytes);
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert_ne!(checksum(&damaged), whole, "bit {bit}");
    }
    // The last word is filled with zeros, and the length tells them from others.
    let zeros: Vec<_> = (0..8).map(|count| checksum(&vec![0; count])).collect();
    for (i, sum) in zeros.iter().enumerate() {
        assert!(!zeros[..i].contains(sum), "{i} zeros");
    }
}

#[test]
fn a_table_is_read_as_it_was_written() {
    assert_eq!(Database::decode(&sample().encode()), Ok(sample()));
    assert_eq!(Database::decode(&sample_eyes().encode()), Ok(sample_eyes()));
    for kind in Kind::ALL {
        let empty = Database::new(kind);
        assert_eq!(Database::decode(&empty.encode()), Ok(empty));
    }
    let mut plain = sample();
    let pattern = &mut plain.patterns[0];
    (pattern.helper, pattern.constraint, pattern.fit) = (None, None, None);
    assert_eq!(Database::decode(&plain.encode()), Ok(plain));
}

#[test]
fn damage_is_told_by_kind() {
    let bytes = sample().encode();
    assert_eq!(Database::decode(b"GIF89a"), Err(TableError::Label));
    for length in [10, 15] {
        assert_eq!(Database::decode(&bytes[..length]), Err(TableError::Checksum));
    }
    let mut old = bytes.clone();
    old[8] = 0;
    assert_eq!(Database::decode(&old), Err(TableError::Version { found: 0 }));
    let mut flipped = bytes.clone();
    flipped[40] ^= 1;
    assert_eq!(Database::decode(&flipped), Err(TableError::Checksum));
    let short = Database::sealed(&bytes[..bytes.len() - 1]);
    assert_eq!(Database::decode(&short), Err(TableError::Value("encoding")));
    let long = Database::sealed(&[bytes.as_slice(), &[0]].concat());
    assert_eq!(Database::decode(&long), Err(TableError::Value("length")));
}

/// Changes the sample and expects an error about the change.
#[track_caller]
fn refused(what: &'static str, change: impl Fn(&mut Database)) {
    refused_of(sample(), what, change);
}

#[track_caller]
fn refused_of(mut database: Database, what: &'static str, change: impl Fn(&mut Database)) {
    change(&mut database);
    let found = Database::decode(&database.encode());
    assert_eq!(found, Err(TableError::Value(what)), "{what}");
}

#[test]
fn impossible_values_are_refused() {
    refused("file index", |d| d.files.clear());
    refused("pattern index", |d| d.variants[0].pattern = 1);
    refused("window index", |d| d.variants[0].window_count = 3);
    refused("window index", |d| d.variants[0].first_window = u32::MAX);
    refused("first window", |d| d.variants[0].window_count = 0);
    refused("first window", |d| d.windows[0].at.dx = -1);
    refused("place of a window", |d| d.windows[1].at.dx = 1);
    refused("window", |d| d.windows[0].mask = 0);
    refused("bounds of a variant", |d| d.variants[0].top_left.dx = -128);
    refused("bounds of a variant", |d| {
        d.variants[0].transformation = Transformation::E;
    });
    refused("edges of a variant", |d| d.variants[0].edges = Edges::LEFT);
    refused("size of a pattern", |d| d.patterns[0].size.0 = 26);
    refused("size of a pattern", |d| d.patterns[0].move_at.1 = 1);
    refused("symmetry", |d| d.patterns[0].symmetry = 'a');
    refused("class or edge", |d| {
        d.patterns[0].classes = Classes::from_bits_retain(1 << 15)
    });
    refused("random variation", |d| d.patterns[0].minrand = 6);
    refused("place of an element", |d| {
        d.patterns[0].elements[0].at.dx = -2;
    });
    refused("anchor", |d| d.variants[0].anchor = Cell::NotEnemy);
    refused("point of a constraint", |d| {
        d.patterns[0].constraint = Some(Expr::Call(Function::Lib, vec![Offset::new(0, 25)]));
    });
    refused("number of arguments", |d| {
        d.patterns[0].constraint = Some(Expr::Call(Function::XPlayAttack, vec![]));
    });
    refused("order of patterns", |d| {
        let mut higher = d.patterns[0].clone();
        higher.weight += 1;
        d.patterns.push(higher);
    });
}

#[test]
fn impossible_kinds_and_eyes_are_refused() {
    refused("move pattern", |d| d.patterns[0].has_move = false);
    refused("move pattern", |d| {
        d.patterns[0].elements[2].cell = Cell::Inhibited;
    });
    refused("entry of another kind", |d| d.kind = Kind::Eyes);
    refused("entry of another kind", |d| d.eyes = sample_eyes().eyes);
    let refused = |what, change: fn(&mut Database)| refused_of(sample_eyes(), what, change);
    refused("file index", |d| d.files.clear());
    refused("order of forms", |d| d.forms.reverse());
    refused("shape index", |d| d.forms[1].shape = 1);
    refused("number of eyes", |d| d.eyes[0].min = 3);
    refused("number of eyes", |d| (d.eyes[0].min, d.eyes[0].max) = (3, 3));
    refused("size of an eye", |d| d.eyes[0].cells.clear());
    refused("cell of a form", |d| d.forms[0].cells[0] = 3);
    refused("cells of a form", |d| {
        d.eyes[0].cells.push((3, 0, EyeCell::Proper));
    });
    refused("cells of a form", |d| d.forms[0].cells[1] = d.forms[0].cells[0]);
}

#[test]
fn deep_constraints_are_refused_without_walking_them() {
    let nested = |depth: usize| {
        (1..depth).fold(Expr::Number(1), |inner, _| {
            Expr::Unary(Unary::Not, Box::new(inner))
        })
    };
    let mut database = sample();
    database.patterns[0].constraint = Some(nested(Expr::MAX_DEPTH));
    assert_eq!(Database::decode(&database.encode()), Ok(database));
    refused("encoding", |d| {
        d.patterns[0].constraint = Some(nested(Expr::MAX_DEPTH + 1));
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_tables_do_not_panic(
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
        eyes in any::<bool>(),
    ) {
        let mut bytes = if eyes { sample_eyes() } else { sample() }.encode();
        for (at, to) in flips {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        for damaged in [bytes[..cut.index(bytes.len())].to_vec(), bytes] {
            let _ = Database::decode(&damaged);
            // What is accepted can be written and read again.
            if let Ok(database) = Database::decode(&Database::sealed(&damaged)) {
                prop_assert_eq!(Database::decode(&database.encode()), Ok(database));
            }
        }
    }

    #[test]
    fn random_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Database::decode(&bytes);
        let mut table = LABEL.to_vec();
        table.extend(VERSION.to_le_bytes());
        table.extend([0; 8]);
        table.extend(bytes);
        let _ = Database::decode(&Database::sealed(&table));
    }
}
