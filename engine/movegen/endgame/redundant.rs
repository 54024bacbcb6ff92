// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reasons that add nothing: captures and rescues of stones that are dead even if their side moves first, rescues of groups that live
//! without them, attacks on groups that live nevertheless, and reasons whose gain the endgame search has counted already.

use katachi_rules::{Board, Point, PointSet};
use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, FinalStatus, KnownLife};
use crate::movegen::settled::PLAYOUTS;
use crate::movegen::{Proposals, Reason};

/// A group is safe if its ownership after the other side's move, as [`Ownership::of`](crate::analysis::Ownership::of) tells it, is at least
/// this. Reasons about its life that are only likely are dropped.
const SAFE_OWNERSHIP: f32 = 0.5;
/// The endgame search counts all of the worth of a string with at most this number of stones, if the values agree.
const SMALL_STRING: u32 = 3;
/// The values agree if that of the reason is at most this much higher.
const VALUE_TOLERANCE: i32 = 12;
/// A string is inside the window of a move if all of its stones are within this number of steps.
const WINDOW_STEPS: u32 = 5;

/// Drops reasons to capture, save or kill stones whose status the move does not change.
pub(super) fn drop_decided(
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
    let mut lives: FxHashMap<(Point, Point), bool> = FxHashMap::default();
    let mut is_safe = |stone: Point, point: Point| {
        let dragon = analysis.dragons.get(stone).expect("a group is a dragon");
        let mut threats = dragon.life.attack_points.iter().copied().chain([point]);
        threats.all(|p| {
            *lives
                .entry((stone, p))
                .or_insert_with(|| lives_after(board, stone, p))
        })
    };
    for proposal in proposals.iter_mut() {
        let point = proposal.point;
        proposal.reasons.retain(|reason| match reason {
            Reason::Capture { string, .. } => {
                let worm = analysis.worms.get(*string).expect("a string is a worm");
                !is_lost(*string, worm.defense_points.first().copied())
            }
            // A proof by search is more reliable than playouts.
            Reason::Life { is_proven: true, .. } => true,
            Reason::Life {
                group, saves: false, ..
            } => {
                let dragon = analysis.dragons.get(*group).expect("a group is a dragon");
                // The move that kills a group is often the one that saves it.
                let saved_at = dragon.life.defense_points.first().copied().unwrap_or(point);
                !is_lost(*group, Some(saved_at)) && !is_safe(*group, point)
            }
            Reason::Life { group: own, .. } => !is_lost(*own, Some(point)) && !is_safe(*own, point),
            Reason::Save { string: own, .. } => !is_lost(*own, Some(point)),
            _ => true,
        });
    }
}

/// Drops reasons about small strings inside the window of an endgame move: its gain includes them.
pub(super) fn drop_counted_twice(analysis: &Analysis, proposals: &mut Proposals) {
    for proposal in proposals.iter_mut() {
        let point = proposal.point;
        let is_seen = |stones: &PointSet| stones.iter().all(|p| p.distance(point) <= WINDOW_STEPS);
        let endgame = proposal
            .reasons
            .iter()
            .find(|r| matches!(r, Reason::Endgame { .. }));
        if let Some(counted) = endgame.map(Reason::value) {
            let agrees = |value: i32| value <= counted + VALUE_TOLERANCE;
            proposal.reasons.retain(|reason| match reason {
                Reason::Capture { string, value, .. } | Reason::Save { string, value, .. } => {
                    let worm = analysis.worms.get(*string).expect("a string is a worm");
                    worm.size > SMALL_STRING || !is_seen(&worm.stones) || !agrees(*value)
                }
                Reason::Life {
                    group,
                    is_proven: false,
                    value,
                    ..
                } => {
                    let dragon = analysis.dragons.get(*group).expect("a group is a dragon");
                    dragon.size > SMALL_STRING || !is_seen(&dragon.stones) || !agrees(*value)
                }
                _ => true,
            });
        }
    }
}

/// Does a stone live in nearly all playouts though the other side plays first?
fn lives_after(board: &Board, stone: Point, threat: Point) -> bool {
    let color = board.cell(stone).color().expect("a reason names a stone");
    let other = color.opposite();
    let mut board = board.clone();
    if board.is_legal(other, threat) {
        board.place(other, threat);
    }
    let status = FinalStatus::of(&board, &KnownLife::default(), PLAYOUTS);
    status.ownership.of(stone, color) >= SAFE_OWNERSHIP
}

/// Is a stone dead after its own side's move?
fn is_dead_after(board: &Board, stone: Point, saved_at: Option<Point>) -> bool {
    let color = board.cell(stone).color().expect("a reason names a stone");
    let mut board = board.clone();
    if let Some(point) = saved_at.filter(|&p| board.is_legal(color, p)) {
        board.place(color, point);
    }
    FinalStatus::of(&board, &KnownLife::default(), PLAYOUTS)
        .dead
        .contains(stone)
}
