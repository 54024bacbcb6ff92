//! Who owns each point in the end, estimated from random games.
//!
//! Both sides play at random, without filling their own eyes, until nobody can move; what a point becomes
//! in most of the games is what it is. This judges settled positions well and open ones vaguely.

use katachi_rules::{Board, Color, PlayoutBoard, Point, PointMap, PointSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::orientation::Orientation;
use crate::playout::{Uniform, owner_at_the_end, play_out};

/// A group whose points its owner keeps in less than this part of the games is lost.
const LOST: f32 = 0.15;

/// For each point the part of the games in which it became Black's, less the part in which it became White's.
#[derive(Clone, Debug)]
pub struct Ownership {
    balance: PointMap<f32>,
}

impl Ownership {
    /// Plays random games from the position, half of them with each side first. The games depend on the
    /// position alone. About 50 microseconds a game on 19x19.
    pub fn estimate(board: &Board, games: u32) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(board.key());
        let mut balance = PointMap::filled(0i32);
        let start = PlayoutBoard::new(board);
        for game in 0..games {
            let mut board = start.clone();
            play_out(&mut board, Color::BOTH[game as usize % 2], &Uniform, &mut rng);
            for p in board.size().points() {
                balance[p] += match owner_at_the_end(&board, p) {
                    Some(Color::Black) => 1,
                    Some(Color::White) => -1,
                    None => 0,
                };
            }
        }
        let mut ownership = PointMap::filled(0.0);
        for p in board.size().points() {
            ownership[p] = balance[p] as f32 / games.max(1) as f32;
        }
        Self::new(ownership)
    }

    /// From the part of games in which a point became Black's, less White's.
    pub(super) fn new(balance: PointMap<f32>) -> Self {
        Self { balance }
    }

    /// From -1 (always the other side's) to 1 (always this side's).
    pub fn of(&self, point: Point, color: Color) -> f32 {
        match color {
            Color::Black => self.balance[point],
            Color::White => -self.balance[point],
        }
    }

    /// The same before the position was turned.
    pub(super) fn turned_back(&self, turn: Orientation) -> Self {
        let mut balance = PointMap::filled(0.0);
        for p in turn.turned_size().points() {
            balance[turn.back(p)] = self.of(p, turn.color(Color::Black));
        }
        Self { balance }
    }

    /// The stones of strings that nearly always become the other side's.
    pub fn lost_stones(&self, board: &Board) -> PointSet {
        let is_lost = |&p: &Point| {
            let color = board.cell(p).color();
            color.is_some_and(|color| self.of(board.head(p), color) < 2.0 * LOST - 1.0)
        };
        board.size().points().filter(is_lost).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_settled_board_is_seen_as_it_is() {
        let board = Board::from_diagram(
            ". X . X O . O . O
             X X X X O O O O .
             . X . X O . O . O
             X X X X O O O O O
             . X O . X X O . O
             X X X . X O O O O
             . X . X X O . O .
             X X X X X O O O O
             . X . X O O . O .",
        );
        let at = |v| board.size().parse_vertex(v).unwrap();
        let ownership = Ownership::estimate(&board, 200);
        assert!(ownership.of(at("A1"), Color::Black) > 0.9);
        assert!(ownership.of(at("J1"), Color::White) > 0.9);
        let dead: Vec<_> = ownership.lost_stones(&board).iter().collect();
        assert_eq!(dead, [at("C5")]);
    }

    #[test]
    fn the_same_position_gives_the_same_estimate() {
        let board = Board::from_diagram(". . . .\n. X . .\n. . O .\n. . . .");
        let estimate = || {
            let ownership = Ownership::estimate(&board, 20);
            board
                .size()
                .points()
                .map(|p| ownership.of(p, Color::Black))
                .collect::<Vec<_>>()
        };
        assert_eq!(estimate(), estimate());
    }
}
