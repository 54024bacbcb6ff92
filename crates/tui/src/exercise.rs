// SPDX-License-Identifier: MIT OR Apache-2.0

//! An exercise on the whole screen of a terminal: the board with a cursor, and a panel with the task and the
//! explanation of the last answer.

use katachi_engine::search::Clock;
use katachi_learning::{Exercise, Explanation, Task, Typed, typed};
use katachi_rules::{Game, Move};
use katachi_view::Look;
use katachi_view::picture::Picture;
use katachi_view::text::{self, Span};

use super::keys::Command::{self, *};
use super::keys::{Row, help_of, table};
use super::paint::wrapped;
use super::shell::{App, Shell, is_column, middle, show};
use super::terminal::on_terminal;

/// Shows an exercise until it is over or the person leaves.
///
/// # Errors
/// A terminal that cannot be used, or an exercise that fails.
pub fn exercise(exercise: &mut impl Exercise, look: Look) -> anyhow::Result<()> {
    let Some(task) = exercise.task()? else {
        return Ok(());
    };
    let mut screen = ExerciseScreen::new(exercise, task, look);
    on_terminal(|terminal| show(terminal, &mut screen))?;
    screen.failed.map_or(Ok(()), Err)
}

/// The answer of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// It is waited for.
    Open,
    /// It is judged once the screen has said so.
    Judging { answer: Option<Move>, is_drawn: bool },
    /// It is explained.
    Explained(String),
}

pub(crate) struct ExerciseScreen<'a> {
    shell: Shell,
    exercise: &'a mut dyn Exercise,
    task: Task,
    /// The position of the task, with the solution once it is told.
    shown: Game,
    stage: Stage,
    failed: Option<anyhow::Error>,
}

impl<'a> ExerciseScreen<'a> {
    fn new(exercise: &'a mut dyn Exercise, task: Task, look: Look) -> Self {
        Self {
            shell: Shell::new(task.game.size(), look, Clock::default()),
            exercise,
            shown: task.game.clone(),
            task,
            stage: Stage::Open,
            failed: None,
        }
    }

    /// Takes a legal answer, unless there is one already.
    fn take(&mut self, answer: Option<Move>) {
        if self.stage != Stage::Open {
            return;
        }
        let (game, color) = (&self.task.game, self.task.color);
        if let Some(mv) = answer
            && let Err(why) = game.check(color, mv)
        {
            self.shell.message = format!("{} is illegal: {why}.", game.size().show(mv));
            return;
        }
        let is_drawn = false;
        self.stage = Stage::Judging { answer, is_drawn };
    }

    fn judge(&mut self, answer: Option<Move>) {
        match self.exercise.take(answer) {
            Ok(Explanation { text, solution, .. }) => {
                self.stage = Stage::Explained(text);
                // A solution that cannot be played is in the text.
                let _ = solution.map(|mv| self.shown.play(self.task.color, mv));
            }
            Err(error) => self.fail(error),
        }
    }

    fn go_on(&mut self) {
        match self.exercise.task() {
            Ok(Some(task)) => {
                if task.game.size() != self.task.game.size() {
                    self.shell.cursor = middle(task.game.size());
                }
                self.shown = task.game.clone();
                self.task = task;
                self.stage = Stage::Open;
                self.shell.scroll = 0;
            }
            Ok(None) => self.shell.is_done = true,
            Err(error) => self.fail(error),
        }
    }

    fn fail(&mut self, error: anyhow::Error) {
        self.failed = Some(error);
        self.shell.is_done = true;
    }
}

const KEYS: &[Row] = table! {
    "arrows" => "move the cursor";
    "Enter, click" Put => "answer; then: go on";
    "Space" Put => "";
    "d4 Enter" => "answer; keys that are columns: with Enter";
    "p" Word("pass") => "answer: pass";
    "s" Word("skip") => "show the answer";
    "Tab, PgUp, PgDn" Turn, Scroll(-1), Scroll(1) => "board or panel";
    "q" Quit => "leave";
};

impl App for ExerciseScreen<'_> {
    const KEYS: &'static [Row] = KEYS;
    const HELP: &'static str = "";
    const OR: &'static str = "use --plain";

    fn shell(&mut self) -> &mut Shell {
        &mut self.shell
    }

    fn game(&self) -> &Game {
        &self.shown
    }

    fn tick(&mut self) {
        if let Stage::Judging {
            answer,
            is_drawn: true,
        } = self.stage
        {
            self.judge(answer);
        }
    }

    /// The answer under the cursor; after an explanation, the next task.
    fn act(&mut self, command: Command) {
        match (command, &self.stage) {
            (Command::Put, Stage::Explained(_)) => self.go_on(),
            (Command::Put, _) => self.take(Some(Move::Play(self.shell.cursor))),
            _ => {}
        }
    }

    fn run_line(&mut self, line: &str) {
        match typed(line, &self.task.game, self.task.color) {
            Ok(Typed::Play(mv)) => {
                self.shell.cursor = mv.point().unwrap_or(self.shell.cursor);
                self.take(Some(mv));
            }
            Ok(Typed::Skip) => self.take(None),
            Ok(Typed::Quit) => self.shell.is_done = true,
            Ok(Typed::Nothing | Typed::Board) => {}
            Err(why) => why.trim_end().clone_into(&mut self.shell.message),
        }
    }

    /// A letter of a column begins a point while an answer is waited for.
    fn begins_line(&self, letter: char) -> bool {
        self.stage == Stage::Open && is_column(self.shown.size(), letter)
    }

    fn title(&self) -> String {
        text::title(&self.task.game)
    }

    fn picture(&mut self) -> Picture {
        if let Stage::Judging { is_drawn, .. } = &mut self.stage {
            *is_drawn = true;
        }
        Picture::plain(&self.shown, Some(self.shell.cursor))
    }

    fn panel(&self, _: &Picture, [width, _]: [usize; 2]) -> Vec<Vec<Span>> {
        let now = match &self.stage {
            Stage::Open => format!("{}: your answer?\n{}", self.task.prompt, self.shell.message),
            Stage::Judging { .. } => self.status(),
            Stage::Explained(text) => format!("{text}\nEnter: go on"),
        };
        let keys = help_of(KEYS).collect::<Vec<_>>().join("\n");
        let mut parts = vec![self.task.heading.trim_end(), now.trim_end(), &keys];
        parts.retain(|part| !part.is_empty());
        wrapped(&parts.join("\n \n"), width)
    }

    fn status(&self) -> String {
        match &self.stage {
            Stage::Open => "Enter: answer  s: show the answer  q: leave",
            Stage::Judging { .. } => "Your answer is judged ...",
            Stage::Explained(_) => "Enter: go on  Tab: more  q: leave",
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests;
