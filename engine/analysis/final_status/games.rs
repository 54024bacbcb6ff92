//! Games played out in thought from a position that is to be judged.

use katachi_rules::{Board, Color, PlayoutBoard, Point, PointMap, PointSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::analysis::Ownership;
use crate::playout::{Settled, owner_at_the_end, play_out};

/// A point that no wall closes off is somebody's if the games agree so well.
const CLEAR: f32 = 0.9;
/// How games in thought end.
pub(super) struct InThought {
    /// What points become.
    pub(super) ownership: Ownership,
    /// In how many a point between both sides is left empty, from 0 to 1.
    empty: PointMap<f32>,
}

impl InThought {
    /// Plays so many games, where nobody plays on points that are closed.
    pub(super) fn play(board: &Board, closed: PointSet, games: u32) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(board.key());
        let (mut sums, mut left) = (PointMap::filled(0i32), PointMap::filled(0u32));
        let policy = Settled { closed };
        let start = PlayoutBoard::new(board);
        for game in 0..games as usize {
            let mut played = start.clone();
            play_out(&mut played, Color::BOTH[game % 2], &policy, &mut rng);
            for p in board.size().points() {
                match owner_at_the_end(&played, p) {
                    Some(Color::Black) => sums[p] += 1,
                    Some(Color::White) => sums[p] -= 1,
                    None => left[p] += 1,
                }
            }
        }
        let (mut balance, mut empty) = (PointMap::filled(0.0), PointMap::filled(0.0));
        let parts = games.max(1) as f32;
        for p in board.size().points() {
            balance[p] = sums[p] as f32 / parts;
            empty[p] = left[p] as f32 / parts;
        }
        Self {
            ownership: Ownership::new(balance),
            empty,
        }
    }

    /// Whose a point becomes in nearly all games.
    pub(super) fn clear_owner(&self, point: Point) -> Option<Color> {
        match self.ownership.of(point, Color::Black) {
            b if b >= CLEAR => Some(Color::Black),
            b if b <= -CLEAR => Some(Color::White),
            _ => None,
        }
    }

    pub(super) fn stays_empty(&self, point: Point) -> bool {
        self.empty[point] > 0.5
    }

    /// Games that came out like this, from -1, White's in all of them, to 1.
    #[cfg(test)]
    pub(super) fn with_balance(balance: PointMap<f32>) -> Self {
        Self {
            ownership: Ownership::new(balance),
            empty: PointMap::filled(0.0),
        }
    }

    /// The balance of a stone, for its side.
    pub(super) fn kept_at(&self, board: &Board, stone: Point) -> f32 {
        let color = board.cell(stone).color().expect("a stone has a colour");
        self.ownership.of(stone, color)
    }

    /// The mean balance of the stones of a string, for its side: from -1, lost in all games, to 1.
    pub(super) fn kept(&self, board: &Board, stone: Point) -> f32 {
        let color = board.cell(stone).color().expect("a stone has a colour");
        let sum: f32 = board.string(stone).map(|p| self.ownership.of(p, color)).sum();
        sum / board.string_size(stone) as f32
    }
}
