// SPDX-License-Identifier: MIT OR Apache-2.0

//! The local game of an eye space: how many eyes its owner makes in it, moving first or second.
//!
//! The game is played on an [`EyeGraph`]. Its rules are those of Go if the wall of the eye space cannot be
//! captured and everything outside is the attacker's.
//!
//! - The owner fills an empty point. Dead stones without an empty point beside them are captured: their
//!   points are empty and proper.
//! - The attacker puts a stone on a proper point, unless that stone and those that it joins would have no
//!   empty point beside them.
//! - The attacker takes a marginal point. The points next to it are open then: proper points become marginal,
//!   and stones are connected to the outside and leave the eye space, so that the points beside them are
//!   open, too.
//! - Either side may pass; when both do, each connected part with a point that is not marginal is an eye.
//!   More than two count as two.
//!
//! Every move of the owner removes a point, so that the game ends.

use mkpat::{EyeGraph, EyePoint};
use rustc_hash::FxHashMap;

use super::bits::{around, each, flood, parts};

/// Worth of an eye space in the local game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalValue {
    /// Eyes if the owner plays first: 0..=2.
    pub max: u8,
    /// Eyes if the attacker plays first: 0..=`max`.
    pub min: u8,
    /// Points where the attacker, moving first, holds the eyes down to `min`, as bits; 0 if `max` is `min`.
    pub attack: u16,
    /// Points where the owner, moving first, gets `max`, as bits; 0 if `max` is `min`.
    pub defense: u16,
}

impl LocalValue {
    /// The worth by the eyes with the owner first and with the attacker first, and the moves that decide.
    pub(crate) fn new([max, min]: [u8; 2], attack: u16, defense: u16) -> Self {
        Self {
            max,
            min,
            attack,
            defense,
        }
    }
}

/// A position of the local game: the points in each state. Other points are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    proper: u16,
    marginal: u16,
    stones: u16,
}

impl State {
    fn new(graph: &EyeGraph) -> Self {
        let mask = |state: EyePoint| {
            let is = |(i, &p): (usize, &EyePoint)| u16::from(p == state) << i;
            graph.points().iter().enumerate().map(is).sum()
        };
        Self {
            proper: mask(EyePoint::Proper),
            marginal: mask(EyePoint::Marginal),
            stones: mask(EyePoint::Stone),
        }
    }

    fn empty(self) -> u16 {
        self.proper | self.marginal
    }

    fn all(self) -> u16 {
        self.empty() | self.stones
    }
}

/// Solves the local game of one graph, with a table of results.
#[derive(Debug)]
pub struct LocalGame {
    neighbours: [u16; EyeGraph::MAX_POINTS],
    start: State,
    /// Points that are not liberties of stones.
    keys: u16,
    /// Eyes by position, side to move and whether the other side passed. The side and the pass are the two
    /// bits.
    known: FxHashMap<(State, u8), u8>,
    nodes_left: u32,
}

impl LocalGame {
    /// The game of that graph, to be solved with at most `nodes` positions.
    pub fn new(graph: &EyeGraph, nodes: u32) -> Self {
        let mut neighbours = [0; EyeGraph::MAX_POINTS];
        for (index, of) in neighbours.iter_mut().enumerate() {
            *of = graph.neighbours(index);
        }
        Self {
            neighbours,
            start: State::new(graph),
            keys: 0,
            known: FxHashMap::default(),
            nodes_left: nodes,
        }
    }

    /// Marks marginal points, as bits, that stand for moves elsewhere and are not liberties.
    pub(crate) fn with_keys(self, keys: u16) -> Self {
        Self { keys, ..self }
    }

    /// Returns whether the graph can occur on a board. It cannot if a string of stones in it has no empty
    /// point beside it: it would have been captured.
    pub fn is_possible(&self) -> bool {
        let State { stones, .. } = self.start;
        parts(&self.neighbours, stones).all(|string| self.has_liberty(string, self.start))
    }

    /// Solves the game. None if the nodes are used up first.
    pub fn solve(&mut self) -> Option<LocalValue> {
        let start = self.start;
        let max = self.value(start, true, false)?;
        let min = self.value(start, false, false)?;
        let (mut attack, mut defense) = (0, 0);
        if max > min {
            for i in each(start.empty()) {
                if let Some(next) = self.attacked(start, i) {
                    attack |= u16::from(self.value(next, true, false)? == min) << i;
                }
                let value = self.value(self.filled(start, i), false, false)?;
                defense |= u16::from(value == max) << i;
            }
        }
        Some(LocalValue::new([max, min], attack, defense))
    }

