// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records played out: as games by the rules, or as the standard of SGF has it, which knows no illegal move.

use super::error::SgfError;
use super::record::{Record, Step};
use super::write::show;
use crate::board::Board;
use crate::color::{ByColor, Cell, Color};
use crate::game::Game;
use crate::point::{BoardSize, Move, Point, PointMap, PointSet};
use crate::rules::Rules;

impl Record {
    /// The game after `moves` moves, or after all if there are fewer. Set-up in the middle of the record starts
    /// the game anew from the position that it makes.
    ///
    /// # Errors
    /// The first move that the rules forbid, or set-up that is no position.
    pub fn game_after(&self, moves: usize, rules: Rules, default_komi: f32) -> Result<Game, SgfError> {
        let komi = self.komi.unwrap_or(default_komi);
        let mut game = Game::new(self.size, rules, komi);
        let mut played = 0;
        // In the middle of a game it only matters if no move follows: any side may make that.
        let mut to_move = None;
        for step in &self.steps {
            if step.is_move() {
                if played == moves {
                    break;
                }
                played += 1;
                to_move = None;
            }
            match step {
                Step::Play(color, mv) => {
                    game.play(*color, *mv).map_err(|why| SgfError::Illegal {
                        number: played,
                        color: *color,
                        vertex: self.size.show(*mv),
                        why,
                    })?;
                }
                Step::Setup(stones) => game = self.set_up(&game, stones, played)?,
                Step::ToMove(color) if game.move_count() == 0 => {
                    if game.to_move() != *color {
                        game = Game::from_position(game.board().clone(), *color, rules, komi);
                    }
                }
                Step::ToMove(color) => to_move = Some(*color),
                Step::Lost(lost) => {
                    return Err(SgfError::Value {
                        place: lost.place,
                        property: match lost.color {
                            Some(_) => format!("move {played}, {}", show(&lost.name, &lost.value)),
                            None => show(&lost.name, &lost.value),
                        },
                        expected: match lost.color {
                            Some(_) => "a point of the board or a pass",
                            None => "points of the board",
                        },
                    });
                }
            }
        }
        if let Some(color) = to_move.filter(|&color| color != game.to_move()) {
            game = Game::from_position(game.board().clone(), color, rules, komi);
        }
        Ok(game)
    }

    fn set_up(&self, game: &Game, stones: &[(Point, Cell)], played: usize) -> Result<Game, SgfError> {
        // A point that is named twice is as it is named last.
        let mut cells = PointMap::filled(Cell::Off);
        for &(point, cell) in stones {
            cells[point] = cell;
        }
        let changed: PointSet = stones.iter().map(|&(point, _)| point).collect();
        let is_handicap = game.move_count() == 0
            && game.board().empty_points().len() == self.size.area()
            && changed.len() >= 2
            && changed.iter().all(|point| cells[point] == Cell::Black);
        if is_handicap {
            let mut game = Game::new(self.size, game.rules(), game.komi());
            let points: Vec<_> = changed.iter().collect();
            if game.set_handicap(&points).is_ok() {
                return Ok(game);
            }
        }
        let mut board: Board = game.board().clone();
        board.remove_stones(&changed);
        board
            .set_stones(changed.iter().filter_map(|p| Some((p, cells[p].color()?))))
            .map_err(|p| SgfError::Setup {
                number: played,
                vertex: self.size.vertex(p).to_string(),
            })?;
        Ok(Game::from_position(
            board,
            game.to_move(),
            game.rules(),
            game.komi(),
        ))
    }

    /// The stones after `moves` moves, or after all if there are fewer, whatever the rules say: a stone
    /// replaces what is on its point, then opposing strings without liberties go, then the own one. Set-up
    /// stays as it is, and what is on no point of the board is passed over.
    pub fn board_after(&self, moves: usize) -> Position {
        let mut position = Position::new(self.size);
        let mut played = 0;
        for step in &self.steps {
            if step.is_move() {
                if played == moves {
                    break;
                }
                played += 1;
            }
            match step {
                Step::Play(color, Move::Play(point)) => position.play(*color, *point),
                Step::Setup(stones) => {
                    for &(point, cell) in stones {
                        position.cells[point] = cell;
                    }
                }
                Step::Play(_, Move::Pass) | Step::ToMove(_) | Step::Lost(_) => {}
            }
        }
        position
    }
}

/// Stones on a board, as they are after a plain replay. Strings without liberties may be among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: BoardSize,
    cells: PointMap<Cell>,
    captured: ByColor<u32>,
}

impl Position {
    fn new(size: BoardSize) -> Self {
        let mut cells = PointMap::filled(Cell::Off);
        for point in size.points() {
            cells[point] = Cell::Empty;
        }
        Self {
            size,
            cells,
            captured: ByColor::default(),
        }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// What is on a point.
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point]
    }

    /// Stones of each colour that were taken off the board by moves.
    pub fn captured(&self) -> ByColor<u32> {
        self.captured
    }

    /// Stones of a colour on the board.
    pub fn count(&self, color: Color) -> usize {
        let cell = Cell::from(color);
        self.size.points().filter(|&p| self.cells[p] == cell).count()
    }

    /// The position as a board; none if a string has no liberty.
    pub fn to_board(&self) -> Option<Board> {
        let mut board = Board::new(self.size);
        let stones = self
            .size
            .points()
            .filter_map(|p| Some((p, self.cells[p].color()?)));
        board.set_stones(stones).ok()?;
        Some(board)
    }

    fn play(&mut self, color: Color, point: Point) {
        self.cells[point] = color.into();
        for neighbour in point.neighbours() {
            if self.cells[neighbour] == color.opposite().into() {
                self.remove_if_dead(neighbour);
            }
        }
        self.remove_if_dead(point);
    }

    fn remove_if_dead(&mut self, stone: Point) {
        let cell = self.cells[stone];
        let Some(color) = cell.color() else { return };
        let mut string = PointSet::EMPTY;
        string.insert(stone);
        let mut stack = vec![stone];
        while let Some(point) = stack.pop() {
            for neighbour in point.neighbours() {
                if self.cells[neighbour] == Cell::Empty {
                    return;
                }
                if self.cells[neighbour] == cell && string.insert(neighbour) {
                    stack.push(neighbour);
                }
            }
        }
        for point in string.iter() {
            self.cells[point] = Cell::Empty;
        }
        self.captured[color] += string.len() as u32;
    }
}
