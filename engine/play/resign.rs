// SPDX-License-Identifier: MIT OR Apache-2.0

//! Resignation.
//!
//! The win rate of the search must be low for several own moves in a row, and the lead must be far behind, so
//! that one misread move resigns no game. A side that gave a handicap begins with a low win rate and waits
//! longer. Measured on games that would have been won: `docs/experiments/ending.md`.

use katachi_rules::{ByColor, Color, Game};

use super::Engine;
use super::final_status::PLAYOUTS as STATUS_PLAYOUTS;
use crate::analysis::{FinalStatus, KnownLife};
use crate::search::Report;

/// Number of own moves in a row at which the game must look lost.
const IN_A_ROW: u32 = 3;
/// Minimum number of playouts behind a win rate.
const MIN_PLAYOUTS: u32 = 50;
/// Minimum deficit of a lost game, in standard deviations of the lead.
const MIN_DEVIATIONS: f32 = 0.5;
/// Factor on the win rate for the side that gave a handicap.
const HANDICAP_FACTOR: f32 = 0.5;

/// The condition in which a player resigns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resign {
    /// The measure of a hopeless game.
    pub hopeless: Hopeless,
    /// Minimum number of moves of both sides. `None`: a third of the points of the board by win rate (two
    /// thirds for the side that gave a handicap), half of them by points.
    pub first_move: Option<u32>,
}

/// The measure of a hopeless game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hopeless {
    /// The win rate of the search, 0 to 1, is below this for several own moves in a row.
    WinRate(f32),
    /// The game is lost by more than this number of points, even if all of the own moyo became territory.
    Points(u16),
}

impl Default for Resign {
    /// A win rate below 4 %.
    fn default() -> Self {
        Self {
            hopeless: Hopeless::WinRate(0.04),
            first_move: None,
        }
    }
}

impl Resign {
    /// Whether there are enough moves for `color` to resign.
    fn is_late_enough(&self, game: &Game, color: Color) -> bool {
        let area = game.size().area();
        let first = match (self.first_move, self.hopeless) {
            (Some(first), _) => first as usize,
            (None, Hopeless::WinRate(_)) if has_given_handicap(game, color) => area * 2 / 3,
            (None, Hopeless::WinRate(_)) => area / 3,
            (None, Hopeless::Points(_)) => area.div_ceil(2),
        };
        game.move_count() >= first
    }
}

fn has_given_handicap(game: &Game, color: Color) -> bool {
    color == Color::White && game.handicap() > 0
}

/// Number of own moves in a row at which the game looked lost, by side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LostMoves(ByColor<Option<Streak>>);

#[derive(Clone, Copy, Debug)]
struct Streak {
    /// Number of moves of the game at the last one.
    moves: usize,
    length: u32,
}

impl LostMoves {
    /// Records whether the game looks lost before a move. Returns at how many own moves in a row it did.
    fn record(&mut self, game: &Game, color: Color, is_lost: bool) -> u32 {
        let moves = game.move_count();
        let before = self.0[color].map_or(0, |last| match moves.checked_sub(last.moves) {
            Some(2) => last.length,
            // The same move was requested again.
            Some(0) => last.length - 1,
            _ => 0,
        });
        let streak = is_lost.then_some(Streak {
            moves,
            length: before + 1,
        });
        self.0[color] = streak;
        streak.map_or(0, |streak| streak.length)
    }

    pub(super) fn resigns(&mut self, resign: Resign, game: &Game, color: Color, report: &Report) -> bool {
        let Hopeless::WinRate(min) = resign.hopeless else {
            return false;
        };
        let min = match has_given_handicap(game, color) {
            true => min * HANDICAP_FACTOR,
            false => min,
        };
        let (lead, deviation) = report.lead;
        let is_lost = report.playouts >= MIN_PLAYOUTS
            && report.best_win_rate() < min
            && lead < -MIN_DEVIATIONS * deviation;
        self.record(game, color, is_lost) >= IN_A_ROW && resign.is_late_enough(game, color)
    }
}

impl Engine {
    /// Returns whether `color` resigns by [`Hopeless::Points`]. Takes an estimate of the score from playouts.
    pub(super) fn is_lost_by_points(&self, game: &Game, color: Color) -> bool {
        let resign = self
            .settings
            .resign
            .filter(|resign| resign.is_late_enough(game, color));
        let Some(Hopeless::Points(margin)) = resign.map(|resign| resign.hopeless) else {
            return false;
        };
        let status = FinalStatus::new(game.board(), &KnownLife::default(), STATUS_PLAYOUTS);
        let (max, min) = status.score_bounds(game);
        let best = match color {
            Color::Black => -min,
            Color::White => max,
        };
        best < -f32::from(margin)
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, BoardSize, Move, Rules};

