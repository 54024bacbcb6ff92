// SPDX-License-Identifier: MIT OR Apache-2.0

//! Knowledge about stones before they are judged.

use katachi_rules::PointSet;

/// Knowledge about stones from the reading of groups or from the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownLife {
    /// Stones that live.
    pub alive: PointSet,
    /// Stones that are dead.
    pub dead: PointSet,
}
