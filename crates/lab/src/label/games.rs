// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game while it is judged: of a record, whose moves are known, or one that is played meanwhile.

use katachi_katago_json::Answer;

use super::own_games::Player;
use crate::judged::{JudgedGame, JudgedPosition};

/// A game of which some positions are judged.
#[derive(Debug)]
pub(super) struct OpenGame {
    /// The game with the moves that are known, and without positions.
    pub(super) game: JudgedGame,
    /// Chooses the moves of the judge's own games.
    player: Option<Player>,
    /// Judgements of the positions before each move. Those that are asked for are missing yet.
    positions: Vec<Option<JudgedPosition>>,
    judged: usize,
}

impl OpenGame {
    /// A game of a record, or one that goes on by the moves of a player.
    pub(super) fn new(game: JudgedGame, player: Option<Player>) -> Self {
        Self {
            game,
            player,
            positions: Vec::new(),
            judged: 0,
        }
    }

    /// Returns the next position to ask about, by the number of moves before it, if there is one now.
    pub(super) fn next_turn(&mut self) -> Option<usize> {
        let turn = self.positions.len();
        let is_known = match &self.player {
            // Its next move depends on all answers so far.
            Some(player) => turn == self.game.moves.len() && !player.is_over(&self.game),
            None => turn < self.game.moves.len(),
        };
        is_known.then(|| {
            self.positions.push(None);
            turn
        })
    }

    /// Is an answer about that position awaited?
    pub(super) fn awaits(&self, turn: usize) -> bool {
        matches!(self.positions.get(turn), Some(None))
    }

    /// Takes an answer that is awaited. A player plays the next move.
    pub(super) fn take(&mut self, turn: usize, answer: &Answer) {
        if !self.awaits(turn) {
            return;
        }
        self.positions[turn] = Some(JudgedPosition::new(answer, self.game.size));
        self.judged += 1;
        if let Some(player) = &mut self.player {
            let mv = player.choose(&self.game, answer);
            self.game.moves.push(mv);
        }
    }

    pub(super) fn is_over(&self) -> bool {
        let player = self.player.as_ref();
        let is_last = player.is_none_or(|player| player.is_over(&self.game));
        is_last && self.judged == self.game.moves.len()
    }

    /// Returns the judged game. Positions without a judgement are left out, of which a game that is over has
    /// none.
    pub(super) fn into_judged(self) -> JudgedGame {
        JudgedGame {
            positions: self.positions.into_iter().flatten().collect(),
            ..self.game
        }
    }
}
