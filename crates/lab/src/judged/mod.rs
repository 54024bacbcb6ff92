// SPDX-License-Identifier: MIT OR Apache-2.0

//! Judged games: what a strong engine, the judge, says of every position of a game.
//!
//! A file has one game a line, as JSON; it may be compressed by gzip. A game has these fields:
//!
//! | field | content |
//! |---|---|
//! | `size` | lines of the board, which is square |
//! | `rules` | name of the rules, as in KataGo's protocol |
//! | `komi` | komi in points |
//! | `moves` | moves in turn, Black first: `"E5"`, `"pass"` |
//! | `positions` | one position before each move |
//!
//! A position has these:
//!
//! | field | content |
//! |---|---|
//! | `p` | the judge's policy: moves with their shares, 0 to 1; rare moves may be missing |
//! | `w` | win rate of Black, 0 to 1 |
//! | `s` | lead of Black in points, komi included |
//! | `o` | ownership, row by row from the top left, a letter a point: `a` White's, `k` nobody's, `u` Black's |
//!
//! Fields with other names are skipped. [`read()`] reads one game at a time,
//! [`JudgedGame::to_line`] writes one.

mod line;
mod read;

use katachi_katago_json::Answer;
use katachi_rules::{BoardSize, Color, Move, Point, Rules};

pub use read::read;

/// A game with a judgement of each position.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedGame {
    /// Size of the board.
    pub size: BoardSize,
    /// Rules of the game.
    pub rules: Rules,
    /// Komi in points.
    pub komi: f32,
    /// Moves in turn, Black first. The reader does not check them against the rules.
    pub moves: Vec<Move>,
    /// Judgements of the positions before each move, as many as there are moves.
    pub positions: Vec<JudgedPosition>,
}

/// The judgement of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPosition {
    /// Moves with the shares that the judge gives them, 0 to 1, in the order of the file. Their sum may be
    /// below 1, as rare moves may be missing.
    pub policy: Vec<(Move, f32)>,
    /// Win rate of Black, 0 to 1.
    pub black_win_rate: f32,
    /// Lead of Black in points, komi included.
    pub black_lead: f32,
    /// Owner of each point, in the order of [`BoardSize::points`]: 1 is Black's, -1 White's, steps of 0.1.
    pub ownership: Vec<f32>,
}

impl JudgedGame {
    pub(crate) fn turns(&self) -> impl Iterator<Item = (Color, Move)> {
        Color::BOTH.into_iter().cycle().zip(self.moves.iter().copied())
    }
}

/// Smallest share of a move that is kept.
const MIN_SHARE: f32 = 0.004;
/// The least sum of the shares of moves on the board that say where to play.
const MIN_ON_BOARD: f32 = 0.05;

impl JudgedPosition {
    /// The judgement of an answer: moves with a share of 0.004 or more, the largest first.
    pub fn new(answer: &Answer, size: BoardSize) -> Self {
        let moves = answer.shares(size);
        let mut policy: Vec<(Move, f32)> = moves.filter(|&(_, share)| share >= MIN_SHARE).collect();
        policy.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        Self {
            policy,
            black_win_rate: answer.win_rate,
            black_lead: answer.lead,
            ownership: size.points().map(|point| answer.ownership[point]).collect(),
        }
    }

    /// Returns the shares of the moves on the board, with a sum of 1. Empty if the judge would nearly always
    /// pass.
    pub fn shares(&self) -> Vec<(Point, f32)> {
        let on_board = self.policy.iter();
        let on_board = on_board.filter_map(|&(mv, share)| Some((mv.point()?, share)));
        let mut on_board: Vec<(Point, f32)> = on_board.filter(|&(_, share)| share > 0.0).collect();
        let sum: f32 = on_board.iter().map(|&(_, share)| share).sum();
        if sum < MIN_ON_BOARD {
            return Vec::new();
        }
        on_board.iter_mut().for_each(|(_, share)| *share /= sum);
        on_board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(policy: Vec<(Move, f32)>) -> JudgedPosition {
        JudgedPosition {
            policy,
            black_win_rate: 0.5,
            black_lead: 0.0,
            ownership: Vec::new(),
        }
    }

    #[test]
    fn shares_are_those_of_moves_on_the_board_and_a_judge_that_passes_has_none() {
        let at = |x| Point::new(x, 0);
        let both = position(vec![
            (Move::Play(at(0)), 0.375),
            (Move::Pass, 0.5),
            (Move::Play(at(1)), 0.125),
        ]);
        assert_eq!(both.shares(), [(at(0), 0.75), (at(1), 0.25)]);
        let passes = position(vec![(Move::Pass, 0.97), (Move::Play(at(0)), 0.03)]);
        assert_eq!(passes.shares(), []);
    }
}
