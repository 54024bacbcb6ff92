// SPDX-License-Identifier: MIT OR Apache-2.0

//! Every function, class and oddity of the language by itself.
//!
//! Where the parts of the language are tested. Most tests iterate over the list of all items, so a new item
//! fails until it has a case.
//!
//! | what | that it is read | what it does |
//! |---|---|---|
//! | cells | `every_cell_asks_what_the_table_says` | `twin.rs`, `matching.rs`, the engine's `tests/engine/matcher/mod.rs` |
//! | edges | `compile.rs`: `edges_of_all_sides_are_read` | the same |
//! | symbols of symmetry | `compile.rs`: `transformations_follow_the_declared_symmetry` | `twin.rs` |
//! | functions | `every_function_is_called_by_its_name_with_its_arguments` | `engine/movegen/facts/tests.rs`: `CASES` |
//! | operators | `compile.rs`: `precedence_is_that_of_c` | `engine/matcher/constraint.rs`: `every_operator_has_its_value` |
//! | order of evaluation | `src/compile/order.rs` | `engine/matcher/constraint.rs` |
//! | classes | `every_class_letter_sets_its_flag` | `engine/movegen/patterns/tests.rs`: `TESTED` |
//! | fields of the colon line | `compile.rs`: `fields_may_be_left_out_and_the_line_may_close_early` | `engine/movegen/patterns/tests.rs` |
//! | errors and lints | `diagnostics.rs`: an example of each in `diagnostics.txt`, drawn in `snapshots/` | |
//! | eye shapes | `eyes.rs` | `eyes.rs`: every shipped shape against a search |
//! | joseki | `joseki.rs` | `joseki.rs` |
//! | odd corners of the old format | `every_odd_corner_means_what_the_plain_entry_means` | |
#![cfg(feature = "compile")]

use mkpat::{
    Argument, Assistance, Cell, Classes, Code, Compiled, Database, Edges, Expr, Function, Input, Kind,
    Labels, Offset, Options, Severity, Source, Transformation, compile, draw_eye, draw_match, draw_pattern,
};

fn compiled(text: &str) -> Compiled {
    compile(&[Source::new("test.db", text)], &Options::default())
}

fn connections(text: &str) -> Compiled {
    let source = Source::new("test.db", text).with_input(Input::Connections);
    compile(&[source], &Options::default())
}

fn codes(compiled: &Compiled) -> Vec<Code> {
    compiled.diagnostics.iter().map(|d| d.code).collect()
}

/// A pattern with a stone `a`, an enemy `B`, an empty point `c` and this expression.
fn constraint(expression: &str) -> Compiled {
    compiled(&format!("Pattern A\nO*X\n.OX\n:8,50\na*B\ncOB\n;{expression}\n"))
}

const A: Offset = Offset::new(-1, 0);
const C: Offset = Offset::new(-1, 1);

#[test]
fn every_function_is_called_by_its_name_with_its_arguments() {
    for &function in Function::ALL {
        let argument = |kind: &Argument| match kind {
            Argument::Stone => ("a", A),
            Argument::Empty | Argument::Point => ("c", C),
        };
        let mut arguments: Vec<_> = function.arguments().iter().map(argument).collect();
        if function.target().is_some() {
            arguments = vec![("c", C), ("*", Offset::ZERO), ("a", A)];
        }
        let names: Vec<_> = arguments.iter().map(|a| a.0).collect();
        let call = format!("{}({})", function.name(), names.join(","));
        let compiled = constraint(&call);
        let found = codes(&compiled);
        assert!(found.iter().all(|&c| c == Code::UnusedLabel), "{call}: {found:?}");
        let points = arguments.iter().map(|a| a.1).collect();
        let expected = Some(Expr::Call(function, points));
        assert_eq!(compiled.database.patterns[0].constraint, expected, "{call}");
        // One argument fewer is an error, but for functions that play any number of moves.
        let fewer = constraint(&format!("{}({})", function.name(), names[1..].join(",")));
        let expected = function.target().is_none();
        assert_eq!(codes(&fewer).contains(&Code::ArgumentCount), expected, "{call}");
        let misspelt = constraint(&format!("{}z(a)", function.name()));
        assert!(codes(&misspelt).contains(&Code::UnknownFunction), "{call}");
        let help = misspelt.diagnostics.iter().find_map(|d| d.help.as_deref());
        let holds = help.is_some_and(|h| h.contains(&format!("`{}`", function.name())));
        assert!(holds, "{call}: {help:?}");
    }
}

