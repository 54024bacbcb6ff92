// SPDX-License-Identifier: MIT OR Apache-2.0

//! Databases in, tables out.
#![cfg(feature = "compile")]

use mkpat::{
    Binary, Cell, Compiled, Database, Edges, Expr, Kind, Offset, Options, Severity, Source, Transformation,
    Unary, Window, colon_line, compile,
};

fn compiled(text: &str) -> Compiled {
    compile(&[Source::new("test.db", text)], &Options::default())
}

/// Compiles text that has no errors.
#[track_caller]
fn sound(text: &str) -> Database {
    let compiled = compiled(text);
    assert_eq!(compiled.count(Severity::Error), 0, "{:#?}", compiled.diagnostics);
    // Reading a table gives what was written.
    let read = Database::decode(&compiled.database.encode());
    assert_eq!(read, Ok(compiled.database.clone()));
    compiled.database
}

const CORNER: &str = "\
# A comment.
Pattern Corner1   with words behind the name

|.OX?   a comment
|.*OX
|..??
+----

:8,60,wind(20,1,10,2),sOX,10,5,-3,0,4,NULL

|.aX?
|.*OB
|..??
+----

;lib(a)<=4 && (lib(B)>1
;||alive(B))
;!dead(a)
";

#[test]
fn a_whole_entry_is_read() {
    let database = sound(CORNER);
    let [pattern] = database.patterns.as_slice() else {
        panic!("one pattern")
    };
    assert_eq!(pattern.name, "Corner1");
    assert_eq!((pattern.file, pattern.line), (0, 2));
    assert_eq!((pattern.size, pattern.move_at), ((4, 3), (1, 1)));
    assert_eq!(pattern.edges, Edges::LEFT | Edges::BOTTOM);
    let colon = colon_line(pattern, Kind::Moves);
    assert_eq!(colon, ":8,60,wind(20,1,10,2),sOX,10,5,-3,0,4,NULL");
    assert_eq!(pattern.helper, None);
    assert_eq!(pattern.highest_value(), 60 + 40 + 10 + 5 + 4);
    assert_eq!(pattern.elements.len(), 9);
    assert_eq!(pattern.elements[0].cell, Cell::Friend);
    assert!(pattern.elements.is_sorted_by_key(|e| e.cell));
    assert!(pattern.constraint.is_some());
    assert_eq!(database.variants.len(), 8);
    let first = &database.variants[0];
    assert_eq!(first.transformation, Transformation::A);
    assert_eq!(first.bottom_right - first.top_left, Offset::new(3, 2));
}

/// The transformations of the only pattern, in order.
fn letters(text: &str) -> String {
    let variants = compiled(text).database.variants;
    variants.iter().map(|v| v.transformation.letter()).collect()
}

#[test]
fn transformations_follow_the_declared_symmetry() {
    assert_eq!(letters("Pattern A\nO*X\n.O?\n:8,50\n"), "afdgbhce");
    assert_eq!(letters("Pattern A\nO*O\n.X.\n:|,50\n"), "afdg");
    assert_eq!(letters("Pattern A\nO.\n*X\nO.\n:-,50\n"), "afdg");
    assert_eq!(letters("Pattern A\n*O\nOX\n:\\,50\n"), "afdg");
    assert_eq!(letters("Pattern A\nO*\nXO\n:/,50\n"), "afdg");
    assert_eq!(letters("Pattern A\n?X?\nO*O\n?X?\n:+,50\n"), "af");
    assert_eq!(letters("Pattern A\nO.X\n.*.\nX.O\n:X,50\n"), "af");
}

