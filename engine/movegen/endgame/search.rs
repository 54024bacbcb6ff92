// SPDX-License-Identifier: MIT OR Apache-2.0

//! The search of the local game of a window for its thermograph.
//!
//! Positions are distinguished by their stones alone, so that one thermograph serves all orders of moves that lead to a
//! position. Only the few moves of each side that change the score most at once are searched.
//!
//! The search deepens by one move at a time as long as the nodes suffice, and follows up near changed points and at the
//! liberties of strings that are short of them. At the end of a line points belong to the nearer living stones. The
//! other side's moves are searched both to the full depth and to one ply less, and the lower result for that side
//! counts. Otherwise a move that changes nothing would seem to gain something by the end of the search.

use crate::local::{WindowSet, singles};
use crate::movegen::constants::{FEW_LIBERTIES, MOVES_PER_SIDE, URGENT_DEPTH};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::stones::{LocalBoard, Stones};
use super::thermograph::{NOTHING, Thermograph, Wall, ends_in_sente, gain, include_move, sente_temperature};

/// A search in one window.
pub(super) struct EndgameSearch<'a> {
    local_board: &'a LocalBoard,
    /// The points of moves in the first position, and those of moves after them.
    reach: WindowSet,
    follow_up_reach: WindowSet,
    /// Thermographs by position and depth.
    thermographs: FxHashMap<(Stones, u8), Thermograph>,
    moves: FxHashMap<(Stones, bool), Rc<[Vec<LocalMove>; 2]>>,
    /// Positions that may still be searched.
    nodes: u32,
}

/// A move, and the stones after it.
#[derive(Clone, Copy, Debug)]
struct LocalMove {
    point: WindowSet,
    stones: Stones,
    /// The score after it without further moves, as [`LocalBoard::count`] tells it.
    count: i32,
}

/// A first move and what it gains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gain {
    pub(super) point: WindowSet,
    /// What it gains, in points: the temperature at which a move elsewhere is as good.
    pub(super) points: f32,
    /// Up to this temperature the move costs nothing, as it is answered.
    pub(super) sente_temperature: f32,
    /// The score for its side after the move if there is nothing left elsewhere. It breaks ties between equal gains.
    pub(super) stop: f32,
    /// The other side makes the last move of the sequence that gains this.
    pub(super) ends_in_sente: bool,
}

impl Gain {
    /// Does the other side have to answer?
    pub(super) fn is_threat(&self) -> bool {
        self.sente_temperature > self.points
    }

    /// Does it gain by moves that the other side has to answer? A threat after whose answer as much is left to gain as before gains nothing
    /// by itself.
    pub(super) fn is_sente(&self) -> bool {
        self.is_threat() && self.ends_in_sente
    }
}

impl<'a> EndgameSearch<'a> {
    pub(super) fn new(local_board: &'a LocalBoard, reach: WindowSet, nodes: u32) -> Self {
        Self {
            local_board,
            reach,
            follow_up_reach: reach | local_board.liberties_of_short(&local_board.start, reach, FEW_LIBERTIES),
            thermographs: FxHashMap::default(),
            moves: FxHashMap::default(),
            nodes,
        }
    }

    /// The gains of the first moves of a side, by deepening as long as the nodes suffice; moves that lose points are left out.
    pub(super) fn gains(&mut self, us: usize, first: WindowSet, deepest: u8) -> Vec<Gain> {
        let mut gains = Vec::new();
        for depth in 1..=deepest {
            let deeper = self.gains_at(us, first, depth);
            if depth == 1 || self.nodes > 0 {
                gains = deeper;
            }
            if self.nodes == 0 {
                break;
            }
        }
        gains
    }

    fn gains_at(&mut self, us: usize, first: WindowSet, depth: u8) -> Vec<Gain> {
        let root = self.local_board.start;
        let them = 1 - us;
        let urgent = self.local_board.ataris(&root);
        let all = [0, 1].map(|side| self.moves(&root, side, true, urgent, usize::MAX));
        let moves: Vec<LocalMove> = singles(first)
            .filter_map(|point| {
                let stones = self.local_board.play(&root, us, point)?;
                Some(self.local_move(point, stones))
            })
            .collect();
        let depth = depth + URGENT_DEPTH - 1;
        let mut options = NOTHING;
        let mut after = Vec::with_capacity(moves.len());
        for next in &moves {
            let next = self.after(next, us, depth);
            include_move(&mut options[us], us, &next);
            after.push(next);
        }
        for next in all[us].iter().filter(|next| first & next.point == 0) {
            include_move(&mut options[us], us, &self.after(next, us, depth));
        }
        // The other side's moves are searched both to this depth and to one ply less, the depth that they have after a first move, and the
        // wall that is worse for it counts. Otherwise a move that changes nothing would seem to gain something by the end of the search.
        let mut shallow = NOTHING[them];
        for next in &all[them] {
            include_move(&mut options[them], them, &self.after(next, them, depth));
            include_move(&mut shallow, them, &self.after(next, them, depth - 1));
        }
        for (deep, shallow) in options[them].iter_mut().zip(shallow) {
            *deep = if us == 0 {
                deep.max(shallow)
            } else {
                deep.min(shallow)
            };
        }
        let graph = Thermograph::new(options, self.local_board.count(&root) as f32);
        let gains = moves.iter().zip(&after).filter_map(|(next, wall)| {
            let points = gain(us, wall, &graph.walls[them])?;
            Some(Gain {
                point: next.point,
                points,
                sente_temperature: sente_temperature(us, wall, &graph.walls[us]),
                stop: if us == 0 { wall[0] } else { -wall[0] },
                ends_in_sente: ends_in_sente(us, wall, points),
            })
        });
        gains.collect()
    }

