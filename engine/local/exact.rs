// SPDX-License-Identifier: MIT OR Apache-2.0

//! Exact solving of an eye space on its own points, by the rules of Go.
//!
//! The local game assumes that every point is beside the wall, and has no captures of the owner's stones
//! inside, no shortage of liberties and no ko. Here both sides put stones on the points of the space until
//! one passes after the other. The wall is one string whose liberties are empty points of the space and a few
//! outside, which the attacker may fill; where the space is open, the attacker's stones are connected to
//! living ones. The attacker wins if he captures the wall. A wall that stands when both have passed is alive,
//! so that a seki counts as life.
//!
//! Two eyes are life from this space alone. One eye is life if the wall has one more eye elsewhere.
//!
//! Where kos and captures lead back to earlier positions, the result of a search depends on the path to the
//! position and cannot be stored: the same positions are searched again and again.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::LocalValue;
use super::bits::{Bits as _, around, each, flood};
use super::small_board::SmallBoard;

/// An eye space for the solver. Sets of points are bits.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    pub(crate) neighbours: Vec<u16>,
    /// Points next to the wall.
    pub(crate) wall: u16,
    /// Points next to open space.
    pub(crate) open: u16,
    /// The attacker's stones.
    pub(crate) stones: u16,
    /// Liberties of the wall outside, each a move for the attacker.
    pub(crate) outside: u8,
}

/// The owner's objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Aim {
    /// Not to be captured.
    Life,
    /// Also to capture all of the attacker's stones in the end, which is possible where they are dead.
    Territory,
}

/// The outcome for the owner of an eye space, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EyeOutcome {
    /// The wall is captured.
    Dead,
    /// It lives beside stones that it cannot capture.
    Seki,
    /// It lives, and the whole space is its territory.
    Territory,
}

/// A position with a question about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    owner: u16,
    attacker: u16,
    outside: u8,
    /// The point where the side without threats may not take a ko back, plus one; 0 for none.
    ko: u8,
    owner_moves: bool,
    passed: bool,
    aim: Aim,
    /// Whether the wall has an eye elsewhere.
    spare_eye: bool,
    /// Whether the owner has more ko threats than the attacker. If not, it is the other way round.
    owner_threats: bool,
}

impl State {
    /// Whether the owner has reached his objective once both have passed.
    fn ends_well(&self) -> bool {
        self.aim == Aim::Life || self.attacker == 0
    }
}

/// Solves an arena: its worth with fewer ko threats for the owner than for the attacker, and whether he would
/// have more eyes with more of them. `None` if it takes more than `nodes` positions.
pub(crate) fn solve_exactly(arena: &Arena, nodes: u32) -> Option<(LocalValue, bool)> {
    let mut solver = Solver::new(arena, nodes);
    // Largest number of the owner's eyes, up to `most`.
    let mut eyes = |owner_moves, most| {
        for eyes in (1..=most).rev() {
            if solver.lives(solver.start(0, eyes, owner_moves, false))? {
                return Some(eyes);
            }
        }
        Some(0)
    };
    let max = eyes(true, 2)?;
    let min = eyes(false, max)?;
    let is_ko = max < 2 && solver.lives(solver.start(0, max + 1, true, true))?
        || min < 2 && solver.lives(solver.start(0, min + 1, false, true))?;
    let (mut attack, mut defense) = (0, 0);
    if max > min {
        for i in each(solver.all() & !arena.stones).map(usize::from) {
            if let Some(after) = solver.play(solver.start(0, max, true, false), i) {
                defense |= u16::from(solver.lives_after(after)?) << i;
            }
            if let Some(after) = solver.play(solver.start(0, min + 1, false, false), i) {
                attack |= u16::from(!solver.lives_after(after)?) << i;
            }
        }
    }
    Some((LocalValue::new([max, min], attack, defense), is_ko))
}

/// The result of a legal move.
#[derive(Clone, Copy, Debug)]
enum After {
    /// The game has ended: the wall was captured, or both sides have passed.
    End,
    Position(State),
}

/// Searches in one arena with a table of results.
pub(crate) struct Solver<'a> {
    arena: &'a Arena,
    /// The points in the order of trial.
    order: ArrayVec<usize, 16>,
    nodes: u32,
    known: FxHashMap<State, bool>,
    /// The positions from the root to the current one.
    path: Vec<State>,
}

impl<'a> Solver<'a> {
    /// A search of at most `nodes` positions.
    pub(crate) fn new(arena: &'a Arena, nodes: u32) -> Self {
        // Points with the most neighbours are tried first.
        let mut order: ArrayVec<usize, 16> = (0..arena.neighbours.len()).collect();
        order.sort_by_key(|&i| Reverse(arena.neighbours[i].count_ones()));
        Self {
            arena,
            order,
            nodes,
            known: FxHashMap::default(),
            path: Vec::new(),
        }
    }

