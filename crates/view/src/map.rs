// SPDX-License-Identifier: MIT OR Apache-2.0

//! Maps of the board: whose influence a point is under, and who owns it at the end.

use katachi::analysis::Influence;
use katachi::analysis::influence::InfluenceMap;
use katachi_rules::{Color, Point};

use super::colours::STRENGTHS;

/// A map of influence, or of ownership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// Points near the stones of a side.
    Area,
    /// Points that may become a side's territory.
    Moyo,
    /// Points that are nearly certain territory.
    Territory,
    /// Points that are a side's at the end of playouts, those with stones among them.
    Ownership,
}

impl Map {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Area, Self::Moyo, Self::Territory, Self::Ownership];
    /// Those of influence, the widest first.
    pub const INFLUENCE: [Self; 3] = [Self::Area, Self::Moyo, Self::Territory];

    /// Its name, such as `moyo`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Area => "area",
            Self::Moyo => "moyo",
            Self::Territory => "territory",
            Self::Ownership => "ownership",
        }
    }

    /// The values of a map of influence; none of ownership, which playouts tell.
    pub fn influence(self, influence: &Influence) -> Option<&InfluenceMap> {
        match self {
            Self::Area => Some(&influence.area),
            Self::Moyo => Some(&influence.moyo),
            Self::Territory => Some(&influence.territory),
            Self::Ownership => None,
        }
    }
}

/// Whose influence a point is under, and how strong it is, 1 to [`STRENGTHS`]. Values of empty points reach from 1 to about 20.
pub(super) fn influence_at(map: &InfluenceMap, point: Point) -> Option<(Color, u8)> {
    let owner = map.owner(point)?;
    let steps = (map.value(point).unsigned_abs().saturating_sub(1) / 4).min(u32::from(STRENGTHS) - 1);
    Some((owner, 1 + steps as u8))
}

/// The owner by a balance from 1, always Black's, to -1, always White's, and how sure that is, 1 to [`STRENGTHS`]. Nobody's is
/// what one side has in less than 5 of 8 playouts.
pub(super) fn owner_by(balance: f32) -> Option<(Color, u8)> {
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
