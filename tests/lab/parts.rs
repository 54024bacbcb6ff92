// SPDX-License-Identifier: MIT OR Apache-2.0

//! Measurements in parts: merged they say what one process says, and wrong parts are refused.

use katachi_lab::judgement::Half;

use crate::folder::Folder;
use crate::judgement::{COUNTED, in_half};

fn output(folder: &Folder, arguments: &[&str]) -> String {
    let output = folder.run(arguments).success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// Measures in one piece and in three parts, the last first, and compares all but CPU times.
#[track_caller]
fn check(measurement: &[&str]) {
    let folder = Folder::with_games();
    folder.file("counted.sgf", in_half(COUNTED, Half::Development).repeat(4));
    for number in ["3", "1", "2"] {
        let part = format!("{number}/3");
        let text = output(&folder, &[measurement, &["--part", &part]].concat());
        folder.file(number, text);
    }
    let without_times = |text: String| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.contains("of CPU time"));
        // The last column of the questions is a time.
        lines
            .map(|line| {
                line.split(" ms")
                    .next()
                    .unwrap()
                    .trim_end_matches(|c: char| !c.is_whitespace())
                    .to_owned()
            })
            .collect()
    };
    let whole = output(&folder, measurement);
    let merged = output(&folder, &[measurement, &["--merge", "2", "3", "1"]].concat());
    assert_eq!(without_times(merged), without_times(whole));
    folder
        .run(&[measurement, &["--merge", "2", "3"]].concat())
        .code(2)
        .stderr_eq("katachi-lab: [..] items have no result: give the files of all parts\n");
}

#[test]
fn judgements_by_playouts_are_merged() {
    check(&[
        "judgement",
        "games.sgf",
        "--playouts",
        "10",
        "--half",
        "development",
    ]);
}

#[test]
fn counted_ends_are_merged() {
    check(&["judgement", "counted.sgf", "--ends"]);
}

#[test]
fn laws_are_merged() {
    check(&["laws", "games.sgf", "--only", "strings", "--one-in", "6"]);
}

#[test]
fn answers_to_questions_are_merged() {
    let file = crate::repository().join("tests/data/tactics/connect-hard.txt.gz");
    check(&["tactics", "score", file.to_str().unwrap(), "--nodes", "50"]);
}

#[test]
fn parts_of_other_conditions_are_refused() {
    let folder = Folder::with_games();
    let measurement = ["judgement", "games.sgf", "--playouts", "10"];
    let part = output(&folder, &[&measurement[..], &["--part", "1/1"]].concat());
    folder.file("part", part);
    folder
        .run(&["judgement", "games.sgf", "--playouts", "11", "--merge", "part"])
        .code(2)
        .stderr_eq(
            "katachi-lab: cannot merge part: its measurement is judgement by 10 [..], not judgement by 11 [..]\n",
        );
    folder
        .run(&["judgement", "games.sgf", "--merge", "games.sgf"])
        .code(2)
        .stderr_eq(
            "katachi-lab: cannot merge games.sgf: it is no part of a measurement, which --part prints\n",
        );
    folder
        .run(&["judgement", "games.sgf", "--part", "4/3"])
        .code(2)
        .stderr_eq(
            "error: invalid value '4/3' for '--part <K/N>': expected a part such as 2/8, found \"4/3\"\n...",
        );
}
