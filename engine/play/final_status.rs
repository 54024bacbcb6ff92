// SPDX-License-Identifier: MIT OR Apache-2.0

//! The final status of a position, with quick searches where it is in doubt.
//!
//! [`FinalStatus`] judges by playouts, and reads groups on which they do not agree. Playouts miss answers: a
//! few stones in open territory survive in half of them, and a large group in a race may die in most. In a
//! tree both sides find the answers. So there are two quick searches, one with either side first. Their
//! ownership decides about strings on which the playouts do not agree, if it is clear: a string is dead if it
//! is lost though its side is first, and lives if it stays though the other side is first. Unclear strings
//! are left to playouts and readings. Measured on recorded games: `docs/experiments/ending.md`.

use katachi_rules::{Board, ByColor, Color, Game, Point, Rules};

use super::Engine;
use crate::analysis::{FinalStatus, KnownLife, Orientation, Ownership};
use crate::search::{Limits, SearchSettings};

pub(super) const PLAYOUTS: u32 = 300;
/// Nodes for each question about a group.
const NODES: u32 = 20_000;
/// Visits of each of both searches.
const VISITS: u32 = 400;
/// Ownership by the playouts of strings in doubt, -1 lost to 1 kept. The upper end is lower, as playouts that
/// nearly agree that a string stays are right more often than a search of few visits.
const DOUBTFUL: std::ops::Range<f32> = -0.95..0.7;
/// Minimum absolute ownership of a string by which a search is clear.
const CLEAR: f32 = 0.3;

impl Engine {
    /// Judges every stone and point as if the game ended now. The settings have no part in it. Takes some 20
    /// ms on 19x19, and 100 ms more where strings are in doubt.
    pub fn final_status(&self, game: &Game) -> FinalStatus {
        self.final_status_given(game, &KnownLife::default())
    }

    /// Judges the position as [`Engine::final_status`] does, where the life of some stones is given.
    pub fn final_status_given(&self, game: &Game, given: &KnownLife) -> FinalStatus {
        let board = game.board();
        let judge = |life: &KnownLife| FinalStatus::with_reading(board, life, PLAYOUTS, NODES);
        let status = judge(given);
        let mut rest = board.clone();
        if !given.dead.is_empty() {
            rest.remove_stones(&given.dead);
        }
        let is_doubtful =
            |&s: &Point| !given.alive.contains(s) && DOUBTFUL.contains(&status.ownership.of_string(&rest, s));
        let doubtful: Vec<Point> = rest.strings().filter(is_doubtful).collect();
        if doubtful.is_empty() {
            return status;
        }
        let black_owns = |p| status.ownership.share(p, Color::Black);
        let mut found = self.searched_life(&rest, &doubtful, board.size().points().map(black_owns).sum());
        let is_new = found.alive.iter().any(|p| status.dead.contains(p))
            || found.dead.iter().any(|p| !status.dead.contains(p));
        if !is_new {
            return status;
        }
        found.alive.extend(given.alive.iter());
        found.dead.extend(given.dead.iter());
        judge(&found)
    }

    /// Finds the strings that are clearly dead or alive in searches. Black's mean lead on the board is the
    /// komi, so that both sides can win.
    fn searched_life(&self, board: &Board, strings: &[Point], black_lead: f32) -> KnownLife {
        let turn = Orientation::new(board);
        let komi = match turn.color(Color::Black) {
            Color::Black => black_lead.round(),
            Color::White => -black_lead.round(),
        };
        let searched = ByColor::from_fn(|first| {
            let first = turn.color(first);
            let game = Game::from_position(turn.board(board), first, Rules::CHINESE, komi + 0.5);
            let (settings, limits) = (SearchSettings::default(), Limits::visits(VISITS));
            let report = self.quick_search(settings, &game, first, 1, limits);
            turn.map_back(Ownership::new(report.ownership))
        });
        let mut life = KnownLife::default();
        for &string in strings {
            let color = board.cell(string).color().expect("a string has a colour");
            if searched[color].of_string(board, string) < -CLEAR {
                life.dead.extend(board.string(string));
            } else if searched[color.opposite()].of_string(board, string) > CLEAR {
                life.alive.extend(board.string(string));
            }
        }
        life
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    /// White's stone on B6 cannot live, though it is first; all other strings have two eyes.
    const OPEN: &str = "
        . X . X O . O . O
        X X X X O O O O .
        . . . X O . O . O
        . O . X O O O O O
        . . . X X X O . O
        X X X . X O O O O
        . X . X X O . O .
        X X X X X O O O O
        . X . X O O . O .";

    /// Returns the strings, one point each, that searches find dead and alive.
    fn found(board: &Board) -> (Vec<Point>, Vec<Point>) {
        let engine = Engine::new(Settings::default());
        let strings: Vec<Point> = board.strings().collect();
        let life = engine.searched_life(board, &strings, 0.0);
        let of = |set: &katachi_rules::PointSet| board.strings().filter(|&s| set.contains(s)).collect();
        (of(&life.dead), of(&life.alive))
    }

    #[test]
    fn searches_find_dead_strings() {
        let board = Board::from_diagram(OPEN);
        let (dead, alive) = found(&board);
        let at = |vertex| board.size().parse_vertex(vertex).expect("on the board");
        assert_eq!(dead, [at("B6")]);
        assert_eq!(alive.len(), board.strings().count() - 1);
    }

    #[test]
    fn recoloured_positions_are_judged_alike() {
        let board = Board::from_diagram(OPEN);
        let text = board
            .to_string()
            .replace('X', "#")
            .replace('O', "X")
            .replace('#', "O");
        assert_eq!(found(&board), found(&Board::from_diagram(&text)));
    }
}
