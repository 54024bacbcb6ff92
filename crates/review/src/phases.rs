// SPDX-License-Identifier: MIT OR Apache-2.0

//! The phases of a game, and the moves that turned it.

use katachi::search::Report;
use katachi_rules::BoardSize;

use super::review::{Phase, ReviewedMove, Severity};
use super::settings::{ENDGAME, OPENING, SETTLED};

/// The phase of each move, by its number and the searches of the positions before them. The endgame begins behind the last position in
/// which too few points are settled; a game that stops in a fight has none.
pub(crate) fn phases(size: BoardSize, first: usize, positions: &[Option<Report>]) -> Vec<Phase> {
    let opening = (OPENING * size.area() as f32) as usize;
    let is_open = |report: &Option<Report>| report.as_ref().is_some_and(|report| !is_settled(report, size));
    let last_open = positions.iter().rposition(is_open);
    let endgame = last_open.map_or(0, |last| last + 1);
    let phase = |i: usize| match first + i {
        _ if i >= endgame && first + i > opening => Phase::Endgame,
        number if number <= opening => Phase::Opening,
        _ => Phase::Middle,
    };
    (0..positions.len()).map(phase).collect()
}

/// Are most points settled?
fn is_settled(report: &Report, size: BoardSize) -> bool {
    let settled = size
        .points()
        .filter(|&p| report.ownership[p].abs() >= SETTLED)
        .count();
    settled as f32 >= ENDGAME * size.area() as f32
}

/// The moves that turned the game: mistakes after which the other side was ahead, and blunders that took a third or more of a game that
/// was still open. By their indices.
pub(crate) fn turning_points(moves: &[ReviewedMove]) -> Vec<usize> {
    let turns = |mv: &ReviewedMove| {
        let Some(found) = &mv.judgement else { return false };
        let (Some(best), Some(after)) = (found.after_best, found.after) else {
            return false;
        };
        let (before, after) = (best.win_rate_of(mv.color), after.win_rate_of(mv.color));
        let overtaken = before >= 0.5 && after < 0.5;
        match found.severity {
            Severity::Fine | Severity::Inaccuracy => false,
            _ => overtaken || found.counted.win_rate >= 1.0 / 3.0,
        }
    };
    (0..moves.len()).filter(|&i| turns(&moves[i])).collect()
}
