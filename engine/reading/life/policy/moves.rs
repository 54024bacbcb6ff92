// SPDX-License-Identifier: MIT OR Apache-2.0

//! Move ordering of the life-and-death search.

use arrayvec::ArrayVec;
use katachi_rules::Point;

use super::features::Extractor;
use super::history::History;
use crate::local::Role;
use crate::reading::life::board::{LocalBoard, LocalPosition, NOWHERE};
use crate::reading::life::evaluation::StaticEval;

/// A move that may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) point: u8,
    /// The sum of its weights: its logit in hundredths.
    pub(crate) sum: i32,
}

/// Moves in the order of the search.
pub(crate) type Moves = ArrayVec<Candidate, 64>;

/// Moves of the side to move, the most probable winning move first. `last` is the last move.
pub(crate) fn candidates(
    last: u8,
    board: &LocalBoard,
    eval: &StaticEval,
    position: &LocalPosition,
    history: &History,
) -> Moves {
    let extractor = Extractor::new(board, eval, position, last);
    let weigh = |point| {
        let (features, shape) = (extractor.features(point, history), extractor.shape(point));
        Candidate {
            point,
            sum: board.policy.sum(position.to_move, &features, shape),
        }
    };
    let mut moves: ArrayVec<Candidate, 128> = extractor
        .points()
        .filter(|&p| eval.reach >> p & 1 != 0)
        .map(weigh)
        .collect();
    moves.sort_unstable_by_key(|c| (-c.sum, c.point));
    moves.into_iter().take(Moves::new().capacity()).collect()
}

impl LocalBoard {
    /// The candidate moves in the position of the question.
    pub(crate) fn candidates(&self, to_move: Role) -> Vec<Point> {
        let position = LocalPosition::new(self, to_move, None);
        let eval = StaticEval::new(self, &position);
        let moves = candidates(NOWHERE, self, &eval, &position, &History::new());
        moves.iter().map(|c| self.points[usize::from(c.point)]).collect()
    }
}
