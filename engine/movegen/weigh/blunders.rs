// SPDX-License-Identifier: MIT OR Apache-2.0

//! The one-ply blunder check.
//!
//! Each of the best proposals is played one ply deep. If the enemy could then capture a string that was safe
//! before, the worth of the most valuable such string is taken from the value of the move and shown as a
//! reason.

use katachi_rules::Point;

use super::{Input, Proposal, Reason, ReasonKind, sum};
use crate::movegen::worth;
use crate::reading::Reader;

/// Number of proposals, best first, that are checked; 5 to 30.
const CHECKED_FOR_BLUNDERS: usize = 12;
/// Strings are checked within this number of steps from the move; 2 to 8.
const BLUNDER_DISTANCE: u32 = 4;
/// Strings with more liberties are not captured at once; 3 to 5.
const MAX_BLUNDER_LIBERTIES: u32 = 4;

/// Checks the best proposals, which come first.
pub(super) fn check(input: &Input<'_>, reader: &mut Reader, proposals: &mut [Proposal]) {
    for proposal in proposals.iter_mut().take(CHECKED_FOR_BLUNDERS) {
        if let Some((stone, loss)) = most_valuable_loss(input, reader, proposal.point) {
            let worm = input.analysis.worms.get(stone).expect("a string is a worm");
            let (string, size) = (worm.origin, worm.size);
            let loses = ReasonKind::Loses { string, size };
            proposal.reasons.push(Reason::new(loses, -loss));
            proposal.value = sum::count(input, proposal.point, &mut proposal.reasons);
        }
    }
}

/// The most valuable own string near the move that is safe now and can be captured after it, with its worth.
fn most_valuable_loss(input: &Input<'_>, reader: &mut Reader, point: Point) -> Option<(Point, i32)> {
    let analysis = input.analysis;
    let near: Vec<(Point, i32)> = analysis
        .worms
        .iter()
        .filter(|worm| {
            worm.color == input.color()
                && !worm.attack.is_yes()
                && worm.liberties[0] <= MAX_BLUNDER_LIBERTIES
                && worm.stones.iter().any(|s| s.distance(point) <= BLUNDER_DISTANCE)
        })
        .map(|worm| (worm.origin, worth::of_string(analysis, worm)))
        .collect();
    reader.with_move(input.color(), point, |reader| {
        let mut lost = None;
        for (stone, worth) in near {
            if lost.is_none_or(|(_, known)| worth > known) && reader.tactics().attack(stone).verdict.is_yes()
            {
                lost = Some((stone, worth));
            }
        }
        lost
    })?
}
