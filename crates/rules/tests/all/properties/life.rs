// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pass-alive stones against the definition with sets, and counts against mirrored positions.

use katachi_rules::{Board, Color, Count, PassDead, Rules, Scoring, Tax};
use proptest::prelude::*;

use super::agree::pass_alive_agrees;
use super::config;
use super::plan::{plan, turned, turned_size};

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
        pass_alive_agrees(game.board(), suicide);
    }

    #[test]
    fn a_position_counts_the_same_in_its_eight_images_and_the_opposite_with_colours_swapped(
        plan in plan(), suicide in any::<bool>(), swap in any::<bool>(), self_play_opts in any::<bool>(),
        pass_dead in prop::sample::select(&[PassDead::Practice, PassDead::Letter][..])
    ) {
        let game = plan.game();
        let board = game.board();
        for symmetry in 0..8 {
            let other = image(board, symmetry, swap);
            for scoring in [Scoring::Area, Scoring::Territory] {
                for tax in [Tax::None, Tax::Seki, Tax::All] {
                    let rules =
                        Rules { scoring, tax, suicide, self_play_opts, pass_dead, ..Rules::TROMP_TAYLOR };
                    let count = |board| Count::new(board, &rules, None);
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
    fn a_ko_and_the_side_to_move_change_every_key_alike(plan in plan()) {
        let game = plan.game();
        let (mut board, mut empty) = (game.board().clone(), Board::new(plan.size));
        for ko in board.empty_points().flat_map(|p| Color::BOTH.map(|c| Some((p, c)))).chain([None]).collect::<Vec<_>>() {
            board.set_ko(ko);
            empty.set_ko(ko);
            for color in Color::BOTH {
                prop_assert_eq!(board.situation_key(color) ^ board.key(), empty.situation_key(color));
            }
        }
    }

    #[test]
    fn turned_and_mirrored_positions_have_one_symmetric_key(plan in plan()) {
        let game = plan.game();
        let board = game.board();
        let side = |color| Board::new(plan.size).situation_key(color);
        let images: Vec<Board> = (0..8)
            .filter(|&symmetry| turned_size(plan.size, symmetry) == plan.size)
            .map(|symmetry| {
                let mut image = image(board, symmetry, false);
                image.set_ko(board.ko().map(|(point, color)| (turned(plan.size, symmetry, point), color)));
                image
            })
            .collect();
        for color in Color::BOTH {
            let keys = images.iter().map(|image| image.situation_key(color) ^ side(color));
            let least = keys.min().unwrap() ^ side(color);
            for image in &images {
                prop_assert_eq!(image.symmetric_key(color), least);
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
