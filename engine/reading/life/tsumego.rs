// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tsumego solver: a position and a side to move are given, but neither the group nor the objective.
//!
//! Strings whose capture depends on the first move and surrounded groups are read in rounds, and the move
//! with the largest gain is the answer. If no move works, the answer is the one that took the most effort to
//! refute, as the walls around the group may not be as safe as assumed.

use katachi_rules::{Board, Color, Point, PointSet};

use super::board::{NOWHERE, Region};
use super::evaluation::StaticEval;
use super::solver::{KoQuery, Search};
use super::{Life, LocalBoards};
use crate::local::Role;
use crate::reading::judge::Simulated;
use crate::reading::{JudgedGoal, Reader, Reading, Verdict};

/// Limit of the candidate groups; 2 to 6.
const MAX_CANDIDATE_GROUPS: usize = 4;
/// Least uncertainty of a candidate, in stones; 0.5 to 2.
const MIN_UNCERTAINTY: f32 = 1.0;
/// Number of liberties on the open board with which a group is not surrounded; 1 to 3.
const UNSURROUNDED_LIBERTIES: usize = 2;
/// Divisors of the remaining nodes, for each round in which the candidates are searched. life-and-death.md:
/// rounds help.
const NODES_PARTS_OF_ROUNDS: [u64; 4] = [16, 6, 2, 1];
/// Least nodes for the question whether the other side can prevent the objective by moving first; as many as
/// the answer took, if that is more; 1,000 to 10,000.
const URGENCY_NODES: u64 = 4_000;
/// Probability for which a success by ko counts; 0.4 to 0.9.
const KO_GAIN: f32 = 0.7;
/// Least gain of a move that works but may not be needed, and of the best try if no move works; below 0.2.
const MIN_GAIN: f32 = 0.05;
/// Worth of each stone of a string, in tenths of a stone: more than 10, as a capture or a rescue also
/// connects or makes an eye; 4 to 18. life-and-death.md: 294 to 299 problems with all of these.
const WORTH_OF_STRING_STONE: u32 = 15;
/// Divisor of the nodes for all strings together; 4 to 16.
const STRINGS_PART: u64 = 8;
/// Nodes of each reading of a string; 1,000 to 5,000.
const STRING_NODES: u32 = 2_000;
/// Divisor of the nodes for the number of simulations in addition to the search; 75 to 600. They take about
/// as long as the search. life-and-death.md.
const NODES_FOR_SIMULATION: u64 = 150;
/// Divisor of the budget for each move of a line; 10 to 40.
const LINE_PART: u64 = 20;
/// Limit of the moves of a line; 8 to 20.
const MAX_LINE_LENGTH: usize = 12;

/// The result of a question about a group or a string, for the side to move.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The move; it may be only likely to work.
    pub point: Option<Point>,
    /// Whether the move works.
    pub verdict: Verdict,
    /// Gain of the move, 0 to 1: the probability that it achieves the objective, less the probability that
    /// this is also achieved if the other side moves first. A ko counts as a fixed probability.
    pub gain: f32,
    /// It is proved that the move works, and that the objective is lost if the other side moves first.
    pub is_proven: bool,
    /// The move saves the group, which is of the mover's own side; otherwise it kills it.
    pub saves: bool,
    /// Principal variation from the move on; the sides alternate, and None is a pass.
    pub line: Vec<Option<Point>>,
    /// The stones that are killed or saved.
    pub group: PointSet,
    /// Moves played in searches; simulations come in addition.
    pub nodes: u64,
}

