// SPDX-License-Identifier: MIT OR Apache-2.0

//! Life and death by reading: whether a group can be killed, and whether it can be saved.
//!
//! Each question has a region: the points where moves are searched, the attackers that are safe, the open
//! board. Proof-number search tries the moves there. It stops where static evaluation decides: two eyes, a
//! way out, the group captured, no space for a second eye. If no attack works, the group lives, possibly in
//! seki.
//!
//! The choice of a move uses only what the search proves ([`Life::kill`], [`Life::live`]). A tsumego or a
//! question over GTP needs an answer in any case: without a proof it gets a judgement ([`Life::judge`]), by
//! simulations of the whole board (`reading::judge`).
//!
//! | place | what | may use |
//! |---|---|---|
//! | `board` | the region of a question, its local board, positions on it | the weights and the codes of shapes of `policy`; `super::patterns` |
//! | `evaluation` | static evaluation, initial proof numbers | `board` |
//! | `policy` | the order of moves: features, weights, history | `board`, `evaluation` |
//! | `solver` | proof-number search, kos, positions that train the policy | the three above |
//! | `eyes` | eyes of one eye space | `board`, `solver` |
//! | `group_semeai`, `tsumego` | races of groups; tsumego | `board`, `evaluation`, `solver` |

mod board;
mod evaluation;
mod eyes;
mod group_semeai;
mod policy;
mod solver;
mod tsumego;

use std::sync::Arc;

use katachi_rules::{Board, Color, Point, PointSet};

use super::{JudgedGoal, Judgement, Proposals, Reader, Reading, Verdict, cache};
use crate::local::Role;
use board::each;
use board::{LocalBoard, LocalBoards, Region};
pub use evaluation::{GroupOutcome, LifeGrounds};
pub use eyes::{EyeReading, OpenBorder};
pub use policy::LifePolicy;
use solver::KoQuery;
pub use solver::{DecidedPosition, decided_positions};
pub use tsumego::Solution;

/// Nodes for the question whether a string around a group can be captured; 200 to 1,000.
const WALL_CAPTURE_NODES: u32 = 400;

fn stones_left(board: &Board, group: &PointSet, owner: Color) -> PointSet {
    let left = group.iter().filter(|&stone| board.cell(stone).is(owner));
    left.collect()
}

/// A reader that is asked about the life of groups.
#[derive(Debug)]
pub struct Life<'r> {
    reader: &'r mut Reader,
}

impl Reader {
    /// Questions about the life of groups.
    pub fn life(&mut self) -> Life<'_> {
        Life { reader: self }
    }

    /// Works on a query with at most that number of nodes.
    fn run<'a>(&mut self, mut query: KoQuery<'a>, nodes: u32) -> KoQuery<'a> {
        query.search.interrupt = Arc::clone(&self.searcher.interrupt);
        query.work(nodes.into());
        self.nodes += query.nodes;
        query
    }
}

