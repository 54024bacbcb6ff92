// SPDX-License-Identifier: MIT OR Apache-2.0

//! How eyes are counted: one solver after the other is asked, until one decides.
//!
//! [`worth`] counts all eye spaces of a position, with their walls as one string:
//!
//! 1. the eye database, unless captures inside or a corner need the board;
//! 2. the exact solver (`local::exact`), if all points of the graph are points of the board;
//! 3. the eye database in any case;
//! 4. the local game (`local::eye_game`);
//! 5. the number of points.
//!
//! [`Analysis::read_eye`] counts the eyes at one point with the walls as they are:
//!
//! 1. what stones surround there (`pocket`), solved by force (`reading::life::eyes::small_eye` on
//!    `local::by_force`);
//! 2. the eye space of [`worth`], solved likewise, and what is not solved searched (`reading::life::eyes`);
//! 3. what stones surround there, searched;
//! 4. what stones surround there that count as dead, if nothing else tells whose the eye is;
//! 5. the answer of [`worth`].

use katachi_rules::{Board, ByColor, Cell, Color, Point, PointSet};
use mkpat::{Database, EyeCell, EyeGraph, EyePoint};

use super::EyeSpace;
use super::half::Diagonals;
use super::pocket::Pocket;
use super::space::Domain;
use crate::analysis::Analysis;
use crate::analysis::orientation::Orientation;
use crate::local::{Arena, LocalGame, LocalValue, solve_exactly};
use crate::reading::{EyeReading, OpenBorder, Reader};

/// Larger eye spaces are not read, in points; 10 to 20.
const LARGEST_READ_EYE_SPACE: usize = 16;
/// Positions of a local game that may be searched; 1,000 to 20,000.
const LOCAL_GAME_POSITIONS: u32 = 4_000;
/// Positions that exact solving of an eye space may search; 1,000 to 20,000.
const EXACT_EYE_POSITIONS: u32 = 4_000;
/// Liberties outside that are counted at most: more give the owner no time that he could use; 1 to 3.
const MAX_OUTSIDE_COUNTED: usize = 2;
/// Proper points that count as two eyes, whatever their shape, where the solvers give up; 7 to 10.
const TWO_EYES_SIZE: usize = 8;
/// Proper points that count as two eyes, where the solvers give up, if the owner plays first; 4 to 6.
const TWO_EYES_SIZE_IF_FIRST: usize = 4;

/// The worth of the graph of an eye space, and whether a ko decides it.
pub(super) struct Worth(pub(super) LocalValue, pub(super) bool);

/// A point of the graph, with the moves on the board for it.
#[derive(Debug)]
pub(super) struct Vertex {
    /// Its point; none for the key of a half eye.
    pub(super) at: Option<Point>,
    pub(super) state: EyePoint,
    pub(super) beside: Vec<Point>,
    pub(super) attack: Vec<Point>,
    pub(super) defense: Vec<Point>,
}

impl Vertex {
    fn is_beside(&self, other: &Self) -> bool {
        other.at.is_some_and(|p| self.beside.contains(&p))
            || self.at.is_some_and(|p| other.beside.contains(&p))
    }
}

/// Counts the eyes of a space that is given by its graph, in the order of this module.
pub(super) fn worth(
    board: &Board,
    owner: Color,
    vertices: &[Vertex],
    diagonals: &[Diagonals],
    shapes: &Database,
) -> Worth {
    if vertices.len() > EyeGraph::MAX_POINTS {
        return by_size(vertices);
    }
    let (graph, keys) = graph_of(vertices);
    let by_entry = || by_database(&graph, keys, shapes);
    // The points of the board tell all, if each point of the graph is one and no eye is false.
    let is_plain =
        vertices.iter().all(|v| v.at.is_some()) && !diagonals.iter().any(|d| d.is_false() || d.is_half());
    let arena = is_plain.then(|| arena(board, owner, vertices));
    let needs_board = arena
        .as_ref()
        .is_some_and(|arena| is_loose(arena) || is_in_corner(board, vertices));
    let by_board = || {
        let (value, is_ko) = solve_exactly(arena.as_ref()?, EXACT_EYE_POSITIONS)?;
        Some(Worth(value, is_ko))
    };
    let by_local_game = || {
        let mut game = LocalGame::new(&graph, LOCAL_GAME_POSITIONS).with_keys(keys);
        Some(Worth(game.solve()?, false))
    };
    let counted = match needs_board {
        true => by_board().or_else(by_entry),
        false => by_entry().or_else(by_board),
    };
    let counted = counted.or_else(by_local_game);
    counted.unwrap_or_else(|| by_size(vertices))
}

