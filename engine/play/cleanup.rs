// SPDX-License-Identifier: MIT OR Apache-2.0

//! The capture of dead stones move by move: servers ask for it when players do not agree on them, and rules
//! ask for it that know no agreement.

use std::cmp::Reverse;

use katachi_rules::{Color, Game, Move, Phase, Point, PointSet};

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
        for string in board.strings().filter(is_dead_enemy) {
            let (liberties, stones) = (board.liberties(string), board.string_size(string));
            let points = board.liberty_set(string);
            let legal = points.iter().filter(|&p| game.is_legal(color, Move::Play(p)));
            moves.extend(legal.map(|p| (liberties, Reverse(stones), p)));
        }
        moves.sort();
        let mut tried = PointSet::EMPTY;
        let points = moves.into_iter().map(|(.., point)| point);
        points
            .filter(|&point| tried.insert(point))
            .find(|&point| self.only_helps(game, color, point, &status))
    }

    /// Returns a move that has to come before a pass where the rules know no agreement on dead stones. `None`
    /// elsewhere, where nothing is left to capture, and where a second pass wins the game as it stands.
    pub(super) fn capture_before_pass(&self, game: &Game, color: Color) -> Option<Point> {
        if game.allows_agreement() || game.phase() != Phase::Main {
            return None;
        }
        let ends = game.moves().next_back().is_some_and(|(_, mv)| mv == Move::Pass);
        match ends && self.is_won(game, color) {
            true => None,
            false => self.cleanup_move(game, color),
        }
    }

    /// Whether dead stones stay dead, and living ones of that side alive, after a move there.
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
        let count = |game: &Game, color| {
            let board = game.board();
            board.size().points().filter(|&p| board.cell(p).is(color)).count()
        };
        let mut moves = 0;
        while let Some(point) = engine.cleanup_move(&game, Color::Black) {
            let before = count(&game, Color::Black);
            game.play(Color::Black, Move::Play(point)).expect("a legal move");
            assert_eq!(count(&game, Color::Black), before + 1, "no own stone is lost");
            game.play(Color::White, Move::Pass).expect("a pass is legal");
            moves += 1;
            assert!(moves < 40, "it comes to an end");
        }
        (count(&game, Color::White), moves)
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

    /// White's two stones at the left are dead. As it stands the area there is nobody's.
    const LOST_BY_A_PASS: &str = "
        . . X O . O .
        . O X O O O O
        . . X O . O .
        . X X O O O O
        . . X O . O .
        . O X O O O O
        X . X O . O .";

    #[test]
    fn without_agreement_dead_stones_are_captured_before_a_pass() {
        let strict = Rules {
            friendly_pass_ok: false,
            ..Rules::CHINESE
        };
        let first = |rules, color, komi| {
            let game = Game::from_position(Board::from_diagram(LOST_BY_A_PASS), color, rules, komi);
            Engine::default().capture_before_pass(&game, color)
        };
        for rules in [strict, Rules::TROMP_TAYLOR] {
            assert!(first(rules, Color::Black, 0.5).is_some());
            assert_eq!(
                first(rules, Color::White, 0.5),
                None,
                "White has nothing to capture"
            );
        }
        for rules in [Rules::CHINESE, Rules::JAPANESE] {
            assert_eq!(first(rules, Color::Black, 0.5), None);
        }
    }

    #[test]
    fn a_second_pass_that_wins_as_the_board_stands_needs_no_captures() {
        for (komi, captures) in [(-40.5, false), (0.5, true)] {
            let board = Board::from_diagram(LOST_BY_A_PASS);
            let mut game = Game::from_position(board, Color::White, Rules::TROMP_TAYLOR, komi);
            game.play(Color::White, Move::Pass).expect("a pass is legal");
            let capture = Engine::default().capture_before_pass(&game, Color::Black);
            assert_eq!(capture.is_some(), captures, "komi {komi}");
        }
    }

    #[test]
    fn a_player_plays_a_game_without_agreement_to_its_true_end() {
        use crate::play::{Player, Request, Settings};
        use crate::search::SearchSettings;
        let searching = Some(SearchSettings {
            visits: Some(200),
            memory: 16,
            ..SearchSettings::default()
        });
        for search in [None, searching] {
            let mut player = Player::new(Engine::new(Settings {
                search,
                resign: None,
                ..Settings::default()
            }));
            // With the dead stones taken off Black wins by 1.5; as it stands at first White wins.
            let board = Board::from_diagram(LOST_BY_A_PASS);
            let mut game = Game::from_position(board, Color::Black, Rules::TROMP_TAYLOR, -8.5);
            assert!(game.white_lead() > 0.0);
            while !game.is_over() && game.move_count() < 60 {
                let color = game.to_move();
                let mv = match color {
                    Color::Black => player.choose(&Request::new(&game, color)).mv,
                    Color::White => Move::Pass,
                };
                game.play(color, mv).expect("a legal move");
            }
            assert!(game.is_over() && game.white_lead() < 0.0, "{}", game.board());
        }
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
