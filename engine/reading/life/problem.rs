//! Problems: a position and a side to move, and nothing said about what is wanted.

use katachi_rules::{Board, Color, Point, PointSet};

use super::Grounds;
use super::frame::Frame;
use super::glance::View;
use super::inquiry::Inquiry;
use super::position::Played;
use super::search::Search;
use super::trials::{Outcome, Trials};
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
    /// How much it changes, 0 to 1: 1 if it is proved that it works, and that it would not with the other side first; less for a ko and
    /// for what is only likely.
    pub gain: f32,
    /// Both are proved.
    pub is_proven: bool,
    /// What it does.
    pub wish: Wish,
    /// A line of play that begins with the move, alternating, as far as it is read.
    pub line: Vec<Option<Point>>,
    /// To which stones.
    pub group: PointSet,
    /// Moves played in searches.
    pub nodes: u64,
}

/// Groups that are asked about.
const MOST_GROUPS: usize = 4;
/// Groups of which less is in doubt, in stones, are not asked about.
const LEAST_DOUBT: f32 = 1.0;
/// Groups are asked about in rounds, in each with one of so many parts of the nodes that are left.
const ROUNDS: [u64; 4] = [16, 6, 2, 1];
/// The nodes for the question whether a move is needed at all: as many as the answer took, or this.
const CHECK: u64 = 4_000;
/// What a ko is worth, parts of 1.
const KO: f32 = 0.7;
/// What a move counts for at least that works if the other side does not move first, but may not be needed; the best try
/// where nothing is found to work counts as much.
const LEAST: f32 = 0.05;
/// Tenths of a stone that a stone of a string is worth: strings are worth more than their stones, as who captures one is
/// joined or has an eye.
const STRING: u32 = 15;
/// The part of the nodes for all strings, and the nodes for one.
const TACTICS: u64 = 8;
const TACTICS_EACH: u32 = 2_000;
/// The part of the nodes for what becomes of groups by the move for a string.
const SETTLED: u64 = 20;
/// The part of the nodes for trial games.
const TRIALS: u64 = 5;
/// The part of the budget for each move of a line, and how long it gets.
const LINE_PART: u64 = 20;
const LONGEST_LINE: usize = 12;

impl Reader {
    /// Finds the best local result for a side: which group is at stake is seen from who surrounds whom. The reader's
    /// budget is for the whole problem. None if no group is surrounded and no string hangs on a move.
    pub fn solve(&mut self, to_play: Color) -> Option<Solution> {
        self.asking_walls(|reader| reader.solve_asked(to_play))
    }

