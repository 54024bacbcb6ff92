// SPDX-License-Identifier: MIT OR Apache-2.0

//! The goal of joining two pairs of strings.
//!
//! Two connections may each hold when the other side moves first, but not both: one move threatens to cut
//! either, and one reply mends only one. So the pairs are searched as one goal. As for one pair (`connect`),
//! the joining side is the attacker of the search, and the distances bound the search: it has failed when one
//! pair is cut. Static links count only if those of both pairs share no point (`Links`).

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point};

use super::candidates::Candidates;
use super::connect::{JOIN_STYLE, Join, Links};
use super::distance::End;
use super::search::{ReadingGoal, SearchPosition, SearchStyle};
use crate::ladder::LadderWork;

/// Added to the score of a move that is about both pairs; 0 to 60.
const BOTH_PAIRS_SCORE: i32 = 20;

/// The goal of joining both of two pairs of strings of one colour.
#[derive(Debug)]
pub(super) struct JoinBoth {
    joins: [Join; 2],
    root: u64,
}

impl JoinBoth {
    /// None if they are not all of one colour.
    pub(super) fn new(board: &Board, pairs: [(Point, Point); 2]) -> Option<Self> {
        let [first, second] = pairs.map(|(a, b)| Join::new(board, a, End::String(b)));
        let (joins, root) = ([first?, second?], board.key());
        (joins[0].attacker() == joins[1].attacker()).then_some(Self { joins, root })
    }

    /// Returns the pairs that are not one string yet. None if one of them is cut.
    fn open(&self, position: &SearchPosition, to_move: Color, wide: bool) -> Option<ArrayVec<&Join, 2>> {
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

    /// The stone that joins the only open pair, if the other can spare a liberty.
    fn last_stone(&self, position: &SearchPosition, open: &[&Join]) -> Option<Point> {
        let [last] = open else { return None };
        let may_spare = |join: &Join| std::ptr::eq(join, *last) || join.liberties(&position.board) > 2;
        match self.joins.iter().all(may_spare) {
            true => last.last_stone(position),
            false => None,
        }
    }
}

impl ReadingGoal for JoinBoth {
    fn attacker(&self) -> Color {
        self.joins[0].attacker()
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
        // Do links join the pairs at once, whatever the other side plays first?
        let are_linked = || {
            let mut links = Links::default();
            let mut joins = open.iter();
            joins.all(|join| join.add_links(&position.board, &mut links)) && links.are_firm()
        };
        let is_joined = open.is_empty()
            || match to_move == self.attacker() {
                true => self.last_stone(position, &open).is_some(),
                false => are_linked(),
            };
        is_joined.then_some(true)
    }

    /// The moves about each open pair; those about both come first.
    fn candidates(&self, position: &SearchPosition, to_move: Color, wide: bool, _: u32) -> Candidates {
        let mut moves = Candidates::default();
        for join in self.open(position, to_move, wide).iter().flatten() {
            moves = moves.united_with(&join.moves(position, to_move, wide), BOTH_PAIRS_SCORE);
        }
        moves.sorted()
    }

    /// Both pairs have to be joined, so their proof numbers add up; one that is cut is enough.
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
        let open = self.open(position, self.attacker(), true)?;
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
