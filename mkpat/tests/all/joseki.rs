// SPDX-License-Identifier: MIT OR Apache-2.0

//! Joseki trees: entries of nodes, and diagnostics.
#![cfg(feature = "compile")]

use mkpat::{Binary, Cell, Code, Edges, Expr, Function, Offset, Options, Source, compile, joseki};

use super::check_snapshot;

fn text(tree: &str) -> String {
    let (text, diagnostics) = joseki(&Source::new("joseki/hoshi.sgf", tree));
    assert_eq!(diagnostics, [], "{text}");
    text
}

const TREE: &str = "\
(;GM[1]SZ[19]
;B[pd]C[Nothing here: no boundary.]
(;W[qf]LB[mg:A]C[75]
 ;B[nc]LB[mg:A]C[81; DX the knight's answer
and more words]
 (;W[rd]LB[mg:A]SQ[qc]TR[ob]CR[oe]C[70;D])
 (;W[qc]))
(;W[cp]))";

#[test]
fn nodes_with_a_boundary_become_entries() {
    check_snapshot("joseki_entries", &text(TREE));
}

#[test]
fn entries_are_compiled_and_keep_the_line_of_their_node() {
    let source = Source::new("joseki/hoshi.sgf", TREE);
    let compiled = compile(std::slice::from_ref(&source), &Options::default());
    assert_eq!(compiled.diagnostics, []);
    let names: Vec<_> = compiled
        .database
        .patterns
        .iter()
        .map(|p| (p.name.as_str(), p.line, p.weight))
        .collect();
    assert_eq!(
        names,
        [
            ("hoshi:Q16.R14.O17", 4, 81),
            ("hoshi:Q16.R14", 3, 75),
            ("hoshi:Q16.R14.O17.S16", 6, 70)
        ]
    );
    let last = &compiled.database.patterns[2];
    assert_eq!(last.edges, Edges::TOP | Edges::RIGHT);
    assert_eq!((last.size, last.move_at), ((7, 7), (5, 3)));
    // White moves, so White is the friend.
    let friend = last.elements.iter().find(|e| e.cell == Cell::Friend);
    assert_eq!(friend.map(|e| e.at), Some(Offset::new(-1, 2)));
    let Some(Expr::Binary(Binary::And, ..)) = last.constraint else {
        panic!("three marks")
    };
}

#[test]
fn a_node_with_a_boundary_and_no_value_contributes_nothing() {
    for node in [
        "LB[mg:A]",
        "LB[mg:A]C[Black resists]",
        "LB[mg:A]C[]",
        "LB[mg:A]C[0]",
        "LB[mg:A]TR[aa]",
    ] {
        let tree = format!("(;SZ[19];B[pd]{node};W[qf]LB[mg:A]C[75])");
        let compiled = compile(&[Source::new("hoshi.sgf", tree)], &Options::default());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        let codes: Vec<_> = compiled.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::NoValue], "{node}");
        let names: Vec<_> = compiled
            .database
            .patterns
            .iter()
            .map(|p| p.name.as_str())
            .collect();
        assert_eq!(names, ["hoshi:Q16.R14"], "{node}");
    }
}

#[test]
fn the_words_about_a_bad_move_are_a_note() {
    let note = |mark: &str| {
        let tree = format!("(;SZ[19];B[pd];W[rd]{mark}LB[mg:A]C[2\nloses 5.0 points\n1 of 9 moves])");
        let compiled = compile(&[Source::new("hoshi.sgf", tree)], &Options::default());
        assert_eq!(compiled.diagnostics, []);
        compiled.database.patterns[0].note.clone()
    };
    assert_eq!(note("BM[1]").as_deref(), Some("loses 5.0 points"));
    assert_eq!(note(""), None);
}

#[test]
fn captures_are_played_out() {
    // Black takes the stone in the corner before White's move that is the entry.
    let text = text("(;SZ[9]AW[ia]AB[ha];B[ib];W[hc]LB[gc:A]C[50])");
    assert_eq!(
        text,
        "Pattern hoshi:J8.H7\n---+\n.X.|\n..X|\n.*.|\n---+\n".replace(
            "---+\n.X.|\n..X|\n.*.|\n---+\n",
            "---+\n.X.|\n..X|\n.*.|\n:8,50\n"
        )
    );
}

#[test]
fn a_mark_on_the_move_asks_about_the_move() {
    let source = Source::new("a.sgf", "(;SZ[19];B[pd]LB[mg:A]C[80]CR[pd])");
    let compiled = compile(&[source], &Options::default());
    let names = |e: &Expr| matches!(e, Expr::Unary(_, inner) if matches!(&**inner, Expr::Call(Function::OArea | Function::XArea, p) if p == &[Offset::ZERO]));
    let Some(Expr::Binary(Binary::And, left, right)) = &compiled.database.patterns[0].constraint else {
        panic!("neither ours nor theirs")
    };
    assert!(names(left) && names(right));
}

#[test]
fn a_symmetric_corner_says_so() {
    let compiled = |tree: &str| compile(&[Source::new("a.sgf", tree)], &Options::default());
    let corner = compiled("(;SZ[19];B[pd]LB[mg:A]C[80])");
    assert_eq!(corner.diagnostics, []);
    assert_eq!(corner.database.patterns[0].symmetry, '/');
    assert_eq!(corner.database.variants.len(), 4);
    let marked = compiled("(;SZ[19];B[pd]LB[mg:A]SQ[nd]C[80])");
    assert_eq!(marked.diagnostics, []);
    assert_eq!(marked.database.patterns[0].symmetry, '8');
}

#[test]
fn a_boundary_on_the_left_edge_makes_an_entry_of_the_whole_side() {
    assert_eq!(
        text("(;SZ[7];B[bb];W[fb];B[db]LB[ac:A]C[60])"),
        "Pattern hoshi:B6.F6.D6\n+-------+\n|.......|\n|.O.*.X.|\n|.......|\n:8,60\n"
    );
    let symmetric = text("(;SZ[7];B[bb];W[];B[fb];W[db]LB[ab:A]C[60])");
    assert!(
        symmetric.ends_with("\n|.......|\n|.X.*.X.|\n:|,60\n"),
        "{symmetric}"
    );
}

#[test]
fn a_joseki_inside_a_larger_one_adds_to_it_and_makes_it_not_superfluous() {
    let tree = |boundary: &str, value: u32| format!("(;SZ[19];B[pd];W[qf]LB[{boundary}:A]C[{value}])");
    let sources = [("hoshi", tree("jj", 80)), ("sides", tree("aj", 60))];
    let sources = sources.map(|(name, tree)| Source::new(format!("{name}.sgf"), tree));
    assert_eq!(compile(&sources, &Options::default()).diagnostics, []);
}

#[test]
fn another_order_of_moves_gives_no_second_entry() {
    let both = "(;SZ[19](;B[pd];W[qf];B[nc];W[rd]LB[mg:A]C[70])(;B[nc];W[qf];B[pd];W[rd]LB[mg:A]C[70]))";
    assert_eq!(text(both).matches("Pattern").count(), 1);
}

#[test]
fn what_the_pattern_compiler_says_is_said_of_the_node() {
    let source = Source::new("a.sgf", "(;SZ[19]\n;B[pd]\n;W[qf]LB[mg:A]C[70;Z])");
    let compiled = compile(std::slice::from_ref(&source), &Options::default());
    let [warning] = compiled.diagnostics.as_slice() else {
        panic!("{:?}", compiled.diagnostics);
    };
    assert_eq!(
        (warning.code, warning.line_column(&[source])),
        (Code::UnknownClass, (3, 1))
    );
}
