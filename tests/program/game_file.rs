// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games kept by `-o`: the labels are the values of the dump, another library reads them, and the file is
//! whole at every moment.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};

use katachi_rules::sgf::Record;
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Prop};

use crate::folder::{Folder, done, fed, refused};

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tuning.in/game1.sgf");

/// The main line as another library reads it; it also says whether every node is as the standard wants it.
fn nodes(text: &str) -> Vec<SgfNode<Prop>> {
    let mut games = go::parse(text).expect("another library reads it");
    assert_eq!(games.len(), 1);
    let root = games.remove(0);
    root.validate().expect("it keeps to the standard");
    root.main_variation().cloned().collect()
}

/// Labels of a node, by the name of the point.
fn labels(node: &SgfNode<Prop>, height: u8) -> BTreeMap<String, String> {
    let Some(Prop::LB(labels)) = node.get_property("LB") else {
        return BTreeMap::new();
    };
    let name = |x: u8, y: u8| {
        format!(
            "{}{}",
            char::from(b"ABCDEFGHJKLMNOPQRST"[usize::from(x)]),
            height - y
        )
    };
    let labels = labels
        .iter()
        .map(|(at, label)| (name(at.x, at.y), label.text.clone()));
    labels.collect()
}

/// The proposed points of a dump with their values.
fn proposed(dump: &str) -> BTreeMap<String, String> {
    let (_, table) = dump
        .split_once("\nmove   value  patterns  model  others\n")
        .expect("a heading");
    let mut values = BTreeMap::new();
    let mut point = "";
    for line in table.lines() {
        let columns: Vec<&str> = line.split_whitespace().collect();
        if !line.starts_with(' ') && columns.len() == 5 && columns[0] != "Not" {
            point = columns[0];
            values.insert(point.to_owned(), columns[1].to_owned());
        } else if line.trim_start().starts_with("not proposed: ") {
            values.remove(point);
        }
    }
    values
}

#[test]
fn labels_are_the_values_of_the_dump() {
    for before in ["1", "12", "23", "42"] {
        let folder = Folder::new();
        let position = ["-l", GAME, "-L", before, "-t", "-a"];
        let options = ["--seed", "1", "--level", "2", "-o", "labels.sgf"];
        let dump = done(&folder.run(&[position, options].concat()));
        let listed = proposed(&dump);
        assert!(!listed.is_empty(), "{dump}");
        let text = folder.read("labels.sgf");
        let nodes = nodes(&text);
        let last = nodes.last().expect("a game has a root");
        assert_eq!(labels(last, 13), listed, "move {before}");
        assert!(last.get_property("CR").is_some(), "the best is marked");
        let Some(Prop::C(comment)) = last.get_property("C") else {
            panic!("the reasons are in the comment");
        };
        let start = format!("Move {before}: by evidence alone, ");
        let headline = dump.lines().find_map(|line| line.strip_prefix(&start));
        assert!(
            comment
                .text
                .starts_with(headline.expect("the dump has a headline"))
        );
        // Our own reader finds the same game in it.
        let record = Record::parse(text.as_bytes()).expect("we read it");
        assert_eq!((record.move_count() + 1).to_string(), before);
    }
}

