// SPDX-License-Identifier: MIT OR Apache-2.0

//! Databases of GNU Go 2.6 compile unchanged: text that its compiler accepted is not an error and has the
//! same meaning. The entries are written for this test.
#![cfg(feature = "compile")]

use mkpat::{Code, Compiled, Edges, Expr, Function, Offset, Options, Severity, Source, compile};

fn compiled(text: &str) -> Compiled {
    compile(&[Source::new("theirs.db", text)], &Options::default())
}

/// The codes of the diagnostics, which are errors only in strict mode.
#[track_caller]
fn warned(text: &str) -> (Vec<Code>, Compiled) {
    let found = compiled(text);
    assert_eq!(found.count(Severity::Error), 0, "{text}\n{:?}", found.diagnostics);
    assert!(found.diagnostics.iter().all(|d| d.help.is_some()), "{text}");
    let strict = Options {
        strict: true,
        ..Options::default()
    };
    let strict = compile(&[Source::new("theirs.db", text)], &strict);
    assert_eq!(strict.has_errors(), found.count(Severity::Warning) > 0, "{text}");
    (found.diagnostics.iter().map(|d| d.code).collect(), found)
}

/// The transformations of the only pattern, in order.
fn letters(compiled: &Compiled) -> String {
    let variants = compiled.database.variants.iter();
    variants.map(|v| v.transformation.letter()).collect()
}

#[test]
fn an_edge_may_be_wider_than_the_rows() {
    for (diagram, edges) in [
        ("-----\nO*X\n.O.", Edges::TOP),
        ("+-----\n|O*X\n|.O.", Edges::TOP | Edges::LEFT),
        ("O*X\n.O.\n-----", Edges::BOTTOM),
        ("O*X|\n.O.|\n--+", Edges::BOTTOM | Edges::RIGHT),
    ] {
        let (codes, found) = warned(&format!("Pattern A\n{diagram}\n:8,50\n"));
        assert_eq!(codes, [Code::EdgeLength], "{diagram}");
        let pattern = &found.database.patterns[0];
        assert_eq!((pattern.size, pattern.edges), ((3, 2), edges), "{diagram}");
    }
}

#[test]
fn a_symmetry_that_the_picture_has_not_gives_as_many_pictures_as_if_it_had() {
    for (symmetry, expected) in [
        ('|', "afdg"),
        ('-', "afdg"),
        ('\\', "afdg"),
        ('/', "afdg"),
        ('+', "ag"),
        ('X', "ag"),
    ] {
        let (codes, found) = warned(&format!("Pattern A\nO*X\n.O?\n:{symmetry},50\n"));
        assert_eq!(codes, [Code::NotSymmetric], "{symmetry}");
        let help = found.diagnostics[0].help.as_deref().unwrap_or_default();
        assert!(help.contains("`8`"), "{help}");
        assert_eq!(letters(&found), expected, "{symmetry}");
    }
    // Equal pictures are matched once: this one is its own half turn.
    let (codes, found) = warned("Pattern A\nOX.\n.*.\n.XO\n:-,50\n");
    assert_eq!(
        (codes, letters(&found).as_str()),
        (vec![Code::NotSymmetric], "af")
    );
    // An unknown symbol is none.
    let (codes, found) = warned("Pattern A\nO*X\n.O?\n:9,50\n");
    assert_eq!(
        (codes, letters(&found).as_str()),
        (vec![Code::UnknownSymmetry], "afdgbhce")
    );
}

#[test]
fn a_connection_pattern_may_declare_what_it_has_not() {
    let source = Source::new("conn.db", "Pattern A\nOX.\n.O?\n:+,C\n");
    let found = compile(&[source], &Options::default());
    assert_eq!(found.count(Severity::Error), 0);
    assert_eq!(found.connections.variants.len(), 2);
}

/// The points that the constraint of the only pattern names, from its move.
fn named(compiled: &Compiled) -> Vec<Offset> {
    fn collect(expr: &Expr, points: &mut Vec<Offset>) {
        match expr {
            Expr::Number(_) => {}
            Expr::Unary(_, operand) => collect(operand, points),
            Expr::Binary(_, left, right) => {
                collect(left, points);
                collect(right, points);
            }
            Expr::Call(_, named) => points.extend(named),
        }
    }
    let mut points = Vec::new();
    let constraint = compiled.database.patterns[0].constraint.as_ref();
    collect(constraint.expect("a constraint"), &mut points);
    points
}

