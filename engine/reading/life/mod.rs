//! Life and death by reading: can a group be killed, can it be saved?
//!
//! Each question has a region (`region`): the points where moves are searched, the attackers that are safe, the open board.
//! Proof-number search (`search`) tries the moves there (`moves`). It stops where static evaluation decides (`static_eval`): two
//! eyes, a way out, the group captured, no space for a second eye. If no attack works, the group lives, possibly in seki.
//! Questions that the search does not decide can be judged by playouts (`playout_tree`), which prove nothing.

mod features;
mod group_semeai;
mod initial;
mod ko_query;
mod local_board;
mod moves;
mod playout_tree;
mod policy;
mod position;
mod region;
mod search;
mod split;
mod static_eval;
mod strength;
mod train;
mod tsumego;

#[cfg(test)]
use katachi_rules::Color;
use katachi_rules::{Board, Point, PointSet};

use super::{Reader, Reading, Verdict};
use ko_query::KoQuery;
use local_board::{LocalBoard, NOWHERE};
use moves::History;
use playout_tree::{PlayoutOutcome, PlayoutTree};
use position::LocalPosition;
use region::{Region, WallDefect};
use static_eval::StaticEval;
pub use train::{Evaluation, Fit, TrainingSet};
pub use tsumego::{Objective, Solution};

const UNKNOWN: Reading = Reading {
    verdict: Verdict::Unknown,
    point: None,
};
/// Moves that are played in playouts if the search finds no proof.
const PLAYOUT_MOVES: u32 = 60_000;
/// The share of playouts, 0 to 1, from which on the success of the side to move is the likelier answer. It is lower for a kill, which
/// needs more exact moves than playouts make.
const LIKELY_TO_DIE: f32 = 0.3;
const LIKELY_TO_LIVE: f32 = 0.5;
/// Nodes for the question whether a string around a group can be captured.
const WALL_CAPTURE_NODES: u32 = 400;
/// Nodes for the question whether such a string that is shut in lives: at most this number, and at most one in
/// [`WALL_LIFE_PART`] of the budget.
const WALL_LIFE_NODES: u32 = 1_000;
const WALL_LIFE_PART: u32 = 20;

/// An answer about a group, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The answer; unknown only if the group is too large to be read.
    pub reading: Reading,
    /// The answer is proved by search; else it is only likely.
    pub is_proven: bool,
}

impl PlayoutOutcome {
    /// Estimated probability that the side to move succeeds: one half if its share of the playouts is the threshold.
    fn likelihood(self, owner_moves: bool) -> f32 {
        let needed = if owner_moves {
            LIKELY_TO_LIVE
        } else {
            LIKELY_TO_DIE
        };
        let square = self.share * self.share;
        square / (square + needed * needed)
    }

    /// The likelier answer.
    fn reading(self, owner_moves: bool) -> Reading {
        let needed = if owner_moves {
            LIKELY_TO_LIVE
        } else {
            LIKELY_TO_DIE
        };
        if self.share > needed {
            Reading {
                verdict: Verdict::Yes,
                point: self.point,
            }
        } else {
            Reading::NO
        }
    }
}

impl Reader {
    /// Can the group be killed if the other side moves first? The stones are of one colour; strings are completed.
    /// No for no stones.
    pub fn kill(&mut self, group: &PointSet) -> Reading {
        self.read_life(group, false)
    }

    /// Can the group be made to live if its own side moves first?
    pub fn live(&mut self, group: &PointSet) -> Reading {
        self.read_life(group, true)
    }

    /// Can the group be killed if the other side moves first, or be made to live if its owner does? If the search does not decide
    /// within the budget, playouts do; their answer may be wrong.
    pub fn judge(&mut self, group: &PointSet, owner_moves: bool) -> Judgement {
        self.asking_walls(|reader| reader.judge_asked(group, owner_moves))
    }

