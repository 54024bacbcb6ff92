// SPDX-License-Identifier: MIT OR Apache-2.0

//! From domains to eye spaces: false and half eyes, connected parts, their graphs and their worth.

use katachi_rules::{Board, ByColor, Cell, Color, Point, PointSet};
use mkpat::{Database, EyeGraph, EyePoint};

use super::entry::{self, Entry};
use super::eye_space::EyeSpace;
use super::half::{Diagonals, diagonals};
use super::shapes::{self, Source, Worth};
use super::space::Domain;
use crate::analysis::Worms;
use crate::analysis::constants::{EXACT_EYE_POSITIONS, MAX_OUTSIDE_COUNTED, TWO_EYES_SIZE};
use crate::analysis::worm::component;
use crate::local::{Arena, each, solve_exactly};
use crate::reading::Reader;

/// All eye spaces of the position: black's, then white's. `inhibited` are points of each side that are marginal anyway.
pub(super) fn spaces(
    reader: &mut Reader,
    worms: &Worms,
    dead: &PointSet,
    inhibited: &ByColor<PointSet>,
    shapes: &Database,
) -> Vec<EyeSpace> {
    let board = reader.board().clone();
    let mut spaces = Vec::new();
    for (domain, color) in Domain::by_color(&board, dead)
        .into_iter()
        .zip([Color::Black, Color::White])
    {
        let side = Side::new(reader, worms, dead, &board, color, domain, &inhibited[color]);
        let mut seen = PointSet::EMPTY;
        for origin in side.points.iter() {
            if !seen.contains(origin) {
                let points = side.part(origin);
                seen.extend_with(&points);
                spaces.push(side.space(&board, points, shapes));
            }
        }
    }
    spaces
}

/// The eye points of one side.
struct Side {
    color: Color,
    points: PointSet,
    /// Open points and false eyes.
    margins: PointSet,
    diagonals: Vec<Diagonals>,
    /// For each half eye the point of the eye space that decides it, if it is one.
    keys: Vec<(Point, Point)>,
}

impl Side {
    fn new(
        reader: &mut Reader,
        worms: &Worms,
        dead: &PointSet,
        board: &Board,
        color: Color,
        domain: Domain,
        inhibited: &PointSet,
    ) -> Self {
        let Domain { mut points, open } = domain;
        let large = sure_parts(board, &points, &open);
        let attacker = color.opposite();
        let (mut margins, mut doors) = (PointSet::EMPTY, PointSet::EMPTY);
        for point in points.iter() {
            let is_read = open.contains(point) && board.is_empty(point) && !large.contains(point);
            let is_open = if is_read {
                let entry = entry::entry(reader, &points, attacker, point);
                if let Entry::ShutBy(door) = entry {
                    doors.insert(door);
                }
                entry == Entry::Open
            } else {
                open.contains(point)
            };
            if is_open || inhibited.contains(point) {
                margins.insert(point);
            }
        }
        for set in [&mut points, &mut margins] {
            set.extend_with(&doors);
        }
        let mut closed = points;
        closed.retain(|p| !margins.contains(p));
        let mut side = Self {
            color,
            points,
            margins,
            diagonals: Vec::new(),
            keys: Vec::new(),
        };
        for point in closed.iter() {
            let mut beside = point.neighbours().into_iter().filter(|&n| points.contains(n));
            let (only, more) = (beside.next(), beside.next());
            if more.is_some() || is_shut_in(board, point, only) {
                continue;
            }
            let found = diagonals(reader, worms, dead, color, &closed, point);
            if found.is_false() {
                side.margins.insert(point);
            } else if found.is_half() {
                let key = found.defense.iter().find(|p| points.contains(**p));
                side.keys.extend(key.map(|&key| (point, key)));
            }
            side.diagonals.push(found);
        }
        side
    }

    /// Points of the eye space that are next to one, by the lines of the board or as the key of a half eye.
    fn beside(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let on_board = point
            .neighbours()
            .into_iter()
            .filter(|&n| self.points.contains(n));
        let keys = self.keys.iter().filter_map(move |&(half, key)| match point {
            p if p == half => Some(key),
            p if p == key => Some(half),
            _ => None,
        });
        on_board.chain(keys)
    }