#[test]
fn labels_count_by_their_row_and_column_wherever_the_diagram_was_meant_to_lie() {
    let entry = |constraint: &str| format!("Pattern A\n..X.\n.*O.\n:8,50\n{constraint}\n;lib(a)>1\n");
    let large = Code::ConstraintTooLarge;
    let empty = vec![Code::ConstraintDiffers, Code::NeedsStone];
    for (constraint, at, codes) in [
        // One superfluous row or column, without a label.
        ("..X.\n.*a.\n....", (1, 0), vec![large]),
        ("..X..\n.*a..", (1, 0), vec![large]),
        // One superfluous row above: the label is one row too low.
        ("....\n..a.\n.*O.", (1, 0), vec![large]),
        // Moved to the side without a column more.
        (".X.?\n*a.?", (0, 0), empty),
        // The label has left the diagram.
        ("?..X.\n?.*Oa", (3, 0), vec![large, Code::LabelOutside]),
    ] {
        let (found_codes, found) = warned(&entry(constraint));
        assert_eq!(found_codes, codes, "{constraint}");
        assert_eq!(named(&found), [Offset::new(at.0, at.1)], "{constraint}");
        // It can be stored.
        let table = found.database.encode();
        assert_eq!(mkpat::Database::decode(&table).as_ref(), Ok(&found.database));
    }
}

#[test]
fn a_statement_of_c_may_end_behind_the_last_condition() {
    let entry = |expression: &str| format!("Pattern A\nO*X\n.O?\n:8,50\na*X\n.O?\n{expression}\n");
    let plain = compiled(&entry(";lib(a)>1&&!dead(a)")).database;
    for text in [
        ";lib(a)>1&&!dead(a);",
        ";lib(a)>1&&!dead(a) ; ;",
        ";lib(a)>1\n;&&!dead(a);\n;",
        ";lib(a)>1&&!dead(a); // words",
    ] {
        let (codes, found) = warned(&entry(text));
        assert_eq!(codes, [Code::EmptyStatement], "{text}");
        let found = &found.database.patterns[0].constraint;
        assert_eq!(*found, plain.patterns[0].constraint, "{text}");
    }
    let inside = compiled(&entry(";lib(a)>1; !dead(a)"));
    assert_eq!(inside.diagnostics[0].code, Code::ExpressionSyntax);
}

/// Every ignored line or text, with the plain entry that remains.
#[test]
fn what_is_passed_over_changes_nothing() {
    const PLAIN: &str = "Pattern A\n|O*X\n|.O?\n+---\n:8,50,0,O\n|a*X\n|.O?\n+---\n;lib(a)>1\n";
    let plain = compiled(PLAIN).database.patterns[0].clone();
    for (from, to, code) in [
        ("Pattern A", "(c) somebody\nPattern A", Some(Code::PassedOver)),
        ("|.O?\n+---\n:", "|.O?\n  words\n+---\n:", Some(Code::PassedOver)),
        (
            "|.O?\n+---\n:",
            "|.O?\n/* words */\n+---\n:",
            Some(Code::PassedOver),
        ),
        (":8,50,0,O\n", ":8,50,0,O\n:8,60\n", Some(Code::SecondColonLine)),
        (">1\n", ">1\n|O*X\n", Some(Code::PassedOver)),
        (":8", ";lib(a)>1\n:8", Some(Code::PassedOver)),
        (
            "|.O?\n+---\n:",
            "|.O?;words\n+---\n:",
            Some(Code::CommentNotSetOff),
        ),
        ("|.O?\n+---\n:", "|.O?\n|??\n+---\n:", Some(Code::RowLeftOut)),
        ("+---\n:", "+---(edge)\n:", Some(Code::CommentNotSetOff)),
        ("0,O\n", "0,OQR\n", Some(Code::UnknownClass)),
        ("0,O\n", "0,O,,,,\n", None),
        ("0,O\n", "0,O,0,0,0,0,0,NULL   words\n", None),
        ("0,O\n", "0,O\t\n", None),
        ("\n", "\r\n", None),
        ("\n|a", "\n\n# words\n\n|a", None),
        ("X\n", "X  \t words\n", None),
    ] {
        let text = PLAIN.replace(from, to);
        assert_ne!(text, PLAIN, "{from:?}");
        let (codes, found) = warned(&text);
        assert_eq!(codes.first().copied(), code, "{text}");
        assert!(codes.len() <= 2, "{text}: {codes:?}");
        let mut pattern = found.database.patterns[0].clone();
        pattern.line = plain.line;
        // Words behind a row are a note, which means nothing to the matcher.
        pattern.note = None;
        assert_eq!(pattern, plain, "{text}");
    }
}

#[test]
fn functions_read_labels_of_any_letter_but_those_of_cells() {
    for letter in ('a'..='z').chain('A'..='Z') {
        let text = format!("Pattern A\nO*X\n.O?\n:8,50\n{letter}*X\n.O?\n;lib({letter})>1\n");
        let found = compiled(&text);
        if "OoXxt".contains(letter) {
            continue;
        }
        assert_eq!(found.count(Severity::Error), 0, "{letter}");
        let call = Expr::Call(Function::Lib, vec![Offset::new(-1, 0)]);
        let constraint = found.database.patterns[0].constraint.as_ref();
        let holds = matches!(constraint, Some(Expr::Binary(_, left, _)) if **left == call);
        assert!(holds, "{letter}");
    }
}