    fn judge_asked(&mut self, group: &PointSet, owner_moves: bool) -> Judgement {
        let unproven = Judgement {
            reading: UNKNOWN,
            is_proven: false,
        };
        if group.is_empty() {
            return Judgement {
                reading: Reading::NO,
                is_proven: true,
            };
        }
        let Some(local_boards) = self.local_boards(group) else {
            return unproven;
        };
        let query = self.run_query(&local_boards, owner_moves);
        if query.is_decided {
            return Judgement {
                reading: query.reading,
                is_proven: true,
            };
        }
        let start = query.local_board.position(&self.board, owner_moves);
        let mut tree = PlayoutTree::new(&query, &start);
        let outcome = tree.run(PLAYOUT_MOVES);
        self.counts.nodes += u64::from(tree.played);
        Judgement {
            reading: outcome.reading(owner_moves),
            ..unproven
        }
    }

    /// Does a move of the other side kill the group? Judged like [`judge`](Self::judge).
    pub fn does_kill(&mut self, point: Point, group: &PointSet) -> Verdict {
        self.after_move_near(point, group, false, |reader| {
            reader.judge(group, true).reading.verdict.opposite()
        })
    }

    /// Does a move of its own side make the group live? Judged like [`judge`](Self::judge).
    pub fn does_save(&mut self, point: Point, group: &PointSet) -> Verdict {
        self.after_move_near(point, group, true, |reader| {
            reader.judge(group, false).reading.verdict.opposite()
        })
    }

    fn after_move_near(
        &mut self,
        point: Point,
        group: &PointSet,
        owner_moves: bool,
        ask: impl FnOnce(&mut Self) -> Verdict,
    ) -> Verdict {
        let Some(owner) = group.iter().next().and_then(|s| self.board.cell(s).color()) else {
            return Verdict::No;
        };
        let mover = if owner_moves { owner } else { owner.opposite() };
        self.after(mover, point, ask).unwrap_or(Verdict::No)
    }

    /// A move by the other side after which a second one kills the group, with that second one; with its own side instead,
    /// two moves that make it live. Read with a part of the budget; none if one move does it or two do not.
    pub fn life_threat(&mut self, group: &PointSet, owner_moves: bool) -> Option<(Point, Point)> {
        let owner = group.iter().next().and_then(|s| self.board.cell(s).color())?;
        let mover = if owner_moves { owner } else { owner.opposite() };
        let local_board = self.local_board(group)?;
        let moves = local_board.candidates(owner_moves);
        self.with_part_of_budget(super::THREATS, |reader| {
            moves.into_iter().find_map(|first| {
                let then = reader.after(mover, first, |reader| reader.read_life(group, owner_moves))?;
                then.point
                    .filter(|_| then.verdict.is_yes())
                    .map(|second| (first, second))
            })
        })
    }

    /// The stones that are taken to live or die together with the string of a stone: those that it reaches without
    /// crossing the other side's stones. No search is made.
    pub fn group_of(&mut self, stone: Point) -> PointSet {
        let string: PointSet = self.board.string(stone).collect();
        self.region(&string).group(&self.board)
    }

    /// Is a group shut in, so that it can live only by eyes or in seki? False if the local board has a way to the open board, to living
    /// friends, or to points outside it. No search is made.
    pub fn is_shut_in(&mut self, group: &PointSet) -> bool {
        self.local_board(group).is_some_and(|local_board| {
            local_board.open | local_board.outside_beside | local_board.friend_beside == 0
        })
    }

    fn read_life(&mut self, group: &PointSet, owner_moves: bool) -> Reading {
        if group.is_empty() {
            return Reading::NO;
        }
        let Some(local_boards) = self.local_boards(group) else {
            return UNKNOWN;
        };
        let mut query = self.run_query(&local_boards, owner_moves);
        query.settle(|_| true);
        if query.is_decided { query.reading } else { UNKNOWN }
    }

