// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of play: how a string is captured or saved, how a group is killed or saved, and what the tree search
//! expects.
//!
//! The analysis says which strings and groups are in question. Readings give the moves
//! ([`Tactics::attack_line`](crate::reading::Tactics::attack_line),
//! [`Life::line`](crate::reading::Life::line)).

use katachi_rules::{Board, Color, Game, Move, Point};
use mkpat::Status;

use super::Choice;
use crate::analysis::{Analysis, Dragon};
use crate::reading::{Objective, Reader, Verdict};

/// Nodes for each move of the lines of [`PointDetails`].
const DETAIL_NODES: u32 = 10_000;
/// Maximum number of first moves that are tried for a dead group.
const MAX_TRIES: usize = 6;

/// The subject of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
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
    /// The proved solution of the life-and-death solver for the side to play, which kills a group.
    SolveKill,
    /// The proved solution of the life-and-death solver for the side to play, which saves a group.
    SolveLive,
    /// The principal variation of the tree search.
    Search,
}

/// A sequence of moves by alternating sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its subject.
    pub aim: Aim,
    /// A stone of the string or the group; the first move of a line of the search.
    pub stone: Point,
    /// Number of stones of the string or the group, 0 for a line of the search.
    pub size: u32,
    /// The result depends on a ko.
    pub is_ko: bool,
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

/// Returns the lines about the string and the group of a stone. Empty for an empty point and for safe stones.
pub fn at(board: &Board, analysis: &Analysis, reader: &mut Reader, stone: Point) -> Vec<Line> {
    let Some(group) = analysis.dragons.get(stone) else {
        return Vec::new();
    };
    reader.set_board(board);
    let origin = analysis.worms.get(stone).map_or(stone, |worm| worm.origin);
    string_lines(reader, origin)
        .into_iter()
        .chain(group_lines(reader, group))
        .collect()
}

/// Returns all lines that decide something, in this order: the expectation of the search, if there was one;
/// the proved solution of the largest local question that the side to play decides; the lines about strings
/// that can be captured and about critical and dead groups, by their first stones from the top left.
pub fn decisive(game: &Game, analysis: &Analysis, choice: Option<&Choice>, reader: &mut Reader) -> Vec<Line> {
    reader.set_board(game.board());
    let mut lines: Vec<Line> = choice.and_then(expected).into_iter().collect();
    lines.extend(solution(game.to_move(), reader));
    for group in analysis.dragons.iter() {
        let worms = group
            .strings
            .iter()
            .filter_map(|&string| analysis.worms.get(string));
        for worm in worms.filter(|worm| worm.attack.is_possible()) {
            lines.extend(string_lines(reader, worm.origin));
        }
        if matches!(group.status, Status::Critical | Status::Dead) {
            lines.extend(group_lines(reader, group));
        }
    }
    lines
}

/// Returns the principal variation of the move that the search has chosen. `None` without a search, and for a
/// pass.
pub fn expected(choice: &Choice) -> Option<Line> {
    let report = choice.search.as_ref()?;
    let chosen = report.searched(choice.mv)?;
    Some(Line {
        aim: Aim::Search,
        stone: chosen.mv.point()?,
        size: 0,
        is_ko: false,
        first: report.color,
        moves: chosen.variation.clone(),
    })
}

/// Facts of one point that are too dear for every point of an analysis.
#[derive(Clone, Debug, Default)]
pub struct PointDetails {
    /// Points of moyo that the side to play gains with a move there, 0 if it is illegal.
    pub moyo_gain: i32,
    /// Lines that kill and save the group on the point, from the first moves that the analysis found.
    pub lines: Vec<Line>,
}

impl PointDetails {
    /// Computes the details of a point of an analysed position.
    pub fn new(game: &Game, analysis: &Analysis, point: Point) -> Self {
        let group = analysis.dragons.get(point);
        Self {
            moyo_gain: analysis.influence.delta_moyo(point, game.to_move()),
            lines: group.map_or_else(Vec::new, |group| life_lines(game.board(), group)),
        }
    }
}

/// The lines of the first moves that the analysis found to kill and to save a group.
fn life_lines(board: &Board, group: &Dragon) -> Vec<Line> {
    let life = &group.life;
    if !life.attack.is_possible() {
        return Vec::new();
    }
    let line = |aim, first, verdict: Verdict, points: &[Point]| {
        let &point = points.first().filter(|_| verdict.is_possible())?;
        let moves = group_line(&mut Reader::new(board, DETAIL_NODES), group, point, first);
        Some(about_group(group, aim, first, verdict, moves))
    };
    let kill = line(
        Aim::Kill,
        group.color.opposite(),
        life.attack,
        &life.attack_points,
    );
    let live = line(Aim::Live, group.color, life.defense, &life.defense_points);
    kill.into_iter().chain(live).collect()
}

