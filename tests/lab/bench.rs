// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab bench` prints what it printed before.

use snapbox::Data;

/// Any change of the engine's choices changes these lines; one that is meant only to make it faster changes
/// none. `katachi-lab bench --no-times > tests/data/bench.txt` renews them.
#[test]
fn the_choices_in_fixed_positions_are_those_of_the_snapshot() {
    let path = crate::repository().join("tests/data/bench.txt");
    let output = crate::Folder::new().lab("bench --no-times");
    output.success().stdout_eq(Data::read_from(&path, None).raw());
}
