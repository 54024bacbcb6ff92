// SPDX-License-Identifier: MIT OR Apache-2.0

//! The phases of a game.

use katachi_rules::BoardSize;

use super::assessment::Assessment;
use super::settings::{ENDGAME, OPENING, SETTLED};

katachi_view::worded! {
    /// A part of a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Phase {
        /// The first moves.
        Opening = "opening",
        /// The moves between opening and endgame.
        Middle = "middle game",
        /// Most points are settled and stay settled.
        Endgame = "endgame",
    }
}

/// Returns the phase of each move, by its number and the assessments before the moves. The endgame begins
/// after the last position with too few settled points; a game that stops in a fight has none.
pub(crate) fn phases(size: BoardSize, first: usize, positions: &[Option<Assessment>]) -> Vec<Phase> {
    let opening = (OPENING * size.area() as f32) as usize;
    let is_open = |found: &Option<Assessment>| found.as_ref().is_some_and(|found| !is_settled(found, size));
    let last_open = positions.iter().rposition(is_open);
    let endgame = last_open.map_or(0, |last| last + 1);
    let phase = |i: usize| match first + i {
        _ if i >= endgame && first + i > opening => Phase::Endgame,
        number if number <= opening => Phase::Opening,
        _ => Phase::Middle,
    };
    (0..positions.len()).map(phase).collect()
}

fn is_settled(found: &Assessment, size: BoardSize) -> bool {
    let settled = size.points().filter(|&p| found.ownership[p].abs() >= SETTLED);
    settled.count() as f32 >= ENDGAME * size.area() as f32
}
