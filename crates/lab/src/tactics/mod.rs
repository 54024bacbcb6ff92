// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tactics benchmark: questions from game records and about random positions, whose answers do not rest
//! on one reader alone.
//!
//! - `make` draws questions of a [`Kind`] from games (`cut` finds candidates and drops easy ones) and finds
//!   the truth: exhaustive search of small groups and eye spaces (`exhaustive`), agreement of the reader and
//!   another program, or play where they disagree (`play`), or the ownership of judged games.
//! - `random` draws positions of a shape, such as closed spaces and races; exhaustive search answers them.
//! - [`QuestionSet`] is a file of questions, one [`Question`] a line.
//! - [`answer`] and `score` measure the engine of this process or another program, both over GTP
//!   ([`GtpReader`]).
//!
//! Questions belong to the half of their game ([`Half`](crate::games::Half)). Readers are tuned on the
//! development half.

mod cut;
mod engines;
mod exhaustive;
mod file;
mod kind;
mod make;
mod play;
pub(crate) mod position;
mod question;
mod random;
mod score;
mod space;
#[cfg(test)]
mod tests;

pub use engines::GtpReader;
pub use file::{Header, LeftOut, QuestionSet};
pub use kind::{Kind, Truth};
pub use question::{Found, Question};
pub use score::{Answered, Checked, answer};

#[derive(Debug, clap::Args)]
pub(crate) struct TacticsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Draw questions from games, with their true answers
    Make(make::MakeArgs),
    /// Draw questions about random positions, with their true answers
    Random(random::RandomArgs),
    /// Ask questions with known answers, and count right ones
    Score(score::ScoreArgs),
}

pub(crate) fn run(args: &TacticsArgs) -> anyhow::Result<()> {
    match &args.what {
        What::Make(args) => make::run(args),
        What::Random(args) => random::run(args),
        What::Score(args) => score::run(args),
    }
}
