// SPDX-License-Identifier: MIT OR Apache-2.0

//! An exercise line by line: boards as text, and answers that are typed.

use katachi_learning::{Exercise, TYPED, Typed, typed};
use katachi_view::{self as view, Look, Marks};

/// Asks the tasks of an exercise until it is over, the person leaves or the input ends. `read` shows a prompt
/// and returns the next line.
pub(super) fn by_lines(
    exercise: &mut dyn Exercise,
    look: Look,
    mut read: impl FnMut(&str) -> anyhow::Result<Option<String>>,
    mut show: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    show(&format!(
        "{}; {TYPED}.\n\n{}",
        exercise.about(),
        shown(exercise, look)?
    ))?;
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
