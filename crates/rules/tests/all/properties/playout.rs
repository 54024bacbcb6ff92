// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board of playouts against the board that counts liberties.

use katachi_rules::{Color, PlayoutBoard, Point};
use proptest::prelude::*;

use super::agree::playout_agrees;
use super::config;
use super::plan::plan;

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_game_in_thought_goes_as_on_the_board(plan in plan(), picks in prop::collection::vec(any::<prop::sample::Index>(), 40)) {
        let mut board = plan.game().board().clone();
        let mut playout = PlayoutBoard::new(&board);
        playout_agrees(&playout, &board);
        for (turn, pick) in picks.into_iter().enumerate() {
            let color = Color::BOTH[turn % 2];
            let empty: Vec<Point> = board.empty_points().collect();
            if empty.is_empty() || turn % 11 == 10 {
                playout.clear_ko();
                board.clear_ko();
                continue;
            }
            // These include suicide and the retaking of a ko.
            let point = empty[pick.index(empty.len())];
            playout.play(color, point);
            board.place(color, point);
            playout_agrees(&playout, &board);
        }
    }
}
