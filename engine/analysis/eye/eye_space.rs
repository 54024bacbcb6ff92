// SPDX-License-Identifier: MIT OR Apache-2.0

//! An eye space: its points and its worth.

use katachi_rules::{Color, Point, PointSet};

use super::count::Source;
use super::half::Diagonals;
use crate::analysis::orientation::{MapBack, Orientation, map_back};

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
    /// How the worth was found.
    pub source: Source,
}

impl EyeSpace {
    /// Its half eyes.
    pub fn halves(&self) -> impl Iterator<Item = &Diagonals> {
        self.diagonals.iter().filter(|d| d.is_half())
    }

    /// Is it small enough, 30 points at most, to be judged by its points alone? A larger space can be
    /// invaded.
    pub fn is_certain(&self) -> bool {
        self.points.len() <= LARGEST_EYE_SPACE
    }
}

map_back!(Diagonals {
    point,
    attack,
    defense
});

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