    fn solve_asked(&mut self, to_play: Color) -> Option<Solution> {
        let before = self.counts.nodes;
        let total = u64::from(self.budget);
        let string = self.string_at_stake(to_play, total / TACTICS);
        let used = self.counts.nodes - before;
        let kept = string.as_ref().map_or(0, |_| total / SETTLED);
        let groups = self.groups_in_question(to_play, total.saturating_sub(used + kept), size, is_enough);
        let strings = string.map(|s| (self.worth_of_string(&s, &groups, to_play, kept), s));
        // Of equals the first, which is a string if there is one, then the largest group.
        let mut best: Option<(u32, Solution)> = None;
        for (worth, solution) in strings.into_iter().chain(groups) {
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, solution));
            }
        }
        let mut best = best.map(|(_, solution)| solution);
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

    /// What a move for a string is worth: its stones, or a group that hangs on the move and is settled by it, too.
    pub(super) fn worth_of_string(
        &mut self,
        string: &Solution,
        groups: &[(u32, Solution)],
        to_play: Color,
        nodes: u64,
    ) -> u32 {
        let mut worth = STRING * string.group.len() as u32;
        let Some(point) = string.point else { return worth };
        let budget = std::mem::replace(&mut self.budget, (nodes / MOST_GROUPS as u64) as u32);
        for (_, group) in groups {
            let whole = 10 * group.group.len() as u32;
            if whole > worth && group.gain > LEAST && self.settles(point, group, to_play) {
                worth = whole;
            }
        }
        self.budget = budget;
        worth
    }

    /// Can the other side do nothing more about a group after a move? Only what is proved counts.
    fn settles(&mut self, point: Point, solution: &Solution, to_play: Color) -> bool {
        let saves = solution.wish == Wish::Live;
        let owner = if saves { to_play } else { to_play.opposite() };
        let answer = self.after(to_play, point, |reader| {
            let stones = solution.group.iter();
            let left: PointSet = stones.filter(|&p| reader.board.cell(p).is(owner)).collect();
            if saves {
                reader.kill(&left)
            } else {
                reader.live(&left)
            }
        });
        answer.is_some_and(|reading| reading.verdict == Verdict::No)
    }

    /// What a side can gain by killing surrounded groups and by saving its own, for those of them that are the most in doubt: `doubt` says
    /// in stones how much, and groups of less than one stone are not asked about. The budget is for all of them together.
    pub fn lives_at_stake(&mut self, to_play: Color, doubt: impl Fn(&PointSet) -> f32) -> Vec<Solution> {
        let nodes = u64::from(self.budget);
        let groups = self.groups_in_question(to_play, nodes, doubt, |_| false);
        groups.into_iter().map(|(_, solution)| solution).collect()
    }

    /// Solutions for the surrounded groups that are the most in doubt, with what they are worth in tenths of a stone. Once `is_enough` the
    /// search for proofs ends.
    fn groups_in_question(
        &mut self,
        to_play: Color,
        nodes: u64,
        doubt: impl Fn(&PointSet) -> f32,
        is_enough: impl Fn(&[Case<'_>]) -> bool,
    ) -> Vec<(u32, Solution)> {
        let before = self.counts.nodes;
        let mut groups = self.groups_at_stake();
        groups.retain(|group| doubt(group) >= LEAST_DOUBT);
        groups.sort_by(|a, b| doubt(b).total_cmp(&doubt(a)));
        groups.truncate(MOST_GROUPS);
        let grounds: Vec<_> = groups.iter().map(|group| self.grounds(group)).collect();
        let mut cases: Vec<Case<'_>> = Vec::new();
        for (group, grounds) in groups.iter().zip(&grounds) {
            if let Some(grounds) = grounds {
                cases.push(Case::new(grounds, *group, &self.board, to_play));
            }
        }
        let for_proofs = nodes - nodes / TRIALS;
        for part in ROUNDS {
            let open = still_open(&cases);
            let left = for_proofs.saturating_sub(self.counts.nodes - before);
            for case in &mut cases {
                self.counts.nodes += case.work(left / part / open, &self.board);
            }
            if cases.iter().all(|case| case.inquiry.is_decided) || is_enough(&cases) {
                break;
            }
        }
        for case in &mut cases {
            case.inquiry.settle(|reading| reading.verdict.is_possible());
        }
        let open = still_open(&cases);
        for case in &mut cases {
            self.counts.nodes += case.try_out(nodes / TRIALS / open, &self.board);
        }
        cases.iter().map(|case| (case.worth(), case.solution())).collect()
    }

    /// The largest string whose capture hangs on who moves first.
    fn string_at_stake(&mut self, to_play: Color, nodes: u64) -> Option<Solution> {
        let before = self.counts.nodes;
        let board = self.board.clone();
        let mut heads: Vec<Point> = board
            .size()
            .points()
            .filter(|&p| board.cell(p).is_stone() && board.head(p) == p)
            .collect();
        heads.sort_by_key(|&head| std::cmp::Reverse(board.string_size(head)));
        let budget = std::mem::replace(&mut self.budget, TACTICS_EACH);
        let mut found: Option<Solution> = None;
        for head in heads {
            if self.counts.nodes - before > nodes {
                break;
            }
            let attack = self.attack(head);
            if !attack.verdict.is_possible() {
                continue;
            }
            let defence = self.defend(head);
            if !defence.verdict.is_possible() {
                continue;
            }
            let attacks = !board.cell(head).is(to_play);
            let reading = if attacks { attack } else { defence };
            found = Some(Solution {
                point: reading.point,
                verdict: reading.verdict,
                gain: 1.0,
                is_proven: true,
                wish: if attacks { Wish::Kill } else { Wish::Live },
                line: Vec::new(),
                group: board.string(head).collect(),
                nodes: 0,
            });
        }
        self.budget = budget;
        found
    }

    /// The line of play that shows what becomes of a group after a first move: each further move is the search's own, read
    /// with the reader's budget, until the outcome is plain to see or unknown. None is a pass.
    pub fn line(&mut self, group: &PointSet, first: Point, to_play: Color) -> Vec<Option<Point>> {
        let Some(ground) = self.ground(group) else {
            return vec![Some(first)];
        };
        let mut local = ground.position(&self.board, to_play == ground.owner);
        let mut search = Search::new(&ground, KoThreats::None);
        let mut line = Vec::new();
        let mut next = Some(first);
        loop {
            match next.map(|point| ground.number(point)) {
                Some(Some(point)) => match local.play(&ground, point, KoThreats::None, &mut false) {
                    Played::To(after) => local = after,
                    Played::StoppedByKo | Played::Illegal => break,
                },
                Some(None) => break,
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
}

/// Every stone of a group counts alike where nothing is known of it.
fn size(group: &PointSet) -> f32 {
    group.len() as f32
}

/// The number of cases that are not decided, at least 1.
fn still_open(cases: &[Case<'_>]) -> u64 {
    cases
        .iter()
        .filter(|case| !case.inquiry.is_decided)
        .count()
        .max(1) as u64
}

/// Has a case a solution so large that the open ones hardly matter?
fn is_enough(cases: &[Case<'_>]) -> bool {
    let open = cases.iter().filter(|case| !case.inquiry.is_decided);
    let largest_open = open.map(Case::size).max();
    cases.iter().any(|case| {
        case.works()
            && case.inquiry.reading.verdict.is_yes()
            && largest_open.is_none_or(|size| size <= case.size())
    })
}

/// A group that a problem may be about.
struct Case<'a> {
    grounds: &'a Grounds,
    group: PointSet,
    attacks: bool,
    inquiry: Inquiry<'a>,
    /// The same does not happen if the other side moves first, as far as is known.
    is_urgent: bool,
    /// That is proved.
    hangs: bool,
    /// What trial games say where the inquiry found no proof.
    outcome: Option<Outcome>,
    /// And what with the other side first.
    others: Option<Outcome>,
}

impl<'a> Case<'a> {
    fn new(grounds: &'a Grounds, group: PointSet, board: &Board, to_play: Color) -> Self {
        let attacks = grounds.narrow.owner != to_play;
        Self {
            grounds,
            group,
            attacks,
            inquiry: Inquiry::on_board(grounds, board, !attacks),
            is_urgent: true,
            hangs: false,
            outcome: None,
            others: None,
        }
    }

    fn size(&self) -> usize {
        self.group.len()
    }

    /// Reads on; returns the moves played.
    fn work(&mut self, nodes: u64, board: &Board) -> u64 {
        if self.inquiry.is_decided {
            return 0;
        }
        let before = self.inquiry.nodes;
        self.inquiry.work(nodes);
        let mut played = self.inquiry.nodes - before;
        if self.inquiry.is_decided && self.inquiry.reading.verdict.is_possible() {
            let mut other = Inquiry::on_board(self.grounds, board, self.attacks);
            other.work(self.inquiry.nodes.max(CHECK));
            self.hangs = other.is_decided && other.reading.verdict.is_possible();
            self.is_urgent = !other.is_decided || other.reading.verdict.is_possible();
            played += other.nodes;
        }
        played
    }

    /// Plays trial games about what is not decided: with this side first, and with the other; returns the moves played.
    fn try_out(&mut self, moves: u64, board: &Board) -> u64 {
        let moves = u32::try_from(moves / 2).unwrap_or(u32::MAX);
        let mut played = 0;
        let mut try_first = |owner_moves: bool| {
            let start = self.inquiry.ground.position(board, owner_moves);
            let mut trials = Trials::new(&self.inquiry, &start);
            let outcome = trials.run(moves);
            played += u64::from(trials.played);
            outcome
        };
        if !self.inquiry.is_decided {
            self.outcome = Some(try_first(!self.attacks));
        }
        if self.is_urgent && !self.hangs && self.inquiry.reading.verdict != Verdict::No {
            self.others = Some(try_first(self.attacks));
        }
        played
    }

    fn point(&self) -> Option<Point> {
        self.outcome
            .map_or(self.inquiry.reading.point, |outcome| outcome.point)
    }

    /// Where nothing works, the move that took the most to refute: what is trusted around the group may be wrong.
    fn best_try(&self) -> Option<Point> {
        let fails = self.inquiry.reading.verdict == Verdict::No;
        fails.then(|| self.inquiry.hardest()).flatten()
    }

    /// Is there a move that changes something?
    fn works(&self) -> bool {
        self.is_urgent && self.inquiry.reading.verdict.is_possible() && self.inquiry.reading.point.is_some()
    }

    /// How likely its move works, less how likely the same happens with the other side first.
    fn gain(&self) -> f32 {
        if self.point().is_none() {
            return 0.0;
        }
        let works = match self.inquiry.reading.verdict {
            Verdict::Yes => 1.0,
            Verdict::KoAhead | Verdict::KoBehind => KO,
            Verdict::Unknown => self
                .outcome
                .map_or(0.0, |outcome| outcome.likelihood(!self.attacks)),
            Verdict::No => return 0.0,
        };
        let fails_else = match self.others {
            _ if self.hangs => 1.0,
            Some(outcome) if self.is_urgent => outcome.likelihood(self.attacks),
            _ => 0.0,
        };
        (works + fails_else - 1.0).max(LEAST)
    }

    /// What that is worth in tenths of a stone.
    fn worth(&self) -> u32 {
        let gain = if self.best_try().is_some() {
            LEAST
        } else {
            self.gain()
        };
        (10.0 * gain * self.size() as f32) as u32
    }

    fn solution(&self) -> Solution {
        let verdict = self.inquiry.reading.verdict;
        Solution {
            point: self.point().or_else(|| self.best_try()),
            verdict,
            gain: self.gain(),
            is_proven: self.hangs && verdict.is_possible(),
            wish: if self.attacks { Wish::Kill } else { Wish::Live },
            line: Vec::new(),
            group: self.group,
            nodes: 0,
        }
    }
}

impl Reader {
    /// Groups that are surrounded, the largest first.
    pub(super) fn groups_at_stake(&mut self) -> Vec<PointSet> {
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
