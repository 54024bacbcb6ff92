// SPDX-License-Identifier: MIT OR Apache-2.0

//! Replay of records: as games by the rules, or by the standard of SGF, where no move is illegal.

use super::error::SgfError;
use super::record::{Record, Step};
use super::write::show;
use crate::board::Board;
use crate::color::{ByColor, Cell, Color};
use crate::game::Game;
use crate::point::{BoardSize, Move, Point, PointMap, PointSet};
use crate::rules::Rules;

impl Record {
    /// The game after `moves` moves, or after all if there are fewer. Set-up in the middle of the record
    /// starts a new game from the resulting position. A stone after passes that have ended the main phase
    /// resumes it, as people do; where that makes a move illegal, the cleanup phases of territory scoring are
    /// played.
    ///
    /// # Errors
    /// The first illegal move, or set-up that is not a legal position.
    pub fn game_after(&self, moves: usize, rules: Rules, default_komi: f32) -> Result<Game, SgfError> {
        let replay = |resumes| self.replay(moves, rules, default_komi, resumes);
        replay(true).or_else(|why| replay(false).map_err(|_| why))
    }

    fn replay(&self, moves: usize, rules: Rules, default_komi: f32, resumes: bool) -> Result<Game, SgfError> {
        // No score follows from a komi that is no number.
        let komi = self.komi.filter(|komi| komi.is_finite()).unwrap_or(default_komi);
        let mut board = Board::new(self.size);
        board.set_prisoners(self.prisoners);
        let mut game = Game::from_position(board, Color::Black, rules, komi);
        let mut played = 0;
        // In the middle of a game it matters only if no move follows, because either side may move.
        let mut to_move = None;
        for step in &self.steps {
            if step.is_move() {
                if resumes && matches!(step, Step::Play(_, Move::Play(_))) {
                    game.resume();
                }
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
        // Of two set-ups of one point the last counts.
        let mut cells = PointMap::filled(Cell::Off);
        for &(point, cell) in stones {
            cells[point] = cell;
        }
        let changed: PointSet = stones.iter().map(|&(point, _)| point).collect();
        let is_handicap = game.move_count() == 0
            && self.prisoners == ByColor::default()
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

    /// The stones after `moves` moves, or after all if there are fewer, without regard to the rules: a stone
    /// replaces the content of its point, removes enemy strings without liberties, then its own string if
    /// that has none. Set-up captures nothing, and steps outside the board are skipped.
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

/// Stones on a board after a plain replay. Some strings may have no liberties.
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

    /// Content of a point.
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point]
    }

    /// Number of stones of each colour that moves have removed.
    pub fn captured(&self) -> ByColor<u32> {
        self.captured
    }

    /// Number of stones of a colour on the board.
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
