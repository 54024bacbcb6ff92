// SPDX-License-Identifier: MIT OR Apache-2.0

//! A position with all that views show of it.

use std::sync::Arc;

use katachi_engine::Choice;
use katachi_engine::analysis::Analysis;
use katachi_engine::play::lines::Line;
use katachi_rules::{Color, Game, Point};

use super::groups::Groups;

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
            groups: Groups::new(&analysis, game.size()),
            game: game.clone(),
            analysis,
            choice,
            lines: Vec::new(),
        }
    }

    /// Returns the ownership of a point, from 1 (Black) to -1 (White): by the playouts of the search if there
    /// was one, else by uniform random playouts.
    pub fn ownership(&self, point: Point) -> f32 {
        let search = self.choice.as_ref().and_then(|choice| choice.search.as_ref());
        match search {
            Some(report) => report.evaluation.ownership[point],
            None => self.analysis.ownership.share(point, Color::Black),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
