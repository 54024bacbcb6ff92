// SPDX-License-Identifier: MIT OR Apache-2.0

//! A position with all that views show of it.

use std::sync::Arc;

use katachi_engine::Choice;
use katachi_engine::analysis::Analysis;
use katachi_engine::play::lines::Line;
use katachi_rules::{Color, Game, Point};

use crate::groups::Groups;
use crate::picture::{Layers, Picture, Subject};

/// A position with its analysis, and with proposals and lines of play if the caller asked for them.
#[derive(Debug)]
pub struct PositionView {
    /// The game that led to it.
    pub game: Game,
    /// Its groups.
    pub groups: Groups,
    /// Its analysis.
    pub analysis: Arc<Analysis>,
    /// The move of the side to play, with all proposals.
    pub choice: Option<Choice>,
    /// Lines of play.
    pub lines: Vec<Line>,
}

impl PositionView {
    /// Creates the view of the present position of a game.
    pub fn new(game: &Game, analysis: impl Into<Arc<Analysis>>, choice: Option<Choice>) -> Self {
        let analysis = analysis.into();
        Self {
            groups: Groups::new(&analysis),
            game: game.clone(),
            analysis,
            choice,
            lines: Vec::new(),
        }
    }

    /// Returns the picture of the board.
    pub fn picture(&self, layers: &Layers) -> Picture {
        let subject = Subject {
            board: self.game.board(),
            last: self.game.moves().next_back().map(|(_, mv)| mv),
            groups: &self.groups,
            influence: &self.analysis.influence,
            eyes: &self.analysis.eyes,
            choice: self.choice.as_ref(),
            line: layers.line.and_then(|index| self.lines.get(index)),
            ownership: &|point| self.ownership(point),
        };
        Picture::new(&subject, layers)
    }

    /// Returns the ownership of a point, from 1 (Black) to -1 (White): by the playouts of the search if there
    /// was one, else by uniform random playouts.
    pub fn ownership(&self, point: Point) -> f32 {
        let search = self.choice.as_ref().and_then(|choice| choice.search.as_ref());
        match search {
            Some(report) => report.ownership[point],
            None => self.analysis.ownership.share(point, Color::Black),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::groups::GroupStatus;
    use katachi_engine::analysis::Effort;
    use katachi_engine::movegen::Proposal;
    use katachi_engine::play::{Engine, Player, Settings};
    use katachi_rules::{Board, Move, Rules};

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

    #[test]
    fn a_view_knows_the_critical_group() {
        let view = view(ATARI);
        let stone = view.game.size().parse_vertex("D4").unwrap();
        let group = view.groups.get(stone).unwrap();
        assert_eq!((group.letter, group.stones.len()), ('A', 1));
        assert_eq!(group.status, GroupStatus::Critical);
        let unknown = view.groups.get(Point::new(0, 0));
        assert_eq!(unknown, None, "an empty point belongs to no group");
    }
}
