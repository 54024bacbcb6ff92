//! Move ordering of the life-and-death search.

use arrayvec::ArrayVec;

use super::features::Extractor;
use super::local_board::LocalBoard;
use super::policy::Policy;
use super::position::LocalPosition;
use super::static_eval::StaticEval;

/// A move that may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) point: u8,
    /// The sum of its weights: its logit in hundredths.
    pub(super) sum: i32,
}

/// Moves in the order of the search.
pub(super) type Moves = ArrayVec<Candidate, 64>;

/// History heuristic: wins by side and point, as a point that is vital in one position often is in the next.
#[derive(Clone, Debug)]
pub(super) struct History {
    wins: [[u16; 128]; 2],
    /// The most wins of a point, by side; stored because every move of every position needs it.
    most: [u16; 2],
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            wins: [[0; 128]; 2],
            most: [0; 2],
        }
    }

    pub(super) fn note(&mut self, owner_moved: bool, point: u8) {
        let side = usize::from(owner_moved);
        let (wins, most) = (&mut self.wins[side], &mut self.most[side]);
        if wins[usize::from(point)] >= 1 << 12 {
            wins.iter_mut().for_each(|w| *w /= 2);
            *most /= 2;
        }
        wins[usize::from(point)] += 1;
        *most = (*most).max(wins[usize::from(point)]);
    }

    /// Wins of a point in eighths of the most wins of a point, rounded up: 0 only if it never won.
    pub(super) fn eighths(&self, owner_moves: bool, point: u8) -> u32 {
        let side = usize::from(owner_moves);
        let top = u32::from(self.most[side].max(8));
        (u32::from(self.wins[side][usize::from(point)]) * 8).div_ceil(top)
    }
}

/// Moves of the side to move, the most probable winning move first. `last` is the last move.
pub(super) fn candidates(
    last: u8,
    board: &LocalBoard,
    eval: &StaticEval,
    position: &LocalPosition,
    history: &History,
) -> Moves {
    let extractor = Extractor::new(board, eval, position, last);
    let policy = Policy::built_in();
    let weigh = |point| Candidate {
        point,
        sum: policy.sum(&extractor, point, history),
    };
    let mut moves: ArrayVec<Candidate, 128> = extractor.points().map(weigh).collect();
    moves.sort_unstable_by_key(|c| (-c.sum, c.point));
    moves.into_iter().take(Moves::new().capacity()).collect()
}