    use super::*;
    use crate::playout::PlayoutStats;

    fn report(color: Color, win_rate: f32, lead: f32) -> Report {
        let game = game(&[]);
        let mut report = Report::without_search(&game, color, &PlayoutStats::new(game.size()), &[]);
        (report.playouts, report.lead) = (100, (lead, 10.0));
        report.moves[0].win_rate = win_rate;
        report
    }

    /// A game on 5x5, whose rules of resignation allow it from move 8 on.
    fn game(handicap: &[&str]) -> Game {
        let size = BoardSize::square(5);
        let mut game = Game::new(size, Rules::CHINESE, 0.5);
        let stones: Vec<_> = handicap.iter().filter_map(|v| size.parse_vertex(v)).collect();
        if !stones.is_empty() {
            game.set_handicap(&stones).expect("the board is empty");
        }
        game
    }

    fn pass_twice(game: &mut Game) {
        for _ in 0..2 {
            // Passes alone would end the game; stones of any kind do.
            let color = game.to_move();
            let point = game
                .board()
                .empty_points()
                .find(|&p| game.is_legal(color, Move::Play(p)))
                .expect("a legal point");
            game.play(color, Move::Play(point)).expect("a legal move");
        }
    }

    /// Returns the number of moves after which a side resigns that has this win rate and lead all the time.
    fn resigns_at(mut game: Game, color: Color, win_rate: f32, lead: f32) -> Option<usize> {
        let mut lost = LostMoves::default();
        while game.move_count() < 18 {
            if game.to_move() != color {
                let point = game.board().empty_points().next().expect("a point");
                game.play(game.to_move(), Move::Play(point))
                    .expect("a legal move");
            }
            let report = report(color, win_rate, lead);
            if lost.resigns(Resign::default(), &game, color, &report) {
                return Some(game.move_count());
            }
            pass_twice(&mut game);
        }
        None
    }

    #[test]
    fn a_game_that_looks_lost_for_three_own_moves_is_resigned_but_not_too_early() {
        assert_eq!(resigns_at(game(&[]), Color::Black, 0.01, -30.0), Some(8));
        assert_eq!(resigns_at(game(&[]), Color::Black, 0.05, -30.0), None);
        assert_eq!(
            resigns_at(game(&[]), Color::Black, 0.01, -4.0),
            None,
            "the lead is not far behind"
        );
    }

    #[test]
    fn the_side_that_gave_a_handicap_waits_longer() {
        let handicap = || game(&["B2", "D4"]);
        assert_eq!(resigns_at(handicap(), Color::White, 0.01, -30.0), Some(16));
        assert_eq!(resigns_at(handicap(), Color::White, 0.03, -30.0), None);
    }

    #[test]
    fn moves_count_in_a_row_only() {
        let mut game = game(&[]);
        let mut lost = LostMoves::default();
        let lengths = [true, true, false, true].map(|is_lost| {
            let length = lost.record(&game, Color::Black, is_lost);
            pass_twice(&mut game);
            length
        });
        assert_eq!(lengths, [1, 2, 0, 1]);
        let again = [
            lost.record(&game, Color::Black, true),
            lost.record(&game, Color::Black, true),
        ];
        assert_eq!(again, [2, 2], "the same move, requested twice");
        for _ in 0..4 {
            game.undo();
        }
        assert_eq!(lost.record(&game, Color::Black, true), 1, "moves were taken back");
    }

    #[test]
    fn by_points_a_game_is_lost_even_with_all_of_the_own_moyo() {
        let board = Board::from_diagram(
            ". . O . .
             . . O . .
             . O O O .
             . . O . .
             . . O . .",
        );
        let game = Game::from_position(board, Color::Black, Rules::CHINESE, 7.5);
        let lost = |color, points| {
            let mut engine = Engine::default();
            engine.settings.resign = Some(Resign {
                hopeless: Hopeless::Points(points),
                first_move: Some(0),
            });
            engine.is_lost_by_points(&game, color)
        };
        assert!(lost(Color::Black, 20));
        assert!(!lost(Color::Black, 60), "it is lost by less");
        assert!(!lost(Color::White, 20), "who wins plays on");
    }
}
