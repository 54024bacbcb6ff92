//! Life and death by reading: can a group be killed, can it be saved?
//!
//! A question is framed once (`frame`): where the fight takes place, which attackers are safe, where the open board
//! begins. Then proof-number search goes through the moves there (`moves`), and stops where the outcome is plain to see
//! (`sketch`): two eyes, a way out, all stones captured, no room for a second eye. Where no attack works the group
//! lives, be it in seki. What the search leaves open can be judged by trial games (`trials`), which prove nothing.

mod duel;
mod frame;
mod glance;
mod ground;
mod inquiry;
mod learn;
mod moves;
mod policy;
mod position;
mod problem;
mod search;
mod sketch;
mod split;
mod strength;
mod traits;
mod trials;

#[cfg(test)]
use katachi_rules::Color;
use katachi_rules::{Board, Point, PointSet};

use super::{Reader, Reading, Verdict};
use frame::{Doubt, Frame};
use ground::{Ground, NOWHERE};
use inquiry::Inquiry;
pub use learn::{Foresight, Lesson, Study};
use moves::History;
use position::Local;
pub use problem::{Solution, Wish};
use sketch::Sketch;
use trials::{Outcome, Trials};

const UNKNOWN: Reading = Reading {
    verdict: Verdict::Unknown,
    point: None,
};
/// Moves played in trial games where the search finds no proof.
const TRIALS: u32 = 60_000;
/// The share of the trial games that the side to move has to win for its success to be the likelier answer: who kills has to
/// play more exactly than moves at random do.
const LIKELY_TO_DIE: f32 = 0.3;
const LIKELY_TO_LIVE: f32 = 0.5;
/// Nodes for the question whether a string around a group can be captured.
const FALLS: u32 = 400;
/// Nodes at most for the question whether such a string that is shut in lives by itself, and the part of the budget that
/// may go into it.
const LIVES: u32 = 1_000;
const PART_FOR_LIVES: u32 = 20;

/// An answer about a group, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The answer; unknown only where a group is too large to be read.
    pub reading: Reading,
    /// It was proved by search, not only found likely.
    pub is_proven: bool,
}

impl Outcome {
    /// How likely the side that moves first succeeds, 0 to 1: one half where its share of the games is what it needs.
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

