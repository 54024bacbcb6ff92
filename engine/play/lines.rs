// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of play: how strings are captured or saved and groups killed or saved, and what the search expects.
//!
//! The analysis says which strings and groups are in question. Each line is the first one of the tree behind
//! the answer ([`Answers::tree`]).

use katachi_rules::{Color, Game, Move, Point};
use mkpat::Status;

use super::Choice;
use crate::analysis::{Analysis, Dragon, Grounds, Worm};
use crate::answers::{Aim, Answers, End, Outcome, TreeLimits, TreeNode};
use crate::reading::{Reader, Reading, Verdict};

/// Maximum number of first moves that are tried in vain, until one needs a reply; 1 to 8.
const MAX_TRIES: usize = 4;
/// Steps to the nearest of the stones in question beyond which a try is far from them; 3 to 6.
const FAR: u32 = 4;
/// Maximum number of moves of a line about a group: each one takes a search; 10 to 60.
const MAX_GROUP_LINE: usize = 40;
/// Maximum number of moves of a line about a string: a ladder across 19x19 takes about 80.
const MAX_STRING_LINE: usize = 80;
/// The lines in which tries to save or kill a group fail.
const TRIES: &[LineAim] = &[LineAim::Refute, LineAim::Hold];

/// The subject of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineAim {
    /// The capture of a string.
    Capture,
    /// The rescue of a string.
    Save,
    /// The killing of a group.
    Kill,
    /// The rescue of a group.
    Live,
    /// The refutation of the best try to save a group.
    Refute,
    /// The refutation of a try to kill a group.
    Hold,
    /// The proved solution of the life-and-death solver for the side to play, which kills a group.
    SolveKill,
    /// The proved solution of the life-and-death solver for the side to play, which saves a group.
    SolveLive,
    /// The principal variation of the tree search.
    Search,
}

/// How a line of play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// As its subject says, and what the stones then have if that is certain.
    Reached(Option<Outcome>),
    /// It goes on, but no more moves are shown.
    Limit,
    /// The search has no answer within its nodes.
    Unknown,
    /// The answer after the last move contradicts its subject: what the side to move now seems to reach.
    Contradicted(Color, Reading),
}

/// A sequence of moves by alternating sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its subject.
    pub aim: LineAim,
    /// A stone of the string or the group; the first move of a line of the search.
    pub stone: Point,
    /// Number of stones of the string or the group, 0 for a line of the search.
    pub size: u32,
    /// The result depends on a ko.
    pub is_ko: bool,
    /// How it ends.
    pub end: LineEnd,
    /// The side of the first move.
    pub first: Color,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

impl Line {
    /// Returns the moves with their sides.
    pub fn sides(&self) -> impl Iterator<Item = (Color, Move)> {
        let colors = [self.first, self.first.opposite()].into_iter().cycle();
        colors.zip(self.moves.iter().copied())
    }

    /// Returns the first move on a point, with its number from 1.
    pub fn first_at(&self, point: Point) -> Option<(Color, usize)> {
        let mut numbered = self.sides().zip(1..);
        let found = numbered.find(|((_, mv), _)| mv.point() == Some(point));
        found.map(|((color, _), number)| (color, number))
    }
}

/// Returns the lines about the string and the group of a stone; for a group that cannot be killed, the
/// refutation of a try. Empty for an empty point.
pub fn at(answers: &mut Answers<'_>, stone: Point) -> Vec<Line> {
    let analysis = answers.analysis();
    let (Some(worm), Some(group)) = (analysis.worms.get(stone), analysis.dragons.get(stone)) else {
        return Vec::new();
    };
    let mut lines = string_lines(answers, worm);
    lines.extend(group_lines(answers, group, TRIES));
    // The stone that was asked about names them.
    lines.iter_mut().for_each(|line| line.stone = stone);
    lines
}

