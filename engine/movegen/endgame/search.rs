// SPDX-License-Identifier: MIT OR Apache-2.0

//! The search of the local game of a window for its thermograph.
//!
//! Positions are distinguished by their stones alone, so that one thermograph serves all orders of moves that
//! lead to a position. Only the few moves of each side that change the score most at once are searched.
//!
//! The search deepens by one move at a time as long as the nodes suffice, and follows up near changed points
//! and at the liberties of strings that are short of them. At the end of a line points belong to the nearer
//! living stones. The other side's moves are searched both to the full depth and to one ply less, and the
//! lower result for that side counts. Otherwise a move that changes nothing would seem to gain something by
//! the end of the search.

use std::rc::Rc;

use katachi_rules::{ByColor, Color};
use rustc_hash::FxHashMap;

use super::stones::{SHORT_OF_LIBERTIES, WindowBoard, WindowStones};
use super::thermograph::{
    Thermograph, Wall, best_wall, better, ends_in_sente, gain, number, sente_temperature, with_mast,
};
use crate::local::{WindowSet, singles};

/// Plies after the last quiet move, for moves that capture or save; 1 to 6.
const URGENT_DEPTH: u8 = 3;
/// Moves of each side that are searched in a position after the first move; 3 to 8.
const MOVES_PER_SIDE: usize = 4;
/// Strings with at most this number of liberties may be short of them after the first move; 3 to 5.
const FEW_LIBERTIES: u32 = 4;

pub(super) struct EndgameSearch<'a> {
    board: &'a WindowBoard,
    /// Points of moves in the first position, and of moves after it.
    reach: WindowSet,
    follow_up_reach: WindowSet,
    thermographs: FxHashMap<(WindowStones, u8), Thermograph>,
    moves: FxHashMap<(WindowStones, bool), Rc<ByColor<Vec<LocalMove>>>>,
    nodes: u32,
}

#[derive(Clone, Copy, Debug)]
struct LocalMove {
    point: WindowSet,
    stones: WindowStones,
    /// The score after it without further moves, as [`WindowBoard::count`] tells it.
    count: i32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gain {
    pub(super) point: WindowSet,
    /// Its gain, in points: the temperature at which a move elsewhere is as good.
    pub(super) points: f32,
    /// Up to this temperature the move costs nothing, as it is answered.
    pub(super) sente_temperature: f32,
    /// The score for its side after the move if nothing is left elsewhere, which breaks ties.
    pub(super) stop: f32,
    /// The other side makes the last move of the sequence that gains this.
    pub(super) ends_in_sente: bool,
}

impl Gain {
    /// Returns whether the other side has to answer.
    pub(super) fn is_threat(&self) -> bool {
        self.sente_temperature > self.points
    }

    /// Returns whether it gains by moves that the other side has to answer. A threat after whose answer as
    /// much is left to gain as before gains nothing by itself.
    pub(super) fn is_sente(&self) -> bool {
        self.is_threat() && self.ends_in_sente
    }
}

impl<'a> EndgameSearch<'a> {
    pub(super) fn new(board: &'a WindowBoard, reach: WindowSet, nodes: u32) -> Self {
        Self {
            board,
            reach,
            follow_up_reach: reach | board.liberties_of_short(&board.start, reach, FEW_LIBERTIES),
            thermographs: FxHashMap::default(),
            moves: FxHashMap::default(),
            nodes,
        }
    }

    /// The gains of the first moves of a side that lose no points, by deepening as long as the nodes suffice.
    pub(super) fn gains(&mut self, color: Color, first: WindowSet, deepest: u8) -> Vec<Gain> {
        let mut gains = Vec::new();
        for depth in 1..=deepest {
            let deeper = self.gains_at(color, first, depth);
            if depth == 1 || self.nodes > 0 {
                gains = deeper;
            }
            if self.nodes == 0 {
                break;
            }
        }
        gains
    }

    fn gains_at(&mut self, color: Color, first: WindowSet, depth: u8) -> Vec<Gain> {
        let root = self.board.start;
        let other = color.opposite();
        let urgent = self.board.ataris(&root, self.board.window.all);
        let all = ByColor::from_fn(|color| self.moves(&root, color, true, urgent, usize::MAX));
        let moves: Vec<LocalMove> = singles(first)
            .filter_map(|point| {
                let stones = self.board.play(&root, color, point)?;
                Some(self.local_move(point, stones))
            })
            .collect();
        let depth = depth + URGENT_DEPTH - 1;
        let after: Vec<Wall> = moves.iter().map(|next| self.after(next, color, depth)).collect();
        let not_first = all[color].iter().filter(|next| first & next.point == 0);
        let not_first: Vec<Wall> = not_first.map(|next| self.after(next, color, depth)).collect();
        // One ply less is the depth that the other side's moves have after a first move.
        let others = all[other].iter();
        let others = others.map(|next| (self.after(next, other, depth), self.after(next, other, depth - 1)));
        let (deep, shallow): (Vec<Wall>, Vec<Wall>) = others.unzip();
        let (mut worse, shallow) = (best_wall(other, &deep), best_wall(other, &shallow));
        for (worse, shallow) in worse.iter_mut().zip(shallow) {
            *worse = better(color, *worse, shallow);
        }
        let own = best_wall(color, after.iter().chain(&not_first));
        let options = ByColor::from_fn(|side| if side == color { own } else { worse });
        let graph = with_mast(options, self.board.count(&root) as f32);
        let gains = moves.iter().zip(&after).filter_map(|(next, wall)| {
            let points = gain(color, wall, &graph[other])?;
            Some(Gain {
                point: next.point,
                points,
                sente_temperature: sente_temperature(color, wall, &graph[color]),
                stop: match color {
                    Color::Black => wall[0],
                    Color::White => -wall[0],
                },
                ends_in_sente: ends_in_sente(color, wall, points),
            })
        });
        gains.collect()
    }

