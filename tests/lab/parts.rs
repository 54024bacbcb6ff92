// SPDX-License-Identifier: MIT OR Apache-2.0

//! Measurements in parts: merged they say what one process says, and wrong parts are refused.

use katachi_lab::judgement::Half;

use crate::Folder;
use crate::judgement::{COUNTED, in_half};

/// A folder with games.
fn folder() -> Folder {
    let folder = Folder::new().with_games();
    folder.file("counted.sgf", in_half(COUNTED, Half::Development).repeat(4));
    folder
}

/// Measures in one piece and in three parts, the last first, and compares all but CPU times.
#[track_caller]
fn check(measurement: &str) {
    let folder = folder();
    for number in ["3", "1", "2"] {
        let text = folder.output(&format!("{measurement} --part {number}/3"));
        folder.file(number, text);
    }
    let without_times = |text: String| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.contains("of CPU time"));
        // The last column of the questions is a time.
        let line = |line: &str| {
            line.split(" ms").next().map(|line| {
                line.trim_end_matches(|c: char| !c.is_whitespace())
                    .trim_end()
                    .to_owned()
            })
        };
        lines.filter_map(line).collect()
    };
    let merged = folder.output(&format!("{measurement} --merge 2 3 1"));
    assert_eq!(without_times(merged), without_times(folder.output(measurement)));
    let missing = folder.lab(&format!("{measurement} --merge 2 3")).code(2);
    missing.stderr_eq("katachi-lab: [..] items have no result: give the files of all parts\n");
}

#[test]
fn judgements_by_playouts_are_merged() {
    check("judgement games.sgf --playouts 10 --half development");
}

#[test]
fn counted_ends_are_merged() {
    check("judgement counted.sgf --ends");
}

#[test]
fn laws_are_merged() {
    check("laws games.sgf --one-in 9");
}

#[test]
fn answers_to_questions_are_merged() {
    let file = crate::repository().join("tests/data/tactics/connect-hard.txt.gz");
    check(&format!("tactics score {} --nodes 50", file.display()));
}

#[test]
fn parts_of_other_conditions_are_refused() {
    let folder = folder();
    let part = folder.output("judgement games.sgf --playouts 10 --part 1/1");
    folder.file("part", part);
    folder.refuses("judgement games.sgf", &[
        (
            "--playouts 11 --merge part",
            "katachi-lab: cannot merge part: its measurement is judgement by 10 [..], not judgement by 11 [..]\n",
        ),
        (
            "--merge games.sgf",
            "katachi-lab: cannot merge games.sgf: it is no part of a measurement, which --part prints\n",
        ),
        (
            "--part 4/3",
            "error: invalid value '4/3' for '--part <K/N>': expected a part such as 2/8, found \"4/3\"\n...",
        ),
    ]);
}
