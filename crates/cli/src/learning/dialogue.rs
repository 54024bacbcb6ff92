// SPDX-License-Identifier: MIT OR Apache-2.0

//! An exercise line by line: boards as text, and answers that are typed.

use katachi_learning::{Exercise, TYPED, Task, Typed, typed};
use katachi_view::{self as view, Look, Marks};

/// An exercise as a dialogue of lines without streams.
pub(super) struct Dialogue<'a> {
    exercise: &'a mut dyn Exercise,
    look: Look,
    is_done: bool,
}

impl<'a> Dialogue<'a> {
    pub(super) fn new(exercise: &'a mut dyn Exercise, look: Look) -> Self {
        Self {
            exercise,
            look,
            is_done: false,
        }
    }

    pub(super) fn greeting(&self) -> anyhow::Result<String> {
        let about = self.exercise.about();
        Ok(format!("{about}; {TYPED}.\n\n{}", self.shown()?))
    }

    /// Returns the prompt for the next line. `None` at the end.
    pub(super) fn prompt(&self) -> anyhow::Result<Option<String>> {
        Ok(self.task()?.map(|task| format!("{}> ", task.prompt)))
    }

    /// Answers a line. The text ends in a newline unless it is empty.
    pub(super) fn answer(&mut self, line: &str) -> anyhow::Result<String> {
        let Some(task) = self.task()? else {
            return Ok(String::new());
        };
        let answer = match typed(line, &task.game, task.color) {
            Err(message) => return Ok(message),
            Ok(Typed::Nothing) => return Ok(String::new()),
            Ok(Typed::Board) => return self.shown(),
            Ok(Typed::Quit) => {
                self.is_done = true;
                return Ok(String::new());
            }
            Ok(Typed::Play(mv)) => Some(mv),
            Ok(Typed::Skip) => None,
        };
        let text = self.exercise.take(answer)?.text;
        Ok(match self.shown()? {
            next if next.is_empty() => text,
            next => format!("{text}\n{next}"),
        })
    }

    fn task(&self) -> anyhow::Result<Option<Task>> {
        match self.is_done {
            true => Ok(None),
            false => self.exercise.task(),
        }
    }

    /// Returns the present task with its board. Empty at the end.
    fn shown(&self) -> anyhow::Result<String> {
        let Some(task) = self.task()? else {
            return Ok(String::new());
        };
        let board = view::board::titled(&task.game, &Marks::default(), self.look);
        Ok(match task.heading.is_empty() {
            true => board,
            false => format!("{}\n{board}", task.heading),
        })
    }
}
