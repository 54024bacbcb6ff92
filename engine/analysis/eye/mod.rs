// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eyes: the eye spaces of both sides, what they are worth, and the points that decide.
//!
//! An eye space is found on the board (`space`), with its false and half eyes by their diagonals (`half`).
//! `count` tells what it is worth, and in which order the solvers are asked. Whether a small enclosed region
//! becomes territory or a seki, or its owner dies, is found in `enclosed_region`.

mod build;
mod count;
mod enclosed_region;
mod entry;
mod eye_space;
mod half;
mod pocket;
mod space;

use katachi_rules::{ByColor, Color, Point, PointMap, PointSet};

pub use crate::local::{LocalGame, LocalValue};
pub use count::Source;
pub(crate) use enclosed_region::EnclosedRegion;
pub use eye_space::EyeSpace;
pub use half::Diagonals;

use super::Worms;
use super::orientation::{MapBack, Orientation};
use crate::knowledge::Knowledge;
use crate::reading::Reader;

/// Nodes for one question about a stone at the border of an eye space; 100 to 2,000. Experiments: 5.7 ms a
/// position in place of 81 with 2,000, together with `BORDER_STRING_LIBERTIES`.
const EYE_BORDER_NODES: u32 = 200;
/// Proper points that count as two eyes, whatever their shape, where the solvers give up; 7 to 10.
const TWO_EYES_SIZE: usize = 8;

/// All eye spaces of a position.
#[derive(Clone, Debug)]
pub struct Eyes {
    spaces: Vec<EyeSpace>,
    /// Index of the space by point, for black and for white.
    at: [PointMap<u16>; 2],
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
        let mut at = [const { PointMap::filled(NONE) }; 2];
        for (index, space) in spaces.iter().enumerate() {
            for point in space.points.iter() {
                at[space.color as usize][point] = index as u16;
            }
        }
        Self { spaces, at }
    }

    /// The eye space of that side around a point.
    pub fn get(&self, color: Color, point: Point) -> Option<&EyeSpace> {
        self.spaces.get(usize::from(self.at[color as usize][point]))
    }

    /// The eye space around a point, of either side. Where both have a claim: the space in which the point is
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

impl MapBack for Eyes {
    fn map_back(self, orientation: Orientation) -> Self {
        let mut spaces = self.spaces.map_back(orientation);
        spaces.sort_by_key(|space| (space.color as usize, space.origin));
        Self::from_spaces(spaces)
    }
}

#[cfg(test)]
mod tests;