#[test]
fn kinds_of_arguments_are_checked_gently() {
    for &function in Function::ALL.iter().filter(|f| f.target().is_none()) {
        for (index, kind) in function.arguments().iter().enumerate() {
            let wrong = match kind {
                Argument::Stone => ("c", Code::NeedsStone),
                Argument::Empty => ("a", Code::NeedsEmpty),
                Argument::Point => continue,
            };
            let right = function.arguments().iter().map(|k| match k {
                Argument::Stone => "a",
                _ => "c",
            });
            let mut names: Vec<_> = right.collect();
            names[index] = wrong.0;
            let compiled = constraint(&format!("{}({})", function.name(), names.join(",")));
            assert!(codes(&compiled).contains(&wrong.1), "{}", function.name());
            assert_eq!(compiled.count(Severity::Error), 0, "careless databases compile");
        }
    }
}

#[test]
fn a_sequence_of_moves_is_bounded() {
    let call = |n: usize| constraint(&format!("oplay_attack({})", vec!["a"; n].join(",")));
    assert_eq!(call(Function::MAX_ARGUMENTS).count(Severity::Error), 0);
    let long = call(Function::MAX_ARGUMENTS + 1);
    let diagnostic = long.diagnostics.iter().find(|d| d.code == Code::ArgumentCount);
    assert_eq!(
        diagnostic.map(|d| d.message.as_str()),
        Some("`oplay_attack` is given 17 arguments, 16 are the most")
    );
}

#[test]
fn every_class_letter_sets_its_flag() {
    let mut all = Classes::empty();
    for (letter, class) in Classes::LETTERS {
        let text = format!("Pattern A\nOO*X\n..OX\n:8,50,0,{letter}\n");
        let classes = compiled(&text).database.patterns[0].classes;
        assert_eq!(classes, class, "{letter}");
        all |= classes;
    }
    assert_eq!(all, Classes::all());
}

#[test]
fn every_cell_asks_what_the_table_says() {
    let cells = [
        ('O', Cell::Friend, 0b11, 0b01),
        ('X', Cell::Enemy, 0b11, 0b10),
        ('.', Cell::Empty, 0b11, 0b00),
        ('o', Cell::NotEnemy, 0b10, 0b00),
        ('x', Cell::NotFriend, 0b01, 0b00),
    ];
    for (c, cell, mask, value) in cells {
        let database = compiled(&format!("Pattern A\n*{c}O\n:8,50\n")).database;
        let mut elements = database.patterns[0].elements.iter();
        let found = elements.find(|e| e.at == Offset::new(1, 0));
        assert_eq!(found.map(|e| e.cell), Some(cell), "{c}");
        assert_eq!(cell.mask_value(), (mask, value));
    }
    let database = compiled("Pattern A\n*?O\n:8,50\n").database;
    assert_eq!(database.patterns[0].elements.len(), 2);
    assert_eq!(database.patterns[0].size, (3, 1));
}