    /// The connected part around a point.
    fn part(&self, from: Point) -> PointSet {
        let mut found = PointSet::from_iter([from]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            open.extend(self.beside(at).filter(|&next| found.insert(next)));
        }
        found
    }

    fn space(&self, board: &Board, points: PointSet, shapes: &Database) -> EyeSpace {
        let of_space = |d: &&Diagonals| points.contains(d.point);
        let diagonals: Vec<Diagonals> = self.diagonals.iter().filter(of_space).cloned().collect();
        let Worth {
            max,
            min,
            attack,
            defense,
            is_ko,
            source,
        } = self.worth(board, &points, &diagonals, shapes);
        EyeSpace {
            color: self.color,
            origin: points.iter().next().expect("a part has a point"),
            points,
            margins: self.margins.iter().filter(|&p| points.contains(p)).collect(),
            diagonals,
            max,
            min,
            attack,
            defense,
            is_ko,
            source,
        }
    }

    /// By its graph, or on its own points where the graph does not tell all: it is not in the database; it has stones
    /// and points that are not beside the wall, so that the owner's stones there can be captured; or it lies in a
    /// corner, where liberties are short.
    fn worth(&self, board: &Board, points: &PointSet, diagonals: &[Diagonals], shapes: &Database) -> Worth {
        let vertices = self.vertices(board, points, diagonals);
        let by_graph = graph_worth(&vertices, shapes);
        let is_plain = vertices.len() <= EyeGraph::MAX_POINTS
            && vertices.iter().all(|v| v.at.is_some())
            && !diagonals.iter().any(|d| d.is_false() || d.is_half());
        if !is_plain {
            return by_graph;
        }
        let arena = self.arena(board, &vertices);
        let all = arena.neighbours.len() as u32;
        let is_loose = arena.stones != 0 && arena.wall.count_ones() < all;
        let is_corner = all > 1 && points.iter().any(|p| is_corner(board, p));
        if by_graph.source == Source::Shape && !is_loose && !is_corner {
            return by_graph;
        }
        match solve_exactly(&arena, EXACT_EYE_POSITIONS) {
            Some(found) => Worth {
                max: found.max,
                min: found.min,
                attack: moves(&vertices, found.attack, found.defense, |v| &v.attack),
                defense: moves(&vertices, found.defense, found.attack, |v| &v.defense),
                is_ko: found.is_ko,
                source: Source::Exact,
            },
            None => by_graph,
        }
    }

