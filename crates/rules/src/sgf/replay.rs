// SPDX-License-Identifier: MIT OR Apache-2.0

//! Replay of records as games by the rules.

use super::error::SgfError;
use super::record::{Lost, Record, Step};
use super::write::show;
use crate::board::Board;
use crate::color::{Cell, Color};
use crate::game::Game;
use crate::point::{Move, Point, PointMap, PointSet};
use crate::rules::Rules;

/// A game replayed from a record.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game up to the first move that cannot be made.
    pub game: Game,
    /// Moves of the record that were made, those before a set-up in its middle included.
    pub played: usize,
    /// Why the record cannot be played further.
    pub stop: Option<SgfError>,
}

impl Replay {
    /// `move 9, Black A1, is illegal: ko; the record is shown up to there`, if it was stopped.
    pub fn stopped(&self) -> Option<String> {
        let stop = self.stop.as_ref()?;
        Some(format!("{stop}; the record is shown up to there"))
    }
}

impl Record {
    /// The game after `moves` moves, or after all if there are fewer. Set-up in the middle of the record
    /// starts a new game from the resulting position. A stone after passes that have ended the main phase
    /// resumes it, as people do; where that makes a move illegal, the cleanup phases of territory scoring are
    /// played.
    ///
    /// # Errors
    /// The first illegal move, or set-up that is not a legal position.
    pub fn game_after(&self, moves: usize, rules: Rules, default_komi: f32) -> Result<Game, SgfError> {
        let replay = self.replay(moves, rules, default_komi)?;
        replay.stop.map_or(Ok(replay.game), Err)
    }

    /// As [`Record::game_after`], but an illegal move, or an impossible set-up after a move, ends the game
    /// there.
    ///
    /// # Errors
    /// The first position is impossible.
    pub fn replay(&self, moves: usize, rules: Rules, default_komi: f32) -> Result<Replay, SgfError> {
        let replay = |resumes| self.replay_once(moves, rules, default_komi, resumes);
        let resumed = replay(true)?;
        if resumed.stop.is_none() {
            return Ok(resumed);
        }
        let cleaned_up = Some(replay(false)?).filter(|replay| replay.stop.is_none());
        Ok(cleaned_up.unwrap_or(resumed))
    }

    /// Replays once. A stone after the main phase resumes it, or belongs to the cleanup phases.
    fn replay_once(
        &self,
        moves: usize,
        rules: Rules,
        default_komi: f32,
        resumes: bool,
    ) -> Result<Replay, SgfError> {
        // No score follows from a komi that is no number.
        let komi = self.komi.filter(|komi| komi.is_finite()).unwrap_or(default_komi);
        let mut board = Board::new(self.size);
        board.set_prisoners(self.prisoners);
        let game = Game::from_position(board, self.first_to_move(), rules, komi);
        let mut replayer = Replayer {
            record: self,
            game,
            played: 0,
            since: 0,
            told: None,
            resumes,
        };
        replayer.game.declare_handicap(self.handicap.unwrap_or(0));
        let stop = match replayer.run(moves) {
            Err(error) if replayer.since == 0 => return Err(error),
            made => made.err(),
        };
        Ok(Replay {
            game: replayer.game,
            played: replayer.played,
            stop,
        })
    }
}

/// A game while it is replayed.
struct Replayer<'a> {
    record: &'a Record,
    game: Game,
    played: usize,
    /// The step after the last move that was met; 0 without one.
    since: usize,
    /// The side to move by `PL` after the last move.
    told: Option<Color>,
    /// Whether a stone after the main phase resumes it.
    resumes: bool,
}

impl Replayer<'_> {
    fn run(&mut self, moves: usize) -> Result<(), SgfError> {
        for (index, step) in self.record.steps.iter().enumerate() {
            if step.is_move() {
                if self.resumes && matches!(step, Step::Play(_, Move::Play(_))) {
                    self.game.resume();
                }
                if self.played == moves {
                    break;
                }
                (self.since, self.told) = (index + 1, None);
            }
            match step {
                Step::Play(color, mv) => self.play(*color, *mv)?,
                Step::Setup(stones) => self.set_up(stones)?,
                Step::ToMove(color) => self.told = Some(*color),
                Step::Lost(lost) => return Err(self.lost(lost)),
            }
        }
        // In the middle of a game it matters only if no move follows, because either side may move.
        if let Some(color) = self.told.filter(|&color| color != self.game.to_move()) {
            self.begin(self.game.board().clone(), color);
        }
        Ok(())
    }

    /// Begins a game from a position of the record.
    fn begin(&mut self, board: Board, first: Color) {
        self.game = Game::from_position(board, first, self.game.rules(), self.game.komi());
        self.game.declare_handicap(self.record.handicap.unwrap_or(0));
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), SgfError> {
        let number = self.played + 1;
        if let Err(why) = self.game.play(color, mv) {
            if self.record.forced.binary_search(&number).is_err() {
                let vertex = self.record.size.show(mv);
                let message = format!("move {number}, {color} {vertex}, is illegal: {why}");
                return Err(SgfError::Other(message));
            }
            self.force(color, mv);
        }
        self.played = number;
        Ok(())
    }

    /// Makes a move without regard to the rules: a stone replaces the content of its point. The game goes on
    /// from the resulting position.
    fn force(&mut self, color: Color, mv: Move) {
        let mut board = self.game.board().clone();
        board.clear_ko();
        if let Move::Play(point) = mv {
            board.remove_stones(&PointSet::from_iter([point]));
            board.place(color, point);
            board.clear_ko();
        }
        self.begin(board, color.opposite());
    }

    fn set_up(&mut self, stones: &[(Point, Cell)]) -> Result<(), SgfError> {
        // The last of two set-ups of one point counts.
        let mut cells = PointMap::filled(Cell::Off);
        for &(point, cell) in stones {
            cells[point] = cell;
        }
        let changed: PointSet = stones.iter().map(|&(point, _)| point).collect();
        let mut board: Board = self.game.board().clone();
        board.remove_stones(&changed);
        board
            .set_stones(changed.iter().filter_map(|p| Some((p, cells[p].color()?))))
            .map_err(|p| {
                let (number, vertex) = (self.played, self.record.size.vertex(p));
                SgfError::Other(format!(
                    "after move {number} the set-up leaves stones at {vertex} without a liberty"
                ))
            })?;
        let first = match self.game.move_count() {
            // It was found out before.
            0 => None,
            _ => self.record.to_move_from(self.since),
        };
        self.begin(board, first.unwrap_or(self.game.to_move()));
        Ok(())
    }

    fn lost(&self, lost: &Lost) -> SgfError {
        let shown = show(&lost.name, &lost.value);
        if lost.color.is_none() {
            return SgfError::value(lost.place, &shown, "points of the board");
        }
        let property = format!("move {}, {shown}", self.played + 1);
        SgfError::value(lost.place, &property, "a point of the board or a pass")
    }
}
