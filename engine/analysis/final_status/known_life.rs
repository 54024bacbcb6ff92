// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is known of stones before they are judged.

use katachi_rules::PointSet;

/// What is known of stones from elsewhere: from the reading of groups, or from the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownLife {
    /// Stones that live.
    pub alive: PointSet,
    /// Stones that are dead.
    pub dead: PointSet,
}
