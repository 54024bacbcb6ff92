// SPDX-License-Identifier: MIT OR Apache-2.0

//! Views of small positions.

use super::*;
use katachi_engine::analysis::Effort;
use katachi_engine::movegen::Proposal;
use katachi_engine::play::{Engine, Player, Settings};
use katachi_engine::playout::PlayoutStats;
use katachi_engine::search::{Evaluation, Report, Searched};
use katachi_rules::{Board, BoardSize, Move, PointMap, Rules};

/// The view of a position in which Black is to play.
pub(crate) fn view(diagram: &str) -> PositionView {
    let board = Board::from_diagram(diagram);
    let game = Game::from_position(board, Color::Black, Rules::default(), 7.5);
    view_of(&game)
}

/// The view of the position that a game has reached.
pub(crate) fn view_of(game: &Game) -> PositionView {
    let effort = Effort {
        reading_nodes: 1000,
        playouts: 20,
    };
    PositionView::new(game, Analysis::new(game.board(), effort), None)
}

/// A player that answers questions about small positions.
pub(crate) fn player() -> Player {
    let mut player = Player::new(Engine::new(Settings::default()));
    player.question_nodes = 20_000;
    player
}

/// The view of a diagram with these proposals, best first.
pub(crate) fn view_with_values(diagram: &str, values: &[(&str, i32)]) -> PositionView {
    let view = view(diagram);
    let proposals: Vec<Proposal> = values
        .iter()
        .map(|&(vertex, value)| Proposal {
            point: view.game.size().parse_vertex(vertex).unwrap(),
            value,
            reasons: Vec::new(),
        })
        .collect();
    let choice = Choice::new(Move::Play(proposals[0].point), proposals[0].value, proposals);
    PositionView {
        choice: Some(choice),
        ..view
    }
}

/// The black stone in the middle is in atari: the first move at D3 captures or saves it.
pub(crate) const ATARI: &str = "
    . . . . . . .
    . . . . . . .
    . . . O . . .
    . . O X O . .
    . . . . . . .
    . . X . X . .
    . . . . . . .";

/// A search with 300 of 400 visits for that move.
pub(crate) fn searched(mv: Move) -> Report {
    let found = Searched {
        mv,
        visits: 300,
        win_rate: 0.528,
        lead: 0.0,
        prior: 0.25,
        bonus: 0,
        bonus_win_rate: 0.0,
        amaf: None,
        variation: vec![mv, Move::Pass],
        variation_visits: vec![300, 200],
    };
    let size = BoardSize::square(9);
    Report {
        color: Color::Black,
        visits: 400,
        playouts: 400,
        win_rate: 0.528,
        lead: (0.0, 1.0),
        ownership: PointMap::filled(0.0),
        moves: vec![found],
        bytes: 0,
        ending: None,
        evaluation: Evaluation::new(&Board::new(size), Color::Black, 0.0, &PlayoutStats::new(size)),
    }
}
