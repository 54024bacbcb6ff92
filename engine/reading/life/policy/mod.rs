// SPDX-License-Identifier: MIT OR Apache-2.0

//! The order of moves in the life-and-death search: features of a move (`features`), their weights
//! (`weights`), and candidates sorted by them.

mod features;
mod weights;

use arrayvec::ArrayVec;
use katachi_rules::Point;

use crate::local::Role;
use crate::reading::life::board::{Aim, LocalBoard, LocalPosition, NOWHERE, each};
use crate::reading::life::evaluation::StaticEval;
pub(crate) use features::{Extractor, FEATURES};
pub use weights::LifePolicy;
pub(crate) use weights::{ATTACKER, OFF, OWN, canonical};

/// Number of wins of a point at which the wins of all points are halved; a power of two, 1,024 to 16,384.
const HISTORY_HALVED_AT: u16 = 1 << 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) point: u8,
    /// The sum of its weights: its logit in hundredths.
    pub(crate) sum: i32,
}

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
        let (features, shape) = (extractor.features(point, history), board.shape(position, point));
        Candidate {
            point,
            sum: board.order.policy.sum(position.to_move, &features, shape),
        }
    };
    let mut moves: ArrayVec<Candidate, 128> = each(position.empty(board) & eval.reach).map(weigh).collect();
    board.prefer_patterns(position, &mut moves);
    moves.sort_unstable_by_key(|c| (-c.sum, c.point));
    moves.into_iter().take(Moves::new().capacity()).collect()
}

impl LocalBoard {
    /// Adds the values of patterns to the moves that they propose, in hundredths like all weights.
    fn prefer_patterns(&self, position: &LocalPosition, moves: &mut ArrayVec<Candidate, 128>) {
        if self.aim != Aim::Life {
            return;
        }
        let proposals = self.proposals(position, moves.iter().map(|c| c.point));
        for &(value, point, _) in &proposals {
            let proposed = moves
                .iter_mut()
                .find(|c| self.points[usize::from(c.point)] == point);
            proposed.into_iter().for_each(|c| c.sum += value);
        }
    }

    /// The candidate moves in the position of the question.
    pub(crate) fn candidates(&self, to_move: Role) -> Vec<Point> {
        let position = LocalPosition::new(self, to_move, None);
        let eval = StaticEval::new(self, &position);
        let moves = candidates(NOWHERE, self, &eval, &position, &History::new());
        moves.iter().map(|c| self.points[usize::from(c.point)]).collect()
    }
}

/// History heuristic: wins by side and point, as a point that is vital in one position often is in the next.
#[derive(Clone, Debug)]
pub(crate) struct History {
    wins: [[u16; 128]; 2],
    /// Largest number of wins of a point, by side; stored because every move of every position needs it.
    most: [u16; 2],
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            wins: [[0; 128]; 2],
            most: [0; 2],
        }
    }

    pub(crate) fn note(&mut self, mover: Role, point: u8) {
        let side = mover as usize;
        let (wins, most) = (&mut self.wins[side], &mut self.most[side]);
        if wins[usize::from(point)] >= HISTORY_HALVED_AT {
            wins.iter_mut().for_each(|w| *w /= 2);
            *most /= 2;
        }
        wins[usize::from(point)] += 1;
        *most = (*most).max(wins[usize::from(point)]);
    }

    /// Wins of a point in eighths of the largest number, rounded up: 0 only if it never won.
    fn eighths(&self, mover: Role, point: u8) -> u32 {
        let side = mover as usize;
        let top = u32::from(self.most[side].max(8));
        (u32::from(self.wins[side][usize::from(point)]) * 8).div_ceil(top)
    }
}
