//! Eyes: the eye spaces of both sides, what they are worth, and the points that decide.
//!
//! An eye space is found on the board (`space`), its false and half eyes by their diagonals (`half`), and its worth by
//! looking its graph up among the shapes of `patterns/eyes.db` (`shapes`), whose entries are solutions of the local game
//! (`local`). What no entry covers is solved: by the local game, or on the points of the board (`exact`) where
//! captures inside and kos decide. Whether a small enclosed region becomes territory or a seki, or its owner dies, is found in
//! `enclosed_region`.

mod build;
mod enclosed_region;
mod entry;
mod exact;
mod half;
mod local;
mod shapes;
mod space;

use katachi_rules::{ByColor, Color, Point, PointMap, PointSet};

pub(crate) use enclosed_region::EnclosedRegion;
pub use half::Diagonals;
pub use local::{LocalGame, LocalValue};
pub use shapes::Source;

use super::Worms;
use super::orientation::Orientation;
use crate::reading::Reader;

/// Nodes for one question about a stone at the border of an eye space.
const READING_NODES: u32 = 200;

/// Points of an eye space at most that is judged by its points; larger ones are left to influence.
const LARGEST_SPACE: usize = 30;

/// A connected eye space of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeSpace {
    /// Whose.
    pub color: Color,
    /// Its first point from the top left.
    pub origin: Point,
    /// Its points: empty ones, and dead stones of the other side.
    pub points: PointSet,
    /// Those of them at the border with open space, and false eyes.
    pub margins: PointSet,
    /// The diagonals of its points with at most one neighbour in it.
    pub diagonals: Vec<Diagonals>,
    /// Eyes if the owner plays first: 0..=2.
    pub max: u8,
    /// Eyes if the attacker plays first: 0..=`max`.
    pub min: u8,
    /// Points where the attacker, moving first, holds it down to `min`; none if `max` is `min`.
    pub attack: Vec<Point>,
    /// Points where the owner, moving first, gets `max`; none if `max` is `min`.
    pub defense: Vec<Point>,
    /// A ko decides: with more ko threats the owner would have more eyes. Only found by exact solving.
    pub is_ko: bool,
    /// How the worth was found.
    pub source: Source,
}

impl EyeSpace {
    /// Its half eyes.
    pub fn halves(&self) -> impl Iterator<Item = &Diagonals> {
        self.diagonals.iter().filter(|d| d.is_half())
    }

    /// Is it small enough, 30 points at most, to be judged by its points alone? A larger space can be invaded.
    pub fn is_certain(&self) -> bool {
        self.points.len() <= LARGEST_SPACE
    }

    /// The same before the position was turned.
    fn turned_back(&self, turn: Orientation) -> Self {
        let vec = |points: &[Point]| points.iter().map(|&p| turn.back(p)).collect();
        let points = turn.set_back(&self.points);
        let mut diagonals: Vec<Diagonals> = self
            .diagonals
            .iter()
            .map(|d| Diagonals {
                point: turn.back(d.point),
                sum: d.sum,
                attack: vec(&d.attack),
                defense: vec(&d.defense),
            })
            .collect();
        diagonals.sort_by_key(|d| d.point);
        Self {
            color: turn.color(self.color),
            origin: points.iter().next().expect("an eye space has points"),
            points,
            margins: turn.set_back(&self.margins),
            diagonals,
            attack: vec(&self.attack),
            defense: vec(&self.defense),
            ..*self
        }
    }
}

/// All eye spaces of a position.
#[derive(Clone, Debug)]
pub struct Eyes {
    spaces: Vec<EyeSpace>,
    /// Index of the space by point, for black and for white.
    at: [PointMap<u16>; 2],
}

const NONE: u16 = u16::MAX;

impl Eyes {
    /// Finds and judges all eye spaces of the reader's position. Stones that can be captured and not be saved count as
    /// dead; `inhibited` points of a side are marginal in its eye space, whatever lies around them. A third as much work
    /// as the worms.
    pub fn new(reader: &mut Reader, worms: &Worms, inhibited: &ByColor<PointSet>) -> Self {
        let budget = reader.budget();
        reader.set_budget(READING_NODES.min(budget));
        let spaces = build::spaces(reader, worms, inhibited);
        reader.set_budget(budget);
        Self::of(spaces)
    }

    fn of(spaces: Vec<EyeSpace>) -> Self {
        let mut at = [const { PointMap::filled(NONE) }; 2];
        for (index, space) in spaces.iter().enumerate() {
            for point in space.points.iter() {
                at[space.color as usize][point] = index as u16;
            }
        }
        Self { spaces, at }
    }

    /// The same before the position was turned.
    pub(super) fn turned_back(&self, turn: Orientation) -> Self {
        let mut spaces: Vec<EyeSpace> = self.iter().map(|space| space.turned_back(turn)).collect();
        spaces.sort_by_key(|space| (space.color as usize, space.origin));
        Self::of(spaces)
    }

    /// The eye space of that side around a point.
    pub fn get(&self, color: Color, point: Point) -> Option<&EyeSpace> {
        self.spaces.get(usize::from(self.at[color as usize][point]))
    }

    /// The eye space around a point, whosever it is. Where both sides have a claim, that of the side for which the point is
    /// not marginal, or that is worth more.
    pub fn around(&self, point: Point) -> Option<&EyeSpace> {
        [Color::Black, Color::White]
            .into_iter()
            .filter_map(|color| self.get(color, point))
            .min_by_key(|space| (space.margins.contains(point), 4 - space.max - space.min))
    }

    /// All eye spaces: black's, then white's, each by their first point from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &EyeSpace> {
        self.spaces.iter()
    }
}

/// The graph of a picture of `.`, `!` and `X`.
#[cfg(test)]
fn picture(rows: &[&str]) -> mkpat::EyeGraph {
    use mkpat::EyePoint;
    let mut graph = mkpat::EyeGraph::default();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate().filter(|c| c.1 != ' ') {
            let state = match c {
                '.' => EyePoint::Proper,
                '!' => EyePoint::Marginal,
                'X' => EyePoint::Stone,
                _ => panic!("{c} is no point of an eye space"),
            };
            let index = graph.push(state).expect("a small picture");
            for (other, at) in places.iter().enumerate() {
                if at.0.abs_diff(x) + at.1.abs_diff(y) == 1 {
                    graph.connect(index, other);
                }
            }
            places.push((x, y));
        }
    }
    graph
}

#[cfg(test)]
mod tests;
