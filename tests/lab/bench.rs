// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab bench` prints what it printed before.

use std::fs;

/// Any change of the engine's choices changes these lines; one that is meant only to make it faster changes
/// none.
#[test]
fn the_choices_in_fixed_positions_are_those_of_the_snapshot() {
    let output = crate::program()
        .args(["bench", "--no-times"])
        .output()
        .expect("the program can be started");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let found = String::from_utf8(output.stdout).expect("it prints text");
    let path = crate::repository().join("tests/data/bench.txt");
    let expected = fs::read_to_string(path).expect("the snapshot can be read");
    let differ: String = found
        .lines()
        .zip(expected.lines())
        .filter(|(found, expected)| found != expected)
        .map(|(found, expected)| format!("- {expected}\n+ {found}\n"))
        .collect();
    assert!(
        found == expected,
        "the choices have changed:\n{differ}If that is meant, renew the file: katachi-lab bench --no-times > tests/data/bench.txt"
    );
}
