// SPDX-License-Identifier: MIT OR Apache-2.0

//! Results of games, in the notation of records.

use katachi_engine::Engine;
use katachi_engine::analysis::FinalStatus;
use katachi_rules::{Game, PositionId};

/// Final status of the stones, read once for each position: records are written more often.
#[derive(Clone, Debug, Default)]
pub struct Count {
    last: Option<(PositionId, FinalStatus)>,
}

impl Count {
    /// Final status of the stones of a game. Takes about as long as a move.
    pub fn status(&mut self, engine: &Engine, game: &Game) -> &FinalStatus {
        let position = game.position_id(game.to_move());
        let cached = self.last.take().filter(|(cached, _)| *cached == position);
        let status = cached.map_or_else(|| engine.final_status(game), |(_, status)| status);
        &self.last.insert((position, status)).1
    }

    /// The result by score, such as `W+3.5`, or `Void` after a cycle. None if the game is not over.
    pub fn result(&mut self, engine: &Engine, game: &Game) -> Option<String> {
        if !game.main_phase_is_over() {
            return None;
        }
        Some(self.status(engine, game).result(game).to_string())
    }
}
