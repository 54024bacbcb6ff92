//! The goal of killing a group: where it is decided, how far it is, and what that rests on.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::frame::Frame;
use super::moves;
use super::search::{Moves, Zone};
use super::sketch::Sketch;

/// Kill the group of a frame: capture all its stones, or leave it without a way to live.
pub(super) struct Kill {
    pub(super) frame: Frame,
    /// The bit of each point of the area.
    bits: PointMap<Zone>,
}

/// A position at a glance.
pub(super) struct View {
    /// Is it decided, and how?
    pub(super) dies: Option<bool>,
    /// If so: the points on which that rests.
    pub(super) zone: Zone,
    /// Guesses of how much is left to show that the group dies, or lives.
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// The bit of points beyond the area.
const BEYOND: Zone = 1 << 63;
/// Strings with so few liberties are in danger.
const SHORT: u32 = 2;
/// Those that are not safe, even with more.
const RACING: u32 = 6;

impl Kill {
    pub(super) fn new(board: &Board, stones: &PointSet) -> Self {
        let frame = Frame::new(board, stones);
        let mut bits = PointMap::filled(BEYOND);
        for (i, point) in frame.area.iter().take(63).enumerate() {
            bits[point] = 1 << i;
        }
        Self { frame, bits }
    }

    pub(super) fn attacker(&self) -> Color {
        self.frame.owner.opposite()
    }

    /// The bit of a point in zones; points beyond the area share one.
    pub(super) fn bit(&self, point: Point) -> Zone {
        self.bits[point]
    }

    fn zone(&self, points: &PointSet) -> Zone {
        points.iter().fold(0, |zone, p| zone | self.bits[p])
    }

    pub(super) fn view(&self, board: &Board, to_move: Color) -> View {
        let sketch = Sketch::new(&self.frame, board, to_move);
        let dies = if sketch.captured || sketch.dead {
            Some(true)
        } else if sketch.alive {
            Some(false)
        } else {
            None
        };
        let lead = u32::from(to_move == self.frame.owner);
        let room = sketch.room.len() as u32;
        let out = if sketch.near_open { 4 } else { 0 };
        let good = room / 2 + 3 * sketch.eyes + out;
        let zone = if dies.is_some() {
            self.zone(&sketch.rests_on) | self.weak_points(board, dies == Some(true))
        } else {
            0
        };
        View {
            dies,
            zone,
            proof: 1 + good + lead,
            disproof: (11 - 2 * lead).saturating_sub(good).max(1),
        }
    }

    /// Liberties of the winner's strings in danger: by taking them the other side may disturb what they did.
    pub(super) fn weak_points(&self, board: &Board, dies: bool) -> Zone {
        let winner = if dies { self.attacker() } else { self.frame.owner };
        let mut zone = 0;
        let mut seen = PointSet::EMPTY;
        for point in self.frame.area.iter() {
            for n in point.neighbours().into_iter().chain([point]) {
                let short = if dies && !self.frame.wall.contains(n) {
                    RACING
                } else {
                    SHORT
                };
                if board.cell(n).is(winner) && seen.insert(board.head(n)) && board.liberties(n) <= short {
                    for p in board.first_liberties::<{ RACING as usize }>(n) {
                        zone |= self.bits[p];
                    }
                }
            }
        }
        if dies {
            // The group's own liberties: it must not gain more of them.
            for stone in self.frame.stones.iter() {
                if board.cell(stone).is(self.frame.owner) {
                    for n in stone.neighbours().into_iter().filter(|&n| board.is_empty(n)) {
                        zone |= self.bits[n];
                    }
                }
            }
        }
        zone
    }

    pub(super) fn moves(&self, board: &Board, to_move: Color) -> Moves {
        let sketch = Sketch::new(&self.frame, board, to_move);
        moves::candidates(&self.frame, &sketch, board, to_move)
    }
}
