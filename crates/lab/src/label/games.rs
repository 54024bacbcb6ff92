// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game while it is judged: of a record, whose moves are known, or one that is played meanwhile.

use katachi_rules::{BoardSize, Move, Rules};

use super::judge::Answer;
use super::own_games::Player;
use crate::judged::{JudgedGame, JudgedPosition};

/// A game without judgements.
#[derive(Clone, Debug, PartialEq)]
pub struct UnjudgedGame {
    /// Size of the board, which is square.
    pub size: BoardSize,
    /// Rules of the game.
    pub rules: Rules,
    /// Komi in points.
    pub komi: f32,
    /// Moves in turn, Black first.
    pub moves: Vec<Move>,
}

/// A game of which some positions are judged.
#[derive(Debug)]
pub struct OpenGame {
    game: UnjudgedGame,
    /// Chooses the moves of the judge's own games.
    player: Option<Player>,
    /// Judgements of the positions before each move. Those that are asked for are missing yet.
    positions: Vec<Option<JudgedPosition>>,
    judged: usize,
}

impl OpenGame {
    /// A game of a record.
    pub fn from_record(game: UnjudgedGame) -> Self {
        Self {
            game,
            player: None,
            positions: Vec::new(),
            judged: 0,
        }
    }

    /// A game that goes on by the moves of a player.
    pub fn from_player(game: UnjudgedGame, player: Player) -> Self {
        Self {
            player: Some(player),
            ..Self::from_record(game)
        }
    }

    /// The game with the moves that are known.
    pub fn game(&self) -> &UnjudgedGame {
        &self.game
    }

    /// Returns the next position to ask about, by the number of moves before it, if there is one now.
    pub fn next_turn(&mut self) -> Option<usize> {
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
    pub fn awaits(&self, turn: usize) -> bool {
        matches!(self.positions.get(turn), Some(None))
    }

    /// Takes an answer that is awaited. A player plays the next move.
    pub fn take(&mut self, turn: usize, answer: &Answer) {
        if !self.awaits(turn) {
            return;
        }
        self.positions[turn] = Some(answer.judged(self.game.size));
        self.judged += 1;
        if let Some(player) = &mut self.player {
            let mv = player.choose(&self.game, answer);
            self.game.moves.push(mv);
        }
    }

    /// Are all positions judged?
    pub fn is_over(&self) -> bool {
        let is_last = self
            .player
            .as_ref()
            .is_none_or(|player| player.is_over(&self.game));
        is_last && self.judged == self.game.moves.len()
    }

    /// Returns the judged game. Positions without a judgement are left out, of which a game that is over has
    /// none.
    pub fn into_judged(self) -> JudgedGame {
        let UnjudgedGame {
            size,
            rules,
            komi,
            moves,
        } = self.game;
        JudgedGame {
            size,
            rules,
            komi,
            moves,
            positions: self.positions.into_iter().flatten().collect(),
        }
    }
}
