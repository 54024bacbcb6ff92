//! Which stones are dead.

use katachi_rules::{Board, Color, Point, PointSet};

use super::KnownLife;
use super::games::InThought;
use crate::analysis::unconditional::Unconditional;
use crate::reading::{Reader, Verdict};

/// A string that is kept in fewer games is in doubt.
const SURE: f32 = 0.9;
/// Nodes for one reading of a string in doubt.
const NODES_A_STRING: u32 = 2_000;
pub(super) struct Judge<'a> {
    board: &'a Board,
    certain: Unconditional,
    known: KnownLife,
    games: u32,
}

impl<'a> Judge<'a> {
    pub(super) fn new(board: &'a Board, known: &KnownLife, games: u32) -> Self {
        Self {
            board,
            certain: Unconditional::of(board),
            known: *known,
            games,
        }
    }

    /// The dead stones, and the games by which they were judged.
    pub(super) fn judge(self) -> (PointSet, InThought) {
        let mut closed = PointSet::EMPTY;
        for color in Color::BOTH {
            closed.extend_with(&self.certain.territory[color]);
        }
        let games = InThought::play(self.board, closed, self.games);
        (self.dead_stones(self.board, &games), games)
    }

    fn dead_stones(&self, board: &Board, games: &InThought) -> PointSet {
        let mut reader = Reader::new(board, NODES_A_STRING);
        let mut dead = self.known.dead;
        for p in heads(board) {
            let lives = self.is_known(p).unwrap_or_else(|| {
                let kept = games.kept(board, p);
                let is_lost = |reader: &mut Reader| {
                    reader.attack(p).verdict == Verdict::Yes && reader.defend(p).verdict == Verdict::No
                };
                kept >= SURE || (kept >= 0.0 && !is_lost(&mut reader))
            });
            if !lives {
                dead.extend(board.string(p));
            }
        }
        dead
    }

    fn is_known(&self, stone: Point) -> Option<bool> {
        let color = self.board.cell(stone).color()?;
        if self.certain.territory[color.opposite()].contains(stone) || self.known.dead.contains(stone) {
            return Some(false);
        }
        let lives = self.certain.alive[color].contains(stone)
            || self.certain.territory[color].contains(stone)
            || self.known.alive.contains(stone);
        lives.then_some(true)
    }
}

/// One stone of each string.
fn heads(board: &Board) -> impl Iterator<Item = Point> + '_ {
    board
        .size()
        .points()
        .filter(|&p| board.cell(p).is_stone() && board.head(p) == p)
}
