// SPDX-License-Identifier: MIT OR Apache-2.0

//! How good a move is, at full strength: the judgement of a review.

use std::ops::ControlFlow;

use anyhow::Context as _;
use katachi_engine::play::Player;
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};
use katachi_review::{DEEPER, JudgedMove};
use katachi_rules::{Color, Game, Move};
use katachi_view::move_name;

/// Judges moves.
#[derive(Debug)]
pub struct Judge {
    /// Its engine.
    pub engine: Engine,
    visits: u32,
}

impl Judge {
    /// Returns the settings of an engine that judges by that number of simulations a position.
    pub fn settings(visits: u32, seed: u64) -> Settings {
        let search = SearchSettings {
            visits: Some(visits.saturating_mul(DEEPER)),
            ..SearchSettings::default()
        };
        Settings {
            seed,
            search: Some(search),
            ..Settings::default()
        }
    }

    /// Creates a judge. The engine has the [`Judge::settings`] of these visits.
    pub fn new(engine: Engine, visits: u32) -> Self {
        Self { engine, visits }
    }

    /// Judges a legal move.
    ///
    /// # Errors
    /// The move is illegal.
    pub fn judge(&self, game: &Game, color: Color, mv: Move) -> anyhow::Result<JudgedMove> {
        let mut go_on = |_| ControlFlow::Continue(());
        JudgedMove::new(&self.engine, None, game, (color, mv), self.visits, &mut go_on)
            .with_context(|| format!("cannot judge {}", game.size().show(mv)))
    }

    pub(crate) fn player(&self) -> Player {
        Player::new(self.engine.clone())
    }
}

/// Returns `D4, a hane around C4`, `D4` for a move without a name, or `a pass`.
pub fn phrase(game: &Game, color: Color, mv: Move) -> String {
    move_name::phrase(game.board(), color, mv)
}
