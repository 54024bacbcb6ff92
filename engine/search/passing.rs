//! When to pass: never before everything is settled, unless the other side has passed and the game is won as it stands.

use katachi_rules::{Color, Game, Move, Point};

use super::report::Report;

/// A point is settled if it becomes one side's in nearly all playouts.
const SETTLED: f32 = 0.9;
/// Fewer playouts settle nothing.
const LEAST_PLAYOUTS: u32 = 50;

impl Report {
    /// The move to play. `is_won` says whether the game is won if both sides pass now; it is asked only if the other side has
    /// just passed.
    pub fn choose(&self, game: &Game, is_won: impl FnOnce() -> bool) -> Move {
        let has_passed = game.moves().next_back().is_some_and(|(_, mv)| mv == Move::Pass);
        if has_passed && is_won() {
            return Move::Pass;
        }
        if self.playouts >= LEAST_PLAYOUTS && self.is_settled(game) {
            return Move::Pass;
        }
        let stones = self.moves.iter().map(|searched| searched.mv);
        stones.clone().find(|&mv| mv != Move::Pass).unwrap_or(Move::Pass)
    }

    /// Is there no point left to play at that does not belong to a side already, with all points beside it?
    fn is_settled(&self, game: &Game) -> bool {
        let board = game.board();
        let is_sure = |p: Point| self.ownership[p].abs() >= SETTLED;
        let is_open = |p: Point| {
            let beside = p.neighbours().into_iter().filter(|&n| board.size().contains(n));
            !is_sure(p) || beside.into_iter().any(|n| !is_sure(n))
        };
        let may_play =
            |p: Point, color: Color| game.is_legal(color, Move::Play(p)) && !board.is_eye(color, p);
        !board
            .empty_points()
            .any(|p| is_open(p) && may_play(p, self.color))
    }
}