#[test]
fn doubled_pictures_are_dropped_unless_something_tells_them_apart() {
    // It is symmetric under a half turn, which has no symbol.
    let half_turn = "OX.\n.*.\n.XO\n";
    assert_eq!(letters(&format!("Pattern A\n{half_turn}:8,50\n")), "afbh");
    let helped = format!("Pattern A\n{half_turn}:8,50,0,-,0,0,0,0,0,some_helper\n");
    assert_eq!(letters(&helped), "afdgbhce");
    let one_side = format!("Pattern A\n{half_turn}:8,50\naX.\n.*.\n.XO\n;lib(a)>1\n");
    assert_eq!(letters(&one_side), "afdgbhce");
    let both_sides = format!("Pattern A\n{half_turn}:8,50\naX.\n.*.\n.Xb\n;lib(a)>1&&lib(b)>1\n");
    assert_eq!(letters(&both_sides), "afbh");
    // All eight pictures are the same.
    assert_eq!(letters("Pattern A\n?O?\nO*O\n?O?\n:+,50\n"), "a");
    assert_eq!(letters("Pattern A\n*\n:8,50\n"), "a");
}

#[test]
fn a_constraint_may_name_a_symmetric_string_anywhere() {
    let text = "Pattern A\nOOO\n.*.\n:|,50\naaa\n.*.\n;lib(a)>1\n";
    assert_eq!(letters(text), "afdg");
    assert_eq!(compiled(text).diagnostics, []);
    // Named at one end of a string that bends in all four directions.
    for (diagram, constraint) in [
        ("O.O\nO*O\nOOO", "a.O\nO*O\nOOO"),
        ("O.O\nO*O\nOOO", "O.a\nO*O\nOOO"),
        ("OOO\nO*O\nO.O", "OOO\nO*O\nO.a"),
        ("OOO\nO*O\nO.O", "OOO\nO*O\na.O"),
    ] {
        let text = format!("Pattern A\n{diagram}\n:|,50\n{constraint}\n;lib(a)>1\n");
        assert_eq!(compiled(&text).diagnostics, [], "{text}");
    }
}

#[test]
fn a_constraint_without_the_declared_symmetry_is_tried_both_ways() {
    let text = "Pattern A\nO*O\n.X.\n:|,50\na*O\n.X.\n;lib(a)>1\n";
    assert_eq!(letters(text), "afdgbhce");
}

#[test]
fn edges_of_all_sides_are_read() {
    let edges = |diagram: &str| sound(&format!("Pattern A\n{diagram}\n:8,50\n")).patterns[0].edges;
    assert_eq!(edges("O*"), Edges::empty());
    assert_eq!(edges("|O*"), Edges::LEFT);
    assert_eq!(edges("O*|"), Edges::RIGHT);
    assert_eq!(edges("--\nO*"), Edges::TOP);
    assert_eq!(edges("O*\n--   comment"), Edges::BOTTOM);
    assert_eq!(edges("+--\n|O*"), Edges::LEFT | Edges::TOP);
    assert_eq!(edges("O*|\n--+"), Edges::RIGHT | Edges::BOTTOM);
    assert_eq!(edges("+--+\n|O*|\n+--+"), Edges::all());
    // The corner is not marked: a warning only.
    assert_eq!(edges("|O*\n---"), Edges::LEFT | Edges::BOTTOM);
    assert_eq!(edges("|O*\n--"), Edges::LEFT | Edges::BOTTOM);
}

#[test]
fn fields_may_be_left_out_and_the_line_may_close_early() {
    let helper = |colon: &str| {
        let text = format!("Pattern A\nO*X\n.O?\n{colon}\n");
        sound(&text).patterns[0].helper.clone()
    };
    assert_eq!(helper(":8,55"), None);
    assert_eq!(helper(":8,55,wind(20,1,0,0),-,0,0,0,NULL"), None);
    assert_eq!(helper(":8,55,0,-,0,0,0,0,0,NULL  a comment, with a comma"), None);
    let found = helper(":8,55,0,-,0,0,0,ladder_helper");
    assert_eq!(found.as_deref(), Some("ladder_helper"));
    let found = helper(":8,55,0,-,ladder_helper");
    assert_eq!(found.as_deref(), Some("ladder_helper"));
    assert_eq!(helper(":8,55,0,ladder_helper").as_deref(), Some("ladder_helper"));
    assert_eq!(helper(":8,55,ladder_helper").as_deref(), Some("ladder_helper"));
    let found = helper(":8, 55, 0, OX, 0, 0, 0, 0, 0, x_helper");
    assert_eq!(found.as_deref(), Some("x_helper"));
    let pattern = &sound("Pattern A\nO*X\n.O?\n:8,55,moyo(10,-2),OXsn\n").patterns[0];
    let colon = colon_line(pattern, Kind::Moves);
    assert_eq!(colon, ":8,55,moyo(10,-2),snOX,0,0,0,0,0,NULL");
}

