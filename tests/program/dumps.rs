// SPDX-License-Identifier: MIT OR Apache-2.0

//! Explanations of positions: the choice, the list of all points, a part of it, and one point.

use crate::cli::{TUNING, katachi, refused, shown};

/// The list of all points of a position, with further options.
fn list(options: &str) -> String {
    shown(&format!("-l GAME -L 23 -t -a --seed 1 --level 1 {options}"))
}

/// Patterns of a dump: the move, and the line without value and random part.
fn patterns_of(dump: &str) -> Vec<(String, String)> {
    let mut point = String::new();
    let mut found = Vec::new();
    for line in dump.lines() {
        let mut columns = line.split_whitespace();
        if !line.starts_with(' ') && columns.clone().count() == 5 {
            point = columns.next().unwrap_or_default().to_owned();
        }
        if let Some((_, pattern)) = line.split_once(" pattern ")
            && line.trim_start().starts_with(['+', '-'])
        {
            // Which of two patterns is the better one may depend on the random part.
            let fixed = pattern.split(": a better").next().unwrap_or_default();
            let fixed = fixed.split(", random").next().unwrap_or_default();
            found.push((point.clone(), fixed.to_owned()));
        }
    }
    found.sort();
    found
}

#[test]
fn a_dump_is_the_same_for_the_same_seed_and_another_seed_changes_random_parts_alone() {
    let dump = |seed: &str| shown(&format!("-l GAME -L 5 -t -a -w --level 2 --seed {seed}"));
    let first = dump("1");
    assert_eq!(first, dump("1"));
    let other = dump("2");
    assert_ne!(first, other, "some patterns have a random part");
    // A move that is worth nothing with one of the seeds is not listed with it.
    let (first, other) = (patterns_of(&first), patterns_of(&other));
    let at_points_of = |some: &[(String, String)], of: &[(String, String)]| -> Vec<(String, String)> {
        let listed = |p: &&(String, String)| of.iter().any(|o| o.0 == p.0);
        some.iter().filter(listed).cloned().collect()
    };
    let common = at_points_of(&first, &other);
    assert!(common.len() > 5);
    assert_eq!(common, at_points_of(&other, &first));
}

#[test]
fn a_point_is_explained_with_every_pattern_there() {
    katachi(&["explain", TUNING, "-L", "1", "--at", "D4", "--seed", "1"], "")
        .success()
        .stdout_eq(
            "\
Move 1: by evidence alone, Black plays [..], value [..]
Seed 1, level 10
move   value  patterns  model  others
D4 [..]
...
In the pictures of patterns O is Black.

+[..] pattern [..]
  patterns/[..].db:[..]   :[..]
  adds [..] nats to the move in the model[..]; its picture matched [..] times, the move was made [..] times
     A B C[..]
...
",
        );
    katachi(&["explain", TUNING, "-L", "1", "--at", "A1", "--seed", "1"], "")
        .success()
        .stdout_eq("Move 1: [..]\n...\nIn the pictures of patterns O is Black.\n...");
    refused(
        &["explain", TUNING, "-L", "1", "--at", "Q16"],
        "katachi: cannot look at Q16: there is no such point on 13x13\n",
    );
}

#[test]
fn a_part_of_the_list_of_all_points_is_shown() {
    let dump = |options: &str| {
        let text = list(options);
        text.split_once("others\n").expect("it has a table").1.to_owned()
    };
    let rows = |text: &str| text.lines().filter(|line| !line.starts_with([' ', 'N'])).count();
    let all = dump("");
    assert!(rows(&all) > 20 && all.contains("no pattern"));
    let holding = dump("--holding");
    assert!((1..rows(&all)).contains(&rows(&holding)) && !holding.contains("no pattern"));
    let point = dump("--at g5");
    assert!(rows(&point) == 1 && point.starts_with("G5 "), "{point}");
    let border = dump("--pattern Border");
    let named = border
        .lines()
        .filter(|line| line.contains(" pattern ") && !line.contains("not proposed"));
    assert!(
        named.clone().all(|line| line.to_lowercase().contains("border")),
        "{border}"
    );
    assert!((1..rows(&all)).contains(&rows(&border)), "{border}");
    assert!(named.count() > 0, "{border}");
    assert_eq!(dump("--pattern border"), border, "in small letters");
}

#[test]
fn the_first_line_says_which_of_the_two_players_answers() {
    for (options, expected) in [
        ("--level 1", "by evidence alone, "),
        ("--level 1 -t -a", "by evidence alone, "),
        ("--level 1 --search off", "by evidence alone, "),
        ("--level 1 --no-model", "by evidence without the model, "),
        ("--level 1 --patterns-only", "by patterns alone, "),
        ("--visits 40", ""),
        ("-t --visits 40", ""),
        ("-t -a --visits 40", ""),
    ] {
        let text = shown(&format!("-l GAME -L 23 --seed 1 {options}"));
        let line = text.lines().next().unwrap_or_default();
        let start = format!("Move 23: {expected}Black plays ");
        assert!(line.starts_with(&start), "{options}: {line}");
        assert_eq!(
            line.contains(", win rate "),
            expected.is_empty(),
            "{options}: {line}"
        );
    }
}

#[test]
fn a_part_of_the_list_without_a_line_says_why() {
    let near = "\nNo pattern has Borderr in its name; there are Border_";
    for (options, expected) in [
        ("--at F6", "\nBlack cannot play F6: occupied.\n"),
        ("--pattern Borderr", near),
        ("--pattern Xyzzy", "\nNo pattern has Xyzzy in its name.\n"),
        (
            "--pattern Corner_44_star",
            "\nNo pattern with Corner_44_star in its name matches in this position.\n",
        ),
    ] {
        assert!(list(options).contains(expected), "{options}");
    }
    let all = list("");
    let (_, rest) = all.split_once(" % of such positions (").expect("a learned shape");
    let (shape, _) = rest.split_once(": ").expect("its name");
    let (kind_and_points, _) = shape.rsplit_once('_').expect("a name of three parts");
    let text = list(&format!("--pattern {kind_and_points}"));
    let learned = " is a learned shape, no pattern: `katachi tune shape ";
    assert!(text.contains(learned), "{text}");
    assert!(shown("explain GAME -L 23 --seed 1 --level 1 --pattern Borderr").contains(near));
}

#[test]
fn sources_are_left_out_one_after_the_other() {
    // Whether any listed move has a part of its value from the model, and whether any has one from readings.
    let has_parts = |text: &str| {
        let rows = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        let rows: Vec<_> = rows
            .filter(|row| row.len() == 5 && row[1].parse::<i32>().is_ok())
            .collect();
        assert!(!rows.is_empty(), "{text}");
        let any = |column: usize| rows.iter().any(|row| row[column] != "0");
        (any(3), any(4))
    };
    assert_eq!(has_parts(&list("--search=off")), (true, true));
    assert_eq!(has_parts(&list("--no-model")), (false, true));
    assert_eq!(has_parts(&list("--patterns-only")), (false, false));
}

#[test]
fn the_same_seed_gives_the_same_dump_and_without_one_it_is_told() {
    let first = shown("-l short.sgf -t -a --seed 3");
    assert_eq!(shown("-l short.sgf -t -a --seed 3"), first);
    let drawn = shown("-l short.sgf -t -a");
    let (_, rest) = drawn.split_once("Seed ").expect("the seed is printed");
    let (seed, _) = rest.split_once(',').expect("a level follows");
    assert_eq!(shown(&format!("-l short.sgf -t -a --seed {seed}")), drawn);
}
