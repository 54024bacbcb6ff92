// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi read`: the answer, the tree as variations that another library reads, and refused questions.

use katachi_rules::sgf::{Games, Record};
use katachi_rules::{Move, Rules};
use serde_json::Value;
use sgf_parse::go;
use snapbox::cmd::{Command, OutputAssert};

use crate::folder::{Folder, has};

/// A white stone in a ladder, Black to move.
const LADDER: &str = "(;SZ[9]AB[bf][bg][ch][dh]AW[cg]PL[B])";

fn read(arguments: &[&str]) -> OutputAssert {
    Command::from_std(crate::program())
        .env("LC_ALL", "C.UTF-8")
        .args(["read", "-"])
        .args(arguments)
        .stdin(LADDER)
        .assert()
}

#[test]
fn a_ladder_is_answered_with_its_moves() {
    let output = read(&["--at", "C3", "--aim", "capture"]).success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    assert_eq!(first, "  200 nodes      Yes, at C4 (proved).");
    let answer = lines.next().unwrap_or_default();
    assert_eq!(
        answer, "Can Black capture C3? Yes, at C4 (proved).",
        "a proof ends the reading"
    );
    assert!(text.contains("\n  works          C4"), "{text}");
    assert!(text.contains("Black C4, White D3, Black E3"), "{text}");
    assert!(text.contains(": captured\n"), "{text}");
}

#[test]
fn answers_that_are_not_proved_are_shown_up_to_all_nodes() {
    let output = read(&["--at", "C3", "--aim", "rescue", "--nodes", "20000"]).success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let labels = [
        "  200 nodes ",
        "  2000 nodes ",
        "  20000 nodes ",
        "Can White save",
    ];
    for (line, label) in text.lines().zip(labels) {
        assert!(line.starts_with(label), "{text}");
    }
}

#[test]
fn a_move_that_does_not_work_is_shown_with_its_refutation() {
    let output = read(&["--at", "C3", "--aim", "capture", "--try", "D3"]).success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(text.contains("Black D3, White C4"), "{text}");
}

#[test]
fn the_tree_is_variations_that_another_library_reads_and_that_can_be_played() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("tree.sgf");
    let path = file.to_str().expect("a path of letters");
    let output = read(&["--at", "C3", "--aim", "capture", "-o", path]).success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(
        text.starts_with("Can Black capture C3?"),
        "a file has one answer: {text}"
    );
    let sgf = std::fs::read_to_string(&file).expect("it is written");

    let games = go::parse(&sgf).expect("another library reads it");
    games[0].validate().expect("it keeps to the standard");

    let tree = Games::new(sgf.as_bytes()).expect("a record");
    let tree = tree.last().expect("one game").expect("it can be read");
    let leaves = tree.nodes().filter(|&node| tree.children(node).next().is_none());
    let mut lines = 0;
    for leaf in leaves {
        let record = Record::from_line(&tree, leaf).expect("a line");
        let game = record.game_after(usize::MAX, Rules::default(), 7.5);
        let game = game.expect("each line can be played");
        assert!(game.moves().all(|(_, mv)| mv != Move::Pass));
        lines += 1;
    }
    assert!(lines > 1, "{sgf}");
    has(&sgf, ["C[Can Black capture C3? Yes, at C4 (proved).]TR[cg]"]);
}

#[test]
fn the_program_and_gtp_give_the_same_answer_as_data() {
    let json = |output: &OutputAssert| -> Value {
        serde_json::from_slice(&output.get_output().stdout).expect("JSON")
    };
    for aim in ["capture", "rescue", "kill"] {
        let by_program = json(&read(&["--at", "C3", "--aim", aim, "--json"]).success());
        let conversation =
            format!("boardsize 9\nset_position B B4 B B3 B C2 B D2 W C3\nkatachi-read {aim} C3\n");
        let output = Command::from_std(crate::program())
            .args(["gtp"])
            .stdin(conversation)
            .assert()
            .success();
        let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
        let by_gtp = text.lines().find_map(|line| line.strip_prefix("= {"));
        let by_gtp: Value = serde_json::from_str(&format!("{{{}", by_gtp.expect("JSON"))).expect("JSON");
        assert_eq!(by_program["answer"], by_gtp["answer"], "{aim}");
        assert_eq!(by_program["tree"], by_gtp["tree"], "{aim}");
        assert_eq!(by_program["answer"]["code"], 1, "{aim}");
    }
}

#[test]
fn questions_that_cannot_be_asked_are_refused_with_what_to_do() {
    Folder::with(&[("ladder.sgf", LADDER)]).refuses(
        "read ladder.sgf --at",
        "\
E5 --aim capture => the point is empty
Z5 --aim capture => there is no such point on 9x9
C3 --aim cut => name a stone of the other, too
C3 --and B3 --aim cut => different colours
C3 --and B3 --aim kill => name one stone
C3 --aim eat => expected capture, rescue, kill, save, connect, cut
C3 --aim capture --try B3 => it is not a legal move for Black",
    );
}
