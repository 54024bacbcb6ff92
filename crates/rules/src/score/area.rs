// SPDX-License-Identifier: MIT OR Apache-2.0

//! Area counting with given dead stones, which programs need most often.

use crate::board::Board;
use crate::color::{Cell, Color};
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
    let size = board.size();
    let stands = |p| {
        if dead.contains(p) {
            Cell::Empty
        } else {
            board.cell(p)
        }
    };
    let mut owner = PointMap::filled(None);
    let mut done = PointSet::EMPTY;
    for start in size.points() {
        if let Some(color) = stands(start).color() {
            owner[start] = Some(color);
        } else if !done.contains(start) {
            let mut region = PointSet::EMPTY;
            let mut touched = Touched::default();
            let mut open = vec![start];
            while let Some(p) = open.pop() {
                if stands(p) == Cell::Empty {
                    if region.insert(p) {
                        open.extend(p.neighbours());
                    }
                } else {
                    touched.see(stands(p));
                }
            }
            for p in region.iter() {
                owner[p] = touched.only();
            }
            done.extend_with(&region);
        }
    }
    owner
}

/// Colours that a region touches.
#[derive(Default)]
struct Touched {
    black: bool,
    white: bool,
}

impl Touched {
    fn see(&mut self, cell: Cell) {
        self.black |= cell == Cell::Black;
        self.white |= cell == Cell::White;
    }

    fn only(&self) -> Option<Color> {
        match (self.black, self.white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }
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
