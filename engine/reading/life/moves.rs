//! Which moves a fight for life tries, best first.

use arrayvec::ArrayVec;

use super::ground::Ground;
use super::policy::Policy;
use super::position::Local;
use super::sketch::Sketch;
use super::traits::Scene;

/// A move that may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) point: u8,
    /// The sum of its weights, in hundredths.
    pub(super) sum: i32,
}

/// Moves in the order in which they are tried.
pub(super) type Moves = ArrayVec<Candidate, 64>;

/// Which moves won, by side and point: what is vital in one position often is in the next.
#[derive(Clone, Debug)]
pub(super) struct History {
    wins: [[u16; 128]; 2],
    /// Wins of the point that won most, by side: asked for every move of every position.
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

    /// How often it won, in eighths of the point that won most; nought only if it never did.
    pub(super) fn eighths(&self, owner_moves: bool, point: u8) -> u32 {
        let side = usize::from(owner_moves);
        let top = u32::from(self.most[side].max(8));
        (u32::from(self.wins[side][usize::from(point)]) * 8).div_ceil(top)
    }
}

/// Moves of the side to move after a last one, the likeliest to decide the fight first.
pub(super) fn candidates(
    last: u8,
    ground: &Ground,
    sketch: &Sketch,
    local: &Local,
    history: &History,
) -> Moves {
    let scene = Scene::new(ground, sketch, local, last);
    let policy = Policy::built_in();
    let weigh = |point| Candidate {
        point,
        sum: policy.sum(&scene, point, history),
    };
    let mut moves: ArrayVec<Candidate, 128> = scene.points().map(weigh).collect();
    moves.sort_unstable_by_key(|c| (-c.sum, c.point));
    moves.into_iter().take(Moves::new().capacity()).collect()
}
