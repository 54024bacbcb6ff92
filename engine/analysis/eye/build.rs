// SPDX-License-Identifier: MIT OR Apache-2.0

//! From domains to eye spaces: false and half eyes, connected parts, their graphs and their worth.

use katachi_rules::{Board, ByColor, Color, Point, PointSet};
use mkpat::{Database, EyePoint};

use super::EyeSpace;
use super::count::{self, Vertex, Worth};
use super::half::{Diagonals, can_enter, diagonals};
use super::space::Domain;
use crate::analysis::Worms;
use crate::local::each;
use crate::reading::Reader;

/// Returns all eye spaces: black's, then white's. `inhibited` points of a side are marginal.
pub(super) fn spaces(
    reader: &mut Reader,
    worms: &Worms,
    dead: &PointSet,
    inhibited: &ByColor<PointSet>,
    shapes: &Database,
) -> Vec<EyeSpace> {
    let board = reader.board().clone();
    let mut spaces = Vec::new();
    let domains = Domain::by_color(&board, dead);
    for color in Color::BOTH {
        let (domain, inhibited) = (domains[color], &inhibited[color]);
        let side = Side::new(reader, worms, dead, &board, color, domain, inhibited);
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
    /// Each half eye with the point of the eye space that decides it, if there is one.
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
        let Domain { points, open } = domain;
        let mut is_open = |p| {
            open.contains(p) && (board.cell(p).is_stone() || can_enter(reader, &points, color.opposite(), p))
        };
        let margins = points.iter().filter(|&p| inhibited.contains(p) || is_open(p));
        let margins: PointSet = margins.collect();
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
            if more.is_some() || is_surrounded(board, point, only) {
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

    /// Points of the eye space beside a point: neighbours on the board, and the other end of the key of a
    /// half eye.
    fn beside(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let neighbours = point.neighbours().into_iter();
        let on_board = neighbours.filter(|&n| self.points.contains(n));
        let keys = self.keys.iter().filter_map(move |&(half, key)| match point {
            p if p == half => Some(key),
            p if p == key => Some(half),
            _ => None,
        });
        on_board.chain(keys)
    }

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
        let vertices = self.vertices(board, &points, &diagonals);
        let Worth(value, is_ko) = count::worth(board, self.color, &vertices, &diagonals, shapes);
        EyeSpace {
            color: self.color,
            origin: points.iter().next().expect("a part has a point"),
            points,
            margins: self.margins.iter().filter(|&p| points.contains(p)).collect(),
            diagonals,
            max: value.max,
            min: value.min,
            attack: moves(&vertices, value.attack, value.defense, |v| &v.attack),
            defense: moves(&vertices, value.defense, value.attack, |v| &v.defense),
            is_ko,
        }
    }

    /// Returns the points of the graph: those of the eye space, a marginal point for the key of each half eye
    /// that lies elsewhere, and two for each stone on a false eye. However the owner answers, the eye stays
    /// false, and in the end the attacker opens it from outside.
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
        let is_false = |&p: &Point| self.margins.contains(p) && board.cell(p).is_stone();
        for stone in points.iter().filter(is_false) {
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

/// Whether a false eye there can be ignored, because the attacker enters it only by a move that takes the
/// last liberty of his own stone. The owner captures that stone, and its point is the eye.
fn is_surrounded(board: &Board, point: Point, only: Option<Point>) -> bool {
    board.is_empty(point) && only.is_some_and(|n| board.cell(n).is_stone() && board.liberties(n) == 1)
}