    /// The eye space for the exact solver.
    fn arena(&self, board: &Board, vertices: &[Vertex]) -> Arena {
        let mask = |is: &dyn Fn(&Vertex) -> bool| {
            let bit = |(i, v)| u16::from(is(v)) << i;
            vertices.iter().enumerate().map(bit).sum::<u16>()
        };
        let touches_wall = |v: &Vertex| {
            let at = v.at.map_or([false; 4], |p| {
                p.neighbours().map(|n| board.cell(n).is(self.color))
            });
            at.contains(&true)
        };
        let mut outside = PointSet::EMPTY;
        for point in vertices.iter().filter_map(|v| v.at) {
            for head in board.strings_beside(point, self.color) {
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

    /// The points of the graph. Beside those of the eye space there is a marginal point for the key of each half eye that
    /// lies elsewhere, and two for each stone on a false eye: however the owner answers, that it is false remains, and
    /// in the end the attacker opens it from outside.
    fn vertices(&self, board: &Board, points: &PointSet, diagonals: &[Diagonals]) -> Vec<Vertex> {
        let mut vertices: Vec<Vertex> = points
            .iter()
            .map(|point| Vertex {
                at: Some(point),
                state: match point {
                    p if board.cell(p).is_stone() => EyePoint::Stone,
                    p if self.margins.contains(p) => EyePoint::Marginal,
                    _ => EyePoint::Proper,
                },
                beside: self.beside(point).collect(),
                attack: vec![point],
                defense: vec![point],
            })
            .collect();
        let key_of = |half: Point, attack: &[Point], defense: &[Point]| Vertex {
            at: None,
            state: EyePoint::Marginal,
            beside: vec![half],
            attack: attack.to_vec(),
            defense: defense.to_vec(),
        };
        for stone in points
            .iter()
            .filter(|&p| self.margins.contains(p) && board.cell(p).is_stone())
        {
            vertices.extend([key_of(stone, &[], &[]), key_of(stone, &[], &[])]);
        }
        for half in diagonals.iter().filter(|d| d.is_half()) {
            if let Some(key) = self.keys.iter().find(|key| key.0 == half.point) {
                let key = vertices.iter_mut().find(|v| v.at == Some(key.1));
                key.expect("a point of the part").attack.extend(&half.attack);
                continue;
            }
            let same =
                |v: &&mut Vertex| v.at.is_none() && v.attack == half.attack && v.defense == half.defense;
            match vertices.iter_mut().find(same) {
                Some(vertex) => vertex.beside.push(half.point),
                None => vertices.push(key_of(half.point, &half.attack, &half.defense)),
            }
        }
        vertices
    }
}

/// The parts that are two eyes by their size, even if every open point of them is: where exactly they end does not
/// matter, and is not read.
fn sure_parts(board: &Board, points: &PointSet, open: &PointSet) -> PointSet {
    let mut sure = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for from in points.iter() {
        if seen.contains(from) {
            continue;
        }
        let part = component(board, from, |p| points.contains(p));
        seen.extend_with(&part);
        let is_proper = |&p: &Point| board.is_empty(p) && !open.contains(p);
        if part.len() > EyeGraph::MAX_POINTS && part.iter().filter(is_proper).count() >= TWO_EYES_SIZE {
            sure.extend_with(&part);
        }
    }
    sure
}

fn is_corner(board: &Board, point: Point) -> bool {
    let off = point
        .neighbours()
        .into_iter()
        .filter(|&n| board.cell(n) == Cell::Off);
    off.count() == 2
}

/// Can a false eye there be ignored, because the attacker enters it only by a move that takes the last liberty of his own
/// stone? The owner captures that stone, and its point is the eye.
fn is_shut_in(board: &Board, point: Point, only: Option<Point>) -> bool {
    board.is_empty(point) && only.is_some_and(|n| board.cell(n).is_stone() && board.liberties(n) == 1)
}

/// A point of the graph with the moves on the board that it stands for.
#[derive(Debug)]
struct Vertex {
    /// Its point; none for the key of a half eye.
    at: Option<Point>,
    state: EyePoint,
    beside: Vec<Point>,
    attack: Vec<Point>,
    defense: Vec<Point>,
}

impl Vertex {
    fn is_beside(&self, other: &Self) -> bool {
        other.at.is_some_and(|p| self.beside.contains(&p))
            || self.at.is_some_and(|p| other.beside.contains(&p))
    }
}

fn graph_worth(vertices: &[Vertex], shapes: &Database) -> Worth {
    if vertices.len() > EyeGraph::MAX_POINTS {
        let proper = vertices.iter().filter(|v| v.state == EyePoint::Proper).count();
        return Worth::of_size(proper);
    }
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
    let (value, source) = shapes::value(shapes, &graph, keys);
    Worth {
        max: value.max,
        min: value.min,
        attack: moves(vertices, value.attack, value.defense, |v| &v.attack),
        defense: moves(vertices, value.defense, value.attack, |v| &v.defense),
        is_ko: false,
        source,
    }
}

/// The moves on the board for points of the graph, first those that are good for both sides.
fn moves(vertices: &[Vertex], mask: u16, other: u16, of: fn(&Vertex) -> &Vec<Point>) -> Vec<Point> {
    let order = each(mask & other).chain(each(mask & !other));
    let mut moves: Vec<Point> = order
        .flat_map(|i| of(&vertices[usize::from(i)]).iter().copied())
        .collect();
    let mut seen = PointSet::EMPTY;
    moves.retain(|&p| seen.insert(p));
    moves
}