    /// The position with the owner's stones `owner` inside; he needs `eyes` eyes in this space.
    pub(crate) fn start(&self, owner: u16, eyes: u8, owner_moves: bool, owner_threats: bool) -> State {
        State {
            owner,
            attacker: self.arena.stones,
            outside: self.arena.outside,
            ko: 0,
            owner_moves,
            passed: false,
            aim: Aim::Life,
            spare_eye: eyes < 2,
            owner_threats,
        }
    }

    pub(crate) fn outcome(&mut self, state: State) -> Option<EyeOutcome> {
        let mut has = |aim| self.lives(State { aim, ..state });
        Some(if !has(Aim::Life)? {
            EyeOutcome::Dead
        } else if has(Aim::Territory)? {
            EyeOutcome::Territory
        } else {
            EyeOutcome::Seki
        })
    }

    /// The outcome after a move by the side to move, or after a pass, and the outcome if the other side does
    /// not answer. `Some(None)` if the move is not legal, `None` if the nodes are used up.
    pub(crate) fn outcomes_after(
        &mut self,
        state: State,
        point: Option<usize>,
    ) -> Option<Option<[EyeOutcome; 2]>> {
        let Some(after) = self.after(state, point) else {
            return Some(None);
        };
        let After::Position(mut after) = after else {
            return Some(Some([EyeOutcome::Dead; 2]));
        };
        after.passed = false;
        let unanswered = State {
            owner_moves: state.owner_moves,
            ko: 0,
            ..after
        };
        Some(Some([self.outcome(after)?, self.outcome(unanswered)?]))
    }

    fn all(&self) -> u16 {
        ((1_u32 << self.arena.neighbours.len()) - 1) as u16
    }

    fn lives(&mut self, state: State) -> Option<bool> {
        let found = self.search(state);
        self.path.clear();
        found.map(|(lives, _)| lives)
    }

    /// Whether the owner lives after a move that is no pass.
    fn lives_after(&mut self, after: After) -> Option<bool> {
        match after {
            After::End => Some(false),
            After::Position(state) => self.lives(state),
        }
    }

    /// Searches whether the owner lives. Also returns the index of the earliest position of the path that the
    /// answer depends on.
    fn search(&mut self, state: State) -> Option<(bool, usize)> {
        if let Some(&known) = self.known.get(&state) {
            return Some((known, usize::MAX));
        }
        // A repetition is a failure of the side that has to make progress: of the attacker if the objective
        // is life, of the owner if it is territory.
        if let Some(depth) = self.path.iter().position(|&s| s == state) {
            return Some((state.aim == Aim::Life, depth));
        }
        if state.owner_moves && state.passed && state.ends_well() {
            return Some((true, usize::MAX));
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let depth = self.path.len();
        self.path.push(state);
        let mut best = !state.owner_moves;
        let mut earliest = usize::MAX;
        let empty = self.all() & !state.owner & !state.attacker;
        let points = self.order.clone().into_iter().filter(|i| empty & 1 << i != 0);
        for mv in points.map(Some).chain([None, Some(FILL)]) {
            let (lives, depends_on) = match self.after(state, mv) {
                None => continue,
                Some(After::End) => (mv.is_none() && state.ends_well(), usize::MAX),
                Some(After::Position(next)) => self.search(next)?,
            };
            earliest = earliest.min(depends_on);
            if lives == state.owner_moves {
                best = lives;
                break;
            }
        }
        self.path.pop();
        if earliest >= depth {
            self.known.insert(state, best);
            earliest = usize::MAX;
        }
        Some((best, earliest))
    }

    /// After a move, where `mv` None is a pass. `None` if it is not legal.
    fn after(&self, state: State, mv: Option<usize>) -> Option<After> {
        match mv {
            None => Some(self.pass(state)),
            Some(FILL) => self.fill_outside(state),
            Some(i) => self.play(state, i),
        }
    }

    /// After a pass; the second one ends the game.
    fn pass(&self, state: State) -> After {
        if state.passed {
            return After::End;
        }
        After::Position(State {
            owner_moves: !state.owner_moves,
            passed: true,
            ko: 0,
            ..state
        })
    }

    /// Takes a liberty of the wall outside. None if there is none. The eye elsewhere is the last.
    fn fill_outside(&self, state: State) -> Option<After> {
        if state.owner_moves {
            return None;
        }
        if state.outside == 0 {
            let is_last = state.spare_eye && self.wall_liberties(state) == 0;
            return is_last.then_some(After::End);
        }
        let next = State {
            outside: state.outside - 1,
            owner_moves: true,
            passed: false,
            ko: 0,
            ..state
        };
        Some(match self.wall_lives(next) {
            true => After::Position(next),
            false => After::End,
        })
    }

    /// After a move inside. `None` if it is not legal.
    fn play(&self, state: State, i: usize) -> Option<After> {
        let stone = 1 << i;
        let has_threats = state.owner_threats == state.owner_moves;
        if usize::from(state.ko) == i + 1 && !has_threats {
            return None;
        }
        let Arena { wall, open, .. } = *self.arena;
        // The wall and the attacker's stones outside are no part of the board: strings that are joined to
        // them are not captured.
        let (own, other, lasting) = match state.owner_moves {
            true => (state.owner, state.attacker, [wall, open]),
            false => (state.attacker, state.owner, [open, wall]),
        };
        let board = SmallBoard {
            graph: &self.arena.neighbours[..],
            area: self.all(),
            lasting,
        };
        let played = board.play(own, other, stone, |_| {});
        let (owner, attacker) = played.sides(state.owner_moves);
        let next = State {
            owner,
            attacker,
            owner_moves: !state.owner_moves,
            passed: false,
            ko: match played.ko {
                0 => 0,
                ko => ko.first() + 1,
            },
            ..state
        };
        if !self.wall_lives(next) {
            if !state.owner_moves {
                return Some(After::End);
            }
            if self.part(stone, owner) & wall != 0 {
                return None;
            }
        }
        (!played.is_suicide).then_some(After::Position(next))
    }

    /// Whether the wall has a liberty, one elsewhere included.
    fn wall_lives(&self, state: State) -> bool {
        state.outside > 0 || state.spare_eye || self.wall_liberties(state) != 0
    }

    /// Liberties inside of the wall with the owner's stones that are connected to it.
    fn wall_liberties(&self, state: State) -> u16 {
        let stones = self.part(state.owner & self.arena.wall, state.owner);
        let empty = self.all() & !(state.owner | state.attacker);
        (self.arena.wall | around(&self.arena.neighbours, stones)) & empty
    }

    fn part(&self, from: u16, within: u16) -> u16 {
        flood(&self.arena.neighbours, from, within)
    }
}

/// Index that stands for the move that fills a liberty outside.
const FILL: usize = usize::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::corner_tests::arena;