    fn local_move(&self, point: WindowSet, stones: Stones) -> LocalMove {
        let count = self.local_board.count(&stones);
        LocalMove { point, stones, count }
    }

    /// The other side's wall after a move. The side that takes a ko has to make one more move to end it; the other side does not retake.
    fn after(&mut self, next: &LocalMove, us: usize, depth: u8) -> Wall {
        if next.stones.ko != 0 {
            let mut best = NOTHING[us];
            for ended in &self.moves_of_both(&next.stones, false)[us] {
                let after = self.thermograph(ended, depth.saturating_sub(1));
                include_move(&mut best, us, &after.walls[1 - us]);
            }
            return best;
        }
        self.thermograph(next, depth).walls[1 - us]
    }

    fn thermograph(&mut self, at: &LocalMove, depth: u8) -> Thermograph {
        if let Some(cached) = self.thermographs.get(&(at.stones, depth)) {
            return cached.clone();
        }
        let count = at.count as f32;
        if depth == 0 || self.nodes == 0 {
            return Thermograph::number(count);
        }
        self.nodes -= 1;
        let mut options = NOTHING;
        let moves = self.moves_of_both(&at.stones, depth > URGENT_DEPTH);
        for (us, option) in options.iter_mut().enumerate() {
            for next in &moves[us] {
                let after = self.after(next, us, depth - 1);
                include_move(option, us, &after);
            }
        }
        let graph = Thermograph::new(options, count);
        self.thermographs.insert((at.stones, depth), graph.clone());
        graph
    }

    /// The few moves of both sides that are searched in a position. They are kept, as each deepening needs them again.
    fn moves_of_both(&mut self, stones: &Stones, quiet: bool) -> Rc<[Vec<LocalMove>; 2]> {
        if let Some(cached) = self.moves.get(&(*stones, quiet)) {
            return Rc::clone(cached);
        }
        let urgent = self.local_board.ataris(stones);
        let moves = Rc::new([0, 1].map(|us| self.moves(stones, us, quiet, urgent, MOVES_PER_SIDE)));
        self.moves.insert((*stones, quiet), Rc::clone(&moves));
        moves
    }

    /// The moves of a side with the positions after them, those that change the score most at once first. If `quiet` is false, only moves
    /// that capture or save stones, at the `urgent` points.
    fn moves(
        &self,
        stones: &Stones,
        us: usize,
        quiet: bool,
        urgent: WindowSet,
        most: usize,
    ) -> Vec<LocalMove> {
        let local_board = self.local_board;
        let window = &local_board.window;
        let mut points = urgent | stones.ko;
        if quiet {
            let changed = stones.changed(&local_board.start);
            let near = if changed == 0 {
                self.reach
            } else {
                let near = window.grown(window.grown(changed))
                    | local_board.short_liberties(stones, window.grown(changed));
                near & self.follow_up_reach
            };
            points |= near & self.contested(stones);
        }
        points &= local_board.empty(stones);
        let mut moves: Vec<(i32, LocalMove)> = singles(points)
            .filter(|&p| urgent & p != 0 || !local_board.is_own_eye(stones, us, p))
            .filter_map(|p| {
                let next = local_board.play(stones, us, p)?;
                let count = local_board.count(&next);
                let attacks = local_board.ataris_beside(&next, p) & !urgent != 0;
                let bonus = 5 * i32::from(urgent & p != 0) + 2 * i32::from(attacks);
                let value = bonus + if us == 0 { 2 * count } else { -2 * count };
                let local_move = LocalMove {
                    point: p,
                    stones: next,
                    count,
                };
                Some((-value, local_move))
            })
            .collect();
        moves.sort_by_key(|m| (m.0, m.1.point));
        moves.truncate(most);
        moves.into_iter().map(|m| m.1).collect()
    }

    /// Empty points within two steps of stones of both sides.
    fn contested(&self, stones: &Stones) -> WindowSet {
        let window = &self.local_board.window;
        let near = |us: usize| window.grown(window.grown(stones.of[us]));
        near(0) & near(1)
    }
}
