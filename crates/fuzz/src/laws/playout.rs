// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board of playouts against the board of the rules.

use katachi_rules::{Color, PlayoutBoard, Point};

use crate::bytes::Plan;
use crate::twins::agree::playout_agrees;

/// Moves that are compared after the game.
const COMPARED: usize = 24;

/// Plays the game in the bytes, then some of its choices on both boards, suicides and retaken kos included.
pub fn playout(bytes: &[u8]) {
    let plan = Plan::new(bytes, 9);
    let mut board = plan.game().board().clone();
    let mut playout = PlayoutBoard::new(&board);
    playout_agrees(&playout, &board);
    for (turn, choice) in plan.choices().take(COMPARED).enumerate() {
        let empty: Vec<Point> = board.empty_points().collect();
        if empty.is_empty() || choice % 11 == 10 {
            playout.clear_ko();
            board.clear_ko();
            continue;
        }
        let (color, point) = (Color::BOTH[turn % 2], empty[usize::from(choice) % empty.len()]);
        playout.play(color, point);
        board.place(color, point);
        playout_agrees(&playout, &board);
    }
}
