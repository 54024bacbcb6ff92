// SPDX-License-Identifier: MIT OR Apache-2.0

//! Leads and win rates in words.

use katachi_rules::{Color, Game, capital, quantity};

/// Within this distance of one half the win rate says that no side is ahead.
const EVEN: f32 = 0.08;
/// With a lead of less than one point in this number of lines, 2 on 9x9 and 4 on 19x19, such a game is even.
const LINES_OF_EVEN_LEAD: f32 = 4.5;
/// A lead of so many points wins more often than the win rates of playouts say.
const CLEAR: f32 = 10.0;
/// A win rate below this does not say that a lead is a clear one.
const MODEST: f32 = 0.7;
/// In the opening at most one point in this number has a stone.
const OPENING: usize = 30;
/// In the opening of a board of this number of lines and more, a lead in points says nothing.
const LARGE: u8 = 13;

/// Returns `Black leads by about 4 points`, or that the game is even. A lead that playouts estimate has no
/// decimals, as it is not that exact.
pub fn lead(white_lead: f32) -> String {
    let is_white = white_lead > 0.0;
    let leader = if is_white { Color::White } else { Color::Black };
    match white_lead.abs().round() {
        0.0 => "the game is even".to_owned(),
        points => format!("{leader} leads by about {}", quantity(points, "point")),
    }
}

/// Returns the value of a position in a sentence: `Black leads by about 4 points and wins 62 % of the games.`
/// `points` and `rate` are the lead and the win rate of the side to move. Where they do not fit together, it
/// says less.
pub(super) fn of_position(game: &Game, to_move: Color, points: f32, rate: f32) -> String {
    let is_ahead = points > 0.0;
    let leader = if is_ahead { to_move } else { to_move.opposite() };
    let leaders_rate = if is_ahead { rate } else { 1.0 - rate };
    let wins = |color: Color, rate: f32| format!("{color} wins {:.0} % of the games", 100.0 * rate);
    let lines = game.size().width().min(game.size().height());
    let is_undecided = (rate - 0.5).abs() < EVEN && points.abs() < CLEAR;
    if is_undecided && points.abs() * LINES_OF_EVEN_LEAD < f32::from(lines) {
        return "The game is about even.".to_owned();
    }
    if lines >= LARGE && is_opening(game) {
        return format!("{}.", wins(to_move, rate));
    }
    if is_undecided || leaders_rate < 0.5 {
        return "It is not clear who is ahead.".to_owned();
    }
    if points.abs() >= CLEAR && leaders_rate < MODEST {
        return format!("{leader} is ahead.");
    }
    let is_white = to_move == Color::White;
    let text = capital(&lead(if is_white { points } else { -points }));
    match points.abs().round() == 0.0 {
        true => format!("{}.", wins(leader, leaders_rate)),
        false => format!("{text} and wins {:.0} % of the games.", 100.0 * leaders_rate),
    }
}

/// Whether the board has hardly any stones, so that playouts say little.
pub(super) fn is_opening(game: &Game) -> bool {
    let area = game.size().area();
    let stones = area - game.board().empty_points().count();
    stones * OPENING <= area
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Rules};

    use super::*;

    /// The value of an empty board with Black to move, with that lead of Black and that win rate.
    fn value(lines: u8, lead: f32, rate: f32) -> String {
        let game = Game::new(BoardSize::square(lines), Rules::CHINESE, 7.5);
        of_position(&game, Color::Black, lead, rate)
    }

    #[test]
    fn a_value_says_what_lead_and_win_rate_say_together() {
        for (lines, lead, rate, text) in [
            (
                9,
                4.2,
                0.62,
                "Black leads by about 4 points and wins 62 % of the games.",
            ),
            (
                9,
                -4.2,
                0.38,
                "White leads by about 4 points and wins 62 % of the games.",
            ),
            (9, 1.0, 0.48, "The game is about even."),
            (9, 0.3, 0.97, "Black wins 97 % of the games."),
            (9, 4.0, 0.56, "It is not clear who is ahead."),
            (9, 6.0, 0.4, "It is not clear who is ahead."),
            (9, 17.0, 0.6, "Black is ahead."),
            (19, -8.0, 0.4, "Black wins 40 % of the games."),
        ] {
            assert_eq!(value(lines, lead, rate), text);
        }
    }
}