/// Whether stones of the owner inside can be captured. They can if there are enemy stones, and points that
/// are not beside the wall.
fn is_loose(arena: &Arena) -> bool {
    arena.stones != 0 && arena.wall.count_ones() < arena.neighbours.len() as u32
}

/// Whether a space of several points lies in a corner, where liberties are short.
fn is_in_corner(board: &Board, vertices: &[Vertex]) -> bool {
    let is_off = |n: &Point| board.cell(*n) == Cell::Off;
    let off = |p: Point| p.neighbours().into_iter().filter(is_off).count();
    vertices.len() > 1 && vertices.iter().filter_map(|v| v.at).any(|p| off(p) == 2)
}

/// The graph of a space, and its points that stand for moves elsewhere.
fn graph_of(vertices: &[Vertex]) -> (EyeGraph, u16) {
    let mut graph = EyeGraph::default();
    let mut keys = 0;
    for (i, vertex) in vertices.iter().enumerate() {
        graph.push(vertex.state);
        keys |= u16::from(vertex.at.is_none()) << i;
        for (j, other) in vertices.iter().enumerate().take(i) {
            if vertex.is_beside(other) {
                graph.connect(i, j);
            }
        }
    }
    (graph, keys)
}

/// Looks the graph up. A stone beside a point for a move elsewhere has no liberty there, which no entry
/// knows.
fn by_database(graph: &EyeGraph, keys: u16, shapes: &Database) -> Option<Worth> {
    let is_key_of_stone = |i: usize| graph.points()[i] == EyePoint::Stone && graph.neighbours(i) & keys != 0;
    if (0..graph.len()).any(is_key_of_stone) {
        return None;
    }
    let found = shapes.find_eye(graph)?;
    let key = |(i, cell): (usize, &EyeCell)| u16::from(cell.is_key()) << i;
    let keys = found.cells.iter().enumerate().map(key).sum();
    let value = LocalValue::new([found.shape.max, found.shape.min], keys, keys);
    Some(Worth(value, false))
}

fn by_size(vertices: &[Vertex]) -> Worth {
    let proper = vertices.iter().filter(|v| v.state == EyePoint::Proper).count();
    let eyes = match proper {
        TWO_EYES_SIZE.. => [2, 2],
        TWO_EYES_SIZE_IF_FIRST.. => [2, 1],
        1.. => [1, 1],
        0 => [0, 0],
    };
    Worth(LocalValue::new(eyes, 0, 0), false)
}

fn arena(board: &Board, owner: Color, vertices: &[Vertex]) -> Arena {
    let mask = |is: &dyn Fn(&Vertex) -> bool| {
        let bit = |(i, v)| u16::from(is(v)) << i;
        vertices.iter().enumerate().map(bit).sum::<u16>()
    };
    let touches_wall = |v: &Vertex| {
        v.at.is_some_and(|p| p.neighbours().iter().any(|&n| board.cell(n).is(owner)))
    };
    let mut outside = PointSet::EMPTY;
    for point in vertices.iter().filter_map(|v| v.at) {
        for head in board.strings_beside(point, owner) {
            outside.extend_with(&board.liberty_set(head));
        }
    }
    outside.retain(|p| !vertices.iter().any(|v| v.at == Some(p)));
    Arena {
        neighbours: vertices.iter().map(|v| mask(&|o| v.is_beside(o))).collect(),
        wall: mask(&touches_wall),
        open: mask(&|v| v.state == EyePoint::Marginal),
        stones: mask(&|v| v.state == EyePoint::Stone),
        outside: outside.len().min(MAX_OUTSIDE_COUNTED) as u8,
    }
}