/// A database with the odd corners of the format of GNU Go 2.6 together.
#[test]
fn odd_corners_compile_as_they_are() {
    let compiled = compiled(include_str!("../../../crates/fuzz/seeds/moves/odd.db"));
    assert_eq!(codes(&compiled), [Code::SpaceAfterMark]);
    let find = |name: &str| {
        let mut patterns = compiled.database.patterns.iter();
        patterns.find(|p| p.name == name).expect("it is there")
    };
    let quoted = find("a name in quotes");
    assert_eq!((quoted.weight, quoted.size), (55, (4, 3)));
    let corner = find("Corner");
    assert_eq!(corner.edges, Edges::LEFT | Edges::BOTTOM);
    assert!(corner.constraint.is_some());
    let (long, (cutoff, value)) = (find("Long"), (10, -2));
    assert_eq!(long.assistance, Assistance::Moyo { cutoff, value });
    assert_eq!(long.classes.bits().count_ones(), 3);
}

/// Each oddity of the old format with an equivalent plain entry, and its diagnostics.
#[test]
fn every_odd_corner_means_what_the_plain_entry_means() {
    const PLAIN: &str = "Pattern A\n|.OX\n|o*X\n|..?\n+---\n:8,50,0,OX\n|cbA\n|o*A\n|..?\n+---\n;lib(A)>1&&lib(b)>1&&olib(c)\n";
    let plain = compiled(PLAIN);
    assert_eq!(codes(&plain), []);
    let same = |text: String, expected: &[Code]| {
        let found = compiled(&text);
        assert_eq!(codes(&found), expected, "{text}");
        let (pattern, plain) = (&found.database.patterns[0], &plain.database.patterns[0]);
        assert_eq!(pattern.constraint, plain.constraint, "{text}");
        assert_eq!(pattern.elements, plain.elements, "{text}");
        assert_eq!(pattern.edges, plain.edges, "{text}");
    };
    let with = |from: &str, to: &str| {
        assert!(PLAIN.contains(from), "{from}");
        PLAIN.replacen(from, to, 1)
    };
    // Comments behind rows, also of the constraint and of edges.
    same(with("|.OX\n", "|.OX    words, or: two\n"), &[]);
    same(with("|cbA\n", "|cbA  A is in trouble\n"), &[]);
    same(with("+---\n:", "+---  the edge\n:"), &[]);
    // Blank lines between the parts, so that the constraint diagram starts on any row.
    same(with("OX\n|c", "OX\n\n\n|c"), &[]);
    same(with("OX\n|c", "OX\n# words\n|c"), &[]);
    same(with("+---\n;", "+---\n\n;"), &[]);
    // It leaves out rows, columns or edges, or repeats cells carelessly.
    same(with("|..?\n+---\n;", ";"), &[Code::ConstraintSmaller]);
    same(with("|..?\n+---\n;", "|..?\n;"), &[]);
    let rows = "|cbA\n|o*A\n|..?";
    same(with(rows, "cbA\no*A\n..?"), &[Code::ConstraintEdges]);
    same(with("|o*A\n", "|O*A\n"), &[Code::ConstraintDiffers]);
    same(with("|o*A\n", "|otA\n"), &[]);
    same(with(rows, "|cbA\n|O*A\n|oX?"), &[Code::ConstraintDiffers]);
    // A letter on cells of different kinds names the first; one that nobody uses names nothing.
    let rows = "|o*A\n|..?";
    same(with(rows, "|o*A\n|.A?"), &[Code::MixedLabel]);
    same(with(rows, "|o*A\n|.d?"), &[Code::UnusedLabel]);
    // Lines of an expression are joined, with or without an operator, and blanks may follow the marks.
    same(with("&&lib(b)>1", "\n;&&lib(b)>1"), &[]);
    same(with("&&lib(b)>1", "\n;lib(b)>1"), &[]);
    same(with("&&lib(b)>1", " &&\n;lib(b)>1"), &[]);
    same(with(";lib", "; lib"), &[Code::SpaceAfterMark]);
    same(with(":8,50", ": 8,50"), &[Code::SpaceAfterMark]);
    // Fields may be missing at the end; what is no class letter is nothing.
    same(with(":8,50,0,OX", ":8,50,0,OX,,"), &[]);
    same(with(":8,50,0,OX", ":8,50,0,OX,0,0,0,NULL"), &[]);
    same(with(":8,50,0,OX", ":8,50"), &[]);
    same(with(":8,50,0,OX", ":8,50,-,0,,"), &[]);
    same(with(":8,50,0,OX", ":8,50,0,OXk"), &[Code::UnknownClass]);
    // A function of stones asked about an empty point, and the other way round.
    let careless = compiled(&PLAIN.replace("olib(c)", "lib(c)&&olib(b)"));
    assert_eq!(codes(&careless), [Code::NeedsStone, Code::NeedsEmpty]);
    assert_eq!(careless.database.patterns.len(), 1);
}