    #[track_caller]
    fn corner(rows: &[&str], outside: u8) -> (LocalValue, bool) {
        solve_exactly(&arena(rows, outside), 1_000_000).expect("a small space")
    }

    fn worth((found, _): &(LocalValue, bool)) -> (u8, u8) {
        (found.max, found.min)
    }

    #[test]
    fn three_in_a_row_depend_on_the_middle() {
        let found = corner(&["...#", "####"], 0);
        assert_eq!(worth(&found), (2, 1));
        assert_eq!((found.0.attack, found.0.defense), (0b010, 0b010));
    }

    #[test]
    fn four_in_a_row_live_and_four_in_a_square_die() {
        assert_eq!(worth(&corner(&["....#", "#####"], 0)), (2, 2));
        assert_eq!(worth(&corner(&["..#", "..#", "###"], 0)), (1, 1));
    }

    #[test]
    fn a_large_nakade_leaves_one_eye() {
        assert_eq!(
            worth(&corner(&["XX#", "XX.#", "###"], 0)),
            (1, 1),
            "five in a bulk"
        );
    }

    #[test]
    fn six_in_the_corner_want_liberties_outside() {
        let six = ["...#", "...#", "####"];
        assert!(corner(&six, 0).0.min < 2);
        assert_eq!(worth(&corner(&six, 2)), (2, 2));
    }

    #[test]
    fn bent_four_in_the_corner_is_a_ko() {
        let found = corner(&["...#", ".###", "####"], 0);
        assert!(found.1, "{found:?}");
        assert_eq!(
            worth(&found),
            (2, 1),
            "and without threats it is lost to the first move"
        );
        assert!(!corner(&["....#", "#####"], 0).1);
    }

    #[test]
    fn stones_that_neither_side_can_approach_are_a_seki_and_count_as_life() {
        assert_eq!(worth(&corner(&[".XXXX.#", "#######"], 0)), (2, 2));
        assert_eq!(
            worth(&corner(&[".XX.#", "#####"], 0)).1,
            1,
            "two can be made three, which kill"
        );
    }

    #[test]
    fn an_open_point_lets_the_attacker_in() {
        assert_eq!(worth(&corner(&[".+", "##"], 0)), (0, 0));
        assert_eq!(worth(&corner(&["..+", "###"], 0)), (1, 0));
    }

    #[test]
    fn what_takes_too_long_is_unknown() {
        assert_eq!(solve_exactly(&arena(&["...#", "####"], 0), 3), None);
    }
}
