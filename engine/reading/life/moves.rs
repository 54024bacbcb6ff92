//! Which moves a fight for life tries, best first.

use arrayvec::ArrayVec;

use super::ground::{Bits, Ground, NOWHERE, bit, each};
use super::position::{Local, count};
use super::sketch::Sketch;

/// Moves in the order in which they are tried.
pub(super) type Moves = ArrayVec<u8, 64>;

/// Which moves won, by side and point: what is vital in one position often is in the next.
#[derive(Clone, Debug)]
pub(super) struct History {
    wins: [[u16; 128]; 2],
}

impl History {
    pub(super) fn new() -> Self {
        Self { wins: [[0; 128]; 2] }
    }

    pub(super) fn note(&mut self, owner_moved: bool, point: u8) {
        let wins = &mut self.wins[usize::from(owner_moved)];
        if wins[usize::from(point)] >= 1 << 12 {
            wins.iter_mut().for_each(|w| *w /= 2);
        }
        wins[usize::from(point)] += 1;
    }

    /// Between 0 and so many: how often it won, among the points that won most often.
    fn worth(&self, owner_moves: bool, point: u8, most: i32) -> i32 {
        let wins = &self.wins[usize::from(owner_moves)];
        let top = wins.iter().copied().max().unwrap_or(0).max(8);
        i32::from(wins[usize::from(point)]) * most / i32::from(top)
    }
}

/// Moves of the side to move.
pub(super) fn candidates(ground: &Ground, sketch: &Sketch, local: &Local, history: &History) -> Moves {
    candidates_after(NOWHERE, ground, sketch, local, history)
}

/// Moves of the side to move, those beside the last one rather.
pub(super) fn candidates_after(
    last: u8,
    ground: &Ground,
    sketch: &Sketch,
    local: &Local,
    history: &History,
) -> Moves {
    let beside_last = if last == NOWHERE {
        0
    } else {
        ground.near(last) | ground.diagonal(last)
    };
    let empty = local.empty(ground);
    let (mine, theirs) = if local.owner_moves {
        (local.own, local.attackers)
    } else {
        (local.attackers, local.own)
    };
    let mut urgent = [0i8; 128];
    for (stones, own) in [(mine, true), (theirs, false)] {
        for string in Local::strings(ground, stones & !sketch.safe) {
            let liberties = local.liberties(ground, string);
            let lasting = string & (ground.leaks | ground.friend_beside | ground.wall_beside) != 0;
            let size = count(string).min(5) as i8;
            let of_group = if string & ground.group != 0 { 4 } else { 0 };
            let worth = match (count(liberties), own) {
                _ if lasting => continue,
                (1, false) => 12 + 2 * size,
                (1, true) => 6 + 2 * size,
                (2, false) => 5 + size,
                (2, true) => 3 + size,
                // In a race liberties count from far off.
                (3..=6, _) if ground.enemy.is_some() => 4,
                _ => continue,
            };
            for p in each(liberties) {
                let known = &mut urgent[usize::from(p)];
                *known = (*known).max(worth + of_group);
            }
        }
    }
    let mut scored = ArrayVec::<(i32, u8), 128>::new();
    for p in each(empty) {
        let shape = shape_worth(ground, sketch, local, p, mine, theirs);
        let mut worth =
            shape.max(i32::from(urgent[usize::from(p)])) + history.worth(local.owner_moves, p, HISTORY);
        if beside_last & bit(p) != 0 {
            worth += BESIDE_LAST;
        }
        scored.push((-worth, p));
    }
    scored.sort_unstable();
    let mut moves = Moves::new();
    for &(_, p) in &scored {
        if moves.try_push(p).is_err() {
            break;
        }
    }
    moves
}

/// What the record of wins adds at most.
const HISTORY: i32 = 16;
/// What it adds to lie beside the last move.
const BESIDE_LAST: i32 = 3;

fn shape_worth(ground: &Ground, sketch: &Sketch, local: &Local, p: u8, mine: Bits, theirs: Bits) -> i32 {
    let near = ground.near(p);
    let at = bit(p);
    let walls = [ground.wall_beside, ground.friend_beside, ground.leaks];
    if local.owner_moves && near & !mine == 0 && walls.iter().all(|w| w & at == 0) {
        // An own eye.
        return -20;
    }
    let empty = near & !mine & !theirs;
    let mut worth = 3 * count(empty & sketch.room) as i32 + count(empty & !sketch.room) as i32;
    worth += count(near & mine) as i32 + 2 * count(near & theirs) as i32;
    if ground.wall_beside & at != 0 {
        worth += if local.owner_moves { 2 } else { 1 };
    }
    if sketch.room & at != 0 {
        worth += 3;
    }
    if ground.open & at != 0 {
        worth -= 3;
    } else if near & ground.open != 0 {
        worth += 2;
    }
    worth
}
