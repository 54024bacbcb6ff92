// SPDX-License-Identifier: MIT OR Apache-2.0

//! Exercises for a person at the terminal: guess the moves of a game (`guess`), and a quiz of one's own
//! mistakes and of problems (`quiz`). An [`Exercise`] is shown line by line (`dialogue`) or on the full
//! screen.

mod dialogue;
pub(crate) mod guess;
pub(crate) mod quiz;

use katachi_learning::{Exercise, Judge};
use katachi_review::VISITS_19;

use super::colours;
use super::database::DatabaseArgs;
use super::game_args::TerminalArgs;
use super::lines::{Lines, show};
use dialogue::by_lines;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct JudgeArgs {
    /// Simulations a position
    ///
    /// Suspected moves get five times as many.
    #[arg(long, value_name = "N", default_value_t = VISITS_19, value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    visits: u32,
    /// Seed of the search
    ///
    /// The same seed gives the same judgements.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    databases: DatabaseArgs,
}

impl JudgeArgs {
    fn judge(&self) -> anyhow::Result<Judge> {
        let settings = Judge::settings(self.visits, self.seed);
        Ok(Judge::new(self.databases.engine(settings)?, self.visits))
    }
}

/// Shows an exercise until it is over or the person leaves.
fn run(mut exercise: impl Exercise, args: TerminalArgs) -> anyhow::Result<()> {
    let look = colours::look_for(args.board.ascii);
    #[cfg(feature = "tui")]
    if super::lines::is_terminal() && !args.plain {
        let done = katachi_tui::exercise(&mut exercise, look);
        show(&exercise.summary())?;
        return done;
    }
    let mut typed = Lines::new()?;
    by_lines(&mut exercise, look, |prompt| typed.next(prompt), show)
}
