//! The goal of killing a group.

use std::cell::RefCell;

use katachi_rules::{Board, Color, Point, PointSet};

use super::frame::Frame;
use super::moves;
use super::sketch::Sketch;
use crate::reading::candidates::Candidates;
use crate::reading::search::{Goal, Level, Position};

/// Kill the group of a frame: capture all its stones, or leave it without a way to live.
#[derive(Debug)]
pub(super) struct Kill {
    pub(super) frame: Frame,
    /// The position that was asked about.
    root: u64,
    /// The last position that was looked at.
    last: RefCell<Option<(u64, Sketch)>>,
}

impl Kill {
    pub(super) fn new(board: &Board, stones: &PointSet) -> Self {
        Self {
            frame: Frame::new(board, stones),
            root: board.key(),
            last: RefCell::new(None),
        }
    }

    fn look<R>(&self, board: &Board, to_move: Color, see: impl FnOnce(&Sketch) -> R) -> R {
        let key = board.situation_key(to_move);
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(known, _)| *known != key) {
            *last = Some((key, Sketch::new(&self.frame, board, to_move)));
        }
        see(&last.as_ref().expect("it was just put there").1)
    }
}

impl Goal for Kill {
    fn attacker(&self) -> Color {
        self.frame.owner.opposite()
    }

    fn key(&self) -> u64 {
        self.frame.stones.iter().fold(1 << 62, |key: u64, p| {
            (key ^ (u64::from(p.x()) << 8 | u64::from(p.y()))).wrapping_mul(0xD6E8_FEB8_6659_FD93)
        })
    }

    fn decided(&self, position: &Position, to_move: Color, _wide: bool) -> Option<bool> {
        let at_root = position.board.key() == self.root;
        self.look(&position.board, to_move, |sketch| {
            if sketch.captured {
                Some(true)
            } else if sketch.alive {
                Some(false)
            } else if sketch.dead && !at_root {
                Some(true)
            } else {
                None
            }
        })
    }

    fn candidates(&self, position: &Position, to_move: Color, _wide: bool) -> Candidates {
        self.look(&position.board, to_move, |sketch| {
            moves::candidates(&self.frame, sketch, &position.board, to_move)
        })
    }

    fn estimate(&self, position: &Position, to_move: Color) -> (u32, u32) {
        let owner_moves = to_move == self.frame.owner;
        self.look(&position.board, to_move, |sketch| {
            let room = sketch.room.len() as u32;
            let out = if sketch.near_open { 4 } else { 0 };
            let lead = u32::from(owner_moves);
            let proof = 1 + room / 2 + 3 * sketch.eyes + out + lead;
            let disproof = (9 + 2 - 2 * lead).saturating_sub(room / 2 + 3 * sketch.eyes + out).max(1);
            (proof, disproof)
        })
    }

    fn shortcut(
        &self,
        _position: &mut Position,
        _nodes: &mut u32,
        _limit: u32,
        _zone: &mut PointSet,
    ) -> Option<Point> {
        None
    }

    fn may_pass(&self, _position: &Position) -> bool {
        true
    }

    fn levels(&self) -> &'static [Level] {
        &[Level { wide: u32::MAX, widened: 0 }]
    }
}