/// The lines that capture and save a string.
fn string_lines(reader: &mut Reader, stone: Point) -> Vec<Line> {
    let board = reader.board();
    let (Some(owner), size) = (board.cell(stone).color(), board.string_size(stone)) else {
        return Vec::new();
    };
    let line = |aim, first, verdict: Verdict, points: Vec<Point>| Line {
        aim,
        stone,
        size,
        is_ko: verdict.is_ko(),
        first,
        moves: points.into_iter().map(Move::Play).collect(),
    };
    let capture = (
        reader.tactics().attack(stone).verdict,
        reader.tactics().attack_line(stone),
    );
    let save = (
        reader.tactics().defend(stone).verdict,
        reader.tactics().defense_line(stone),
    );
    let lines = [
        line(Aim::Capture, owner.opposite(), capture.0, capture.1),
        line(Aim::Save, owner, save.0, save.1),
    ];
    lines.into_iter().filter(|line| !line.moves.is_empty()).collect()
}

/// The line that kills a group, and the line that saves it or the refutation of the best try.
fn group_lines(reader: &mut Reader, group: &Dragon) -> Vec<Line> {
    let owner = group.color;
    let kill = reader.life().kill(&group.stones);
    if !kill.verdict.is_possible() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if let Some(point) = kill.point {
        let moves = group_line(reader, group, point, owner.opposite());
        lines.push(about_group(
            group,
            Aim::Kill,
            owner.opposite(),
            kill.verdict,
            moves,
        ));
    }
    let live = reader.life().live(&group.stones);
    if live.verdict.is_possible() {
        let moves = live.point.map(|point| group_line(reader, group, point, owner));
        lines.extend(moves.map(|moves| about_group(group, Aim::Live, owner, live.verdict, moves)));
    } else if live.verdict == Verdict::No {
        let moves = longest_try(reader, group);
        lines.extend(moves.map(|moves| about_group(group, Aim::Refute, owner, live.verdict, moves)));
    }
    lines
}

fn about_group(group: &Dragon, aim: Aim, first: Color, verdict: Verdict, moves: Vec<Move>) -> Line {
    Line {
        aim,
        stone: group.origin,
        size: group.size,
        is_ko: verdict.is_ko(),
        first,
        moves,
    }
}

/// The line about a group that begins with a move of a reading. A move outside of the surroundings of the
/// group, such as the capture of stones elsewhere, is a line of its own.
fn group_line(reader: &mut Reader, group: &Dragon, first: Point, mover: Color) -> Vec<Move> {
    let line = moves(&reader.life().line(&group.stones, first, mover));
    if line.is_empty() {
        vec![Move::Play(first)]
    } else {
        line
    }
}

fn moves(points: &[Option<Point>]) -> Vec<Move> {
    let moves = points.iter().map(|point| point.map_or(Move::Pass, Move::Play));
    moves.collect()
}

/// The longest of the lines that begin with a move of the owner on a liberty of the group, the first of equal
/// ones. Most of them end at once.
fn longest_try(reader: &mut Reader, group: &Dragon) -> Option<Vec<Move>> {
    let board = reader.board();
    let liberties = board.empty_points().filter(|&point| {
        let mut near = point.neighbours().into_iter();
        near.any(|beside| group.stones.contains(beside)) && board.is_legal(group.color, point)
    });
    let mut longest: Option<Vec<Option<Point>>> = None;
    for point in liberties.take(MAX_TRIES).collect::<Vec<_>>() {
        let line = reader.life().line(&group.stones, point, group.color);
        if longest.as_ref().map_or(0, Vec::len) < line.len() {
            longest = Some(line);
        }
    }
    longest.map(|line| moves(&line))
}

/// The proved solution of the solver for the side to play.
fn solution(first: Color, reader: &mut Reader) -> Option<Line> {
    let found = reader.life().solve(first).filter(|found| found.is_proven)?;
    let aim = match found.objective {
        Objective::Kill => Aim::SolveKill,
        Objective::Live => Aim::SolveLive,
    };
    let moves = moves(&found.line);
    (!moves.is_empty()).then_some(Line {
        aim,
        stone: found.group.iter().next()?,
        size: found.group.len() as u32,
        is_ko: found.verdict.is_ko(),
        first,
        moves,
    })
}
