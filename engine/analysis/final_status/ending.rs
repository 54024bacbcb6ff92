// SPDX-License-Identifier: MIT OR Apache-2.0

//! The last moves of a game, played on a copy of the board: neutral points are filled in turn, and threats by
//! that are answered.

use katachi_rules::{Board, ByColor, Color, Point, PointMap, PointSet};

use crate::analysis::orientation::map_back;

/// The moves of both sides at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ending {
    /// Neutral points that each side fills.
    pub(super) filled: ByColor<u32>,
    /// Points that each side has to fill in its own territory.
    pub(super) protective: ByColor<PointSet>,
    /// The neutral point that the first side fills first.
    pub(super) first: Option<Point>,
}

map_back!(Ending: filled, protective, first);

impl Ending {
    /// Fills the neutral points in the order of the board. A side never puts itself into atari. Points of
    /// `one_sided` are filled by that side alone.
    pub(super) fn play(
        board: &Board,
        first: Color,
        neutral: &PointSet,
        one_sided: &PointMap<Option<Color>>,
        dead: &PointSet,
        owner: &PointMap<Option<Color>>,
    ) -> Self {
        if board.empty_points().len() == board.size().area() {
            // Without a stone there is nothing between the sides.
            return Self::default();
        }
        let mut filling = Filling {
            board: board.clone(),
            one_sided,
            dead,
            owner,
            open: *neutral,
            ending: Self::default(),
        };
        filling.board.clear_ko();
        filling.fill(first);
        filling.ending
    }
}

struct Filling<'a> {
    board: Board,
    one_sided: &'a PointMap<Option<Color>>,
    dead: &'a PointSet,
    owner: &'a PointMap<Option<Color>>,
    /// Neutral points that are left.
    open: PointSet,
    ending: Ending,
}

impl Filling<'_> {
    fn fill(&mut self, first: Color) {
        let mut chosen = self.choose(first);
        self.ending.first = chosen;
        let (mut color, mut passes) = (first, 0);
        while passes < 2 {
            passes += 1;
            if let Some(point) = chosen {
                passes = 0;
                self.put(color, point);
                while let Some(reply) = self.reply_to(point, color.opposite()) {
                    self.put(color.opposite(), reply);
                }
            }
            color = color.opposite();
            chosen = self.choose(color);
        }
    }

    fn choose(&self, color: Color) -> Option<Point> {
        let may_fill = |p: Point| self.one_sided[p].is_none_or(|side| side == color);
        let mut open = self.open.iter().filter(|&p| may_fill(p));
        open.find(|&p| liberties_after(&self.board, color, p) >= 2)
    }

    /// The move by which a side saves a living string that a stone at `point` has put into atari; a neutral
    /// point comes first.
    fn reply_to(&self, point: Point, color: Color) -> Option<Point> {
        let board = &self.board;
        board
            .strings_beside(point, color)
            .into_iter()
            .filter(|&s| board.liberties(s) == 1 && !self.dead.contains(s))
            .find_map(|string| {
                let around = board.adjacent_strings(string);
                let in_atari = around.filter(|&s| board.liberties(s) == 1);
                let captures = in_atari.map(|s| board.first_liberties::<1>(s)[0]);
                let out = board.first_liberties::<1>(string)[0];
                let extends = (liberties_after(board, color, out) >= 2).then_some(out);
                let moves = extends.into_iter().chain(captures);
                let legal = moves.filter(|&p| board.is_legal(color, p));
                legal.min_by_key(|&p| self.owner[p].is_some())
            })
    }

    fn put(&mut self, color: Color, point: Point) {
        self.board.place(color, point);
        self.board.clear_ko();
        if self.open.contains(point) {
            self.open.remove(point);
            self.ending.filled[color] += 1;
        } else if self.owner[point] == Some(color) {
            self.ending.protective[color].insert(point);
        }
    }
}

/// Liberties that a stone there would have with its string, 0 if it is not legal.
fn liberties_after(board: &Board, color: Color, point: Point) -> u32 {
    if !board.is_legal(color, point) {
        return 0;
    }
    let mut board = board.clone();
    board.place(color, point);
    board.liberties(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(diagram: &str, first: Color, neutral: &[&str]) -> Ending {
        let board = Board::from_diagram(diagram);
        let neutral = neutral
            .iter()
            .map(|v| board.size().parse_vertex(v).unwrap())
            .collect();
        let owner = katachi_rules::area_owner(&board, &PointSet::EMPTY);
        let one_sided = PointMap::filled(None);
        Ending::play(&board, first, &neutral, &one_sided, &PointSet::EMPTY, &owner)
    }

    #[test]
    fn a_neutral_point_that_puts_a_string_into_atari_costs_a_move_in_territory() {
        // Black fills C4, and White has to connect at C2.
        let diagram = "
            . X X X .
            X X . X X
            X X O X X
            O O . O O
            O . O . O";
        for first in Color::BOTH {
            let ending = played(diagram, first, &["C4"]);
            assert_eq!((ending.filled.black, ending.filled.white), (1, 0));
            assert!(ending.protective.black.is_empty());
            assert_eq!(ending.protective.white.len(), 1);
        }
    }

    #[test]
    fn neutral_points_that_threaten_nothing_are_shared() {
        let diagram = "
            . X . O .
            X X . O O
            . X . O .
            X X . O O
            . X . O .";
        for first in Color::BOTH {
            let ending = played(diagram, first, &["C1", "C2", "C3", "C4", "C5"]);
            assert_eq!((ending.filled[first], ending.filled[first.opposite()]), (3, 2));
            assert_eq!(ending.protective, ByColor::default());
        }
    }
}
