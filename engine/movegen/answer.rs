//! Moves near the last one: a stone just played is what the other side wants to go on from, and most moves of strong
//! players answer it. How much nearness is worth beside all other reasons was fitted to their games, and somewhat more than half of that
//! is taken: what was threatened is not known here, only where.

use katachi_rules::{Game, Move, Point, PointSet};

use super::Reason;

/// What is added at a distance from the last move, from 2 on: dx + dy + the larger of the two (R. Coulom, "Computing Elo
/// Ratings of Move Patterns in the Game of Go", 2007).
const BY_DISTANCE: [i32; 15] = [30, 30, 24, 20, 17, 14, 12, 9, 7, 5, 4, 3, 2, 1, 1];

/// What answers to the last move are worth beside their other reasons.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answers {
    last: Option<Point>,
    /// Where nearness is nothing beside what is known.
    left_out: PointSet,
}

impl Answers {
    pub(super) fn to_last_move(game: &Game) -> Self {
        let last = game.moves().next_back().and_then(|(_, mv)| match mv {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        });
        Self {
            last,
            ..Self::default()
        }
    }

    /// Nothing is added there from now on.
    pub(super) fn leave_out(&mut self, point: Point) {
        self.left_out.insert(point);
    }

    /// The value of a move with what is added, if it has any.
    pub(super) fn with(&self, point: Point, value: i32) -> i32 {
        if value > 0 {
            value + self.value(point)
        } else {
            value
        }
    }

    /// What is added to a move there.
    fn value(&self, point: Point) -> i32 {
        let Some(last) = self.last.filter(|_| !self.left_out.contains(point)) else {
            return 0;
        };
        let (dx, dy) = (last.x().abs_diff(point.x()), last.y().abs_diff(point.y()));
        let distance = usize::from(dx + dy + dx.max(dy));
        let index = distance.saturating_sub(2);
        BY_DISTANCE.get(index).copied().unwrap_or(0)
    }

    /// The same as a reason.
    pub(super) fn reason(&self, point: Point) -> Option<Reason> {
        let value = self.value(point);
        (value > 0).then_some(Reason::Answer { value })
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Color, Rules};

    use super::*;

    fn values(moves: &[Move], points: &[&str]) -> Vec<i32> {
        let size = BoardSize::square(19);
        let mut game = Game::new(size, Rules::default(), 7.5);
        for (&mv, &color) in moves.iter().zip(Color::BOTH.iter().cycle()) {
            game.play(color, mv).expect("a legal move");
        }
        let answers = Answers::to_last_move(&game);
        let value = |v: &&str| answers.value(size.parse_vertex(v).expect("a vertex"));
        points.iter().map(value).collect()
    }

    #[test]
    fn the_nearer_to_the_last_move_the_more_is_added() {
        let q16 = Move::Play(BoardSize::square(19).parse_vertex("Q16").expect("a vertex"));
        let values = values(&[q16], &["Q15", "Q14", "P14", "N14", "D4"]);
        assert!(values.is_sorted_by(|near, far| near > far), "{values:?}");
        assert_eq!(values.last(), Some(&0));
    }

    #[test]
    fn there_is_nothing_to_answer_at_the_start_and_after_a_pass() {
        assert_eq!(values(&[], &["Q15"]), [0]);
        assert_eq!(values(&[Move::Pass], &["Q15"]), [0]);
    }
}