impl Life<'_> {
    /// Reads whether the group can be killed if the other side moves first. The stones are of one colour;
    /// strings are completed. No for no stones.
    pub fn kill(&mut self, group: &PointSet) -> Reading {
        self.read_life(group, Role::Attacker)
    }

    /// Reads whether the group can be made to live if its own side moves first.
    pub fn live(&mut self, group: &PointSet) -> Reading {
        self.read_life(group, Role::Owner)
    }

    /// Reads whether the group can be killed if the other side moves first (or be made to live if its owner
    /// does). If neither the search nor a race decides within the budget, simulations do; their answer may be
    /// wrong.
    pub fn judge(&mut self, group: &PointSet, owner_moves: bool) -> Judgement {
        let Some(owner) = self.owner(group) else {
            return Judgement::proved(Reading::NO);
        };
        let first = Role::of_owner(owner_moves);
        if let Some(solved) = self.reader.races().solve_group(group, first) {
            return solved;
        }
        let found = self.local_boards(group).map(|local_boards| {
            let Reader { board, budget, .. } = &*self.reader;
            let key = cache::key_of(&("judged", &local_boards, first, board.ko(), budget));
            self.reader
                .cached_judgement(key, |reader| reader.life().judge_on(&local_boards, group, first))
        });
        let goal = JudgedGoal::Life(*group);
        found
            .filter(|found| found.reading.verdict != Verdict::Unknown)
            .unwrap_or_else(|| self.reader.judge(&goal, owner, owner_moves))
    }

    /// Judges without simulations.
    fn judge_on(&mut self, local_boards: &LocalBoards, group: &PointSet, first: Role) -> Judgement {
        let query = self.run_query(local_boards, first);
        if query.is_decided {
            return match local_boards.is_complete() && !query.by_false_eye {
                true => Judgement::proved(query.reading),
                false => Judgement::by_search(query.reading),
            };
        }
        Judgement::by_search(self.by_race(&local_boards.narrow, group, first))
    }

    /// Moves by which a search begins that saves the group, or that kills it, likely ones first. Empty for a
    /// group that is too large to be read.
    pub(crate) fn candidates(&mut self, group: &PointSet, saves: bool) -> Vec<Point> {
        let local_board = self.local_board(group);
        local_board.map_or_else(Vec::new, |local_board| {
            local_board.candidates(Role::of_owner(saves))
        })
    }

    /// The moves that patterns propose to save the group, or to kill it.
    pub(crate) fn proposals(&mut self, group: &PointSet, saves: bool) -> Proposals {
        let local_board = self.local_board(group);
        local_board.map_or_else(Proposals::new, |local_board| {
            let position = local_board.position(&self.reader.board, Role::of_owner(saves));
            local_board.proposals(&position, each(position.empty(&local_board)))
        })
    }

    /// Reads whether a move saves the group (of its own side), or kills it (of the other side). Judged like
    /// [`judge`](Self::judge), for the stones that are left after the move. If none are, it has killed the
    /// group.
    pub fn judge_move(&mut self, point: Point, group: &PointSet, saves: bool) -> Verdict {
        let Some(owner) = self.owner(group) else {
            return Verdict::No;
        };
        let mover = Role::of_owner(saves).color(owner);
        let after = self.reader.with_move(mover, point, |reader| {
            let left = stones_left(&reader.board, group, owner);
            match left.is_empty() {
                true => Verdict::Yes,
                false => reader.life().judge(&left, !saves).reading.verdict.opposite(),
            }
        });
        after.unwrap_or(Verdict::No)
    }

    fn owner(&self, group: &PointSet) -> Option<Color> {
        self.reader.board.cell(group.iter().next()?).color()
    }

    /// Returns the stones that live or die together with the string of a stone: those that it reaches without
    /// crossing the other side's stones. No search is made.
    pub fn group_of(&mut self, stone: Point) -> PointSet {
        let string: PointSet = self.reader.board.string(stone).collect();
        self.region(&string).group(&self.reader.board)
    }

    /// Returns the points where a question about the group begins to search moves. No search is made.
    pub(crate) fn searched_points(&mut self, group: &PointSet) -> PointSet {
        self.region(group).area
    }

    /// What the life or the death of a group rests on if the side that moves first has no good move. No
    /// search is made; `None` if only a search decides it.
    pub(crate) fn outcome(&mut self, group: &PointSet, owner_moves: bool) -> Option<GroupOutcome> {
        if group.is_empty() {
            return None;
        }
        let local_board = self.local_board(group)?;
        let position = local_board.position(&self.reader.board, Role::of_owner(owner_moves));
        // Who gains nothing by a move may as well pass.
        let mut positions = [position, position.pass()].into_iter();
        positions.find_map(|position| GroupOutcome::new(&local_board, &position))
    }

    /// Returns whether a group is surrounded, so that it can live only by eyes or in seki. No if the local
    /// board has a way to the open board, to living friends, or to points outside it. No search is made.
    pub fn is_surrounded(&mut self, group: &PointSet) -> bool {
        self.local_board(group)
            .is_some_and(|local_board| local_board.is_closed())
    }

    /// Answers from the cache if the local boards, all that the search sees, are known.
    fn read_life(&mut self, group: &PointSet, first: Role) -> Reading {
        if group.is_empty() {
            return Reading::NO;
        }
        let Some(local_boards) = self.local_boards(group) else {
            return Reading::UNKNOWN;
        };
        let Reader { board, budget, .. } = &*self.reader;
        // A ko may be on one of the local boards and not on the others.
        let key = cache::key_of(&(&local_boards, first, board.ko(), budget));
        let judgement = self.reader.cached_judgement(key, |reader| {
            let mut query = reader.life().run_query(&local_boards, first);
            query.resolve(|_| true);
            Judgement::by_search(query.answer())
        });
        judgement.reading
    }

    fn run_query<'a>(&mut self, local_boards: &'a LocalBoards, asker: Role) -> KoQuery<'a> {
        let query = KoQuery::on_board(local_boards, &self.reader.board, asker);
        self.reader.run(query, self.reader.budget)
    }

    /// Builds the local boards of a group. `None` if it is too large.
    fn local_boards(&mut self, group: &PointSet) -> Option<LocalBoards> {
        let region = self.region(group);
        let Reader { board, order, .. } = &*self.reader;
        let local_board = |region: Region| LocalBoard::new(board, &region, order);
        let wide = region.widened(board).and_then(local_board);
        let grown = region.grown(board).and_then(local_board);
        let narrow = local_board(region)?;
        Some(LocalBoards { narrow, wide, grown })
    }

    /// Builds the narrow local board of a group. None if the group is too large.
    fn local_board(&mut self, group: &PointSet) -> Option<LocalBoard> {
        let region = self.region(group);
        LocalBoard::new(&self.reader.board, &region, &self.reader.order)
    }

    fn region(&mut self, stones: &PointSet) -> Region {
        let board = self.reader.board.clone();
        Region::new(&board, stones, &mut |stone| self.is_capturable(stone))
    }

    fn is_capturable(&mut self, stone: Point) -> bool {
        let attack = |reader: &mut Reader| reader.tactics().attack(stone);
        let attack = self.reader.with_budget(WALL_CAPTURE_NODES, attack);
        attack.verdict.is_possible()
    }
}

#[cfg(test)]
mod tests;
