// SPDX-License-Identifier: MIT OR Apache-2.0

//! A walk through the positions of a record, for all that look at a game move by move.

use std::ops::RangeInclusive;

use super::MAX_MOVES;
use super::error::SgfError;
use super::record::{Record, Step};
use crate::color::Color;
use crate::game::Game;
use crate::point::Move;
use crate::rules::Rules;

/// A move of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number, from 1.
    pub number: usize,
    /// The side.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Whether stones are set up between the move before and this one.
    pub is_after_setup: bool,
}

/// A move of a record with the position before it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The number of the move, from 1.
    pub number: usize,
    /// The game before the move.
    pub game: Game,
    /// The side.
    pub color: Color,
    /// The move.
    pub mv: Move,
}

/// Moves of a record with the positions before them.
///
/// A game has all its moves in it, so that a list of the games before each move would grow with the square of
/// their number. Therefore a position is played anew each time that it is asked for: O(moves before it).
#[derive(Clone, Debug)]
pub struct Turns {
    record: Record,
    rules: Rules,
    komi: f32,
    /// Number of the last move.
    to: usize,
    played: Vec<Played>,
}

impl Turns {
    /// Returns the moves of these numbers, from 1, that a record has. Rules and komi are as in
    /// [`Record::game_after`].
    ///
    /// # Errors
    /// More than [`MAX_MOVES`] moves; the first illegal move up to the last of these, or an invalid set-up.
    pub fn new(
        record: &Record,
        rules: Rules,
        komi: f32,
        numbers: RangeInclusive<usize>,
    ) -> Result<Self, SgfError> {
        let to = record.move_count().min(*numbers.end());
        let first = (*numbers.start()).max(1);
        let moves = (to + 1).saturating_sub(first);
        if moves > MAX_MOVES {
            return Err(SgfError::TooManyMoves { moves });
        }
        record.game_after(to, rules, komi)?;
        let mut played = Vec::with_capacity(moves);
        let (mut number, mut is_after_setup) = (0, false);
        for step in &record.steps {
            number += usize::from(step.is_move());
            match *step {
                Step::Play(color, mv) if number <= to => {
                    if number >= first {
                        played.push(Played {
                            number,
                            color,
                            mv,
                            is_after_setup,
                        });
                    }
                    is_after_setup = false;
                }
                Step::Setup(_) => is_after_setup = true,
                _ => {}
            }
        }
        Ok(Self {
            record: Record {
                info: Vec::new(),
                ..record.clone()
            },
            rules,
            komi,
            to,
            played,
        })
    }

    /// Returns all moves of a game.
    ///
    /// # Errors
    /// More than [`MAX_MOVES`] moves.
    pub fn from_game(game: &Game) -> Result<Self, SgfError> {
        let record = Record::from_game(game);
        Self::new(&record, game.rules(), game.komi(), 1..=usize::MAX)
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Returns whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Returns the moves, without positions.
    pub fn moves(&self) -> &[Played] {
        &self.played
    }

    /// Leaves out the moves for which this is false.
    pub fn retain(&mut self, is_kept: impl FnMut(&Played) -> bool) {
        self.played.retain(is_kept);
    }

    /// Leaves out the moves after the end of the main phase.
    pub fn end_with_the_main_phase(&mut self) {
        let is_over = |&index: &usize| self.game(index).main_phase_is_over();
        let first = (0..self.len()).find(is_over);
        self.played.truncate(first.unwrap_or(usize::MAX));
    }

    /// Returns the game before the move of that index, from 0.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn game(&self, index: usize) -> Game {
        self.game_after(self.played[index].number - 1)
    }

    /// Returns the move of that index, from 0, with the position before it.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn turn(&self, index: usize) -> Turn {
        let played = self.played[index];
        Turn {
            number: played.number,
            game: self.game(index),
            color: played.color,
            mv: played.mv,
        }
    }

    /// Returns the moves with the positions before them, one after the other.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Turn> + '_ {
        (0..self.len()).map(|index| self.turn(index))
    }

    /// Returns the game after the last of the numbers that were asked for.
    pub fn last(&self) -> Game {
        self.game_after(self.to)
    }

    fn game_after(&self, moves: usize) -> Game {
        let game = self.record.game_after(moves, self.rules, self.komi);
        game.expect("the whole game was played without an error")
    }
}

impl Record {
    /// Returns the number of moves before the first invalid one. Rules and komi are as in
    /// [`Record::game_after`].
    pub fn playable(&self, rules: Rules, komi: f32) -> usize {
        let is_fine = |&moves: &usize| self.game_after(moves, rules, komi).is_ok();
        let numbers: Vec<usize> = (1..=self.move_count()).collect();
        numbers.partition_point(is_fine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(sgf: &str, numbers: RangeInclusive<usize>) -> Result<Turns, SgfError> {
        let record = Record::parse(sgf.as_bytes()).expect("a record");
        Turns::new(&record, Rules::CHINESE, 6.5, numbers)
    }

    #[test]
    fn moves_come_in_order_with_the_positions_before_them() {
        let sgf = "(;SZ[9]AB[aa];B[ee];W[cc];AB[bb]AW[dd];W[gg];B[])";
        let all = turns(sgf, 1..=usize::MAX).unwrap();
        let (black, white) = (Color::Black, Color::White);
        let shown = |turn: Turn| (turn.number, turn.color, turn.game.move_count());
        assert_eq!(
            all.iter().map(shown).collect::<Vec<_>>(),
            [(1, black, 0), (2, white, 1), (3, white, 0), (4, black, 1)]
        );
        assert_eq!(
            all.moves()
                .iter()
                .map(|played| played.is_after_setup)
                .collect::<Vec<_>>(),
            [true, false, true, false]
        );
        let some = turns(sgf, 2..=3).unwrap();
        assert_eq!(some.iter().map(|turn| turn.number).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(some.last().move_count(), 1);
    }

    #[test]
    fn an_illegal_move_within_the_numbers_is_an_error_and_one_after_them_is_not() {
        let sgf = "(;SZ[9];B[ee];W[ee])";
        let error = turns(sgf, 1..=2).unwrap_err().to_string();
        assert_eq!(error, "move 2, White E5, is illegal: occupied");
        assert_eq!(turns(sgf, 1..=1).unwrap().len(), 1);
    }

    #[test]
    fn more_moves_than_the_limit_are_refused() {
        let long = format!("(;SZ[9]{})", ";B[];W[]".repeat(MAX_MOVES / 2 + 1));
        assert!(matches!(
            turns(&long, 1..=usize::MAX),
            Err(SgfError::TooManyMoves { moves }) if moves == MAX_MOVES + 2
        ));
        assert_eq!(turns(&long, 3..=usize::MAX).unwrap().len(), MAX_MOVES);
    }
}
