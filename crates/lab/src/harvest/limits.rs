// SPDX-License-Identifier: MIT OR Apache-2.0

//! Limits of a harvest.

/// Limits of counting and writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HarvestLimits {
    /// Moves that were played less often in a position are left out; 1 or more.
    pub min_count: u32,
    /// So are moves that are fewer than this many in a hundred of what their side played in the position,
    /// first moves excepted.
    pub min_share: u32,
    /// Moves of one corner that are looked at, 1 or more.
    pub depth: usize,
    /// Lines from each edge that belong to a corner, 7 to 11.
    pub reach: u8,
}

impl Default for HarvestLimits {
    fn default() -> Self {
        Self {
            min_count: 25,
            min_share: 3,
            depth: 16,
            reach: 10,
        }
    }
}
