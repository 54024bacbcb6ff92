//! A position with everything that views show of it.

use katachi_rules::{Game, Point};

use super::groups::Groups;
use super::panel::{self, Panel};
use super::picture::{Layers, Picture, Subject};
use crate::analysis::Analysis;
use crate::movegen::Choice;

/// A position, what is known of it, and, if they were asked for, the moves that are proposed in it.
#[derive(Debug)]
pub struct View {
    /// The game that led to it.
    pub game: Game,
    /// Its groups.
    pub groups: Groups,
    /// What is known of it.
    pub analysis: Analysis,
    /// The move of the side to play, with all proposals.
    pub choice: Option<Choice>,
}

impl View {
    /// Brings together what was found out about the position that a game has reached.
    pub fn new(game: &Game, analysis: Analysis, choice: Option<Choice>) -> Self {
        Self {
            groups: Groups::of(game.board(), &analysis),
            game: game.clone(),
            analysis,
            choice,
        }
    }

    /// What is to be seen on each point.
    pub fn picture(&self, layers: &Layers) -> Picture {
        let subject = Subject {
            board: self.game.board(),
            last: self.game.moves().next_back().map(|(_, mv)| mv),
            groups: &self.groups,
            influence: &self.analysis.influence,
            choice: self.choice.as_ref(),
        };
        Picture::new(&subject, layers)
    }

    /// What is known of a point and of the group on it. What a move there would gain is found out when it is
    /// asked for, and kept.
    pub fn about(&mut self, point: Point) -> Panel {
        panel::about(self, point)
    }

    /// The whole board in short: how many groups stand how, which of them hang on the next move, what the layers show.
    pub fn summary(&self, layers: &Layers) -> Panel {
        panel::summary(self, layers)
    }
}
