// SPDX-License-Identifier: MIT OR Apache-2.0

//! The goal of joining several pairs of strings, all of them.
//!
//! Two connections may each hold when the other side moves first, but not both: one move threatens to cut
//! either, and one reply mends only one. So the pairs are searched as one goal. As for one pair (`connect`),
//! the joining side is the attacker of the search, and the distances bound the search: it has failed when one
//! pair is cut. Static links count only if those of all pairs together share no point (`links`).

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point};

use super::candidates::Candidates;
use super::connect::{JOIN_STYLE, Join, Target};
use super::links::Links;
use super::search::{ReadingGoal, SearchPosition, SearchStyle};
use crate::ladder::LadderWork;

/// Added to the score of a move that is about several pairs; 0 to 60.
const SEVERAL_PAIRS_SCORE: i32 = 20;
/// Limit of the pairs of one question; 2 to 4.
const MAX_PAIRS: usize = 4;

/// The goal of joining each of several pairs of strings of one colour.
#[derive(Debug)]
pub(super) struct JoinAll {
    joins: ArrayVec<Join, MAX_PAIRS>,
    color: Color,
    root: u64,
}

impl JoinAll {
    /// None if there is no pair or too many, or if they are not all of one colour.
    pub(super) fn new(board: &Board, pairs: &[(Point, Point)]) -> Option<Self> {
        let color = board.cell(pairs.first()?.0).color()?;
        let mut joins = ArrayVec::new();
        for &(a, b) in pairs {
            let join = Join::new(board, a, Target::String(b))?;
            if join.attacker() != color {
                return None;
            }
            joins.try_push(join).ok()?;
        }
        Some(Self {
            joins,
            color,
            root: board.key(),
        })
    }

    /// Returns the pairs that are not one string yet. None if one of them is cut.
    fn open(
        &self,
        position: &SearchPosition,
        to_move: Color,
        wide: bool,
    ) -> Option<ArrayVec<&Join, MAX_PAIRS>> {
        let mut open = ArrayVec::new();
        for join in &self.joins {
            match join.state(position, to_move, wide) {
                Some(false) => return None,
                Some(true) => {}
                None => open.push(join),
            }
        }
        Some(open)
    }

    /// The stone that joins the only open pair, if the others can spare a liberty.
    fn last_stone(&self, position: &SearchPosition, open: &[&Join]) -> Option<Point> {
        let [last] = open else { return None };
        let may_spare = |join: &Join| std::ptr::eq(join, *last) || join.liberties(&position.board) > 2;
        self.joins
            .iter()
            .all(may_spare)
            .then(|| last.last_stone(position))
            .flatten()
    }
}

impl ReadingGoal for JoinAll {
    fn attacker(&self) -> Color {
        self.color
    }

    fn key(&self) -> u64 {
        let pairs = self.joins.iter().map(ReadingGoal::key);
        pairs.fold(1 << 62, |key: u64, pair| {
            (key.rotate_left(9) ^ pair).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    fn decided(&self, position: &SearchPosition, to_move: Color, wide: bool) -> Option<bool> {
        let Some(open) = self.open(position, to_move, wide) else {
            return Some(false);
        };
        // Do links join all of these pairs at once, whatever the other side plays first?
        let are_linked = || {
            let mut links = Links::default();
            let mut joins = open.iter();
            joins.all(|join| join.add_links(&position.board, &mut links)) && links.are_firm()
        };
        let is_joined = open.is_empty()
            || match to_move == self.color {
                true => self.last_stone(position, &open).is_some(),
                false => are_linked(),
            };
        is_joined.then_some(true)
    }

    /// The moves about each open pair; those about several come first.
    fn candidates(&self, position: &SearchPosition, to_move: Color, wide: bool, _: u32) -> Candidates {
        let mut moves = Candidates::default();
        for join in self.open(position, to_move, wide).iter().flatten() {
            moves = moves.united_with(&join.moves(position, to_move, wide), SEVERAL_PAIRS_SCORE);
        }
        moves.sorted()
    }

    /// All pairs have to be joined, so their proof numbers add up; one that is cut is enough.
    fn estimate(&self, position: &SearchPosition, to_move: Color) -> (u32, u32) {
        let (mut proof, mut disproof) = (0, u32::MAX);
        for join in self.open(position, to_move, true).iter().flatten() {
            let of_pair = join.estimate(position, to_move);
            proof += of_pair.0;
            disproof = disproof.min(of_pair.1);
        }
        (proof.max(1), if disproof == u32::MAX { 1 } else { disproof })
    }

    fn shortcut(&self, position: &mut SearchPosition, _: &mut LadderWork) -> Option<Point> {
        let open = self.open(position, self.color, true)?;
        self.last_stone(position, &open)
    }

    /// At the root a move is wanted, even where none is needed.
    fn may_pass(&self, position: &SearchPosition) -> bool {
        position.board.key() != self.root
    }

    fn style(&self) -> &'static SearchStyle {
        &JOIN_STYLE
    }
}
