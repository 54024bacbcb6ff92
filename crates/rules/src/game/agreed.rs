// SPDX-License-Identifier: MIT OR Apache-2.0

//! The score of a game whose players agree on what is dead and what is seki.

use std::fmt;

use super::Game;
use crate::color::{ByColor, Color};
use crate::point::PointSet;
use crate::rules::{Scoring, Tax};
use crate::score::{Areas, GameResult};

/// Dead stones and sekis on which both sides agree when nobody wants to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Stones that are removed before counting.
    pub dead: PointSet,
    /// At least one stone of each group in seki. Under a [`Tax`] their empty points do not count.
    pub seki: PointSet,
}

/// The points of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Living stones; area scoring only.
    pub stones: u32,
    /// Surrounded empty points, including those of dead stones.
    pub territory: u32,
    /// Stones of the other side captured or dead; territory scoring only.
    pub prisoners: u32,
    /// Points for stones placed in the second cleanup phase, which are free, less those in seki; territory
    /// scoring only.
    pub free_moves: i32,
    /// Points paid for living groups under [`Tax::All`].
    pub tax: u32,
    /// Komi, compensation for handicap stones, the button.
    pub bonus: f32,
}

impl Tally {
    /// Sum of all points.
    pub fn total(&self) -> f32 {
        let points = self.stones + self.territory + self.prisoners;
        points as f32 + self.free_moves as f32 - self.tax as f32 + self.bonus
    }
}

/// The points of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Points of each side.
    pub sides: ByColor<Tally>,
}

impl Score {
    /// White's points less Black's.
    pub fn white_lead(&self) -> f32 {
        self.sides.white.total() - self.sides.black.total()
    }

    /// The result of the game by this score.
    pub fn result(&self) -> GameResult {
        GameResult::Score(self.white_lead())
    }
}

/// `Black 40 = 38 stones + 2 territory, White ...`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::BOTH {
            let side = &self.sides[color];
            write!(f, "{color} {} = {} territory", side.total(), side.territory)?;
            for (points, name) in [(side.stones, "stones"), (side.prisoners, "prisoners")] {
                if points > 0 {
                    write!(f, " + {points} {name}")?;
                }
            }
            if side.tax > 0 {
                write!(f, " - {} tax", side.tax)?;
            }
            if side.free_moves != 0 {
                write!(f, " {:+} free moves", side.free_moves)?;
            }
            if side.bonus != 0.0 {
                write!(f, " {:+} bonus", side.bonus)?;
            }
            f.write_str(if color == Color::Black { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl Game {
    /// Counts the position with dead stones and sekis as agreed, under the scoring, tax, komi and bonuses of
    /// the game. Dame need not be filled.
    ///
    /// ```
    /// use katachi_rules::{Agreement, Board, Color, Game, Rules};
    /// let board = Board::from_diagram(
    ///     ". X . O .
    ///      X X X O .
    ///      . O X O O
    ///      X X X O .",
    /// );
    /// let game = Game::from_position(board, Color::Black, Rules::JAPANESE, 0.5);
    /// let dead = game.size().parse_vertex("B2").into_iter().collect();
    /// let score = game.agreed_score(&Agreement { dead, ..Default::default() });
    /// // Three points and a dead stone against three points and komi.
    /// assert_eq!((score.sides.black.territory, score.sides.black.prisoners), (3, 1));
    /// assert_eq!(score.result().to_string(), "B+0.5");
    /// ```
    pub fn agreed_score(&self, agreement: &Agreement) -> Score {
        let rules = self.rules();
        let mut board = self.board().clone();
        board.remove_stones(&agreement.dead);
        let areas = Areas::basic(&board);
        let mut score = Score::default();
        for color in Color::BOTH {
            let (mut tally, mut groups) = (Tally::default(), 0);
            areas.for_each_region(color, |region, _| {
                let seki = region.iter().any(|&p| agreement.seki.contains(p));
                let stones = region.iter().filter(|&&p| board.cell(p).is_stone());
                let count = stones.clone().count() as u32;
                tally.stones += count;
                if !seki || rules.tax == Tax::None {
                    tally.territory += region.len() as u32 - count;
                }
                groups += u32::from(!seki);
                if let (true, Some(stood)) = (seki, self.stones_before_free_moves()) {
                    tally.free_moves -= stones.filter(|&&p| !stood[color].contains(p)).count() as i32;
                }
            });
            let enemy = color.opposite();
            match rules.scoring {
                Scoring::Area => tally.free_moves = 0,
                Scoring::Territory => {
                    let dead = agreement.dead.iter().filter(|&p| self.board().cell(p).is(enemy));
                    tally.prisoners = self.captured()[enemy] + dead.count() as u32;
                    tally.free_moves += self.free_moves()[color] as i32;
                    tally.stones = 0;
                }
            }
            if rules.tax == Tax::All {
                tally.tax = 2 * groups;
            }
            if self.button() == Some(color) {
                tally.bonus += 0.5;
            }
            if color == Color::White {
                tally.bonus += self.komi() + self.handicap_bonus() as f32;
            }
            score.sides[color] = tally;
        }
        score
    }
}
