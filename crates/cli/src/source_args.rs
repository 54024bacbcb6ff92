// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options that leave out sources of a choice, so that the opinion of the patterns is seen alone.

use katachi_engine::movegen::Generators;

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct SourceArgs {
    /// Leave out the move-prediction model, and the search
    ///
    /// The model gives the search its priors.
    #[arg(long, hide_short_help = true)]
    no_model: bool,
    /// Choose by patterns alone
    ///
    /// Leaves out model, search, captures, life, endgame, blunder check and playouts.
    #[arg(long, hide_short_help = true)]
    patterns_only: bool,
}

/// The options of [`SourceArgs`], none of which is used together with an option of the search.
pub(crate) const WITHOUT_SEARCH: [&str; 2] = ["no_model", "patterns_only"];

impl SourceArgs {
    pub(crate) fn generators(self) -> Generators {
        match self {
            Self {
                patterns_only: true, ..
            } => Generators::Patterns,
            Self { no_model: true, .. } => Generators::WithoutModel,
            _ => Generators::All,
        }
    }

    pub(crate) fn has_search(self) -> bool {
        !(self.no_model || self.patterns_only)
    }
}
