// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune what-if` and `katachi tune explain` from outside.

use crate::folder::{Folder, has};

/// A pattern that nothing was fitted to, beside one with a weight of a fit.
const PATTERNS: &str = "\
Pattern Fitted
O*
:-,30
#= 0.10, held 9, played 3, value 30

Pattern New_diagonal
X.
.*
:\\,80

Pattern Never
X..*
:-,90
A..*
;lib(A) > 4
";

/// White has C7, Black G3; Black moves.
const GAME: &str = "(;SZ[9]KM[7.5]RU[Chinese];B[gg];W[cc];B[gc];W[cg])\n";

fn folder() -> Folder {
    Folder::with(&[("a.sgf", GAME), ("own.db", PATTERNS)])
}

/// What the program prints with the database of a folder, to standard output or to standard error.
fn shown(folder: &Folder, arguments: &[&str]) -> String {
    let output = folder.run(&[arguments, &["--db", "own.db", "--level", "1"]].concat());
    String::from_utf8([output.stdout, output.stderr].concat()).expect("it prints text")
}

/// What `katachi tune` prints to standard output, or to standard error if it fails.
fn tune(arguments: &[&str]) -> String {
    let output = folder().run(&[&["tune"], arguments, &["--db", "own.db", "--level", "1"]].concat());
    let text = match output.status.success() {
        true => output.stdout,
        false => output.stderr,
    };
    String::from_utf8(text).expect("it prints text")
}

#[test]
fn a_new_pattern_among_fitted_ones_is_compared_with_12() {
    let text = tune(&["what-if", "New_diagonal=12", "a.sgf", "-L", "3", "--visits", "60"]);
    let (first, rest) = text.split_once('\n').expect("lines");
    assert_eq!(first, "New_diagonal=12, which was 80");
    assert!(rest.starts_with("a.sgf 3 Black: "), "{text}");
    has(
        rest,
        [" of 1 move change", "the pattern holds somewhere in 1 position"],
    );
    let same = tune(&["what-if", "New_diagonal=80", "a.sgf", "--visits", "60"]);
    assert!(
        same.ends_with("New_diagonal=80 changes nothing: to see what the pattern does today, ask in reverse, with New_diagonal=12\n"),
        "{same}"
    );
}

#[test]
fn moves_that_change_are_counted_by_whose_they_are() {
    let text = tune(&[
        "what-if",
        "New_diagonal=400",
        "a.sgf",
        "-L",
        "3",
        "--visits",
        "60",
    ]);
    let last = text.lines().last().expect("a line");
    let (count, _) = last.split_once(" of 1 move").expect("a count");
    let whose = format!("{count} of them to or from a move of the pattern;");
    assert_eq!(last.contains(&whose), count != "0", "{text}");
}

#[test]
fn one_position_is_looked_at_and_places_that_do_not_hold_are_left_out() {
    let all = tune(&["explain", "Never", "a.sgf"]);
    assert!(all.contains("does not hold: its constraint is false"), "{all}");
    let one = tune(&["explain", "Never", "a.sgf", "-L", "3"]);
    assert!(one.ends_with("Never: in 1 position of 1 game it matches at 2 points and holds at 0; 0 of these chosen, 0 played\n"), "{one}");
    let holding = tune(&["explain", "Never", "a.sgf", "--holding"]);
    assert_eq!(holding.lines().count(), 1, "{holding}");
    assert_eq!(all.lines().last(), holding.lines().last());
}

#[test]
fn a_weight_of_its_author_is_no_value_that_could_be_changed() {
    let folder = folder();
    let mine = PATTERNS.replace(":\\,80\n", ":\\,80\n#= 0.00, mine\n");
    assert_ne!(mine, PATTERNS);
    folder.write("own.db", mine);
    let run = |arguments: &[&str]| shown(&folder, arguments);
    let says = "of its author, and its value says nothing: change the weight";
    let what_if = run(&["tune", "what-if", "New_diagonal=90", "a.sgf"]);
    has(&what_if, [format!("the weight of New_diagonal is {says}")]);
    let explained = run(&["explain", "a.sgf", "-L", "3", "--at", "B6"]);
    has(&explained, [format!("The weight of New_diagonal is {says}")]);
    assert!(!explained.contains("makes it the move"), "{explained}");
}