impl Life<'_> {
    /// Solves a tsumego: finds the move with the best local result for a side, among the groups that are
    /// surrounded and the strings that can be captured. The reader's budget is for the whole tsumego. None if
    /// there is no such group or string.
    pub fn solve(&mut self, to_play: Color) -> Option<Solution> {
        self.solve_asked(to_play, |_| true)
    }

    /// As [`Life::solve`], about the group or string of a stone alone.
    pub fn solve_at(&mut self, to_play: Color, stone: Point) -> Option<Solution> {
        self.solve_asked(to_play, |stones| stones.contains(stone))
    }

    fn solve_asked(&mut self, to_play: Color, is_asked: impl Fn(&PointSet) -> bool) -> Option<Solution> {
        let before = self.reader.nodes;
        let total = u64::from(self.reader.budget);
        let string = self.critical_string(to_play, total / STRINGS_PART, &is_asked);
        let used = self.reader.nodes - before;
        let size = |group: &PointSet| match is_asked(group) {
            true => group.len() as f32,
            false => 0.0,
        };
        let left = total.saturating_sub(used);
        let simulations = left / NODES_FOR_SIMULATION;
        let groups = self.groups_in_question(to_play, [left, simulations], size, is_enough);
        let strings = string.map(|s| (WORTH_OF_STRING_STONE * s.group.len() as u32, s));
        // The first of equal ones: a string, then the largest group.
        let mut best: Option<(u32, Solution)> = None;
        for (worth, solution) in strings.into_iter().chain(groups) {
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, solution));
            }
        }
        let (_, mut best) = best?;
        best.nodes = self.reader.nodes - before;
        if let Some(point) = best.point {
            let nodes = (total / LINE_PART) as u32;
            let line = |reader: &mut Reader| reader.life().line(&best.group, point, to_play);
            best.line = self.reader.with_budget(nodes, line);
        }
        Some(best)
    }

    /// Searches for proofs about the surrounded groups with the most uncertain status. `uncertainty` is in
    /// stones; groups with less than one stone are left out. The budget is for all groups together.
    pub(crate) fn lives_in_question(
        &mut self,
        to_play: Color,
        uncertainty: impl Fn(&PointSet) -> f32,
    ) -> Vec<Solution> {
        let nodes = u64::from(self.reader.budget);
        let groups = self.groups_in_question(to_play, [nodes, 0], uncertainty, |_| false);
        groups.into_iter().map(|(_, solution)| solution).collect()
    }

    /// Solves for the surrounded groups with the most uncertain status; returns the worth of each in tenths
    /// of a stone too. The search for proofs ends early once `is_enough`. The number
    /// of simulations is for what it leaves open.
    fn groups_in_question(
        &mut self,
        to_play: Color,
        [nodes, simulations]: [u64; 2],
        uncertainty: impl Fn(&PointSet) -> f32,
        is_enough: impl Fn(&[CandidateGroup<'_>]) -> bool,
    ) -> Vec<(u32, Solution)> {
        let before = self.reader.nodes;
        let mut groups = self.surrounded_groups();
        groups.retain(|group| uncertainty(group) >= MIN_UNCERTAINTY);
        groups.sort_by(|a, b| uncertainty(b).total_cmp(&uncertainty(a)));
        groups.truncate(MAX_CANDIDATE_GROUPS);
        let local_boards: Vec<_> = groups.iter().map(|group| self.local_boards(group)).collect();
        let mut candidates = Vec::new();
        for (group, local_boards) in groups.iter().zip(&local_boards) {
            let board = &self.reader.board;
            let candidate = |local_boards| CandidateGroup::new(local_boards, *group, board, to_play);
            candidates.extend(local_boards.as_ref().map(candidate));
        }
        for part in NODES_PARTS_OF_ROUNDS {
            let open = still_open(&candidates);
            let left = nodes.saturating_sub(self.reader.nodes - before);
            for candidate in &mut candidates {
                self.reader.nodes += candidate.work(left / part / open, &self.reader.board);
            }
            if candidates.iter().all(|candidate| candidate.query.is_decided) || is_enough(&candidates) {
                break;
            }
        }
        for candidate in &mut candidates {
            candidate.query.resolve(|reading| reading.verdict.is_possible());
        }
        if simulations > 0 {
            let part = simulations / 2 / still_open(&candidates);
            for candidate in &mut candidates {
                candidate.simulate(self.reader, part.try_into().unwrap_or(u32::MAX));
            }
        }
        let solution = |candidate: &CandidateGroup<'_>| (candidate.worth(), candidate.solution());
        candidates.iter().map(solution).collect()
    }

    /// The surrounded groups, the largest first.
    pub(super) fn surrounded_groups(&mut self) -> Vec<PointSet> {
        let mut groups = Vec::new();
        for color in Color::BOTH {
            let mut seen = PointSet::EMPTY;
            for point in self.reader.board.size().points() {
                if !self.reader.board.cell(point).is(color) || seen.contains(point) {
                    continue;
                }
                let string: PointSet = self.reader.board.string(point).collect();
                let region = self.region(&string);
                let group = region.group(&self.reader.board);
                seen.extend_with(&group);
                if !is_free(&region, &self.reader.board, &group) {
                    groups.push(group);
                }
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// Finds a string whose capture depends on who moves first. Larger strings are read first; the last one
    /// found is taken, as a small string leaves the answer to groups more often
    /// (`docs/experiments/life-and-death.md`).
    fn critical_string(
        &mut self,
        to_play: Color,
        nodes: u64,
        is_asked: impl Fn(&PointSet) -> bool,
    ) -> Option<Solution> {
        let nodes = self.reader.nodes + nodes;
        let board = self.reader.board.clone();
        let mut heads: Vec<Point> = board.strings().collect();
        heads.retain(|&head| is_asked(&board.string(head).collect()));
        heads.sort_by_key(|&head| std::cmp::Reverse(board.string_size(head)));
        let mut found: Option<Solution> = None;
        for head in heads {
            if self.reader.nodes > nodes {
                break;
            }
            let (attack, defense) = self.reader.with_budget(STRING_NODES, |reader| {
                let attack = reader.tactics().attack(head);
                match attack.verdict.is_possible() {
                    true => (attack, reader.tactics().defend(head)),
                    false => (attack, Reading::NO),
                }
            });
            if !defense.verdict.is_possible() {
                continue;
            }
            let attacks = !board.cell(head).is(to_play);
            let reading = if attacks { attack } else { defense };
            found = Some(Solution {
                point: reading.point,
                verdict: reading.verdict,
                gain: 1.0,
                is_proven: true,
                saves: !attacks,
                line: Vec::new(),
                group: board.string(head).collect(),
                nodes: 0,
            });
        }
        found
    }

    /// Plays the line about a group after a first move. Each further move is searched with the reader's
    /// budget. The line ends when static evaluation decides or the search does not. None is a pass.
    fn line(&mut self, group: &PointSet, first: Point, to_play: Color) -> Vec<Option<Point>> {
        let Some(local_board) = self.local_board(group) else {
            return vec![Some(first)];
        };
        let mut position =
            local_board.position(&self.reader.board, Role::of_owner(to_play == local_board.owner));
        let mut search = Search::new(&local_board, None);
        let mut line = Vec::new();
        let mut next = Some(first);
        loop {
            let point = next.map_or(Some(NOWHERE), |point| local_board.number(point));
            let Some(after) = point.and_then(|point| position.after(&local_board, point)) else {
                break;
            };
            position = after;
            line.push(next);
            if line.len() >= MAX_LINE_LENGTH
                || StaticEval::with_numbers(&local_board, &position).0.dies.is_some()
            {
                break;
            }
            let found = search.run(&position, self.reader.budget);
            self.reader.nodes += u64::from(found.nodes);
            if found.dies.is_none() || (found.point.is_none() && next.is_none()) {
                break;
            }
            next = found.point;
        }
        line
    }
}

/// The number of candidates that are not decided, at least 1.
fn still_open(candidates: &[CandidateGroup<'_>]) -> u64 {
    let open = candidates.iter().filter(|candidate| !candidate.query.is_decided);
    open.count().max(1) as u64
}

/// Whether there is a candidate with a working move that is at least as large as all undecided ones.
fn is_enough(candidates: &[CandidateGroup<'_>]) -> bool {
    let open = candidates.iter().filter(|candidate| !candidate.query.is_decided);
    let largest_open = open.map(|candidate| candidate.group.len()).max();
    candidates.iter().any(|candidate| {
        candidate.works()
            && candidate.query.reading.verdict.is_yes()
            && largest_open.is_none_or(|size| size <= candidate.group.len())
    })
}

struct CandidateGroup<'a> {
    local_boards: &'a LocalBoards,
    group: PointSet,
    /// Side to move in the tsumego.
    asker: Role,
    query: KoQuery<'a>,
    /// Whether the objective is lost if the other side moves first. None without a proof; then it is assumed.
    is_urgent: Option<bool>,
    /// The result of simulations if the query found no proof.
    simulated: Option<Simulated>,
    /// The same with the other side to move first.
    opponent_first: Option<Simulated>,
}

impl<'a> CandidateGroup<'a> {
    fn new(local_boards: &'a LocalBoards, group: PointSet, board: &Board, to_play: Color) -> Self {
        let asker = Role::of_owner(local_boards.narrow.owner == to_play);
        Self {
            local_boards,
            group,
            asker,
            query: KoQuery::on_board(local_boards, board, asker),
            is_urgent: None,
            simulated: None,
            opponent_first: None,
        }
    }

    /// Continues the query; returns the moves played.
    fn work(&mut self, nodes: u64, board: &Board) -> u64 {
        if self.query.is_decided {
            return 0;
        }
        let before = self.query.nodes;
        self.query.work(nodes);
        let mut played = self.query.nodes - before;
        if self.query.is_decided && self.query.reading.verdict.is_possible() {
            let mut other = KoQuery::on_board(self.local_boards, board, self.asker.opposite());
            other.work(self.query.nodes.max(URGENCY_NODES));
            self.is_urgent = other.is_decided.then(|| other.reading.verdict.is_possible());
            played += other.nodes;
        }
        played
    }

    /// Runs simulations for undecided questions, with either side to move first.
    fn simulate(&mut self, reader: &Reader, simulations: u32) {
        let (goal, owner) = (JudgedGoal::Life(self.group), self.local_boards.narrow.owner);
        let simulate = |first: Role| {
            let likely = self.query.local_board.candidates(first);
            reader.simulate(&goal, owner, first.is_owner(), simulations, &likely)
        };
        if !self.query.is_decided {
            self.simulated = Some(simulate(self.asker));
        }
        if self.is_urgent.is_none() && self.query.reading.verdict != Verdict::No {
            self.opponent_first = Some(simulate(self.asker.opposite()));
        }
    }

    fn point(&self) -> Option<Point> {
        self.simulated
            .map_or(self.query.reading.point, |simulated| simulated.point)
    }

    /// If no move works, returns the one that took the most effort to refute: walls may not be safe.
    fn best_try(&self) -> Option<Point> {
        let fails = self.query.reading.verdict == Verdict::No;
        fails.then(|| self.query.hardest()).flatten()
    }

    /// Whether there is a move that works and is needed.
    fn works(&self) -> bool {
        let Reading { verdict, point, .. } = self.query.reading;
        self.is_urgent != Some(false) && verdict.is_possible() && point.is_some()
    }

    fn gain(&self) -> f32 {
        if self.point().is_none() {
            return 0.0;
        }
        let works = match self.query.reading.verdict {
            Verdict::Yes => 1.0,
            Verdict::KoAhead | Verdict::KoBehind => KO_GAIN,
            Verdict::Unknown => self.simulated.map_or(0.0, |simulated| simulated.share),
            Verdict::No => return 0.0,
        };
        let fails_else = match (self.is_urgent, self.opponent_first) {
            (Some(true), _) => 1.0,
            (None, Some(simulated)) => simulated.share,
            _ => 0.0,
        };
        (works + fails_else - 1.0).max(MIN_GAIN)
    }

    /// The worth of its move in tenths of a stone.
    fn worth(&self) -> u32 {
        let gain = match self.best_try() {
            Some(_) => MIN_GAIN,
            None => self.gain(),
        };
        (10.0 * gain * self.group.len() as f32) as u32
    }

    fn solution(&self) -> Solution {
        let verdict = self.query.reading.verdict;
        Solution {
            point: self.point().or_else(|| self.best_try()),
            verdict,
            gain: self.gain(),
            is_proven: self.is_urgent == Some(true) && verdict.is_possible(),
            saves: self.asker.is_owner(),
            line: Vec::new(),
            group: self.group,
            nodes: 0,
        }
    }
}

/// Whether a group has enough liberties on the open board not to be surrounded.
fn is_free(region: &Region, board: &Board, group: &PointSet) -> bool {
    let beside = group.iter().flat_map(Point::neighbours);
    let open = beside.filter(|&n| board.size().contains(n) && region.open.contains(n));
    open.count() >= UNSURROUNDED_LIBERTIES
}