    /// Can the group be killed, or does it live, if the other side or its own moves first? Where the search does not decide
    /// within the nodes, trial games do: that is a judgement, and may be wrong.
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
        let Some(grounds) = self.grounds(group) else {
            return unproven;
        };
        let inquiry = self.inquire(&grounds, owner_moves);
        if inquiry.is_decided {
            return Judgement {
                reading: inquiry.reading,
                is_proven: true,
            };
        }
        let start = inquiry.ground.position(&self.board, owner_moves);
        let mut trials = Trials::new(&inquiry, &start);
        let outcome = trials.run(TRIALS);
        self.counts.nodes += u64::from(trials.played);
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
        look: impl FnOnce(&mut Self) -> Verdict,
    ) -> Verdict {
        let Some(owner) = group.iter().next().and_then(|s| self.board.cell(s).color()) else {
            return Verdict::No;
        };
        let mover = if owner_moves { owner } else { owner.opposite() };
        self.after(mover, point, look).unwrap_or(Verdict::No)
    }

    /// A move by the other side after which a second one kills the group, with that second one; with its own side instead,
    /// two moves that make it live. Read with a part of the budget; none if one move does it or two do not.
    pub fn life_threat(&mut self, group: &PointSet, owner_moves: bool) -> Option<(Point, Point)> {
        let owner = group.iter().next().and_then(|s| self.board.cell(s).color())?;
        let mover = if owner_moves { owner } else { owner.opposite() };
        let ground = self.ground(group)?;
        let moves = ground.candidates(owner_moves);
        self.with_part_of_budget(super::THREATS, |reader| {
            moves.into_iter().find_map(|first| {
                let then = reader.after(mover, first, |reader| reader.read_life(group, owner_moves))?;
                then.point
                    .filter(|_| then.verdict.is_yes())
                    .map(|second| (first, second))
            })
        })
    }

    /// The stones that live or die together with the string of a stone, at a first glance: those that it reaches
    /// without crossing the other side's stones.
    pub fn group_of(&mut self, stone: Point) -> PointSet {
        let string: PointSet = self.board.string(stone).collect();
        self.frame(&string).group(&self.board)
    }

    /// Is a group shut in, so that it can live by eyes or in seki alone, as far as is seen at a first glance? Not if it can run to the
    /// open board, join friends that live, or get to where reading does not look.
    pub fn is_shut_in(&mut self, group: &PointSet) -> bool {
        self.ground(group)
            .is_some_and(|ground| ground.open | ground.leaks | ground.friend_beside == 0)
    }

    fn read_life(&mut self, group: &PointSet, owner_moves: bool) -> Reading {
        if group.is_empty() {
            return Reading::NO;
        }
        let Some(grounds) = self.grounds(group) else {
            return UNKNOWN;
        };
        let mut inquiry = self.inquire(&grounds, owner_moves);
        inquiry.settle(|_| true);
        if inquiry.is_decided {
            inquiry.reading
        } else {
            UNKNOWN
        }
    }

    /// Reads with the reader's budget.
    fn inquire<'a>(&mut self, grounds: &'a Grounds, owner_asks: bool) -> Inquiry<'a> {
        let mut inquiry = Inquiry::on_board(grounds, &self.board, owner_asks);
        inquiry.work(u64::from(self.budget));
        self.counts.nodes += inquiry.nodes;
        inquiry
    }

    /// The grounds of a group. None if it is too large.
    fn grounds(&mut self, group: &PointSet) -> Option<Grounds> {
        let frame = self.frame(group);
        let narrow = Ground::new(&self.board, &frame)?;
        let wide = frame
            .doubted(&self.board)
            .and_then(|frame| Ground::new(&self.board, &frame));
        Some(Grounds { narrow, wide })
    }

    /// The ground where the attackers around a group are trusted. None if it is too large.
    fn ground(&mut self, group: &PointSet) -> Option<Ground> {
        let frame = self.frame(group);
        Ground::new(&self.board, &frame)
    }

    fn frame(&mut self, stones: &PointSet) -> Frame {
        let board = self.board.clone();
        Frame::new(&board, stones, &mut |stone, doubt| match doubt {
            Doubt::Capture => self.falls(stone),
            Doubt::Death => !(self.asks_walls && self.lives_by_itself(stone)),
        })
    }

    /// Asks something where attackers that are shut in are walls if they live: for questions that somebody waits for. The choice
    /// of moves is no better with it.
    fn asking_walls<R>(&mut self, ask: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.asks_walls, true);
        let answer = ask(self);
        self.asks_walls = before;
        answer
    }

    /// Can a string around a group be captured?
    fn falls(&mut self, stone: Point) -> bool {
        let budget = std::mem::replace(&mut self.budget, FALLS);
        let falls = self.attack(stone).verdict.is_possible();
        self.budget = budget;
        falls
    }

    /// Is it proved that a string lives, though the other side moves first and all that shuts it in is a wall?
    /// Then it is a wall itself: it needs nothing that the group which it shuts in has.
    fn lives_by_itself(&mut self, stone: Point) -> bool {
        let board = self.board.clone();
        let string: PointSet = board.string(stone).collect();
        let frame = Frame::new(&board, &string, &mut |stone, doubt| match doubt {
            Doubt::Capture => self.falls(stone),
            Doubt::Death => false,
        });
        let Some(ground) = Ground::new(&board, &frame) else {
            return false;
        };
        let mut inquiry = Inquiry::new(&ground, ground.position(&board, false));
        inquiry.work(u64::from(LIVES.min(self.budget / PART_FOR_LIVES)));
        self.counts.nodes += inquiry.nodes;
        inquiry.is_decided && inquiry.reading.verdict == Verdict::No
    }
}

/// Where a group is read.
struct Grounds {
    /// Attackers that cannot be captured as they stand are safe.
    narrow: Ground,
    /// Those with few liberties are not. None if there are none, or too many points.
    wide: Option<Ground>,
}

impl Ground {
    /// The position on the board.
    fn position(&self, board: &Board, owner_moves: bool) -> Local {
        let mover = if owner_moves {
            self.owner
        } else {
            self.owner.opposite()
        };
        let ko = board.ko().filter(|&(_, closed_to)| closed_to == mover);
        Local::new(self, owner_moves, ko.and_then(|(point, _)| self.number(point)))
    }

    /// Moves worth a look in the position that was asked about.
    fn candidates(&self, owner_moves: bool) -> Vec<Point> {
        let local = Local::new(self, owner_moves, None);
        let sketch = Sketch::new(self, &local);
        let moves = moves::candidates(NOWHERE, self, &sketch, &local, &History::new());
        moves.iter().map(|c| self.points[usize::from(c.point)]).collect()
    }
}

#[cfg(test)]
mod tests;
