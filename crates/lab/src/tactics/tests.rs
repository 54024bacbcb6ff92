// SPDX-License-Identifier: MIT OR Apache-2.0

//! Boards of the tests.

use katachi_rules::Board;

/// A square board whose upper left has these rows.
pub(super) fn board_of(side: usize, rows: &str) -> Board {
    let rows = rows.split('/').chain(std::iter::repeat("")).take(side);
    let rows: Vec<String> = rows.map(|row| format!("{row:.<side$}")).collect();
    Board::from_diagram(&rows.join("\n"))
}
