// SPDX-License-Identifier: MIT OR Apache-2.0

//! Exercises for a person at the terminal: guess the moves of a game (`guess`), and a quiz of one's own
//! mistakes and of problems (`quiz`). An [`Exercise`] is shown line by line or on the full screen.

pub(crate) mod guess;
pub(crate) mod quiz;

use katachi_learning::{Exercise, Judge, TYPED, Typed, typed};
use katachi_review::VISITS_19;
use katachi_view::{self as view, Look, Marks};

use super::database::DatabaseArgs;
use super::game_args::TerminalArgs;
use super::lines::{Lines, look_for, show};

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

fn run(mut exercise: impl Exercise, args: TerminalArgs) -> anyhow::Result<()> {
    let look = look_for(args.board.ascii);
    #[cfg(feature = "tui")]
    if super::lines::is_terminal() && !args.plain {
        let done = katachi_tui::exercise(&mut exercise, look);
        show(&exercise.summary())?;
        return done;
    }
    let mut lines = Lines::new()?;
    by_lines(&mut exercise, look, |prompt| lines.next(prompt), show)
}

/// Asks the tasks of an exercise until it is over, the person leaves or the input ends. `read` shows a prompt
/// and returns the next line.
fn by_lines(
    exercise: &mut dyn Exercise,
    look: Look,
    mut read: impl FnMut(&str) -> anyhow::Result<Option<String>>,
    mut show: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (about, first) = (exercise.about(), shown(exercise, look)?);
    show(&format!("{about}; {TYPED}.\n\n{first}"))?;
    while let Some(task) = exercise.task()? {
        let Some(line) = read(&format!("{}> ", task.prompt))? else {
            break;
        };
        let answer = match typed(&line, &task.game, task.color) {
            Err(message) => {
                show(&message)?;
                continue;
            }
            Ok(Typed::Nothing) => continue,
            Ok(Typed::Board) => {
                show(&shown(exercise, look)?)?;
                continue;
            }
            Ok(Typed::Quit) => break,
            Ok(Typed::Play(mv)) => Some(mv),
            Ok(Typed::Skip) => None,
        };
        show(&exercise.take(answer)?.text)?;
        match shown(exercise, look)? {
            next if next.is_empty() => {}
            next => show(&format!("\n{next}"))?,
        }
    }
    show(&format!("\n{}", exercise.summary()))
}

/// Returns the present task with its board. Empty at the end.
fn shown(exercise: &dyn Exercise, look: Look) -> anyhow::Result<String> {
    let Some(task) = exercise.task()? else {
        return Ok(String::new());
    };
    let board = view::board::titled(&task.game, &Marks::default(), look);
    Ok(match task.heading.is_empty() {
        true => board,
        false => format!("{}\n{board}", task.heading),
    })
}
