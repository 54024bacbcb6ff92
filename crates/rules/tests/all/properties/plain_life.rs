// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pass-alive stones by the definition, with sets.

use std::collections::BTreeSet;

use katachi_rules::{BoardSize, Cell, Color};

use super::plain::{Cells, flood, neighbours};

/// The maximal connected sets of points for which `is_in` is true.
fn regions(size: BoardSize, is_in: impl Fn(usize) -> bool) -> Vec<BTreeSet<usize>> {
    let mark = |at| if is_in(at) { Cell::Black } else { Cell::White };
    let marked: Cells = (0..size.area()).map(mark).collect();
    let all = (0..size.area()).filter(|&at| is_in(at));
    let sets: BTreeSet<_> = all.map(|at| flood(size, &marked, at).0).collect();
    sets.into_iter().collect()
}

fn touches(size: BoardSize, at: usize, set: &BTreeSet<usize>) -> bool {
    neighbours(size, at).iter().any(|n| set.contains(n))
}

/// Pass-alive stones and territory of a colour by the text of the rules.
pub(crate) fn plain_pass_alive(
    size: BoardSize,
    cells: &Cells,
    color: Color,
    suicide: bool,
) -> [BTreeSet<usize>; 2] {
    let mut chains = regions(size, |at| cells[at].is(color));
    let mut areas = regions(size, |at| !cells[at].is(color));
    let is_vital = |area: &BTreeSet<usize>, chain: &BTreeSet<usize>| {
        let mut tests = area.iter().filter(|&&at| suicide || cells[at] == Cell::Empty);
        tests.all(|&at| touches(size, at, chain))
    };
    let borders =
        |area: &BTreeSet<usize>, chain: &BTreeSet<usize>| area.iter().any(|&at| touches(size, at, chain));
    let all_chains = chains.clone();
    loop {
        let before = (chains.len(), areas.len());
        chains.retain(|chain| areas.iter().filter(|area| is_vital(area, chain)).count() >= 2);
        areas.retain(|area| all_chains.iter().all(|c| !borders(area, c) || chains.contains(c)));
        if before == (chains.len(), areas.len()) {
            break;
        }
    }
    areas.retain(|area| {
        let interior = area
            .iter()
            .filter(|&&at| !neighbours(size, at).iter().any(|&n| cells[n].is(color)));
        chains.iter().any(|c| borders(area, c)) && interior.count() <= 1
    });
    [chains, areas].map(|sets| sets.into_iter().flatten().collect())
}

pub(crate) fn is_all_pass_alive(size: BoardSize, cells: &Cells, suicide: bool) -> bool {
    let both = Color::BOTH.map(|color| plain_pass_alive(size, cells, color, suicide));
    both.iter().flatten().map(BTreeSet::len).sum::<usize>() == size.area()
}
