// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ladders alone, for callers that ask about every weak string of a position: a few microseconds each.

use katachi_rules::{Board, Color, Point, PointSet};

use super::capture::{can_take_for_good, escapes, ladder_from};
use super::constants::MODEL_LADDER_NODES;
use super::search::Position;
use crate::local::KoThreats;

/// A position whose ladders are asked about. Kos are the defender's: what is captured is captured for good.
pub(crate) struct Ladders(Position);

impl Ladders {
    /// Copies the position.
    pub(crate) fn new(board: &Board) -> Self {
        Self(Position::new(board, Color::Black, KoThreats::Defender))
    }

    /// The position.
    pub(crate) fn board(&self) -> &Board {
        &self.0.board
    }

    /// Does a move of the enemy at a liberty of a string with one or two of them capture it, at once or by ataris alone?
    pub(crate) fn captures(&mut self, stone: Point, liberty: Point) -> bool {
        let Some(attacker) = self.attacker(stone) else {
            return false;
        };
        match self.0.board.liberties(stone) {
            1 => can_take_for_good(&self.0, stone, attacker),
            2 => ladder_from(
                &mut self.0,
                stone,
                attacker,
                liberty,
                &mut 0,
                MODEL_LADDER_NODES,
                &mut PointSet::default(),
            ),
            _ => false,
        }
    }

    /// Does a string in atari get away from ataris if its own side is to move?
    pub(crate) fn escapes(&mut self, stone: Point) -> bool {
        let Some(attacker) = self.attacker(stone) else {
            return true;
        };
        escapes(
            &mut self.0,
            stone,
            attacker,
            &mut 0,
            MODEL_LADDER_NODES,
            &mut PointSet::default(),
        )
    }

    /// The result of `look` in the position after a legal move.
    pub(crate) fn after<R>(&mut self, color: Color, point: Point, look: impl FnOnce(&mut Self) -> R) -> R {
        let undo = self.0.board.play(color, point);
        let seen = look(self);
        self.0.board.undo(undo);
        seen
    }

    /// The enemy of a stone, who attacks it from now on.
    fn attacker(&mut self, stone: Point) -> Option<Color> {
        let attacker = self.0.board.cell(stone).color()?.opposite();
        self.0.attacker = attacker;
        Some(attacker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladders(diagram: &str) -> Ladders {
        Ladders::new(&Board::from_diagram(diagram))
    }

    /// Black's stone runs towards the lower right corner.
    const RUNNING: &str = "
        . . . . . . .
        . . O O . . .
        . O X . . . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    /// A stone stands in its way.
    const BROKEN: &str = "
        . . . . . . .
        . . O O . . .
        . O X . . . .
        . . O . . . .
        . . . . . X .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn a_stone_in_atari_gets_away_if_its_ladder_is_broken() {
        let stone = Point::new(2, 2);
        assert!(!ladders(RUNNING).escapes(stone));
        assert!(ladders(BROKEN).escapes(stone));
    }

    #[test]
    fn a_ladder_begins_at_one_of_two_liberties_and_the_position_stays_as_it_is() {
        // From below White drives the stone into the corner, from the right out into the open.
        let diagram = "
            . . . . . . .
            . . O O . . .
            . O X . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        let (mut ladders, stone) = (ladders(diagram), Point::new(2, 2));
        let before = ladders.board().key();
        let from = [Point::new(2, 3), Point::new(3, 2)].map(|liberty| ladders.captures(stone, liberty));
        assert_eq!(from, [true, false]);
        let after = ladders.after(Color::Black, Point::new(3, 2), |ladders| {
            ladders.board().liberties(stone)
        });
        assert_eq!((after, ladders.board().key()), (3, before));
    }
}
