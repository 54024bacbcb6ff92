// SPDX-License-Identifier: MIT OR Apache-2.0

//! Search for a shift with which a constraint diagram repeats the diagram.

use std::fmt;

use super::diagram::{ABSENT, Diagram};
use super::labels::Labels;
use crate::counted;

/// Maximum shift.
const FAR: isize = 2;

/// A shift of the constraint diagram: columns to the right and rows down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    columns: isize,
    rows: isize,
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |n: isize, thing: &str, before: &str, after: &str| {
            let way = if n < 0 { before } else { after };
            format!("{} {way}", counted(n.unsigned_abs(), thing))
        };
        let parts = [
            (self.columns != 0).then(|| part(self.columns, "column", "to the left", "to the right")),
            (self.rows != 0).then(|| part(self.rows, "row", "up", "down")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            return f.write_str("leave out the rows and columns that the diagram has not");
        }
        write!(f, "moved {}, it would repeat the diagram", parts.join(" and "))
    }
}

/// Does a cell of a constraint diagram differ from that of the diagram? A label never does.
pub(super) fn differs(c: u8, below: u8) -> bool {
    c != below && !(c == b't' && below == b'*')
}

/// The shortest shift with which the constraint diagram repeats the diagram, perhaps zero; none if there is
/// no short one.
pub(super) fn better(diagram: &Diagram, constraint: &Diagram) -> Option<Shift> {
    let around = || -FAR..=FAR;
    let shifts = around().flat_map(|rows| around().map(move |columns| Shift { columns, rows }));
    let mut shifts: Vec<Shift> = shifts.collect();
    shifts.sort_by_key(|s| (s.rows.abs() + s.columns.abs(), s.rows, s.columns));
    shifts
        .into_iter()
        .find(|&shift| repeats(diagram, constraint, shift))
}

/// Does the shifted constraint diagram repeat the diagram? Cells on the diagram must be equal, and every row
/// or column of the diagram must be covered.
fn repeats(diagram: &Diagram, constraint: &Diagram, shift: Shift) -> bool {
    let mut covered = 0;
    for (column, row, c) in constraint.iter().filter(|c| c.2 != ABSENT) {
        let at = column
            .checked_add_signed(shift.columns)
            .zip(row.checked_add_signed(shift.rows));
        let Some(below) = at.and_then(|(column, row)| diagram.find(column, row)) else {
            continue;
        };
        covered += 1;
        if !Labels::is_label(char::from(c)) && differs(c, below) {
            return false;
        }
    }
    let rows = diagram.height.saturating_sub(shift.rows.unsigned_abs());
    let columns = diagram.width.saturating_sub(shift.columns.unsigned_abs());
    // A small part could repeat any diagram.
    2 * covered >= diagram.width * diagram.height && covered >= rows.max(1) * columns.max(1)
}