#[test]
fn lines_are_forgiving_about_blanks_and_comments() {
    let plain = "Pattern A\n|O*X\n|.OX\n+---\n:8,50,0,OX\n|a*X\n|.OX\n+---\n;lib(a)>1\n;&&!dead(a)\n";
    let expected = compiled(plain);
    assert_eq!(codes(&expected), []);
    for text in [
        // No blank lines, or many.
        plain.replace('\n', "\n\n"),
        plain.replace('\n', "\r\n"),
        plain.replace("X\n", "X   a word, or: two; | - \n"),
        plain.replace("X\n", "X\ttabbed\n"),
        plain.replace("+---\n", "+---    the edge\n"),
        plain.replace("Pattern A", "Pattern\t A  \t some, words: ;"),
        plain.replace(",", " ,\t "),
        plain.replace("OX\n|a", "OX   // words\n|a"),
        plain.replace("OX\n|a", "OX,,,,\n|a"),
        plain.replace("OX\n|a", "OX (words)\n|a"),
        plain.replace("OX\n|a", "OX (more words, two)\n|a"),
        plain.replace(">1\n", ">1   // why: lib(b)\n"),
        plain.replace(">1\n", "/* /* > */ >1 # why\n"),
        plain.replace("+---\n;", "+---\n#comment\n;"),
        plain.replace("lib(a)>1", "lib ( a )>1"),
        format!("\u{feff}{plain}"),
        plain.trim_end().to_owned(),
    ] {
        let found = compiled(&text);
        assert_eq!(codes(&found), [], "{text}");
        let mut pattern = found.database.patterns[0].clone();
        pattern.line = 1;
        // Words behind a row are a note, which means nothing to the matcher.
        pattern.note = None;
        assert_eq!(pattern, expected.database.patterns[0], "{text}");
    }
}

#[test]
fn the_first_text_behind_a_row_is_the_note_of_a_pattern() {
    let note = |text: &str| compiled(text).database.patterns[0].note.clone();
    let plain = "Pattern A\n|O*X\n|.OX\n+---\n:8,50\n|a*X   later words\n|.OX\n+---\n;lib(a)>1\n";
    assert_eq!(note(plain), None);
    let noted = plain
        .replacen("X\n", "X   bend around it\n", 1)
        .replacen("OX\n", "OX # more words\n", 1);
    assert_eq!(note(&noted).as_deref(), Some("bend around it"));
    let second = plain.replacen("OX\n", "OX   # bend\n", 1);
    assert_eq!(note(&second).as_deref(), Some("bend"));
}

#[test]
fn connection_patterns_have_a_move_or_none() {
    let text = "\
Pattern Diagonal\nO.\n.O\n:X,C\n
Pattern Cut\nXO?\nO*!\n?!?\n:\\,B,NULL\nXO?\na*!\n?!b\n;lib(a)>1&&!oarea(b)\n";
    let compiled = connections(text);
    assert_eq!(codes(&compiled), [Code::ConstraintNotSymmetric]);
    assert_eq!(compiled.database.patterns, []);
    let database = &compiled.connections;
    assert_eq!(database.kind, Kind::Connections);
    let [diagonal, cut] = database.patterns.as_slice() else {
        panic!("two patterns")
    };
    assert!(!diagonal.has_move && cut.has_move);
    assert_eq!(diagonal.classes, Classes::CONNECTS);
    assert_eq!(cut.classes, Classes::BREAKS);
    // The first stone is the origin of a pattern without a move.
    assert_eq!(diagonal.move_at, (0, 0));
    let letters: Vec<_> = database.variants_of(0).iter().map(|v| v.transformation).collect();
    assert_eq!(letters, [Transformation::A, Transformation::F]);
    let inhibited = cut.elements.iter().filter(|e| e.cell == Cell::Inhibited);
    let inhibited: Vec<_> = inhibited.map(|e| e.at).collect();
    assert_eq!(inhibited, [Offset::new(1, 0), Offset::new(0, 1)]);
}

