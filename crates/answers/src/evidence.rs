// SPDX-License-Identifier: MIT OR Apache-2.0

//! The reasons of a move in lines, each with its part of the value, without a search.

use katachi_engine::Choice;
use katachi_rules::{BoardSize, Color, Move, Point};
use katachi_view::reason::why_rejected;
use katachi_view::{choice as words, search};

/// The move of a choice and its reasons, one a line, with the results of its search.
pub fn of_choice(choice: &Choice, size: BoardSize, color: Color) -> String {
    let mut lines = vec![words::headline(choice, size, color)];
    if choice.search.is_some() {
        lines.push(search::explained(choice, size).trim_end().to_owned());
    }
    let reasons = words::chosen(choice).into_iter().flat_map(|p| p.counting());
    lines.extend(reasons.map(|reason| words::reason_line(reason, size)));
    lines.join("\n")
}

/// A move and its reasons, one a line, and why the choice is another move, if it is.
pub fn of_played(choice: &Choice, mv: Move, size: BoardSize, color: Color) -> String {
    if choice.mv == mv {
        return of_choice(choice, size, color);
    }
    let rival = words::headline(choice, size, color);
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
        let text = words::proposal(proposal, size);
        let why = words::why_not(choice, proposal, size).unwrap_or_default();
        return format!("{text}Not {vertex}: {why}");
    }
    match choice.rejection(point) {
        Some(rejected) => {
            let text = words::proposal(&rejected.proposal, size);
            format!("{text}Not proposed: {}", why_rejected(rejected.reason))
        }
        None => format!("Nothing proposes {vertex}."),
    }
}

#[cfg(test)]
mod tests {
    use katachi_engine::play::{Player, Request};
    use katachi_engine::{Engine, Settings};
    use katachi_rules::{Board, Game, Rules};

    use super::*;

    /// White's stone on C3 is in atari.
    const ATARI: &str = "
        . . . . .
        . . X . .
        . X O . .
        . . X . .
        . . . . .";

    fn why(vertex: &str) -> String {
        let game = Game::from_position(Board::from_diagram(ATARI), Color::Black, Rules::CHINESE, 7.5);
        let mut player = Player::new(Engine::new(Settings::default()));
        let choice = player.weigh(&Request::new(&game, Color::Black));
        let mv = game.size().parse_move(vertex).expect("a move");
        of_played(&choice, mv, game.size(), Color::Black)
    }

    #[test]
    fn the_chosen_move_has_its_reasons() {
        let capture = why("D3");
        assert!(capture.starts_with("Black plays D3, value "), "{capture}");
        assert!(capture.lines().count() > 1, "{capture}");
    }

    #[test]
    fn a_move_that_would_not_be_chosen_is_set_against_the_choice() {
        let other = why("A1");
        let first = "Black played A1. The choice by evidence: Black plays D3, value ";
        assert!(other.starts_with(first) && other.lines().count() > 1, "{other}");
        let pass = why("pass");
        assert!(
            pass.starts_with("Black passed. The choice by evidence: Black plays D3"),
            "{pass}"
        );
    }
}
