// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves of the game and of all variations as data for the page.

use katachi_rules::BoardSize;
use katachi_session::VariationMove;
use serde::Serialize;

use crate::state::lower;

/// Maximum number of moves. A page with more is slow.
const MAX_MOVES: usize = 3000;

/// The moves as rows: the index of the move before it, its side, the move, whether there is a comment,
/// whether it is a move of the game. `left_out` is the number of moves beyond the limit.
#[derive(Debug, Serialize)]
pub(crate) struct Variations {
    moves: Vec<(Option<usize>, &'static str, String, bool, bool)>,
    left_out: usize,
}

impl Variations {
    pub(crate) fn new(moves: &[VariationMove], size: BoardSize) -> Self {
        let rows = moves.iter().take(MAX_MOVES).map(|found| {
            let (side, mv) = (lower(found.color), size.show(found.mv));
            (found.before, side, mv, found.has_comment, found.is_game)
        });
        Self {
            moves: rows.collect(),
            left_out: moves.len().saturating_sub(MAX_MOVES),
        }
    }
}
