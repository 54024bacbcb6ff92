// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves of the game and of all variations as data for the page.

use katachi_rules::BoardSize;
use katachi_session::VariationMove;
use serde_json::{Value as Json, json};

use crate::state::lower;

/// Maximum number of moves. A page with more is slow.
const MAX_MOVES: usize = 3000;

/// Returns the moves as rows: the index of the move before it, its side, the move, whether there is a
/// comment, whether it is a move of the game. `left_out` is the number of moves beyond the limit.
pub(crate) fn to_json(moves: &[VariationMove], size: BoardSize) -> Json {
    let rows = moves.iter().take(MAX_MOVES).map(|found| {
        json!([
            found.before,
            lower(found.color),
            size.show(found.mv),
            found.has_comment,
            found.is_game
        ])
    });
    json!({
        "moves": rows.collect::<Vec<_>>(),
        "left_out": moves.len().saturating_sub(MAX_MOVES),
    })
}
