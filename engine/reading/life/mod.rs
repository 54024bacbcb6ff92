//! Life and death by reading: can a group be killed, can it be saved?
//!
//! A question is framed once (`frame`): where the fight takes place, which attackers are safe, where the open board
//! begins. Then proof-number search goes through the moves there (`moves`), and stops where the outcome is plain to see
//! (`sketch`): two eyes, a way out, all stones captured, no room for a second eye. Where no attack works the group
//! lives, be it in seki.

mod frame;
mod glance;
mod ground;
mod inquiry;
mod moves;
mod position;
mod problem;
mod search;
mod sketch;
mod split;

#[cfg(test)]
use katachi_rules::Color;
use katachi_rules::{Board, Point, PointSet};

use super::{Reader, Reading, Verdict};
use frame::Frame;
use ground::Ground;
use inquiry::Inquiry;
use moves::History;
use position::Local;
pub use problem::{Solution, Wish};
use sketch::Sketch;

const UNKNOWN: Reading = Reading {
    verdict: Verdict::Unknown,
    point: None,
};
/// Nodes for the question whether a string around a group can be captured.
const FALLS: u32 = 400;

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

    /// Does a move of the other side kill the group?
    pub fn does_kill(&mut self, point: Point, group: &PointSet) -> Verdict {
        self.after_move_near(point, group, false, |reader| {
            reader.live(group).verdict.opposite()
        })
    }

    /// Does a move of its own side make the group live?
    pub fn does_save(&mut self, point: Point, group: &PointSet) -> Verdict {
        self.after_move_near(point, group, true, |reader| reader.kill(group).verdict.opposite())
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

    fn read_life(&mut self, group: &PointSet, owner_moves: bool) -> Reading {
        if group.is_empty() {
            return Reading::NO;
        }
        let Some(ground) = self.ground(group) else {
            return UNKNOWN;
        };
        let mut inquiry = Inquiry::new(&ground, ground.position(&self.board, owner_moves));
        inquiry.work(u64::from(self.budget));
        self.counts.nodes += inquiry.nodes;
        if inquiry.is_decided {
            inquiry.reading
        } else {
            UNKNOWN
        }
    }

    /// The ground of a group. None if it is too large.
    fn ground(&mut self, group: &PointSet) -> Option<Ground> {
        let frame = self.frame(group);
        Ground::new(&self.board, &frame)
    }

    fn frame(&mut self, stones: &PointSet) -> Frame {
        let board = self.board.clone();
        let budget = std::mem::replace(&mut self.budget, FALLS);
        let frame = Frame::new(&board, stones, &mut |stone| {
            self.attack(stone).verdict.is_possible()
        });
        self.budget = budget;
        frame
    }
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
        let moves = moves::candidates(self, &sketch, &local, &History::new());
        moves.iter().map(|&p| self.points[usize::from(p)]).collect()
    }
}

#[cfg(test)]
mod tests;
