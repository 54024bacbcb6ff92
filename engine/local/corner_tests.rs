// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pictures of eye spaces, for tests of the solvers.

use super::Arena;

/// An eye space in the upper left corner: `.` and `X` are its points, `#` the wall, `+` outside.
pub(super) fn arena(rows: &[&str], outside: u8) -> Arena {
    let cell = |x: usize, y: usize| rows.get(y).and_then(|r| r.as_bytes().get(x)).copied();
    let places: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|y| (0..rows[y].len()).map(move |x| (x, y)))
        .filter(|&(x, y)| matches!(cell(x, y), Some(b'.' | b'X')))
        .collect();
    let beside = |(x, y): (usize, usize)| {
        let (left, above) = (x.wrapping_sub(1), y.wrapping_sub(1));
        [(x + 1, y), (x, y + 1), (left, y), (x, above)]
    };
    let mask = |of: &dyn Fn((usize, usize)) -> bool| {
        let bit = |(i, &p)| u16::from(of(p)) << i;
        places.iter().enumerate().map(bit).sum::<u16>()
    };
    let touches = |p, what: u8| beside(p).iter().any(|&(x, y)| cell(x, y) == Some(what));
    let neighbours = places.iter().map(|&p| mask(&|q| beside(p).contains(&q)));
    Arena {
        neighbours: neighbours.collect(),
        wall: mask(&|p| touches(p, b'#')),
        open: mask(&|p| touches(p, b'+')),
        stones: mask(&|(x, y)| cell(x, y) == Some(b'X')),
        outside,
    }
}
