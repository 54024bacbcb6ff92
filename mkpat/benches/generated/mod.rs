// SPDX-License-Identifier: MIT OR Apache-2.0

//! A database for benchmarks of the compiler and of loading.

use std::fmt::Write as _;

use mkpat::Source;

/// A database of `entries` entries of mixed size, every second with a constraint, without duplicates.
pub(crate) fn generated(entries: usize) -> Source {
    let mut state = 1_u64;
    let mut next = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % n
    };
    let mut text = String::new();
    for index in 0..entries {
        let (width, height) = (3 + next(4), 3 + next(4));
        let (column, row) = (next(width), next(height));
        let edge = next(4) == 0;
        let mut rows = vec![String::new(); height];
        for (y, line) in rows.iter_mut().enumerate() {
            line.extend((0..width).map(|x| match (x, y) {
                at if at == (column, row) => '*',
                _ => ['.', '.', '.', 'O', 'X', '?', '?', 'o', 'x'][next(9)],
            }));
        }
        // A stone for the constraint.
        let stone = usize::from((0, 0) == (column, row));
        rows[0].replace_range(stone..=stone, "O");
        let _ = writeln!(text, "Pattern G{index}   generated");
        let edge_row = "-".repeat(width) + "\n";
        let picture = |rows: &[String]| {
            let end = if edge { edge_row.as_str() } else { "" };
            rows.iter().map(|r| format!("{r}\n")).collect::<String>() + end
        };
        text += &picture(&rows);
        let _ = writeln!(text, ":8,{},0,OX,5,5,0,0,3,NULL", 10 + next(80));
        if index % 2 == 0 {
            rows[0].replace_range(stone..=stone, "a");
            text += &picture(&rows);
            text += ";lib(a)>1 && (!dead(a) || xplay_attack(*,a))\n";
        }
        text.push('\n');
    }
    Source::new("generated.db", text)
}
