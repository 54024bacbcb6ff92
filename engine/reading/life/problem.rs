//! Problems: a position and a side to move, and nothing said about what is wanted.

use katachi_rules::{Board, Color, Point, PointSet};

use super::frame::Frame;
use super::goal::View;
use super::ground::Ground;
use super::position::Played;
use super::search::Search;
use crate::reading::search::KoThreats;
use crate::reading::{Reader, Verdict};

/// What a side wants in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To kill the group.
    Kill,
    /// To make its own group live.
    Live,
}

/// What was found for the side to move.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The move, proved or only likely.
    pub point: Option<Point>,
    /// Does it work?
    pub verdict: Verdict,
    /// What it does.
    pub wish: Wish,
    /// A line of play that begins with the move, alternating, as far as it is read.
    pub line: Vec<Option<Point>>,
    /// To which stones.
    pub group: PointSet,
    /// Moves played in searches.
    pub nodes: u64,
    /// It is not known that the same happens if the other side moves first.
    pub is_urgent: bool,
}

/// Groups that are asked about.
const MOST_GROUPS: usize = 4;
/// Parts of the nodes that are left, in tenths, for one question.
const PART: u64 = 9;
/// The same for the question whether a move is needed at all.
const CHECK: u64 = 4;
/// The part of the budget for each move of a line, and how long it gets.
const LINE_PART: u64 = 20;
const LONGEST_LINE: usize = 12;
/// A result that needs no other group to be looked at.
const RESOLVED: u32 = 5;

impl Reader {
    /// Finds the best local result for a side: which group is at stake is seen from who surrounds whom. The reader's
    /// budget is for the whole problem. None if no group is surrounded.
    pub fn solve(&mut self, to_play: Color) -> Option<Solution> {
        let before = self.counts.nodes;
        let total = u64::from(self.budget);
        let mut best: Option<Solution> = None;
        for group in self.groups_at_stake().into_iter().take(MOST_GROUPS) {
            let used = self.counts.nodes - before;
            if used >= total {
                break;
            }
            let mut solution = self.solve_for(&group, to_play, total - used);
            if solution.verdict.is_possible() {
                let used = self.counts.nodes - before;
                solution.is_urgent = self.is_urgent(&group, to_play, total.saturating_sub(used));
            }
            let is_better = best.as_ref().is_none_or(|b| rank(&solution) > rank(b));
            if is_better {
                best = Some(solution);
            }
            if best.as_ref().is_some_and(|b| rank(b) >= RESOLVED) {
                break;
            }
        }
        let nodes = self.counts.nodes - before;
        self.budget = (total / LINE_PART) as u32;
        if let Some(best) = &mut best {
            best.nodes = nodes;
            best.line = best
                .point
                .map_or(Vec::new(), |point| self.line(&best.group, point, to_play));
        }
        self.budget = total as u32;
        best
    }

    /// Plays a line out, each move the search's own, with a part of the budget for each, until the outcome is plain to
    /// see or unknown. None is a pass.
    fn line(&mut self, group: &PointSet, first: Point, to_play: Color) -> Vec<Option<Point>> {
        let Some(ground) = self.ground(group) else {
            return vec![Some(first)];
        };
        let mut local = ground.position(&self.board, to_play == ground.owner);
        let mut search = Search::new(&ground, KoThreats::None);
        let mut line = Vec::new();
        let mut next = Some(first);
        loop {
            match next.and_then(|point| ground.number(point)) {
                Some(point) => match local.play(&ground, point, KoThreats::None, &mut false) {
                    Played::To(after) => local = after,
                    Played::StoppedByKo | Played::Illegal => break,
                },
                None => local = local.pass(),
            }
            line.push(next);
            if line.len() >= LONGEST_LINE || View::new(&ground, &local).dies.is_some() {
                break;
            }
            let found = search.run(&local, self.budget);
            self.counts.nodes += u64::from(found.nodes);
            if found.dies.is_none() || (found.point.is_none() && next.is_none()) {
                break;
            }
            next = found.point;
        }
        line
    }

    /// Would the other side get its way if it moved first? Yes unless the opposite is seen.
    fn is_urgent(&mut self, group: &PointSet, to_play: Color, nodes: u64) -> bool {
        let Some(ground) = self.ground(group) else {
            return true;
        };
        let attacks = ground.owner != to_play;
        let threats = if attacks {
            KoThreats::Attacker
        } else {
            KoThreats::Defender
        };
        self.budget = (nodes * CHECK / 10) as u32;
        self.search_life(&ground, attacks, threats).dies != Some(attacks)
    }

    fn solve_for(&mut self, group: &PointSet, to_play: Color, nodes: u64) -> Solution {
        let attacks = group.iter().next().is_some_and(|s| !self.board.cell(s).is(to_play));
        let (own, other) = if attacks {
            (KoThreats::Attacker, KoThreats::Defender)
        } else {
            (KoThreats::Defender, KoThreats::Attacker)
        };
        let mut solution = Solution {
            point: None,
            verdict: Verdict::No,
            wish: if attacks { Wish::Kill } else { Wish::Live },
            line: Vec::new(),
            group: *group,
            nodes: 0,
            is_urgent: true,
        };
        let Some(ground) = self.ground(group) else {
            solution.verdict = Verdict::Unknown;
            return solution;
        };
        let before = self.counts.nodes;
        for (threats, verdict) in [
            (other, Verdict::Yes),
            (KoThreats::None, Verdict::KoAhead),
            (own, Verdict::KoBehind),
        ] {
            let left = nodes.saturating_sub(self.counts.nodes - before);
            self.budget = if verdict == Verdict::KoBehind {
                left
            } else {
                left * PART / 10
            } as u32;
            let found = self.search_life(&ground, !attacks, threats);
            match found.dies {
                Some(dies) if dies == attacks => {
                    solution.verdict = verdict;
                    solution.point = found.point;
                    return solution;
                }
                Some(_) if !found.ko_mattered => return solution,
                Some(_) => {}
                None => {
                    solution.verdict = Verdict::Unknown;
                    solution.point = solution.point.or(found.point);
                }
            }
        }
        solution
    }
}

/// How welcome a result is.
fn rank(solution: &Solution) -> u32 {
    match (solution.verdict, solution.point) {
        (_, None) => 1,
        (verdict, _) if verdict.is_possible() && !solution.is_urgent => 2,
        (Verdict::Yes, _) => 6,
        (Verdict::KoAhead, _) => 5,
        (Verdict::KoBehind, _) => 4,
        (Verdict::Unknown, _) => 3,
        _ => 1,
    }
}

impl Reader {
    /// Groups that are surrounded, the largest first.
    fn groups_at_stake(&mut self) -> Vec<PointSet> {
        let mut groups = Vec::new();
        for color in Color::BOTH {
            let mut seen = PointSet::EMPTY;
            for point in self.board.size().points() {
                if !self.board.cell(point).is(color) || seen.contains(point) {
                    continue;
                }
                let string: PointSet = self.board.string(point).collect();
                let frame = self.frame(&string);
                let group = frame.group(&self.board);
                seen.extend_with(&group);
                seen.extend(self.board.string(point));
                if !is_free(&frame, &self.board, &group) {
                    groups.push((group.len(), group));
                }
            }
        }
        groups.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

/// Has a group liberties on the open board?
fn is_free(frame: &Frame, board: &Board, group: &PointSet) -> bool {
    group
        .iter()
        .flat_map(Point::neighbours)
        .filter(|&n| board.size().contains(n) && frame.open.contains(n))
        .count()
        >= 2
}