impl Analysis {
    /// Counts the eyes around a point of the reader's position, which has to be that of this analysis, in the
    /// order of the head of `eye::count`. Takes up to four questions with the reader's budget each. None if
    /// the point is in no eye space.
    ///
    /// The answer is the same in all turns and reflections of the position and with the colours swapped.
    pub fn read_eye(&self, reader: &mut Reader, point: Point) -> Option<EyeSpace> {
        let board = reader.board().clone();
        let turn = Orientation::new(&board);
        let turned = turn.board(&board);
        let dead = turn.set(&self.worms.dead_stones());
        let domains = Domain::by_color(&turned, &dead);
        let domains = ByColor::from_fn(|color| domains[color].points);
        reader.set_board(&turned);
        let found = self.read_turned(reader, turn, &dead, &domains, point);
        reader.set_board(&board);
        found
    }

    fn read_turned(
        &self,
        reader: &mut Reader,
        turn: Orientation,
        dead: &PointSet,
        domains: &ByColor<PointSet>,
        point: Point,
    ) -> Option<EyeSpace> {
        let at = turn.point(point);
        let pocket = Pocket::around(reader.board(), dead, at);
        let solved = pocket.and_then(|pocket| pocket.solved(reader));
        if solved.is_some() {
            return turn.map_back(solved);
        }
        // The stones around a point tell whose the eye is, even if they cannot be saved.
        let space = match pocket {
            Some(pocket) => self.eyes.get(turn.color(pocket.owner), point),
            None => self.eyes.around(point),
        };
        let small = space.filter(|space| space.points.len() <= LARGEST_READ_EYE_SPACE);
        if let Some(space) = small {
            let owner = turn.color(space.color);
            let found = reader.life().read_eye(owner, &turn.set(&space.points), domains);
            if let Some(found) = found {
                return Some(space.with_worth(&found, turn));
            }
        }
        let searched = match pocket {
            Some(pocket) => pocket.searched(reader, domains),
            // Where nothing else tells whose the eye is, dead stones may have one, too.
            None => Pocket::around(reader.board(), &PointSet::EMPTY, at)
                .filter(|_| small.is_none())
                .and_then(|pocket| pocket.solved(reader).or_else(|| pocket.searched(reader, domains))),
        };
        let known = || space.or_else(|| self.eyes.around(point)).cloned();
        turn.map_back(searched).or_else(known)
    }
}

impl Pocket {
    /// The eye space by force, if it is small enough.
    fn solved(self, reader: &mut Reader) -> Option<EyeSpace> {
        let found = reader
            .life()
            .solve_eye(self.owner, &self.points, OpenBorder::Safe)?;
        Some(self.space(&found))
    }

    /// The eye space if a search within the budget decides its worth.
    fn searched(self, reader: &mut Reader, domains: &ByColor<PointSet>) -> Option<EyeSpace> {
        let found = reader.life().read_eye(self.owner, &self.points, domains)?;
        Some(self.space(&found))
    }

    fn space(&self, found: &EyeReading) -> EyeSpace {
        EyeSpace {
            color: self.owner,
            origin: self.points.iter().next().expect("it has a point"),
            points: self.points,
            margins: self.gate.into_iter().collect(),
            diagonals: Vec::new(),
            max: found.max,
            min: found.min,
            attack: found.attack.into_iter().collect(),
            defense: found.defense.into_iter().collect(),
            is_ko: found.is_ko,
        }
    }
}

impl EyeSpace {
    fn with_worth(&self, found: &EyeReading, turn: Orientation) -> Self {
        let moves = |point: Option<Point>| turn.map_back(point).into_iter().collect();
        Self {
            max: found.max,
            min: found.min,
            attack: moves(found.attack),
            defense: moves(found.defense),
            is_ko: found.is_ko,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests;
