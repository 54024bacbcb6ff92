// SPDX-License-Identifier: MIT OR Apache-2.0

//! How good a move is and why, at full strength: the judgement of a review, and the words of a hint.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context as _;
use katachi::play::{Player, Request};
use katachi::search::SearchSettings;
use katachi::{Choice, Engine, Settings};
use katachi_review::{DEEPER, JudgedMove, VISITS_19};
use katachi_rules::{Color, Game, Move};
use katachi_view::advice::Advice;
use katachi_view::move_name::{MoveKind, MoveName};

use crate::database;

/// Options of the judgement.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct JudgeArgs {
    /// Simulations a position
    ///
    /// Suspected moves get five times as many.
    #[arg(long, value_name = "N", default_value_t = VISITS_19, value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    pub(crate) visits: u32,
    /// Seed of the search
    ///
    /// The same seed gives the same judgements.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Patterns and models in place of the built-in ones
    ///
    /// A file or folder of patterns (.db, .sgf) and models (.txt) replaces the built-in ones of its kind. May
    /// be repeated.
    #[arg(long, value_name = "FILE", action = clap::ArgAction::Append)]
    pub(crate) db: Vec<PathBuf>,
    /// With --db: show all warnings about the databases
    ///
    /// Without it a line counts them.
    #[arg(long, requires = "db", hide_short_help = true)]
    pub(crate) warnings: bool,
}

/// Judges moves.
pub(super) struct Judge {
    engine: Engine,
    visits: u32,
}

impl Judge {
    pub(super) fn new(args: &JudgeArgs) -> anyhow::Result<Self> {
        let search = SearchSettings {
            visits: Some(args.visits.saturating_mul(DEEPER)),
            ..SearchSettings::default()
        };
        let settings = Settings {
            seed: args.seed,
            search: Some(search),
            ..Settings::default()
        };
        Ok(Self {
            engine: database::engine(settings, &args.db, args.warnings)?,
            visits: args.visits,
        })
    }

    /// The engine.
    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Judges a legal move.
    pub(super) fn judge(&self, game: &Game, color: Color, mv: Move) -> anyhow::Result<JudgedMove> {
        let mut go_on = |_| ControlFlow::Continue(());
        JudgedMove::new(&self.engine, game, (color, mv), self.visits, &mut go_on)
            .with_context(|| format!("cannot judge {}", game.size().show(mv)))
    }

    /// Chooses a move at full strength, with its reasons.
    pub(super) fn choice(&self, game: &Game, color: Color) -> Choice {
        Player::new(self.engine.clone()).choose(&Request {
            explains: true,
            ..Request::new(game, color)
        })
    }

    /// Explains a move beside the choice of full strength, in sentences.
    pub(super) fn explained(&self, choice: &Choice, game: &Game, color: Color, mv: Move) -> String {
        Advice::of_played(choice, game, color, mv, self.engine.database()).text
    }
}

/// Returns `D4, a hane around C4`, `D4` for a move without a name, or `a pass`.
pub(super) fn phrase(game: &Game, color: Color, mv: Move) -> String {
    let size = game.size();
    let Move::Play(point) = mv else {
        return "a pass".to_owned();
    };
    let name = MoveName::new(game.board(), color, point);
    match name.kind {
        MoveKind::Plain => size.vertex(point).to_string(),
        _ => format!("{}, {}", size.vertex(point), name.text(size)),
    }
}