#[test]
fn the_same_text_gives_the_same_table() {
    let bytes = compiled(CORNER).database.encode();
    assert_eq!(compiled(&CORNER.replace('\n', "\r\n")).database.encode(), bytes);
}

#[test]
fn patterns_are_sorted_by_highest_value_then_by_place() {
    let text = "\
Pattern Low\nO*X\n.O?\n:8,10\n
Pattern FirstOfEqual\nO*XX\n.O??\n:8,50\n
Pattern SecondOfEqual\nO*X?\nOO.X\n:8,30,0,-,0,0,20\n
Pattern High\nO*X?\nXO.X\n:8,40,wind(20,1,0,0)\n";
    let database = sound(text);
    let names: Vec<_> = database.patterns.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["High", "FirstOfEqual", "SecondOfEqual", "Low"]);
    assert!(database.variants.is_sorted_by_key(|v| v.pattern));
}

#[test]
fn an_added_database_and_a_changed_value_are_as_if_compiled() {
    let (first, second) = (
        "Pattern A\nO*X\n.O?\n:8,20\n\nPattern B\nO*XX\n.O??\n:8,50\n",
        "Pattern C\n?X?\nO*O\n?X?\n:+,30\n\nPattern D\nO*X?X\nOO.XO\nXXXOX\n:8,50\n",
    );
    let third = "Pattern E\n*OO\nOXO\n:8,40\n";
    let of = |texts: &[&str]| {
        let source = |(i, text): (usize, &&str)| Source::new(format!("{i}.db"), *text);
        let sources: Vec<_> = texts.iter().enumerate().map(source).collect();
        compile(&sources, &Options::default()).database
    };
    let mut joined = of(&[first, second]);
    let mut other = of(&[third]);
    other.files = vec!["2.db".to_owned()];
    joined.add(other);
    assert_eq!(joined, of(&[first, second, third]));
    let names: Vec<_> = joined.patterns.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["B", "D", "E", "C", "A"]);
    for (index, pattern) in joined.patterns.iter().enumerate() {
        let count = if pattern.name == "C" { 2 } else { 8 };
        let variants = joined.variants_of(index as u32);
        assert_eq!(variants.len(), count, "{}", pattern.name);
        assert!(variants.iter().all(|v| v.pattern == index as u32));
    }
    let mut changed = joined.clone();
    assert_eq!(changed.change("A", |pattern| pattern.weight = 45), 1);
    assert_eq!(changed, of(&[&first.replace(":8,20", ":8,45"), second, third]));
    assert_eq!(changed.change("F", |pattern| pattern.weight = 1), 0);
}

#[test]
fn a_window_covers_one_cell_before_and_two_behind() {
    let shift = |dx, dy| Window::shift(Offset::new(dx, dy));
    assert_eq!((shift(-1, -1), shift(2, 2)), (Some(30), Some(0)));
    assert_eq!((shift(0, 0), shift(2, -1)), (Some(20), Some(24)));
    for (dx, dy) in [(-2, 0), (0, -2), (3, 0), (0, 3)] {
        assert_eq!(shift(dx, dy), None);
    }
}

