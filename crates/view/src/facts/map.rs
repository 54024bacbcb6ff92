// SPDX-License-Identifier: MIT OR Apache-2.0

//! Maps of the board: influence and ownership of points.

use katachi_engine::analysis::Influence;
use katachi_engine::analysis::influence::InfluenceMap;
use katachi_rules::{Color, Point};

use crate::colours::STRENGTHS;

crate::worded! {
    /// A map of influence or of ownership.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Map {
        /// Points near the stones of a side.
        Area = "area",
        /// Points that may become a side's territory.
        Moyo = "moyo",
        /// Points that are nearly certain territory.
        Territory = "territory",
        /// Owners of all points at the end of playouts.
        Ownership = "ownership",
    }
}

impl Map {
    /// The maps of influence, the widest first.
    pub const INFLUENCE: [Self; 3] = [Self::Area, Self::Moyo, Self::Territory];

    /// Returns the values of a map of influence. `None` for ownership, which comes from playouts.
    pub fn influence(self, influence: &Influence) -> Option<&InfluenceMap> {
        match self {
            Self::Area => Some(&influence.area),
            Self::Moyo => Some(&influence.moyo),
            Self::Territory => Some(&influence.territory),
            Self::Ownership => None,
        }
    }
}

/// Returns the side with influence on a point and its strength, 1 to [`STRENGTHS`]. Values of empty points
/// are 1 to about 20.
pub(crate) fn influence_at(map: &InfluenceMap, point: Point) -> Option<(Color, u8)> {
    let owner = map.owner(point)?;
    let steps = (map.value(point).unsigned_abs().saturating_sub(1) / 4).min(u32::from(STRENGTHS) - 1);
    Some((owner, 1 + steps as u8))
}

/// Returns the owner by ownership from 1 (Black) to -1 (White), and the certainty, 1 to [`STRENGTHS`]. A
/// point that neither side owns in 5 of 8 playouts has no owner.
pub(crate) fn owner_by(balance: f32) -> Option<(Color, u8)> {
    let owner = if balance < 0.0 { Color::White } else { Color::Black };
    let quarters = (4.0 * balance.abs()) as u8;
    (quarters > 0).then_some((owner, quarters.min(STRENGTHS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_that_both_sides_own_about_as_often_is_nobodys() {
        assert_eq!([owner_by(0.2), owner_by(-0.2)], [None, None]);
        assert_eq!(owner_by(0.25), Some((Color::Black, 1)));
        assert_eq!(owner_by(-0.6), Some((Color::White, 2)));
        assert_eq!(owner_by(-1.0), Some((Color::White, 3)));
    }
}
