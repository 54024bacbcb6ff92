//! Captures and rescues that change nothing: of stones that are dead even if their side moves first.

use katachi_rules::{Board, Point};
use rustc_hash::FxHashMap;

use super::GAMES;
use crate::analysis::{Analysis, FinalStatus, KnownLife};
use crate::movegen::{Proposals, Reason};

/// Takes back reasons to capture or save such stones.
pub(super) fn drop_reasons(
    board: &Board,
    analysis: &Analysis,
    status: &FinalStatus,
    proposals: &mut Proposals,
) {
    let mut known: FxHashMap<(Point, Option<Point>), bool> = FxHashMap::default();
    let mut is_lost = |stone: Point, saved_at: Option<Point>| {
        status.dead.contains(stone)
            && *known
                .entry((stone, saved_at))
                .or_insert_with(|| is_dead_after(board, stone, saved_at))
    };
    let stone = |vertex: &str| board.size().parse_vertex(vertex).expect("a reason names a stone");
    for proposal in proposals.iter_mut() {
        let point = proposal.point;
        proposal.reasons.retain(|reason| match reason {
            Reason::Capture { string, .. } => {
                let worm = analysis.worms.get(stone(string)).expect("a string is a worm");
                !is_lost(stone(string), worm.defense_points.first().copied())
            }
            // What a search of its life proves is known better than by games in thought.
            Reason::Life { is_proven: true, .. } => true,
            Reason::Life {
                group, saves: false, ..
            } => {
                let dragon = analysis.dragons.get(stone(group)).expect("a group is a dragon");
                // What kills a group often is what it lives by.
                let saved_at = dragon.life.defense_points.first().copied().unwrap_or(point);
                !is_lost(stone(group), Some(saved_at))
            }
            Reason::Save { string: own, .. } | Reason::Life { group: own, .. } => {
                !is_lost(stone(own), Some(point))
            }
            _ => true,
        });
    }
}

/// Is a stone dead after its own side's move?
fn is_dead_after(board: &Board, stone: Point, saved_at: Option<Point>) -> bool {
    let color = board.cell(stone).color().expect("a reason names a stone");
    let mut board = board.clone();
    if let Some(point) = saved_at.filter(|&p| board.is_legal(color, p)) {
        let _ = board.play(color, point);
    }
    FinalStatus::of(&board, &KnownLife::default(), GAMES)
        .dead
        .contains(stone)
}
