// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reasons for the last move of a game, of either side, in the position before it.

use katachi_engine::Choice;
use katachi_engine::play::{Player, Request};
use katachi_rules::{BoardSize, Color, Game, Move, Point};
use katachi_view::choice as view;
use katachi_view::reason::why_rejected;

/// The move and its reasons, one per line, and why the classical choice is another move, if it is. None
/// before the first move. Takes about as long as a move without search.
pub fn last_move(player: &mut Player, game: &Game) -> Option<String> {
    let (color, mv) = game.moves().last()?;
    let mut before = game.clone();
    before.undo();
    let choice = player.weigh(&Request::new(&before, color));
    Some(explanation(&choice, mv, game.size(), color))
}

fn explanation(choice: &Choice, mv: Move, size: BoardSize, color: Color) -> String {
    if choice.mv == mv {
        let mut lines = vec![view::headline(choice, size, color)];
        let reasons = view::chosen(choice).into_iter().flat_map(|p| p.counting());
        lines.extend(reasons.map(|reason| view::reason_line(reason, size)));
        return lines.join("\n");
    }
    let rival = view::headline(choice, size, color);
    match mv {
        Move::Play(point) => format!(
            "{color} played {}. The choice by evidence: {rival}\n{}",
            size.vertex(point),
            about(choice, point, size).trim_end()
        ),
        Move::Pass => format!("{color} passed. The choice by evidence: {rival}"),
    }
}

/// The reasons for and against a move that was not chosen.
fn about(choice: &Choice, point: Point, size: BoardSize) -> String {
    let vertex = size.vertex(point);
    if let Some(proposal) = choice.proposal(point) {
        let text = view::proposal(proposal, size);
        let why = view::why_not(choice, proposal, size).unwrap_or_default();
        return format!("{text}Not {vertex}: {why}");
    }
    match choice.rejection(point) {
        Some(rejected) => {
            let text = view::proposal(&rejected.proposal, size);
            format!("{text}Not proposed: {}", why_rejected(rejected.reason))
        }
        None => format!("Nothing proposes {vertex}."),
    }
}

#[cfg(test)]
mod tests {
    use katachi_engine::{Engine, Settings};
    use katachi_rules::{Board, Rules};

    use super::*;

    /// White's stone on C3 is in atari.
    const ATARI: &str = "
        . . . . .
        . . X . .
        . X O . .
        . . X . .
        . . . . .";

    fn why(moves: &[&str]) -> Option<String> {
        let board = Board::from_diagram(ATARI);
        let mut game = Game::from_position(board, Color::Black, Rules::CHINESE, 7.5);
        for vertex in moves {
            let mv = game.size().parse_move(vertex).unwrap();
            game.play(game.to_move(), mv).unwrap();
        }
        last_move(&mut Player::new(Engine::new(Settings::default())), &game)
    }

    #[test]
    fn the_move_on_the_board_is_explained_from_the_position_before_it() {
        assert_eq!(why(&[]), None);
        let capture = why(&["D3"]).unwrap();
        assert!(capture.starts_with("Black plays D3, value "), "{capture}");
        assert!(capture.lines().count() > 1, "{capture}");
    }

    #[test]
    fn a_move_that_would_not_be_chosen_is_set_against_the_choice() {
        let other = why(&["A1"]).unwrap();
        let first = "Black played A1. The choice by evidence: Black plays D3, value ";
        assert!(other.starts_with(first) && other.lines().count() > 1, "{other}");
        let pass = why(&["pass"]).unwrap();
        assert!(
            pass.starts_with("Black passed. The choice by evidence: Black plays D3"),
            "{pass}"
        );
    }
}
