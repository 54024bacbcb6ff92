// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of play: how a string is captured or saved, how a group is killed or made to live, and what the tree search
//! expects, as sequences of moves, as text, and as variations in SGF.
//!
//! Readings give the moves ([`Tactics::attack_line`](katachi::reading::Tactics::attack_line),
//! [`Life::line`](katachi::reading::Life::line)); which strings and groups are asked about, the analysis tells.

use std::fmt::Write as _;

use katachi::movegen::Choice;
use katachi::reading::{Objective, Reader, Verdict};
use katachi_rules::sgf::{Record, point_text};
use katachi_rules::{BoardSize, Color, Game, Move, Point};

use super::groups::{Group, Standing};
use super::position::PositionView;
use super::reason::quantity;

/// Nodes for each move of a line, a budget with which lines on a whole board take about a second.
pub const NODES: u32 = 20_000;
/// Tries of a dead group that are followed, at most.
const MAX_TRIES: usize = 6;

/// What a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The capture of a string.
    Capture,
    /// How a string is saved.
    Save,
    /// How a group is killed.
    Kill,
    /// How a group is made to live.
    Live,
    /// That a group dies even if its owner moves first.
    Refute,
    /// The best local move of the side to play, by the solver of life and death: to kill the group.
    SolveKill,
    /// The same, to make the group live.
    SolveLive,
    /// The principal variation of the tree search.
    Search,
}

/// A sequence of moves by alternating sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it shows.
    pub aim: Aim,
    /// A stone of the string or the group in question; the first move, for the search.
    pub stone: Point,
    /// Number of its stones, 0 for the search.
    pub size: u32,
    /// It takes a ko.
    pub is_ko: bool,
    /// The side of the first move.
    pub first: Color,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

impl Line {
    /// The moves with their sides.
    pub fn sides(&self) -> impl Iterator<Item = (Color, Move)> {
        let colors = [self.first, self.first.opposite()].into_iter().cycle();
        colors.zip(self.moves.iter().copied())
    }

    /// The first move on a point, with its number from 1.
    pub fn first_at(&self, point: Point) -> Option<(Color, usize)> {
        let mut numbered = self.sides().zip(1..);
        let found = numbered.find(|((_, mv), _)| mv.point() == Some(point));
        found.map(|((color, _), number)| (color, number))
    }

    /// What it shows, in words: `Black captures D4 (3 stones)`.
    pub fn title(&self, size: BoardSize) -> String {
        let stone = size.vertex(self.stone);
        let of = format!("{stone} ({})", quantity(self.size, "stone"));
        let first = self.first;
        let mut title = match self.aim {
            Aim::Capture => format!("{first} captures {of}"),
            Aim::Save => format!("{first} saves {of}"),
            Aim::Kill => format!("{first} kills the group of {of}"),
            Aim::Live => format!("{first} makes live the group of {of}"),
            Aim::Refute => format!("{first} cannot make live the group of {of}"),
            Aim::SolveKill => format!("Solved: {first} kills {of}"),
            Aim::SolveLive => format!("Solved: {first} saves {of}"),
            Aim::Search => return format!("The search expects from {first}"),
        };
        if self.is_ko {
            title += " by a ko";
        }
        title
    }

    /// Its title and its moves: `Black captures D4 (1 stone): E4`.
    pub fn text(&self, size: BoardSize) -> String {
        let mut text = self.title(size) + ":";
        for &mv in &self.moves {
            let _ = write!(text, " {}", size.show(mv));
        }
        text
    }
}

/// The lines about the string and the group of a stone: none for an empty point and for what is safe.
pub fn at(view: &PositionView, reader: &mut Reader, stone: Point) -> Vec<Line> {
    let Some(group) = view.groups.get(stone) else {
        return Vec::new();
    };
    reader.set_board(view.game.board());
    let origin = group.string(stone).map_or(stone, |string| string.origin);
    of_string(reader, origin)
        .into_iter()
        .chain(of_group(reader, group))
        .collect()
}

