// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of exercises: how moves are judged.

use std::path::PathBuf;

use katachi_learning::Judge;
use katachi_review::VISITS_19;

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

impl JudgeArgs {
    /// Returns the judge.
    pub(super) fn judge(&self) -> anyhow::Result<Judge> {
        let settings = Judge::settings(self.visits, self.seed);
        let engine = database::engine(settings, &self.db, self.warnings)?;
        Ok(Judge::new(engine, self.visits))
    }
}