    /// Runs a query with the reader's budget.
    fn run_query<'a>(&mut self, local_boards: &'a LocalBoards, owner_asks: bool) -> KoQuery<'a> {
        let mut query = KoQuery::on_board(local_boards, &self.board, owner_asks);
        query.work(u64::from(self.budget));
        self.counts.nodes += query.nodes;
        query
    }

    /// The local boards of a group. None if it is too large.
    fn local_boards(&mut self, group: &PointSet) -> Option<LocalBoards> {
        let region = self.region(group);
        let narrow = LocalBoard::new(&self.board, &region)?;
        let wide = region
            .widened(&self.board)
            .and_then(|region| LocalBoard::new(&self.board, &region));
        Some(LocalBoards { narrow, wide })
    }

    /// The narrow local board of a group. None if the group is too large.
    fn local_board(&mut self, group: &PointSet) -> Option<LocalBoard> {
        let region = self.region(group);
        LocalBoard::new(&self.board, &region)
    }

    fn region(&mut self, stones: &PointSet) -> Region {
        let board = self.board.clone();
        Region::new(&board, stones, &mut |stone, defect| match defect {
            WallDefect::Capturable => self.is_capturable(stone),
            WallDefect::NotAlive => !(self.asks_walls && self.lives_by_itself(stone)),
        })
    }

    /// Asks with a test whether attackers that are shut in live, and so are walls. Only questions that a user asks need it: the choice of
    /// moves is no better with it.
    fn asking_walls<R>(&mut self, ask: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.asks_walls, true);
        let answer = ask(self);
        self.asks_walls = before;
        answer
    }

    /// Can a string around a group be captured?
    fn is_capturable(&mut self, stone: Point) -> bool {
        let budget = std::mem::replace(&mut self.budget, WALL_CAPTURE_NODES);
        let is_capturable = self.attack(stone).verdict.is_possible();
        self.budget = budget;
        is_capturable
    }

    /// Is it proved that a string lives if the other side moves first and all strings around it are walls? Then it is a wall
    /// itself: it does not have to capture the group that it shuts in.
    fn lives_by_itself(&mut self, stone: Point) -> bool {
        let board = self.board.clone();
        let string: PointSet = board.string(stone).collect();
        let region = Region::new(&board, &string, &mut |stone, defect| match defect {
            WallDefect::Capturable => self.is_capturable(stone),
            WallDefect::NotAlive => false,
        });
        let Some(local_board) = LocalBoard::new(&board, &region) else {
            return false;
        };
        let mut query = KoQuery::new(&local_board, local_board.position(&board, false));
        query.work(u64::from(WALL_LIFE_NODES.min(self.budget / WALL_LIFE_PART)));
        self.counts.nodes += query.nodes;
        query.is_decided && query.reading.verdict == Verdict::No
    }
}

/// The local boards on which a group is read.
struct LocalBoards {
    /// With all attackers safe that cannot be captured as they stand.
    narrow: LocalBoard,
    /// With those of few liberties not safe. None if there are none, or if it would have too many points.
    wide: Option<LocalBoard>,
}

impl LocalBoard {
    /// The position on the board.
    fn position(&self, board: &Board, owner_moves: bool) -> LocalPosition {
        let mover = if owner_moves {
            self.owner
        } else {
            self.owner.opposite()
        };
        let ko = board.ko().filter(|&(_, closed_to)| closed_to == mover);
        LocalPosition::new(self, owner_moves, ko.and_then(|(point, _)| self.number(point)))
    }

    /// The candidate moves in the position of the question.
    fn candidates(&self, owner_moves: bool) -> Vec<Point> {
        let position = LocalPosition::new(self, owner_moves, None);
        let eval = StaticEval::new(self, &position);
        let moves = moves::candidates(NOWHERE, self, &eval, &position, &History::new());
        moves.iter().map(|c| self.points[usize::from(c.point)]).collect()
    }
}

#[cfg(test)]
mod tests;