    fn local_move(&self, point: WindowSet, stones: WindowStones) -> LocalMove {
        let count = self.board.count(&stones);
        LocalMove { point, stones, count }
    }

    /// The other side's wall after a move. The side that takes a ko has to make one more move to end it; the
    /// other side does not retake.
    fn after(&mut self, next: &LocalMove, color: Color, depth: u8) -> Wall {
        let other = color.opposite();
        if next.stones.ko_point() == 0 {
            return self.thermograph(next, depth)[other];
        }
        let moves = self.moves_of_both(&next.stones, false);
        let ended = moves[color].iter();
        let ended = ended.map(|ended| self.thermograph(ended, depth.saturating_sub(1))[other]);
        let ended: Vec<Wall> = ended.collect();
        best_wall(color, &ended)
    }

    fn thermograph(&mut self, at: &LocalMove, depth: u8) -> Thermograph {
        if let Some(cached) = self.thermographs.get(&(at.stones, depth)) {
            return *cached;
        }
        let count = at.count as f32;
        if depth == 0 || self.nodes == 0 {
            return number(count);
        }
        self.nodes -= 1;
        let moves = self.moves_of_both(&at.stones, depth > URGENT_DEPTH);
        let options = ByColor::from_fn(|color| {
            let after = moves[color].iter().map(|next| self.after(next, color, depth - 1));
            best_wall(color, &after.collect::<Vec<Wall>>())
        });
        let graph = with_mast(options, count);
        self.thermographs.insert((at.stones, depth), graph);
        graph
    }

    /// The few moves of both sides that are searched in a position, kept for the next deepening.
    fn moves_of_both(&mut self, stones: &WindowStones, quiet: bool) -> Rc<ByColor<Vec<LocalMove>>> {
        if let Some(cached) = self.moves.get(&(*stones, quiet)) {
            return Rc::clone(cached);
        }
        let urgent = self.board.ataris(stones, self.board.window.all);
        let moves = ByColor::from_fn(|color| self.moves(stones, color, quiet, urgent, MOVES_PER_SIDE));
        let moves = Rc::new(moves);
        self.moves.insert((*stones, quiet), Rc::clone(&moves));
        moves
    }

    /// The moves of a side with the positions after them, those that change the score most at once first. If
    /// `quiet` is false, only moves that capture or save stones, at the `urgent` points.
    fn moves(
        &self,
        stones: &WindowStones,
        color: Color,
        quiet: bool,
        urgent: WindowSet,
        most: usize,
    ) -> Vec<LocalMove> {
        let (board, window) = (self.board, &self.board.window);
        let mut points = urgent | stones.ko_point();
        if quiet {
            let changed = stones.changed(&board.start);
            let near = if changed == 0 {
                self.reach
            } else {
                let near = window.grown(window.grown(changed))
                    | board.liberties_of_short(stones, window.grown(changed), SHORT_OF_LIBERTIES);
                near & self.follow_up_reach
            };
            points |= near & self.contested(stones);
        }
        points &= board.empty(stones);
        let mut moves: Vec<(i32, LocalMove)> = singles(points)
            .filter(|&p| urgent & p != 0 || !board.is_own_eye(stones, color, p))
            .filter_map(|p| {
                let next = self.local_move(p, board.play(stones, color, p)?);
                // No other strings come into atari by playing the stone.
                let attacks = board.ataris(&next.stones, window.grown(p)) & !urgent != 0;
                let bonus = 5 * i32::from(urgent & p != 0) + 2 * i32::from(attacks);
                let value = match color {
                    Color::Black => bonus + 2 * next.count,
                    Color::White => bonus - 2 * next.count,
                };
                Some((-value, next))
            })
            .collect();
        moves.sort_by_key(|m| (m.0, m.1.point));
        moves.truncate(most);
        moves.into_iter().map(|m| m.1).collect()
    }

    /// Empty points within two steps of stones of both sides.
    fn contested(&self, stones: &WindowStones) -> WindowSet {
        let window = &self.board.window;
        let near = |color: Color| window.grown(window.grown(stones.of[color]));
        near(Color::Black) & near(Color::White)
    }
}
