// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eyes: the eye spaces of both sides, what they are worth, and the points that decide.
//!
//! An eye space is found on the board (`space`), with its false and half eyes by their diagonals (`half`).
//! `count` tells what it is worth, and in which order the solvers are asked. Whether a small enclosed region
//! becomes territory or a seki, or its owner dies, is found in `enclosed_region`.

mod build;
mod count;
mod enclosed_region;
mod half;
mod pocket;
mod space;

use katachi_rules::{ByColor, Color, Point, PointMap, PointSet};

pub use crate::local::{LocalGame, LocalValue};
pub(crate) use enclosed_region::EnclosedRegion;
pub use half::Diagonals;

use super::Worms;
use super::orientation::{MapBack, Orientation};
use crate::knowledge::Knowledge;
use crate::reading::Reader;

/// Nodes for one question about a stone at the border of an eye space; 100 to 2,000. Experiments: 5.7 ms a
/// position in place of 81 with 2,000, together with `BORDER_STRING_LIBERTIES`.
const EYE_BORDER_NODES: u32 = 200;
/// Points of an eye space at most that is judged by its points; larger ones are left to influence; 20 to 40.
const LARGEST_EYE_SPACE: usize = 30;

/// A connected eye space of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeSpace {
    /// Its owner.
    pub color: Color,
    /// Its first point from the top left.
    pub origin: Point,
    /// Its points: empty ones, and dead stones of the other side.
    pub points: PointSet,
    /// Points at the border with open space, and false eyes.
    pub margins: PointSet,
    /// The diagonals of its points with at most one neighbour in it.
    pub diagonals: Vec<Diagonals>,
    /// Eyes if the owner plays first: 0..=2.
    pub max: u8,
    /// Eyes if the attacker plays first: 0..=`max`.
    pub min: u8,
    /// Points where the attacker, moving first, holds it down to `min`. None if `max` is `min`.
    pub attack: Vec<Point>,
    /// Points where the owner, moving first, gets `max`. None if `max` is `min`.
    pub defense: Vec<Point>,
    /// A ko decides: with more ko threats the owner would have more eyes. Only found by exact solving.
    pub is_ko: bool,
}

impl EyeSpace {
    /// Its half eyes.
    pub fn halves(&self) -> impl Iterator<Item = &Diagonals> {
        self.diagonals.iter().filter(|d| d.is_half())
    }

    /// Returns whether it is small enough, 30 points at most, to be judged by its points alone. A larger
    /// space can be invaded.
    pub fn is_certain(&self) -> bool {
        self.points.len() <= LARGEST_EYE_SPACE
    }
}

impl MapBack for EyeSpace {
    fn map_back(self, orientation: Orientation) -> Self {
        let points = orientation.map_back(self.points);
        let mut diagonals = orientation.map_back(self.diagonals);
        diagonals.sort_by_key(|diagonal| diagonal.point);
        Self {
            color: orientation.color(self.color),
            origin: points.iter().next().expect("an eye space has points"),
            points,
            margins: orientation.map_back(self.margins),
            diagonals,
            attack: orientation.map_back(self.attack),
            defense: orientation.map_back(self.defense),
            ..self
        }
    }
}

/// All eye spaces of a position.
#[derive(Clone, Debug)]
pub struct Eyes {
    spaces: Vec<EyeSpace>,
    at: ByColor<PointMap<u16>>,
}

const NONE: u16 = u16::MAX;

impl Eyes {
    /// Finds and judges all eye spaces of the reader's position. They may hold `dead` stones; `inhibited`
    /// points of a side are marginal in its eye space. A third as much work as the worms.
    pub fn new(
        reader: &mut Reader,
        worms: &Worms,
        dead: &PointSet,
        inhibited: &ByColor<PointSet>,
        knowledge: &Knowledge,
    ) -> Self {
        let nodes = EYE_BORDER_NODES.min(reader.budget());
        Self::from_spaces(reader.with_budget(nodes, |reader| {
            build::spaces(reader, worms, dead, inhibited, &knowledge.eyes)
        }))
    }

    fn from_spaces(spaces: Vec<EyeSpace>) -> Self {
        let mut at = ByColor::from_fn(|_| PointMap::filled(NONE));
        for (index, space) in spaces.iter().enumerate() {
            let at = &mut at[space.color];
            space.points.iter().for_each(|point| at[point] = index as u16);
        }
        Self { spaces, at }
    }

    /// The eye space of that side around a point.
    pub fn get(&self, color: Color, point: Point) -> Option<&EyeSpace> {
        self.spaces.get(usize::from(self.at[color][point]))
    }

    /// The eye space around a point, of either side. Where both have a claim: the space in which the point is
    /// not marginal, or that is worth more.
    pub fn around(&self, point: Point) -> Option<&EyeSpace> {
        let spaces = Color::BOTH.into_iter().filter_map(|color| self.get(color, point));
        spaces.min_by_key(|space| (space.margins.contains(point), 4 - space.max - space.min))
    }

    /// All eye spaces: black's, then white's, each by their first point from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &EyeSpace> {
        self.spaces.iter()
    }
}

impl MapBack for Eyes {
    fn map_back(self, orientation: Orientation) -> Self {
        let mut spaces = self.spaces.map_back(orientation);
        spaces.sort_by_key(|space| (space.color as usize, space.origin));
        Self::from_spaces(spaces)
    }
}

#[cfg(test)]
mod tests;
