// SPDX-License-Identifier: MIT OR Apache-2.0

//! Area counting with given dead stones, which programs need most often.

use super::areas::Areas;
use crate::board::Board;
use crate::color::Color;
use crate::point::{PointMap, PointSet};

/// Points of each side by area: its stones, and empty regions that touch only its stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaScore {
    /// Black's stones and territory.
    pub black: u32,
    /// White's stones and territory, without komi.
    pub white: u32,
    /// Empty points that touch both colours or none.
    pub neutral: u32,
}

impl AreaScore {
    /// White's points and komi less Black's: positive if White wins.
    pub fn white_lead(&self, komi: f32) -> f32 {
        self.white as f32 - self.black as f32 + komi
    }
}

/// Owner of each point by area, without the dead stones.
pub fn area_owner(board: &Board, dead: &PointSet) -> PointMap<Option<Color>> {
    let mut areas = Areas::basic(board);
    if !dead.is_empty() {
        let mut rest = board.clone();
        rest.remove_stones(dead);
        areas = Areas::basic(&rest);
    }
    let mut owner = PointMap::filled(None);
    for point in board.size().points() {
        owner[point] = areas.owner(point);
    }
    owner
}

/// Counts by area, without the dead stones.
pub fn area_score(board: &Board, dead: &PointSet) -> AreaScore {
    let owner = area_owner(board, dead);
    let mut score = AreaScore {
        black: 0,
        white: 0,
        neutral: 0,
    };
    for p in board.size().points() {
        match owner[p] {
            Some(Color::Black) => score.black += 1,
            Some(Color::White) => score.white += 1,
            None => score.neutral += 1,
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn area_is_stones_and_what_they_alone_surround() {
        let board = Board::from_diagram(
            ". X O . .
             X X O O .
             . X O X .
             X X O O O
             . X . O .",
        );
        let count = |dead: &PointSet| area_score(&board, dead);
        assert_eq!(
            count(&PointSet::EMPTY),
            AreaScore {
                black: 11,
                white: 9,
                neutral: 5
            }
        );
        let dead = PointSet::from_iter(board.size().parse_vertex("D3"));
        assert_eq!(
            count(&dead),
            AreaScore {
                black: 10,
                white: 14,
                neutral: 1
            }
        );
        assert_eq!(count(&dead).white_lead(-4.0), 0.0);
        assert_eq!(count(&dead).white_lead(0.5), 4.5);
    }

    #[test]
    fn an_empty_board_belongs_to_nobody() {
        let board = Board::from_diagram(". . .\n. . .");
        assert_eq!(
            area_score(&board, &PointSet::EMPTY),
            AreaScore {
                black: 0,
                white: 0,
                neutral: 6
            }
        );
    }
}