#[test]
fn the_highest_value_takes_in_all_that_may_be_added() {
    let highest =
        |rest: &str| sound(&format!("Pattern A\nO*X\n.O?\n:8,{rest}\n")).patterns[0].highest_value();
    assert_eq!(highest("50"), 50);
    assert_eq!(highest("-50"), -50);
    assert_eq!(highest("50,wind(20,2,10,1)"), 100);
    let found = highest("50,wind(-20,2,-10,1)");
    assert_eq!(found, 100, "cutoffs count without their sign");
    let found = highest("50,wind(20,-2,10,1)");
    assert_eq!(found, 60, "what takes away may be nothing");
    assert_eq!(highest("50,wind(20,2,10,-1)"), 90);
    assert_eq!(highest("50,moyo(10,2)"), 70);
    assert_eq!(highest("50,moyo(10,0)"), 50);
    // A loss of moyo is at most the whole board, for both sides.
    assert_eq!(highest("50,moyo(10,-1)"), 50 + 2 * 625);
    assert_eq!(highest("50,0,-,1,2,4"), 57);
    assert_eq!(highest("50,0,-,-1,-2,-4"), 50);
    let found = highest("50,0,-,0,0,0,-7,-3");
    assert_eq!(found, 47, "the random part is always added");
}

/// The value of an expression of numbers, as in C.
fn value(expr: &Expr) -> i32 {
    match expr {
        Expr::Number(n) => *n,
        Expr::Unary(Unary::Not, e) => (value(e) == 0).into(),
        Expr::Unary(Unary::Minus, e) => -value(e),
        Expr::Unary(Unary::Plus, e) => value(e),
        Expr::Binary(operator, l, r) => {
            let (l, r) = (value(l), value(r));
            match operator {
                Binary::Or => (l != 0 || r != 0).into(),
                Binary::And => (l != 0 && r != 0).into(),
                Binary::Equal => (l == r).into(),
                Binary::NotEqual => (l != r).into(),
                Binary::Less => (l < r).into(),
                Binary::LessEqual => (l <= r).into(),
                Binary::Greater => (l > r).into(),
                Binary::GreaterEqual => (l >= r).into(),
                Binary::Add => l + r,
                Binary::Subtract => l - r,
                Binary::Multiply => l * r,
                Binary::Divide => l / r,
                Binary::Remainder => l % r,
            }
        }
        Expr::Call(..) => 1,
    }
}

#[track_caller]
fn check_value(lines: &str, expected: i32) {
    let text = format!("Pattern A\nO*X\n.O?\n:8,50\nO*a\n.O?\n{lines}\n");
    let constraint = sound(&text).patterns[0].constraint.clone();
    assert_eq!(constraint.as_ref().map(value), Some(expected), "{lines}");
}

#[test]
fn precedence_is_that_of_c() {
    check_value(";1+2*3", 7);
    check_value(";(1+2)*3", 9);
    check_value(";10-4-3", 3);
    check_value(";100/10/5", 2);
    check_value(";7%4*2", 6);
    check_value(";1||0&&0", 1);
    check_value(";(1||0)&&0", 0);
    check_value(";2>1==1", 1);
    check_value(";3>2>1", 0);
    check_value(";!0+1", 2);
    check_value(";-2+3", 1);
    check_value(";- -2", 2);
    check_value(";!!5", 1);
    check_value(";1<2 && 2<=2 && 3>2 && 3>=3 && 1!=2", 1);
    check_value(";ALIVE*1000+DEAD*100+CRITICAL*10+UNKNOWN", 123);
    check_value(";lib(a)+olib(*)*0", 1);
}

#[test]
fn lines_are_joined_by_and_unless_the_seam_has_an_operator() {
    check_value(";1\n;0", 0);
    check_value(";1||\n;0", 1);
    check_value(";0\n;||1", 1);
    check_value(";(0||\n;1)", 1);
    check_value(";(1\n;&&0)\n;1", 0);
    check_value(";1\n;!0", 1);
    check_value(";1\n;!=0", 1);
    check_value(";0||1\n;0", 0);
    check_value(";xplay_attack(a,\n;*,a)\n;1", 1);
    check_value(";0\n\n# comment\n;||1", 1);
}
