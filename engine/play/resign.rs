// SPDX-License-Identifier: MIT OR Apache-2.0

//! When a game is given up.
//!
//! By the win rate of the search: it has to be low for several own moves in a row, and the lead has to be far behind, so that one
//! move that the search misread gives no game up. Who has given handicap stones begins with a low win rate, and waits longer. How many
//! games were given up that would have been won is in `docs/experiments/ending.md`.

use katachi_rules::{ByColor, Color, Game};

use super::Engine;
use super::final_status::PLAYOUTS as STATUS_PLAYOUTS;
use crate::analysis::{FinalStatus, KnownLife, ScoreEstimate};
use crate::search::Report;

/// Own moves in a row after which the game has to look lost.
const IN_A_ROW: u32 = 3;
/// Simulations on which a win rate is based, at least.
const MIN_PLAYOUTS: u32 = 50;
/// Behind by less than this number of standard deviations of the playouts a game is not lost.
const MIN_DEVIATIONS: f32 = 0.5;
/// The win rate of the side that gave a handicap has to be lower, by this factor.
const HANDICAP_FACTOR: f32 = 0.5;

/// When a game is given up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resign {
    /// What makes a game hopeless.
    pub hopeless: Hopeless,
    /// Moves on the board, of both sides, before which no game is given up. None: a third of the points of the board by win rate, half of them
    /// by points; more for the side that gave a handicap.
    pub first_move: Option<u32>,
}

/// What makes a game hopeless.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hopeless {
    /// The win rate of the best move of the search is below this, 0 to 1, for several own moves in a row. Without search no game is
    /// given up.
    WinRate(f32),
    /// It is lost by more than this number of points, even if all of the own moyo became territory.
    Points(u16),
}

impl Default for Resign {
    /// By a win rate below 4 %.
    fn default() -> Self {
        Self {
            hopeless: Hopeless::WinRate(0.04),
            first_move: None,
        }
    }
}

impl Resign {
    /// Have so many moves been made that `color` may give up?
    fn may_be(&self, game: &Game, color: Color) -> bool {
        let first = self.first_move.map_or_else(
            || {
                let area = game.size().area();
                match self.hopeless {
                    Hopeless::WinRate(_) if has_given_handicap(game, color) => area * 2 / 3,
                    Hopeless::WinRate(_) => area / 3,
                    Hopeless::Points(_) => area.div_ceil(2),
                }
            },
            |first| first as usize,
        );
        game.move_count() >= first
    }
}

fn has_given_handicap(game: &Game, color: Color) -> bool {
    color == Color::White && game.handicap() > 0
}

/// Own moves of each side in a row before which the game looked lost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LostMoves(ByColor<Option<Streak>>);

#[derive(Clone, Copy, Debug)]
struct Streak {
    /// Moves on the board at the last of them.
    moves: usize,
    length: u32,
}

