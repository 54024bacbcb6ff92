// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of exercises: how moves are judged.

use katachi_learning::Judge;
use katachi_review::VISITS_19;

use crate::database::DatabaseArgs;

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
    #[command(flatten)]
    pub(super) databases: DatabaseArgs,
}

impl JudgeArgs {
    /// Returns the judge.
    pub(super) fn judge(&self) -> anyhow::Result<Judge> {
        let settings = Judge::settings(self.visits, self.seed);
        Ok(Judge::new(self.databases.engine(settings)?, self.visits))
    }
}
