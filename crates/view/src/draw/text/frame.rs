// SPDX-License-Identifier: MIT OR Apache-2.0

//! The lines above and below a board: the next move, and the prisoners.

use std::fmt::Write as _;

use katachi_rules::{Color, Game};

use super::row::Span;
use crate::colours::Part;
use crate::look::Look;

/// Returns the number and the side of the next move, and the last move.
pub fn title(game: &Game) -> String {
    let mut text = format!("Move {}, {} to play", game.move_count() + 1, game.to_move());
    if let Some((color, mv)) = game.moves().next_back() {
        let _ = write!(text, "; last: {color} {}", game.size().show(mv));
    }
    text
}

/// Returns a line with the prisoners, with stones as on the board.
pub fn prisoners_line(game: &Game, look: Look) -> Vec<Span> {
    let lost = game.board().prisoners();
    let stone = |color| Span::new(look.stone(color), look.style(Part::BareStone(color)));
    vec![
        Span::plain("Black ("),
        stone(Color::Black),
        Span::plain(format!(") has captured {}, White (", lost[Color::White])),
        stone(Color::White),
        Span::plain(format!(") has captured {}", lost[Color::Black])),
    ]
}
