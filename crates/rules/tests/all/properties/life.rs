// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pass-alive stones against the definition with sets, and counts against mirrored positions.

use std::collections::BTreeSet;

use katachi_rules::{Board, BoardSize, Cell, Color, Count, PassAlive, Removal, Scoring, Tax, pass_alive};
use proptest::prelude::*;

use super::config;
use super::plain::{Cells, cells_of, flood, neighbours, places};
use super::plan::{plan, turned, turned_size};

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
fn plain_pass_alive(size: BoardSize, cells: &Cells, color: Color, suicide: bool) -> [BTreeSet<usize>; 2] {
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

/// The position in a mirror, colours swapped or not.
fn image(board: &Board, symmetry: u8, swap: bool) -> Board {
    let stones = board.size().points().filter_map(|p| {
        let color = board.cell(p).color()?;
        let color = if swap { color.opposite() } else { color };
        Some((turned(board.size(), symmetry, p), color))
    });
    let mut image = Board::new(turned_size(board.size(), symmetry));
    image.set_stones(stones).expect("stones with liberties");
    image
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn benson_agrees_with_the_definition(plan in plan(), suicide in any::<bool>()) {
        let game = plan.game();
        let (size, cells) = (plan.size, cells_of(game.board()));
        let PassAlive { stones, territory } = pass_alive(game.board(), suicide);
        for color in Color::BOTH {
            let [plain_stones, plain_territory] = plain_pass_alive(size, &cells, color, suicide);
            prop_assert_eq!(places(size, stones[color].iter()), plain_stones);
            prop_assert_eq!(places(size, territory[color].iter()), plain_territory);
        }
    }

    #[test]
    fn a_position_counts_the_same_in_its_eight_images_and_the_opposite_with_colours_swapped(
        plan in plan(), suicide in any::<bool>(), swap in any::<bool>(),
        removal in prop::sample::select(&[Removal::None, Removal::Prisoners, Removal::Practice][..])
    ) {
        let game = plan.game();
        let board = game.board();
        for symmetry in 0..8 {
            let other = image(board, symmetry, swap);
            for scoring in [Scoring::Area, Scoring::Territory] {
                for tax in [Tax::None, Tax::Seki, Tax::All] {
                    let count = |board| Count::new(board, scoring, tax, suicide, removal, None);
                    let (here, there) = (count(board), count(&other));
                    let lead = if swap { -there.white_lead } else { there.white_lead };
                    prop_assert_eq!(here.white_lead, lead);
                    for point in plan.size.points() {
                        let owner = there.owner[turned(plan.size, symmetry, point)];
                        let owner = owner.map(|c| if swap { c.opposite() } else { c });
                        prop_assert_eq!(here.owner[point], owner);
                    }
                }
            }
        }
    }

    #[test]
    fn swapping_all_colours_swaps_the_halves_of_a_key(plan in plan()) {
        let game = plan.game();
        let (board, mut other) = (game.board(), image(game.board(), 0, true));
        other.set_ko(board.ko().map(|(point, color)| (point, color.opposite())));
        prop_assert_eq!(other.key(), board.key().rotate_left(32));
        for color in Color::BOTH {
            let swapped = other.situation_key(color.opposite());
            prop_assert_eq!(swapped, board.situation_key(color).rotate_left(32));
        }
    }
}