impl LostMoves {
    /// Notes whether the game looks lost before a move of `color`. After how many own moves in a row?
    fn note(&mut self, game: &Game, color: Color, is_lost: bool) -> u32 {
        let moves = game.move_count();
        let before = self.0[color].map_or(0, |last| match moves.checked_sub(last.moves) {
            Some(2) => last.length,
            // The same move was asked for again.
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

    /// Does `color` give the game up, by the report of a search?
    pub(super) fn give_up(&mut self, resign: Resign, game: &Game, color: Color, report: &Report) -> bool {
        let Hopeless::WinRate(least) = resign.hopeless else {
            return false;
        };
        let least = match has_given_handicap(game, color) {
            true => least * HANDICAP_FACTOR,
            false => least,
        };
        let (lead, deviation) = report.lead;
        let is_lost = report.playouts >= MIN_PLAYOUTS
            && report.best_win_rate() < least
            && lead < -MIN_DEVIATIONS * deviation;
        self.note(game, color, is_lost) >= IN_A_ROW && resign.may_be(game, color)
    }
}

impl Engine {
    /// Does `color` give the game up by [`Hopeless::Points`]? Takes an estimate of the score, from the playouts of
    /// [`Engine::final_status`] alone.
    pub(super) fn is_lost_by_points(&self, game: &Game, color: Color) -> bool {
        let Some((resign, margin)) = self.settings.resign.and_then(|resign| match resign.hopeless {
            Hopeless::Points(margin) => Some((resign, margin)),
            Hopeless::WinRate(_) => None,
        }) else {
            return false;
        };
        if !resign.may_be(game, color) {
            return false;
        }
        let status = FinalStatus::new(game.board(), &KnownLife::default(), STATUS_PLAYOUTS);
        let (most, least) = ScoreEstimate::new(game, &status).bounds();
        let best = match color {
            Color::Black => -least,
            Color::White => most,
        };
        best < -f32::from(margin)
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, BoardSize, Move, PointMap, Rules};

    use super::*;
    use crate::search::{Calibration, Searched};

    fn report(color: Color, win_rate: f32, lead: f32) -> Report {
        Report {
            color,
            visits: 100,
            playouts: 100,
            win_rate,
            lead: (lead, 10.0),
            ownership: PointMap::filled(0.0),
            criticality: PointMap::filled(0.0),
            moves: vec![Searched {
                mv: Move::Pass,
                visits: 100,
                win_rate,
                lead,
                prior: 1.0,
                amaf: None,
                variation: Vec::new(),
                variation_visits: Vec::new(),
            }],
            bytes: 0,
            ending: None,
            calibration: Calibration::for_size(BoardSize::square(5)),
        }
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

    /// After how many moves on the board White, or Black, gives up that has this win rate and lead all the time.
    fn gives_up_at(mut game: Game, color: Color, win_rate: f32, lead: f32) -> Option<usize> {
        let mut lost = LostMoves::default();
        while game.move_count() < 18 {
            if game.to_move() != color {
                let point = game.board().empty_points().next().expect("a point");
                game.play(game.to_move(), Move::Play(point))
                    .expect("a legal move");
            }
            let report = report(color, win_rate, lead);
            if lost.give_up(Resign::default(), &game, color, &report) {
                return Some(game.move_count());
            }
            pass_twice(&mut game);
        }
        None
    }

    #[test]
    fn a_game_that_looks_lost_for_three_own_moves_is_given_up_but_not_too_early() {
        assert_eq!(gives_up_at(game(&[]), Color::Black, 0.01, -30.0), Some(8));
        assert_eq!(gives_up_at(game(&[]), Color::Black, 0.05, -30.0), None);
        assert_eq!(
            gives_up_at(game(&[]), Color::Black, 0.01, -4.0),
            None,
            "the lead is not far behind"
        );
    }

    #[test]
    fn who_has_given_a_handicap_waits_longer() {
        let handicap = || game(&["B2", "D4"]);
        assert_eq!(gives_up_at(handicap(), Color::White, 0.01, -30.0), Some(16));
        assert_eq!(gives_up_at(handicap(), Color::White, 0.03, -30.0), None);
    }

    #[test]
    fn moves_count_in_a_row_only() {
        let mut game = game(&[]);
        let mut lost = LostMoves::default();
        let lengths = [true, true, false, true].map(|is_lost| {
            let length = lost.note(&game, Color::Black, is_lost);
            pass_twice(&mut game);
            length
        });
        assert_eq!(lengths, [1, 2, 0, 1]);
        let again = [
            lost.note(&game, Color::Black, true),
            lost.note(&game, Color::Black, true),
        ];
        assert_eq!(again, [2, 2], "the same move, asked for twice");
        for _ in 0..4 {
            game.undo();
        }
        assert_eq!(lost.note(&game, Color::Black, true), 1, "moves were taken back");
    }

    #[test]
    fn by_points_a_game_is_lost_if_all_of_the_own_moyo_does_not_help() {
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
