// SPDX-License-Identifier: MIT OR Apache-2.0

//! The capture of dead stones move by move, which servers ask for when players do not agree on them.

use std::cmp::Reverse;

use katachi_rules::{Color, Game, Move, Point, PointSet};

use super::Engine;
use crate::analysis::FinalStatus;

impl Engine {
    /// Returns the best move on a liberty of dead enemy stones: the string with the fewest liberties first,
    /// then the largest one. Dead stones must stay dead, and own stones alive. `None` if there is no such
    /// move. Takes a final status for each move that is tried.
    pub fn cleanup_move(&self, game: &Game, color: Color) -> Option<Point> {
        let board = game.board();
        let status = self.final_status(game);
        let is_dead_enemy = |&p: &Point| board.cell(p).is(color.opposite()) && status.dead.contains(p);
        let mut moves = Vec::new();
        let mut seen = PointSet::EMPTY;
        for stone in board.size().points().filter(is_dead_enemy) {
            if !seen.insert(board.head(stone)) {
                continue;
            }
            let (liberties, stones) = (board.liberties(stone), board.string_size(stone));
            for p in board.liberty_set(stone).iter() {
                if game.is_legal(color, Move::Play(p)) {
                    moves.push((liberties, Reverse(stones), p));
                }
            }
        }
        moves.sort();
        let mut tried = PointSet::EMPTY;
        let points = moves.into_iter().map(|(.., point)| point);
        points
            .filter(|&point| tried.insert(point))
            .find(|&point| self.only_helps(game, color, point, &status))
    }

    /// Do dead stones stay dead, and living ones of that side alive, after a move there?
    fn only_helps(&self, game: &Game, color: Color, point: Point, before: &FinalStatus) -> bool {
        let mut played = game.clone();
        if played.play(color, Move::Play(point)).is_err() {
            return false;
        }
        let after = self.final_status(&played);
        let board = played.board();
        board.size().points().all(|p| match board.cell(p).color() {
            Some(owner) if owner == color => !after.dead.contains(p) || before.dead.contains(p),
            Some(_) => after.dead.contains(p) || !before.dead.contains(p),
            None => true,
        })
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Rules};

    use super::*;

    /// Black cleans up and White passes. Returns the numbers of White's stones left and of moves.
    #[track_caller]
    fn clean_up(diagram: &str, rules: Rules) -> (usize, usize) {
        let mut game = Game::from_position(Board::from_diagram(diagram), Color::Black, rules, 0.5);
        let engine = Engine::default();
        let own = |game: &Game| {
            let board = game.board();
            board
                .size()
                .points()
                .filter(|&p| board.cell(p).is(Color::Black))
                .count()
        };
        let mut moves = 0;
        while let Some(point) = engine.cleanup_move(&game, Color::Black) {
            let before = own(&game);
            game.play(Color::Black, Move::Play(point)).expect("a legal move");
            assert_eq!(own(&game), before + 1, "no own stone is lost");
            game.play(Color::White, Move::Pass).expect("a pass is legal");
            moves += 1;
            assert!(moves < 40, "it comes to an end");
        }
        let board = game.board();
        let left = board
            .size()
            .points()
            .filter(|&p| board.cell(p).is(Color::White))
            .count();
        (left, moves)
    }

    #[test]
    fn all_dead_stones_are_captured() {
        let intruder = "
            . . . . . . .
            . X . X . X .
            . . . . . . .
            . X . O . X .
            . . . . . . .
            . X . X . X .
            . . . . . . .";
        assert_eq!(clean_up(intruder, Rules::CHINESE), (0, 4));
        let in_atari = "
            O X . X .
            . X X . X
            X X . X .
            . X X . X
            X . X X .";
        assert_eq!(clean_up(in_atari, Rules::CHINESE), (0, 1));
    }

    #[test]
    fn a_dead_group_with_an_eye_is_filled_from_outside_and_own_eyes_stay() {
        let diagram = "
            . O . X . . .
            O O X X . X .
            O X . . X . .
            . X . X . X .
            X X . . . X .
            . . X . X . .
            . . . . . . .";
        let (left, moves) = clean_up(diagram, Rules::CHINESE);
        assert_eq!(left, 0);
        assert!(moves <= 4, "{moves} moves");
    }

    #[test]
    fn living_stones_and_sekis_are_left_alone() {
        let two_eyes = "
            . O . O X . .
            O O O O X . X
            X X X X . X .
            . . X . . . .
            . X . . X . .
            . . . X . . .
            . X . . . X .";
        assert_eq!(clean_up(two_eyes, Rules::CHINESE), (6, 0));
        let seki = "
            X X X X X X . X
            O O O O O X X .
            X X X . O X . X
            X X . O O X X .";
        assert_eq!(clean_up(seki, Rules::CHINESE), (8, 0));
    }
}
