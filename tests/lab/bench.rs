// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab bench` prints what it printed before.

use std::fs;

/// Any change of the engine's choices changes these lines; one that is meant only to make it faster changes
/// none.
#[test]
fn the_choices_in_fixed_positions_are_those_of_the_snapshot() {
    let found = crate::Folder::new().output("bench --no-times");
    let path = crate::repository().join("tests/data/bench.txt");
    let expected = fs::read_to_string(path).expect("the snapshot can be read");
    let pairs = found
        .lines()
        .zip(expected.lines())
        .filter(|(found, expected)| found != expected);
    let differ: String = pairs
        .map(|(found, expected)| format!("- {expected}\n+ {found}\n"))
        .collect();
    assert!(
        found == expected,
        "the choices have changed:\n{differ}If that is meant, renew the file: katachi-lab bench --no-times > tests/data/bench.txt"
    );
}