#[test]
fn a_connection_pattern_is_turned_around_its_middle() {
    let variants = |text: &str| {
        let compiled = connections(text);
        assert_eq!(codes(&compiled), [], "{text}");
        compiled.connections.variants.len()
    };
    assert_eq!(variants("Pattern A\nOO\n..\nOO\n:+,C\n"), 2);
    assert_eq!(variants("Pattern A\nO.O\n:+,C\n"), 2);
    assert_eq!(variants("Pattern A\nO..\n..O\n:8,C\n"), 4);
    assert_eq!(variants("Pattern A\nO.O\n---\n:|,C\n"), 4);
    // The constraint is turned with it.
    let constraint = "ab\n..\ncd\n;lib(a)>1&&lib(b)>1&&lib(c)>1&&lib(d)>1\n";
    let found = variants(&format!("Pattern A\nOO\n..\nOO\n:+,C\n{constraint}"));
    assert_eq!(found, 2);
    let one = connections("Pattern A\nO.O\n:+,C\na.O\n;lib(a)>1\n");
    assert_eq!(codes(&one), [Code::ConstraintNotSymmetric]);
    let found = codes(&connections("Pattern A\nOO.X\n:|,C\n"));
    assert_eq!(found, [Code::NotSymmetric]);
}

#[test]
fn connection_lines_close_early_too() {
    let helper = |colon: &str| {
        let compiled = connections(&format!("Pattern A\nO.O\n.X.\n{colon}\n"));
        assert_eq!(compiled.count(Severity::Error), 0, "{colon}");
        compiled.connections.patterns[0].helper.clone()
    };
    assert_eq!(helper(":|,C"), None);
    assert_eq!(helper(":|,C,"), None);
    assert_eq!(helper(":|,C,NULL"), None);
    assert_eq!(helper(":|,C,some_helper").as_deref(), Some("some_helper"));
    assert_eq!(helper(":|,some_helper").as_deref(), Some("some_helper"));
    assert_eq!(helper(":|"), None);
    let long = connections("Pattern A\nO.O\n:|,C,NULL,1\n");
    assert_eq!(codes(&long), [Code::TooManyFields, Code::MoreSymmetric][..1]);
    let now = codes(&connections("Pattern A\nO.O\n.X.\n:|,50\n"))[0];
    assert_eq!(now, Code::UnknownClass);
}

#[test]
fn the_same_connection_is_found_in_any_turn() {
    let text = "Pattern A\nO.\n..\n.O\n:8,C\nO.\n.a\n.O\n;olib(a)>1\nPattern B\n..O\nO..\n:8,C\n..O\nOa.\n;olib(a)>1\n";
    let is_duplicate = |text: &str| codes(&connections(text)).contains(&Code::DuplicateDiagram);
    assert!(is_duplicate(text));
    assert!(!is_duplicate(&text.replace("Oa.", "O.a")));
}

