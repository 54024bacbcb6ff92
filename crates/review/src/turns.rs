// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about the positions of a record.

use katachi_rules::{Color, Game, Move, Phase};

/// Returns the position after a move. `None` if the move is illegal or ends the main phase, after which there
/// is nothing to search.
pub(crate) fn after(game: &Game, color: Color, mv: Move) -> Option<Game> {
    let mut game = game.clone();
    game.play(color, mv).ok()?;
    is_open(&game).then_some(game)
}

/// Returns whether there is anything to search.
pub(crate) fn is_open(game: &Game) -> bool {
    game.phase() == Phase::Main && !game.is_over()
}
