//! From domains to eye spaces: false and half eyes, connected parts, their graphs and their worth.

use katachi_rules::{Board, Color, Point, PointSet};
use mkpat::{EyeGraph, EyePoint};

use super::half::{Topology, topology};
use super::shapes::{self, Worth};
use super::space::Domain;
use super::{EyeSpace, HalfEye};
use crate::analysis::Worms;
use crate::reading::Reader;

/// All eye spaces of the position: black's, then white's.
pub(super) fn spaces(reader: &mut Reader, worms: &Worms) -> Vec<EyeSpace> {
    let board = reader.board().clone();
    let dead = worms.dead_stones();
    let mut spaces = Vec::new();
    for (domain, color) in Domain::of(&board, &dead).into_iter().zip([Color::Black, Color::White]) {
        let side = Side::of(reader, worms, &board, color, domain);
        let mut seen = PointSet::EMPTY;
        for origin in side.points.iter() {
            if !seen.contains(origin) {
                let points = side.part(origin);
                seen.extend_with(&points);
                spaces.push(side.space(&board, points));
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
    false_eyes: PointSet,
    halves: Vec<HalfEye>,
    /// For each half eye the point of the eye space that decides it, if it is one.
    keys: Vec<(Point, Point)>,
}

impl Side {
    fn of(reader: &mut Reader, worms: &Worms, board: &Board, color: Color, domain: Domain) -> Self {
        let Domain { points, open } = domain;
        let mut closed = points;
        closed.retain(|p| !open.contains(p));
        let mut side = Self {
            color,
            points,
            margins: open,
            false_eyes: PointSet::EMPTY,
            halves: Vec::new(),
            keys: Vec::new(),
        };
        for point in closed.iter() {
            let mut beside = point.neighbours().into_iter().filter(|&n| points.contains(n));
            let (only, more) = (beside.next(), beside.next());
            if more.is_some() || is_shut_in(board, point, only) {
                continue;
            }
            match topology(reader, worms, color, &closed, point) {
                Topology::Proper => {}
                Topology::False => {
                    side.margins.insert(point);
                    side.false_eyes.insert(point);
                }
                Topology::Half { attack, defence } => {
                    let key = defence.iter().find(|p| attack.contains(p) && points.contains(**p));
                    side.keys.extend(key.map(|&key| (point, key)));
                    side.halves.push(HalfEye {
                        point,
                        attack,
                        defence,
                    });
                }
            }
        }
        side
    }

    /// Points of the eye space that are next to one, by the lines of the board or as the key of a half eye.
    fn beside(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let on_board = point.neighbours().into_iter().filter(|&n| self.points.contains(n));
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

    fn space(&self, board: &Board, points: PointSet) -> EyeSpace {
        let within = |set: &PointSet| set.iter().filter(|&p| points.contains(p)).collect();
        let halves: Vec<HalfEye> = self
            .halves
            .iter()
            .filter(|half| points.contains(half.point))
            .cloned()
            .collect();
        let Worth {
            max,
            min,
            attack,
            defence,
            source,
        } = self.worth(board, &points, &halves);
        EyeSpace {
            color: self.color,
            origin: points.iter().next().expect("a part has a point"),
            points,
            margins: within(&self.margins),
            false_eyes: within(&self.false_eyes),
            halves,
            max,
            min,
            attack,
            defence,
            source,
        }
    }

    fn worth(&self, board: &Board, points: &PointSet, halves: &[HalfEye]) -> Worth {
        let vertices = self.vertices(board, points, halves);
        // Stones that are out of it, and half eyes without them, can leave parts.
        let mut worth = Worth::nothing();
        let mut left: Vec<usize> = (0..vertices.len()).collect();
        while let Some(first) = left.pop() {
            let mut part = vec![first];
            let mut next = 0;
            while let Some(&at) = part.get(next) {
                next += 1;
                let (beside, other): (Vec<_>, Vec<_>) =
                    left.iter().partition(|&&i| vertices[at].is_beside(&vertices[i]));
                part.extend(beside);
                left = other;
            }
            part.sort_unstable();
            let part: Vec<&Vertex> = part.iter().map(|&i| &vertices[i]).collect();
            worth = worth.and(part_worth(&part));
        }
        worth
    }

    /// The points of the graph: what is left of the eye space when stones at its margins are out of it, and for each
    /// half eye whose key lies elsewhere a marginal point that stands for the key.
    fn vertices(&self, board: &Board, points: &PointSet, halves: &[HalfEye]) -> Vec<Vertex> {
        let mut margins = self.margins;
        let mut gone = PointSet::EMPTY;
        for stone in points.iter().filter(|&p| self.margins.contains(p) && board.cell(p).is_stone()) {
            gone.extend(board.string(stone));
        }
        margins.extend(
            gone.iter()
                .flat_map(|p| p.neighbours())
                .filter(|&p| points.contains(p) && board.is_empty(p)),
        );
        let is_in = |p: &Point| points.contains(*p) && !gone.contains(*p);
        let mut vertices: Vec<Vertex> = points
            .iter()
            .filter(is_in)
            .map(|point| Vertex {
                at: Some(point),
                state: match point {
                    p if board.cell(p).is_stone() => EyePoint::Stone,
                    p if margins.contains(p) => EyePoint::Marginal,
                    _ => EyePoint::Proper,
                },
                beside: self.beside(point).filter(is_in).collect(),
                attack: vec![point],
                defence: vec![point],
            })
            .collect();
        for half in halves.iter().filter(|h| is_in(&h.point)) {
            if self.keys.iter().any(|key| key.0 == half.point) {
                continue;
            }
            let shared = vertices
                .iter_mut()
                .find(|v| v.at.is_none() && v.attack == half.attack && v.defence == half.defence);
            match shared {
                Some(vertex) => vertex.beside.push(half.point),
                None => vertices.push(Vertex {
                    at: None,
                    state: EyePoint::Marginal,
                    beside: vec![half.point],
                    attack: half.attack.clone(),
                    defence: half.defence.clone(),
                }),
            }
        }
        vertices
    }
}

/// Is a false eye there none to fear, because the only way for the attacker into it leads over a stone that it
/// takes the last liberty of? The owner captures the stone there, and its point is the eye.
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
    defence: Vec<Point>,
}

impl Vertex {
    fn is_beside(&self, other: &Self) -> bool {
        other.at.is_some_and(|p| self.beside.contains(&p)) || self.at.is_some_and(|p| other.beside.contains(&p))
    }
}

fn part_worth(part: &[&Vertex]) -> Worth {
    if part.len() > EyeGraph::MAX_POINTS {
        let proper = part.iter().filter(|v| v.state == EyePoint::Proper).count();
        return Worth::of_size(proper);
    }
    let mut graph = EyeGraph::default();
    for (i, vertex) in part.iter().enumerate() {
        graph.push(vertex.state);
        for (j, other) in part.iter().enumerate().take(i) {
            if vertex.is_beside(other) {
                graph.connect(i, j);
            }
        }
    }
    let found = shapes::value(&graph);
    let moves = |mask: u16, of: fn(&Vertex) -> &Vec<Point>| {
        let mut moves: Vec<Point> = super::local::bits(mask)
            .flat_map(|i| of(part[i]).iter().copied())
            .collect();
        moves.dedup();
        moves
    };
    Worth {
        max: found.value.max,
        min: found.value.min,
        attack: moves(found.value.attack, |v| &v.attack),
        defence: moves(found.value.defence, |v| &v.defence),
        source: found.source,
    }
}