/// Returns all lines that decide something, in this order: the expectation of the search, if there was one;
/// the proved solution of the largest local question that the side to play decides; the lines about strings
/// that can be captured and about critical and dead groups, by their first stones from the top left.
pub fn decisive(answers: &mut Answers<'_>, first: Color, choice: Option<&Choice>) -> Vec<Line> {
    let analysis = answers.analysis();
    let mut lines: Vec<Line> = choice.and_then(expected).into_iter().collect();
    lines.extend(solution(first, answers.reader()));
    for group in analysis.dragons.iter() {
        let strings = group.strings.iter();
        for worm in strings.filter_map(|&string| analysis.worms.get(string)) {
            lines.extend(string_lines(answers, worm));
        }
        if matches!(group.status, Status::Critical | Status::Dead) {
            lines.extend(group_lines(answers, group, &[LineAim::Refute]));
        }
    }
    lines
}

/// Returns the principal variation of the chosen move. `None` without a search, and for a pass.
pub fn expected(choice: &Choice) -> Option<Line> {
    let report = choice.search.as_ref()?;
    let chosen = report.searched(choice.mv)?;
    Some(Line {
        aim: LineAim::Search,
        stone: chosen.mv.point()?,
        size: 0,
        is_ko: false,
        end: LineEnd::Reached(None),
        first: report.color,
        moves: chosen.variation.clone(),
    })
}

/// Facts of one point that are too dear for every point of an analysis.
#[derive(Clone, Debug, Default)]
pub struct PointDetails {
    /// Points of moyo that the side to play gains with a move there, 0 if it is illegal.
    pub moyo_gain: i32,
    /// Lines that kill and save the group on the point, and those in which tries fail, if requested.
    pub lines: Vec<Line>,
}

impl PointDetails {
    /// Computes the details of a point of an analysed position. With `tries` it adds the lines in which tries
    /// to kill or save the group fail, which takes seconds on a large board. A group that lives by two eyes
    /// or without a move has no such lines.
    pub fn new(
        answers: &mut Answers<'_>,
        game: &Game,
        analysis: &Analysis,
        point: Point,
        tries: bool,
    ) -> Self {
        let lines = |group: &Dragon| {
            let lives = matches!(group.grounds, Grounds::Unconditional | Grounds::Eyes);
            let tries = if tries && !lives { TRIES } else { &[] };
            group_lines(answers, group, tries)
        };
        Self {
            moyo_gain: analysis.influence.delta_moyo(point, game.to_move()),
            lines: analysis.dragons.get(point).map_or_else(Vec::new, lines),
        }
    }
}

/// The lines that capture and save a string that can be captured.
fn string_lines(answers: &mut Answers<'_>, worm: &Worm) -> Vec<Line> {
    let aims = [(LineAim::Capture, Aim::Capture), (LineAim::Save, Aim::Rescue)];
    let possible = aims.into_iter().filter(|_| worm.attack.is_possible());
    let line = |(aim, wanted)| main_line(answers, (worm.origin, worm.size), aim, wanted);
    possible.filter_map(line).collect()
}

/// The lines that kill and save a group that can be killed, and refutations of the `tries`: to save a group
/// that is lost, to kill one that cannot be killed.
fn group_lines(answers: &mut Answers<'_>, group: &Dragon, tries: &[LineAim]) -> Vec<Line> {
    let attack = group.life.attack;
    let is_lost = attack.is_possible() && group.life.defense == Verdict::No;
    let aims = [
        (LineAim::Kill, Aim::Kill, attack.is_possible()),
        (LineAim::Live, Aim::Save, attack.is_possible()),
        (LineAim::Refute, Aim::Save, is_lost),
        (LineAim::Hold, Aim::Kill, attack == Verdict::No),
    ];
    let is_wanted = |aim| !TRIES.contains(&aim) || tries.contains(&aim);
    let possible = aims.into_iter().filter(|&(aim, _, fits)| fits && is_wanted(aim));
    let line = |(aim, wanted, _)| main_line(answers, (group.origin, group.size), aim, wanted);
    possible.filter_map(line).collect()
}

