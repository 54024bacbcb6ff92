// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions that a page names: after a number of moves of the game, and after moves that were tried there.

use katachi_rules::{Color, Game, Move};
use serde::Deserialize;

use crate::error::Refusal;

/// The name of a position.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct At {
    /// Number of moves of the game before it.
    pub(crate) moves: usize,
    /// The moves that were tried after them, such as `B D4,W pass`.
    #[serde(default)]
    pub(crate) tried: String,
}

impl At {
    /// Goes to the position in a game that has all moves.
    pub(crate) fn go(&self, game: &mut Game) -> Result<(), Refusal> {
        let there_are = game.move_count();
        if self.moves > there_are {
            return Err(Refusal::bad(format!("the game has {there_are} moves")));
        }
        while game.move_count() > self.moves {
            game.undo();
        }
        for text in self.tried.split(',').filter(|text| !text.is_empty()) {
            let (color, mv) = parse_move(game, text)?;
            game.play(color, mv).map_err(|why| {
                Refusal::conflict(format!("{} cannot be tried: {why}", game.size().show(mv)))
            })?;
        }
        Ok(())
    }
}

/// Parses a move such as `B D4`.
fn parse_move(game: &Game, text: &str) -> Result<(Color, Move), Refusal> {
    let found = text
        .split_once(' ')
        .and_then(|(color, vertex)| Some((Color::parse(color)?, game.size().parse_move(vertex)?)));
    found.ok_or_else(|| Refusal::bad("the tried moves have a form such as B D4,W pass"))
}
