// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board against flood fills.

use katachi_rules::{Board, Color, Move, PointSet, Rules};
use proptest::prelude::*;

use super::agree::{area_agrees, counts_agree, strings_agree};
use super::config;
use super::plain::{cells_of, place};
use super::plan::plan;

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn without_superko_and_suicide_the_board_alone_knows_what_is_legal(mut plan in plan()) {
        plan.rules = Rules::CHINESE;
        let game = plan.game();
        for color in Color::BOTH {
            for point in plan.size.points() {
                prop_assert_eq!(
                    game.board().is_legal(color, point),
                    game.is_legal(color, Move::Play(point))
                );
            }
        }
    }

    #[test]
    fn strings_liberties_and_neighbours_are_those_of_a_flood(plan in plan()) {
        let game = plan.game();
        strings_agree(game.board());
    }


    #[test]
    fn keys_tell_stones_apart_and_not_how_they_came(plan in plan(), seed in any::<u64>()) {
        let game = plan.game();
        let board = game.board();
        let mut stones: Vec<_> = board
            .size()
            .points()
            .filter_map(|p| Some((p, board.cell(p).color()?)))
            .collect();
        for _ in 0..2 {
            let mut again = Board::new(plan.size);
            again.set_stones(stones.iter().copied()).unwrap();
            counts_agree(&again);
            prop_assert_eq!(again.key(), board.key());
            prop_assert_eq!(cells_of(&again), cells_of(board));
            stones.sort_by_key(|(p, _)| (place(plan.size, *p) as u64 + 1).wrapping_mul(seed | 1) >> 7);
        }
        if let Some((point, _)) = stones.pop() {
            let mut fewer = board.clone();
            fewer.remove_stones(&PointSet::from_iter([point]));
            counts_agree(&fewer);
            prop_assert_ne!(fewer.key(), board.key());
        }
        prop_assert_ne!(board.situation_key(Color::Black), board.situation_key(Color::White));
    }

    #[test]
    fn area_is_what_a_flood_from_each_point_reaches(
        plan in plan(), dead in prop::collection::vec(any::<prop::sample::Index>(), 0..3)
    ) {
        let game = plan.game();
        let (board, size) = (game.board(), plan.size);
        let points: Vec<_> = size.points().collect();
        let stones: Vec<_> = points.iter().copied().filter(|&p| board.cell(p).is_stone()).collect();
        let dead: PointSet = dead
            .iter()
            .filter(|_| !stones.is_empty())
            .flat_map(|i| board.string(stones[i.index(stones.len())]))
            .collect();
        area_agrees(board, &dead);
    }
}