/// What the search expects, if there was one, and the solution of the largest local question that the side to play decides; then the
/// lines about all strings that can be captured and all groups that are critical or dead, by their first stones from the top left.
pub fn decisive(view: &PositionView, reader: &mut Reader) -> Vec<Line> {
    reader.set_board(view.game.board());
    let mut lines: Vec<Line> = view.choice.as_ref().and_then(of_search).into_iter().collect();
    lines.extend(solution(view, reader));
    for group in view.groups.iter() {
        for string in &group.strings {
            let worm = view.analysis.worms.get(string.origin);
            if worm.is_some_and(|worm| worm.attack.is_possible()) {
                lines.extend(of_string(reader, string.origin));
            }
        }
        if matches!(group.standing, Standing::Critical | Standing::Dead) {
            lines.extend(of_group(reader, group));
        }
    }
    lines
}

/// How a string is captured and how it is saved.
fn of_string(reader: &mut Reader, stone: Point) -> Vec<Line> {
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

/// How a group is killed, and how it is made to live, or that it cannot be.
fn of_group(reader: &mut Reader, group: &Group) -> Vec<Line> {
    let owner = group.color;
    let line = |aim, first, verdict: Verdict, points: Vec<Option<Point>>| Line {
        aim,
        stone: group.origin,
        size: group.stones.len() as u32,
        is_ko: verdict.is_ko(),
        first,
        moves: points
            .into_iter()
            .map(|p| p.map_or(Move::Pass, Move::Play))
            .collect(),
    };
    let kill = reader.life().kill(&group.stones);
    if !kill.verdict.is_possible() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if let Some(point) = kill.point {
        let points = of_reading(reader, group, point, owner.opposite());
        lines.push(line(Aim::Kill, owner.opposite(), kill.verdict, points));
    }
    let live = reader.life().live(&group.stones);
    if live.verdict.is_possible() {
        let points = live.point.map(|point| of_reading(reader, group, point, owner));
        lines.extend(points.map(|points| line(Aim::Live, owner, live.verdict, points)));
    } else if live.verdict == Verdict::No {
        let points = longest_try(reader, group);
        lines.extend(points.map(|points| line(Aim::Refute, owner, live.verdict, points)));
    }
    lines
}

/// The line of play about a group that begins with the move of a reading. A move outside of the group's surroundings, such as one that
/// captures stones elsewhere, is all of it.
pub(super) fn of_reading(
    reader: &mut Reader,
    group: &Group,
    first: Point,
    mover: Color,
) -> Vec<Option<Point>> {
    let line = reader.life().line(&group.stones, first, mover);
    if line.is_empty() { vec![Some(first)] } else { line }
}

/// Of the lines that begin with a liberty of a group, by its owner, the longest; the first of equal ones. Most of them end at once.
fn longest_try(reader: &mut Reader, group: &Group) -> Option<Vec<Option<Point>>> {
    let board = reader.board();
    let liberties = board.empty_points().filter(|&point| {
        let is_beside = point
            .neighbours()
            .iter()
            .any(|&beside| group.stones.contains(beside));
        is_beside && board.is_legal(group.color, point)
    });
    let mut longest: Option<Vec<Option<Point>>> = None;
    for point in liberties.take(MAX_TRIES).collect::<Vec<_>>() {
        let line = reader.life().line(&group.stones, point, group.color);
        if longest.as_ref().map_or(0, Vec::len) < line.len() {
            longest = Some(line);
        }
    }
    longest
}

/// The proved solution of the solver for the side to play.
fn solution(view: &PositionView, reader: &mut Reader) -> Option<Line> {
    let first = view.game.to_move();
    let found = reader.life().solve(first).filter(|found| found.is_proven)?;
    let aim = match found.objective {
        Objective::Kill => Aim::SolveKill,
        Objective::Live => Aim::SolveLive,
    };
    let moves: Vec<Move> = found
        .line
        .iter()
        .map(|p| p.map_or(Move::Pass, Move::Play))
        .collect();
    (!moves.is_empty()).then_some(Line {
        aim,
        stone: found.group.iter().next()?,
        size: found.group.len() as u32,
        is_ko: found.verdict.is_ko(),
        first,
        moves,
    })
}

/// The principal variation of the move that the search has chosen. None without a search, and for a pass.
pub fn of_search(choice: &Choice) -> Option<Line> {
    let report = choice.search.as_ref()?;
    let chosen = report.moves.iter().find(|searched| searched.mv == choice.mv)?;
    Some(Line {
        aim: Aim::Search,
        stone: chosen.mv.point()?,
        size: 0,
        is_ko: false,
        first: report.color,
        moves: chosen.variation.clone(),
    })
}

/// The game with the lines as variations behind its last position, each with its title in the comment and the name of its
/// first node.
pub fn to_sgf(game: &Game, lines: &[Line]) -> String {
    let mut tree = Record::from_game(game).to_tree();
    let last = tree.main_line().last().unwrap_or_else(|| tree.root());
    for line in lines {
        let mut node = last;
        for (i, (color, mv)) in line.sides().enumerate() {
            node = tree.add_child(node);
            let name = if color == Color::Black { "B" } else { "W" };
            let point = mv.point().map_or_else(String::new, point_text);
            tree.add(node, name, [point.as_str()]);
            if i == 0 {
                let title = line.title(game.size());
                tree.add_text(node, "N", &title);
                tree.add_text(node, "C", &line.text(game.size()));
            }
        }
    }
    tree.to_sgf()
}

#[cfg(test)]
mod tests {
    use katachi_rules::sgf::Games;
    use katachi_rules::{Rules, sgf};

    use super::super::position::tests::{ATARI, view};
    use super::*;

    fn told(view: &PositionView, lines: &[Line]) -> Vec<String> {
        lines.iter().map(|line| line.text(view.game.size())).collect()
    }

    fn reader(view: &PositionView) -> Reader {
        Reader::new(view.game.board(), NODES)
    }

    #[test]
    fn a_stone_in_atari_has_the_lines_of_its_capture_and_its_rescue() {
        let view = view(ATARI);
        let stone = view.game.size().parse_vertex("D4").unwrap();
        let lines = at(&view, &mut reader(&view), stone);
        let told = told(&view, &lines);
        assert_eq!(told[0], "White captures D4 (1 stone): D3");
        assert!(told[1].starts_with("Black saves D4 (1 stone): D3"), "{told:?}");
        assert_eq!(at(&view, &mut reader(&view), Point::new(0, 0)), []);
    }

    #[test]
    fn a_group_of_one_eye_space_of_three_is_killed_and_made_to_live_at_its_middle() {
        let view = view(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            O O O O O . .
            X X X X O . .
            . . . X O . .
            X X X X O . .",
        );
        let lines = decisive(&view, &mut reader(&view));
        let told = told(&view, &lines);
        let group = |what: &str| told.iter().any(|line| line.starts_with(what));
        assert!(group("White kills the group of A3 (9 stones): B2"), "{told:?}");
        assert!(
            group("Black makes live the group of A3 (9 stones): B2"),
            "{told:?}"
        );
    }

    #[test]
    fn a_dead_group_shows_the_answer_to_the_best_try_of_its_owner() {
        let view = view(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            O O O O . . .
            X X X O . . .
            . . X O . . .
            X X X O . . .",
        );
        let stone = view.game.size().parse_vertex("A3").unwrap();
        let lines = at(&view, &mut reader(&view), stone);
        let last = told(&view, &lines).pop().unwrap_or_default();
        assert_eq!(
            last, "Black cannot make live the group of A3 (7 stones): A2",
            "what follows needs no answer"
        );
    }

    #[test]
    fn lines_are_variations_that_can_be_read_back_and_played() {
        let view = view(ATARI);
        let lines = decisive(&view, &mut reader(&view));
        let sgf = to_sgf(&view.game, &lines);
        let tree = Games::new(sgf.as_bytes()).unwrap().next().unwrap().unwrap();
        let ends = tree.nodes().filter(|&node| tree.children(node).next().is_none());
        let ends: Vec<_> = ends.collect();
        assert_eq!(ends.len(), lines.len());
        for (end, line) in ends.into_iter().zip(&lines) {
            let record = sgf::Record::from_line(&tree, end).unwrap();
            assert_eq!(record.move_count(), line.moves.len());
            let title = line.title(view.game.size());
            assert!(sgf.contains(&format!("N[{title}]")), "{sgf}");
            record.game_after(usize::MAX, Rules::default(), 7.5).unwrap();
        }
    }
}
