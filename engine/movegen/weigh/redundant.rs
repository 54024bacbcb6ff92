// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reasons that add nothing: captures and rescues of stones that are dead even if their side moves first, and
//! reasons whose gain the endgame search has counted already. A life that is proved is not overruled: the
//! proof is more reliable than playouts.

use katachi_rules::{Board, Color, Point, PointSet};
use rustc_hash::FxHashMap;

use super::{Input, Overruled, Proposal, ReasonKind};
use crate::analysis::{Analysis, FinalStatus, KnownLife};
use crate::movegen::weigh::SETTLED_PLAYOUTS;

/// The endgame search counts the worth of a string of at most this size, if the values agree; 1 to 6.
const SMALL_STRING: u32 = 3;
/// The values agree if the value of the reason is at most this much higher, in units of value; 5 to 30.
const VALUE_TOLERANCE: i32 = 12;
/// A string is inside the window of a move if all of its stones are within this number of steps; 3 to 6.
const WINDOW_STEPS: u32 = 5;

/// Overrules reasons to capture or save stones whose status the move does not change.
pub(super) fn overrule_decided(input: &Input<'_>, status: &FinalStatus, proposals: &mut [Proposal]) {
    let mut playouts = AfterMoves {
        board: input.position.board(),
        status,
        dead: FxHashMap::default(),
    };
    for proposal in proposals {
        let point = proposal.point;
        for reason in &mut proposal.reasons {
            if is_decided(input.analysis, &mut playouts, point, &reason.kind) {
                reason.overruled = Some(Overruled::Decided);
            }
        }
    }
}

fn is_decided(analysis: &Analysis, playouts: &mut AfterMoves<'_>, point: Point, kind: &ReasonKind) -> bool {
    match *kind {
        ReasonKind::Capture { string, .. } => {
            let worm = analysis.worms.get(string).expect("a string is a worm");
            playouts.is_lost(string, worm.defense_points.first().copied())
        }
        ReasonKind::Save { string, .. } => playouts.is_lost(string, Some(point)),
        _ => false,
    }
}

/// Overrules reasons about small strings inside the window of an endgame move: its gain includes them.
pub(super) fn overrule_counted(analysis: &Analysis, proposals: &mut [Proposal]) {
    for proposal in proposals {
        let is_gain = |kind: &ReasonKind| matches!(kind, ReasonKind::Endgame { .. });
        let mut gains = proposal
            .reasons
            .iter()
            .filter(|r| is_gain(&r.kind) && r.value > 0);
        let Some(counted) = gains.next().map(|reason| reason.value) else {
            continue;
        };
        let point = proposal.point;
        let is_included = |size: u32, stones: &PointSet| {
            size <= SMALL_STRING && stones.iter().all(|p| p.distance(point) <= WINDOW_STEPS)
        };
        for reason in &mut proposal.reasons {
            let is_counted = match reason.kind {
                ReasonKind::Capture { string, .. } | ReasonKind::Save { string, .. } => {
                    let worm = analysis.worms.get(string).expect("a string is a worm");
                    is_included(worm.size, &worm.stones)
                }
                _ => false,
            };
            if is_counted && reason.value <= counted + VALUE_TOLERANCE {
                reason.overruled.get_or_insert(Overruled::InEndgameGain);
            }
        }
    }
}

/// The status of stones by playouts after a move, cached.
struct AfterMoves<'a> {
    board: &'a Board,
    status: &'a FinalStatus,
    dead: FxHashMap<(Point, Option<Point>), bool>,
}

impl AfterMoves<'_> {
    /// Whether a stone is dead, even after its own side's move.
    fn is_lost(&mut self, stone: Point, saved_at: Option<Point>) -> bool {
        let Self { board, dead, .. } = self;
        let is_dead = || {
            status_after(board, owner(board, stone), saved_at)
                .dead
                .contains(stone)
        };
        self.status.dead.contains(stone) && *dead.entry((stone, saved_at)).or_insert_with(is_dead)
    }
}

fn owner(board: &Board, stone: Point) -> Color {
    board.cell(stone).color().expect("a reason names a stone")
}

/// The final status by playouts after a move, if it is legal; else that of the position.
fn status_after(board: &Board, color: Color, point: Option<Point>) -> FinalStatus {
    let mut board = board.clone();
    if let Some(point) = point.filter(|&p| board.is_legal(color, p)) {
        board.place(color, point);
    }
    FinalStatus::new(&board, &KnownLife::default(), SETTLED_PLAYOUTS)
}
