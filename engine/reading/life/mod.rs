//! Life and death by reading: can a group be killed, can it be saved?
//!
//! A question is framed once (`frame`): where the fight takes place, which attackers are safe, where the open board
//! begins. Then proof-number search goes through the moves there (`moves`), and stops where the outcome is plain to see
//! (`sketch`): two eyes, a way out, all stones captured, no room for a second eye. Where no attack works the group
//! lives, be it in seki.

mod frame;
mod goal;
mod moves;
mod problem;
mod search;
mod sketch;

use katachi_rules::{Color, Point, PointSet};

use super::search::{KoThreats, Position};
use super::{Reader, Reading, Verdict};
use frame::Frame;
use goal::Kill;
pub use problem::{Solution, Wish};
use search::{Found, Search};

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
        let moves = Kill::new(&self.board, group).moves(&self.board, mover);
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
    pub fn group_of(&self, stone: Point) -> PointSet {
        let string: PointSet = self.board.string(stone).collect();
        Frame::new(&self.board, &string).group(&self.board)
    }

    fn read_life(&mut self, group: &PointSet, owner_moves: bool) -> Reading {
        let Some(color) = group.iter().next().and_then(|s| self.board.cell(s).color()) else {
            return Reading::NO;
        };
        let goal = Kill::new(&self.board, group);
        let to_move = if owner_moves { color } else { color.opposite() };
        let (own, other) = if owner_moves {
            (KoThreats::Defender, KoThreats::Attacker)
        } else {
            (KoThreats::Attacker, KoThreats::Defender)
        };
        for (threats, verdict) in [
            (other, Verdict::Yes),
            (KoThreats::None, Verdict::KoAhead),
            (own, Verdict::KoBehind),
        ] {
            let found = self.search_life(&goal, to_move, threats);
            match found.dies {
                Some(dies) if dies != owner_moves => {
                    return Reading {
                        verdict,
                        point: found.point,
                    };
                }
                Some(_) if !found.ko_mattered => break,
                Some(_) => {}
                None => {
                    return Reading {
                        verdict: Verdict::Unknown,
                        point: None,
                    };
                }
            }
        }
        Reading::NO
    }

    fn search_life(&mut self, goal: &Kill, to_move: Color, threats: KoThreats) -> Found {
        let mut position = Position::new(&self.board, goal.attacker(), threats);
        let found = Search::new(goal, self.budget).run(&mut position, to_move);
        self.counts.nodes += u64::from(found.nodes);
        found
    }
}

#[cfg(test)]
mod tests;