fn player(file: &Path) -> Child {
    crate::program()
        .args(["gtp", "--boardsize", "9", "--seed", "3", "--visits", "100", "-o"])
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// The number of moves of a file that has to be whole.
fn moves(file: &Path) -> usize {
    let text = std::fs::read_to_string(file).expect("the file is there");
    assert_eq!(Record::parse(text.as_bytes()).expect("it is whole").warnings, []);
    nodes(&text).len() - 1
}

#[test]
fn the_file_is_whole_whenever_the_program_is_killed() {
    const MOVES: usize = 12;
    for killed_after in [0, 1, 4, MOVES] {
        let folder = Folder::new();
        let file = folder.path(&format!("killed-{killed_after}.sgf"));
        let mut child = player(&file);
        let mut input = child.stdin.take().expect("its input is a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("its output is a pipe")).lines();
        // All at once, so that it is at work whenever it is killed.
        for i in 0..MOVES {
            writeln!(input, "genmove {}", ["b", "w"][i % 2]).expect("it reads");
        }
        let mut seen = 0;
        for _ in 0..killed_after {
            let answer = output.next().expect("it answers").expect("in text");
            assert!(answer.starts_with("= "), "{answer}");
            assert_eq!(output.next().expect("an empty line").expect("in text"), "");
            seen += 1;
            // It goes on playing meanwhile, and writes the file anew.
            assert!(moves(&file) >= seen, "a move that was answered is in the file");
        }
        if killed_after == 0 {
            // It has begun when the file is there.
            while !file.exists() {
                std::thread::yield_now();
            }
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it is dead");
        let left = moves(&file);
        assert!(
            (seen..=MOVES).contains(&left),
            "{left} moves, {seen} were answered"
        );
    }
}

#[test]
fn every_move_of_a_game_has_its_labels_before_it() {
    let folder = Folder::new();
    let file = folder.path("whole.sgf");
    let mut child = player(&file);
    let mut input = child.stdin.take().expect("its input is a pipe");
    writeln!(
        input,
        "play b e5\ngenmove w\nplay b c3\ngenmove w\nundo\ngenmove w\nquit"
    )
    .expect("it reads");
    drop(input);
    assert!(child.wait().expect("it ends").success());
    let text = std::fs::read_to_string(&file).expect("the file is there");
    let nodes = nodes(&text);
    let labelled: Vec<bool> = nodes.iter().map(|n| n.get_property("LB").is_some()).collect();
    assert_eq!(labelled, [false, true, false, true, false]);
    // The move that was made is the one in the circle.
    for pair in nodes.windows(2) {
        if let (Some(Prop::CR(best)), Some(Prop::W(go::Move::Move(played)))) =
            (pair[0].get_property("CR"), pair[1].get_property("W"))
        {
            assert!(best.contains(played));
        }
    }
}

/// Lets the program answer these lines with this file behind `-o`, and returns the record.
fn kept(file: &Path, options: &[&str], lines: &str) -> Record {
    let mut program = crate::program();
    program
        .args(options)
        .args(["--boardsize", "5", "--level", "1", "-o"])
        .arg(file);
    done(&fed(&mut program, lines));
    let text = std::fs::read(file).expect("the file is there");
    Record::parse(&text).expect("we read it")
}

#[test]
fn the_file_has_the_result_of_a_game_that_is_over() {
    let folder = Folder::new();
    let file = folder.path("result.sgf");
    let gtp = |lines| kept(&file, &["gtp", "--komi", "2.5"], lines);
    for (lines, expected) in [
        ("play b pass\nplay w pass\n", Some("W+2.5")),
        ("play b c3\nplay w resign\n", Some("B+R")),
        ("play b pass\nplay w pass\nundo\n", None),
        ("play b c3\nplay w resign\nplay w b2\n", None),
        ("play w resign\nclear_board\n", None),
    ] {
        assert_eq!(gtp(lines).get("RE"), expected, "{lines}");
    }
    // Moves of one colour, so that the other has lost by all points of the board. After a move of White they
    // are no handicap.
    let lost = "boardsize 5\nplay b c1\nplay w e1\nplay b c2\nplay b c3\nplay b c4\nplay b c5\nplay b b1\nplay b b3\nplay b b5\n\
                play b d1\nplay b d3\nplay b d5\nplay b a2\nplay b e2\nplay b a4\nplay b e4\ngenmove w\n";
    let record = kept(&file, &["gtp", "--resign", "5"], lost);
    assert_eq!(record.get("RE"), Some("B+R"));
    let record = kept(&file, &["play"], "resign\nquit\n");
    assert_eq!(record.get("RE"), Some("W+R"));
}

#[test]
fn what_somebody_else_has_written_is_not_overwritten_unless_that_is_asked_for() {
    let theirs = "(;GM[1]AP[CGoban:3]SZ[5];B[cc])";
    let folder = Folder::with(&[("theirs.sgf", theirs)]);
    let file = folder.path("theirs.sgf");
    let path = file.to_str().expect("paths are text");
    let refusal = format!(
        "katachi: {path} exists and was not written by Katachi; choose another name, or --overwrite\n"
    );
    for options in [
        &["gtp", "-o", path][..],
        &["play", "-o", path],
        &["-l", GAME, "--level", "1", "-o", path],
        &["view", GAME, "-L", "3", "--svg", path],
    ] {
        assert_eq!(refused(&folder.run(options)), refusal);
        assert_eq!(folder.read("theirs.sgf"), theirs);
    }
    let record = kept(&file, &["gtp", "--overwrite"], "play b a1\n");
    assert_eq!(record.move_count(), 1);
    let again = kept(&file, &["gtp"], "quit\n");
    assert_eq!(again.move_count(), 0, "it is Katachi's now");
}

#[test]
fn a_game_of_a_file_with_several_is_not_kept_over_the_others() {
    let games = "(;AP[Katachi:0.1.0]SZ[5];B[cc])(;AP[Katachi:0.1.0]SZ[5];B[bb])";
    let folder = Folder::with(&[("a.sgf", games)]);
    let why = "katachi: a.sgf exists and has several games; choose another name, or --overwrite\n";
    let arguments = ["-l", "a.sgf", "--game", "2", "--level", "1", "-o", "a.sgf"];
    assert_eq!(refused(&folder.run(&arguments)), why);
    assert_eq!(folder.read("a.sgf"), games);
}

#[test]
fn a_file_that_cannot_be_written_is_told_at_once() {
    let message = refused(&Folder::new().run(&["gtp", "-o", "/nowhere/game.sgf"]));
    assert!(
        message.starts_with("katachi: cannot write /nowhere/game.sgf: "),
        "{message}"
    );
}

#[test]
fn a_game_at_the_terminal_is_kept_too() {
    let folder = Folder::new();
    let board = ["--boardsize", "7", "--seed", "1", "--level", "1"];
    let mut program = folder.program(&[&["play", "-o", "terminal.sgf"], &board[..]].concat());
    done(&fed(&mut program, "d4\nquit\n"));
    let nodes = nodes(&folder.read("terminal.sgf"));
    assert_eq!(nodes.len(), 3);
    assert!(!labels(&nodes[1], 7).is_empty(), "Katachi's move was considered");
}