    /// Eyes if that side moves.
    fn value(&mut self, state: State, owner: bool, passed: bool) -> Option<u8> {
        let key = (state, u8::from(owner) << 1 | u8::from(passed));
        if let Some(&value) = self.known.get(&key) {
            return Some(value);
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let mut best = if passed {
            self.eyes(state)
        } else {
            self.value(state, !owner, true)?
        };
        let goal = if owner { 2 } else { 0 };
        for i in each(state.empty()) {
            if best == goal {
                break;
            }
            if owner {
                let next = self.filled(state, i);
                best = best.max(self.value(next, false, false)?);
            } else if let Some(next) = self.attacked(state, i) {
                best = best.min(self.value(next, true, false)?);
            }
        }
        self.known.insert(key, best);
        Some(best)
    }

    /// After the owner's move at `i`.
    fn filled(&self, mut state: State, i: u8) -> State {
        let point = 1 << i;
        state.proper &= !point;
        state.marginal &= !point;
        let mut beside = self.neighbours[usize::from(i)] & state.stones;
        while beside != 0 {
            let string = flood(&self.neighbours, beside & beside.wrapping_neg(), state.stones);
            beside &= !string;
            if !self.has_liberty(string, state) {
                state.stones &= !string;
                state.proper |= string;
            }
        }
        state
    }

    /// After the attacker's move at `i`. `None` if it is suicide.
    fn attacked(&self, mut state: State, i: u8) -> Option<State> {
        let point = 1 << i;
        if state.proper & point != 0 {
            state.proper &= !point;
            state.stones |= point;
            let string = flood(&self.neighbours, point, state.stones);
            self.has_liberty(string, state).then_some(state)
        } else {
            state.marginal &= !point;
            let joined = flood(&self.neighbours, point, state.stones | point) & !point;
            state.stones &= !joined;
            let open = around(&self.neighbours, joined | point) & state.proper;
            state.proper &= !open;
            state.marginal |= open;
            Some(state)
        }
    }

    fn has_liberty(&self, string: u16, state: State) -> bool {
        around(&self.neighbours, string) & state.empty() & !self.keys != 0
    }

    fn eyes(&self, state: State) -> u8 {
        let inside = state.proper | state.stones;
        let eyes = parts(&self.neighbours, state.all()).filter(|part| part & inside != 0);
        eyes.take(2).count() as u8
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    /// The graph of a picture of `.`, `!` and `X`.
    fn picture(rows: &[&str]) -> EyeGraph {
        let mut graph = EyeGraph::default();
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, c) in row.chars().enumerate().filter(|c| c.1 != ' ') {
                let state = match c {
                    '.' => EyePoint::Proper,
                    '!' => EyePoint::Marginal,
                    'X' => EyePoint::Stone,
                    _ => panic!("{c} is no point of an eye space"),
                };
                let index = graph.push(state).expect("a small picture");
                for (other, at) in places.iter().enumerate() {
                    if at.0.abs_diff(x) + at.1.abs_diff(y) == 1 {
                        graph.connect(index, other);
                    }
                }
                places.push((x, y));
            }
        }
        graph
    }

    #[track_caller]
    fn worth(rows: &[&str]) -> (u8, u8) {
        let value = LocalGame::new(&picture(rows), 100_000)
            .solve()
            .expect("a small shape");
        (value.max, value.min)
    }

    #[test]
    fn the_shapes_of_the_textbook() {
        assert_eq!(worth(&["."]), (1, 1));
        assert_eq!(worth(&["..."]), (2, 1));
        assert_eq!(worth(&["...."]), (2, 2));
        assert_eq!(worth(&["..", ".."]), (1, 1));
        assert_eq!(worth(&[" .", "..."]), (2, 1));
        assert_eq!(worth(&["..", "..."]), (2, 1), "bulky five");
        assert_eq!(worth(&[" .", "...", " ."]), (2, 1), "crossed five");
        assert_eq!(worth(&["..", "...", " ."]), (2, 1), "rabbity six");
        assert_eq!(worth(&["...", "..."]), (2, 2));
    }

    #[test]
    fn an_open_end_is_closed_or_taken() {
        assert_eq!(worth(&["!"]), (0, 0));
        assert_eq!(worth(&[".!"]), (1, 0));
        assert_eq!(worth(&["..!"]), (1, 1));
        assert_eq!(worth(&["!.!"]), (0, 0));
    }

    #[test]
    fn the_deciding_points_are_returned_for_each_side() {
        let value = LocalGame::new(&picture(&["..."]), 1000).solve().unwrap();
        assert_eq!((value.attack, value.defense), (0b010, 0b010));
        let value = LocalGame::new(&picture(&["X.."]), 1000).solve().unwrap();
        assert_eq!((value.max, value.min), (2, 1));
        assert_eq!(value.attack & value.defense, 0b010);
    }

    #[test]
    fn a_game_that_takes_too_long_has_no_value() {
        assert_eq!(LocalGame::new(&picture(&["......."]), 10).solve(), None);
    }

    #[test]
    fn stones_without_a_liberty_stand_on_no_board() {
        assert!(!LocalGame::new(&picture(&["X"]), 10).is_possible());
        assert!(LocalGame::new(&picture(&["X."]), 10).is_possible());
    }
}