#[test]
fn kinds_are_compiled_apart_and_number_their_own_files() {
    let sources = [
        Source::new("conn.db", "Pattern A\nO.O\n.X.\n:|,C\n"),
        Source::new("a.db", "Pattern A\nO*X\n.O.\n:8,50\n"),
        Source::new("eyes.db", "Pattern A\n..\n:1,1\n"),
        Source::new("b.db", "Pattern B\nO*XX\n.O..\n:8,60\n"),
    ];
    let compiled = compile(&sources, &Options::default());
    assert_eq!(compiled.diagnostics, []);
    assert_eq!(compiled.database.files, ["a.db", "b.db"]);
    let files: Vec<_> = compiled.database.patterns.iter().map(|p| p.file).collect();
    assert_eq!(files, [1, 0], "the highest value first");
    assert_eq!(compiled.connections.files, ["conn.db"]);
    assert_eq!(compiled.connections.patterns[0].file, 0);
    assert_eq!(compiled.eyes.files, ["eyes.db"]);
    assert_eq!(compiled.eyes.eyes[0].file, 0);
    for kind in Kind::ALL {
        assert_eq!(compiled.of_kind(kind).kind, kind);
    }
}

#[test]
fn labels_are_shown_as_their_author_wrote_them() {
    let text =
        "Pattern A\nOX.\n.*O\nX..\n:8,50\nzX.\n.*a\nQ..\n;lib(z)>1 && lib(a)>2 && lib(Q)>3 && olib(*)>1\n";
    let compiled = compile(&[Source::new("a.db", text)], &Options::default());
    assert_eq!(compiled.diagnostics, []);
    // The table keeps them.
    let database = Database::decode(&compiled.database.encode()).expect("it is a table");
    assert_eq!(database, compiled.database);
    let drawn = draw_pattern(&database, 0);
    let shown =
        "constraint lib(z) > 1 && lib(a) > 2 && lib(Q) > 3 && olib(*) > 1\n    z X .\n    . * a\n    Q . .\n";
    assert!(drawn.contains(shown), "{drawn}");
}

#[test]
fn a_match_is_drawn_turned_with_its_edge_and_its_letters() {
    let text = "Pattern A\n|OX.\n|.*O\n:8,50\n|aB.\n|.*O\n;lib(a)>1 && lib(B)>1\n";
    let database = compiled(text).database;
    let pattern = &database.patterns[0];
    let labels = Labels::new(pattern.constraint.as_ref().expect("it has one"), pattern);
    let drawn = |letter: char| {
        let mut variants = database.variants.iter();
        let variant = variants.find(|v| v.transformation.letter() == letter);
        draw_match(pattern, variant.expect("it is tried"), &labels).replace(' ', "")
    };
    assert_eq!(drawn('a'), "|aB.\n|.*O\n");
    assert_eq!(drawn('b'), "|.*O\n|aB.\n");
    assert_eq!(drawn('c'), ".Ba|\nO*.|\n");
    assert_eq!(drawn('d'), "O*.|\n.Ba|\n");
    assert_eq!(drawn('e'), "-----\na.\nB*\n.O\n");
}

#[test]
fn points_without_a_letter_of_the_author_have_another_one_with_a_capital_for_enemies() {
    let text = "Pattern A\nOX.\n.*O\nX..\n:8,50\nzX.\n.*a\nQ..\n;lib(z)>1 && lib(a)>2 && lib(Q)>3\n";
    let mut pattern = compiled(text).database.patterns[0].clone();
    let constraint = pattern.constraint.clone().expect("it has one");
    let letters = |pattern: &mkpat::Pattern| Labels::new(&constraint, pattern).expression(&constraint);
    assert_eq!(letters(&pattern), "lib(z) > 1 && lib(a) > 2 && lib(Q) > 3");
    pattern.labels.retain(|l| l.1 == 'a');
    assert_eq!(letters(&pattern), "lib(b) > 1 && lib(a) > 2 && lib(A) > 3");
}

#[test]
fn there_is_no_picture_of_an_entry_that_does_not_exist() {
    let compiled = compiled("Pattern A\nO*X\n.O.\n:8,50\n");
    assert!(!draw_pattern(&compiled.database, 0).is_empty());
    assert_eq!(draw_pattern(&compiled.database, 1), "");
    assert_eq!(draw_eye(&compiled.eyes, 0), "");
}