/// The first line of the tree behind the answer to a question about a string or a group. `None` if it has no
/// moves, or if the answer is not what the subject says.
fn main_line(answers: &mut Answers<'_>, about: (Point, u32), aim: LineAim, wanted: Aim) -> Option<Line> {
    let question = answers.question(wanted, about.0, None).ok()?;
    let verdict = answers.found(&question).reading.verdict;
    let fails = TRIES.contains(&aim);
    let fits = match fails {
        true => verdict == Verdict::No,
        false => verdict.is_possible(),
    };
    if !fits {
        return None;
    }
    let first_moves = if fails { MAX_TRIES } else { 1 };
    let moves = match wanted.is_about_group() {
        true => MAX_GROUP_LINE,
        false => MAX_STRING_LINE,
    };
    let limits = TreeLimits {
        first_moves,
        tries: [1, 1],
        moves,
        nodes: first_moves * moves + 1,
    };
    let tree = answers.small_tree(&question, limits);
    let first = question.first();
    let winner = if fails { first.opposite() } else { first };
    let lines = tree.nodes[0].children.iter();
    let lines = lines.map(|&child| until_denied(tree.line_after(child), winner));
    let is_far = |node: &&TreeNode| {
        let mv = node.mv.expect("a move leads to it").1;
        question.stones().all(|stone| stone.distance(mv) > FAR)
    };
    // A move beside the stones that is refuted to the end shows most.
    let line = lines.min_by_key(|line| match line_end(line, winner) {
        LineEnd::Contradicted(..) => (2, 0),
        LineEnd::Reached(_) => (line.first().is_some_and(is_far).into(), 0),
        LineEnd::Limit | LineEnd::Unknown => (line.first().is_some_and(is_far).into(), 1),
    })?;
    let moves = line.iter().filter_map(|node| Some(Move::Play(node.mv?.1)));
    Some(Line {
        aim,
        stone: question.stones().next().expect("a question has stones"),
        size: about.1,
        is_ko: verdict.is_ko(),
        end: line_end(&line, winner),
        first,
        moves: moves.collect(),
    })
}

/// The line up to the first position whose answer denies that the winner reaches its aim.
fn until_denied(mut line: Vec<&TreeNode>, winner: Color) -> Vec<&TreeNode> {
    if let Some(denied) = line.iter().position(|node| is_denied(node, winner)) {
        line.truncate(denied + 1);
    }
    line
}

/// Whether the answer in a position says that the other side reaches its aim.
fn is_denied(node: &TreeNode, winner: Color) -> bool {
    node.found.reading.verdict != Verdict::Unknown && node.succeeds() != (node.to_move == winner)
}

/// How a line ends in which that side should reach its aim.
fn line_end(line: &[&TreeNode], winner: Color) -> LineEnd {
    let Some(last) = line.last() else {
        return LineEnd::Unknown;
    };
    if is_denied(last, winner) {
        return LineEnd::Contradicted(last.to_move, last.found.reading);
    }
    match last.end {
        Some(End::Limit | End::Contradiction) => LineEnd::Limit,
        Some(End::Unknown) => LineEnd::Unknown,
        _ => LineEnd::Reached(last.outcome.clone()),
    }
}

/// The proved solution of the solver for the side to play.
fn solution(first: Color, reader: &mut Reader) -> Option<Line> {
    let found = reader.life().solve(first).filter(|found| found.is_proven)?;
    let aim = match found.saves {
        true => LineAim::SolveLive,
        false => LineAim::SolveKill,
    };
    let moves: Vec<Move> = found
        .line
        .iter()
        .map(|point| point.map_or(Move::Pass, Move::Play))
        .collect();
    (!moves.is_empty()).then_some(Line {
        aim,
        stone: found.group.iter().next()?,
        size: found.group.len() as u32,
        is_ko: found.verdict.is_ko(),
        end: LineEnd::Reached(None),
        first,
        moves,
    })
}
