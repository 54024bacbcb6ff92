// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game as pickle keeps it: its first position and its moves, which are played again.

use katachi_rules::{Board, BoardSize, ByColor, Color, Game as RulesGame, Rules};
use pyo3::prelude::*;

use crate::game::Game;
use crate::invalid;
use crate::moves::{color, color_name};

const VERSION: u32 = 1;

/// All of a game but the size of its board. In Python it is a dictionary.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) struct GameState {
    #[pyo3(item)]
    version: u32,
    #[pyo3(item)]
    rules: String,
    #[pyo3(item)]
    komi: f32,
    /// Stones of Black and White in the first position.
    #[pyo3(item)]
    stones: (Vec<String>, Vec<String>),
    /// The side that may not take back a ko in the first position, and the point.
    #[pyo3(item)]
    ko: Option<(String, String)>,
    /// Stones of Black and White that had left the board before it.
    #[pyo3(item)]
    prisoners: (u32, u32),
    #[pyo3(item)]
    first: String,
    /// Sides and points.
    #[pyo3(item)]
    moves: Vec<(String, String)>,
    /// Names, date and the like of a record.
    #[pyo3(item)]
    info: Vec<(String, String)>,
}

impl GameState {
    pub(crate) fn new(game: &Game) -> Self {
        let played = &game.game;
        let size = played.size();
        let mut start = played.clone();
        while start.undo().is_some() {}
        let board = start.board();
        let stones = |color| {
            let points = size.points().filter(|&point| board.cell(point).is(color));
            points.map(|point| size.vertex(point).to_string()).collect()
        };
        let name = |color| color_name(color).to_owned();
        Self {
            version: VERSION,
            rules: played.rules().to_string(),
            komi: played.komi(),
            stones: (stones(Color::Black), stones(Color::White)),
            ko: board
                .ko()
                .map(|(point, color)| (name(color), size.vertex(point).to_string())),
            prisoners: (board.prisoners().black, board.prisoners().white),
            first: name(start.to_move()),
            moves: played
                .moves()
                .map(|(color, mv)| (name(color), size.show(mv)))
                .collect(),
            info: game.info.clone(),
        }
    }

    pub(crate) fn game(self, size: BoardSize) -> PyResult<Game> {
        if self.version != VERSION {
            let found = self.version;
            let message = format!("the state of the game has version {found}, expected {VERSION}");
            return Err(invalid(message));
        }
        let mv = |text: &str| {
            size.parse_move(text)
                .ok_or_else(|| invalid(format!("expected a point of {size} or pass, found {text:?}")))
        };
        let point = |text: &str| {
            let point = mv(text)?.point();
            point.ok_or_else(|| invalid(format!("expected a point of {size}, found {text:?}")))
        };
        let mut board = Board::new(size);
        let stones = |points: &[String], color| -> PyResult<Vec<_>> {
            points.iter().map(|text| Ok((point(text)?, color))).collect()
        };
        let black = stones(&self.stones.0, Color::Black)?;
        let stones = black.into_iter().chain(stones(&self.stones.1, Color::White)?);
        board.set_stones(stones).map_err(|point| {
            let vertex = size.vertex(point);
            invalid(format!("there can be no stone at {vertex}"))
        })?;
        if let Some((side, at)) = &self.ko {
            board.set_ko(Some((point(at)?, color(side)?)));
        }
        let (black, white) = self.prisoners;
        board.set_prisoners(ByColor { black, white });
        let rules: Rules = self.rules.parse().map_err(invalid)?;
        let mut game = RulesGame::from_position(board, color(&self.first)?, rules, self.komi);
        for (number, (side, text)) in self.moves.iter().enumerate() {
            let played = game.play(color(side)?, mv(text)?);
            played.map_err(|why| invalid(format!("move {}, {side} {text}: {why}", number + 1)))?;
        }
        let info = self.info;
        Ok(Game { game, info })
    }
}
