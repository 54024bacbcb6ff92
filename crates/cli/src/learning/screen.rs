// SPDX-License-Identifier: MIT OR Apache-2.0

//! An exercise on the whole screen of a terminal: the board with a cursor, and a panel with the task and the
//! explanation of the last answer.

use std::time::Duration;

use katachi_learning::{Exercise, Explanation, Task};
use katachi_rules::{Game, Move};
use katachi_view::Look;
use katachi_view::picture::{Layers, Picture};
use katachi_view::screen::{
    self, Application, Binding, BoardPane, binding, command_of, help_of, is_interrupt, middle,
};
use katachi_view::text::{self, Span};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Paragraph, Wrap};

use super::{Typed, typed};
use crate::lines;
use crate::play_screen::line::{CommandLine, Entered};

/// Commands of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// The cursor, by columns to the right and rows down.
    Move(i32, i32),
    /// The answer under the cursor; after an explanation, the next task.
    Put,
    Pass,
    Skip,
    /// The panel, or more of the board in its place.
    Turn,
    /// The panel scrolled by that number of pages.
    Scroll(isize),
    Quit,
}

const BINDINGS: &[Binding<Action>] = &[
    binding(
        "arrows",
        &[
            (KeyCode::Left, Action::Move(-1, 0)),
            (KeyCode::Right, Action::Move(1, 0)),
            (KeyCode::Up, Action::Move(0, -1)),
            (KeyCode::Down, Action::Move(0, 1)),
        ],
        "move the cursor",
    ),
    binding(
        "Enter, click",
        &[(KeyCode::Enter, Action::Put), (KeyCode::Char(' '), Action::Put)],
        "answer; then: go on",
    ),
    binding("d4 Enter", &[], "answer; keys that are columns: with Enter"),
    binding("p", &[(KeyCode::Char('p'), Action::Pass)], "answer: pass"),
    binding("s", &[(KeyCode::Char('s'), Action::Skip)], "show the answer"),
    binding(
        "Tab, PgUp, PgDn",
        &[
            (KeyCode::Tab, Action::Turn),
            (KeyCode::PageUp, Action::Scroll(-1)),
            (KeyCode::PageDown, Action::Scroll(1)),
        ],
        "board or panel",
    ),
    binding("q", &[(KeyCode::Char('q'), Action::Quit)], "leave"),
];

/// Shows an exercise until the person leaves, and prints its summary.
pub(super) fn run(exercise: impl Exercise, look: Look) -> anyhow::Result<()> {
    let Some(task) = exercise.task()? else {
        return Ok(());
    };
    let mut screen = ExerciseScreen::new(exercise, task, look);
    screen::run(&mut screen)?;
    lines::show(&screen.exercise.summary())?;
    screen.failed.map_or(Ok(()), Err)
}

/// The answer of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// It is waited for.
    Open,
    /// It is judged once the screen has said so.
    Judging { answer: Option<Move>, is_drawn: bool },
    /// It is explained. The board has the solution.
    Explained { text: String, solution: Option<Move> },
}

/// An exercise on a screen, which knows no terminal.
struct ExerciseScreen<E> {
    exercise: E,
    task: Task,
    stage: Stage,
    /// A message about a key or a typed line.
    message: String,
    line: CommandLine,
    pane: BoardPane,
    /// The error that has ended the exercise.
    failed: Option<anyhow::Error>,
    is_done: bool,
}

impl<E: Exercise> ExerciseScreen<E> {
    fn new(exercise: E, task: Task, look: Look) -> Self {
        let layers = Layers {
            groups: false,
            ..Layers::default()
        };
        Self {
            pane: BoardPane::new(task.game.size(), layers, look),
            exercise,
            task,
            stage: Stage::Open,
            message: String::new(),
            line: CommandLine::default(),
            failed: None,
            is_done: false,
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Move(dx, dy) => {
                let next = self.task.game.size().offset(self.pane.cursor, dx, dy);
                self.pane.cursor = next.unwrap_or(self.pane.cursor);
            }
            Action::Put if matches!(self.stage, Stage::Explained { .. }) => self.go_on(),
            Action::Put => self.answer(Some(Move::Play(self.pane.cursor))),
            Action::Pass => self.answer(Some(Move::Pass)),
            Action::Skip => self.answer(None),
            Action::Turn => self.pane.is_turned = !self.pane.is_turned,
            Action::Scroll(pages) => self.pane.scroll_pages(pages),
            Action::Quit => self.is_done = true,
        }
    }

    /// Takes a legal answer, unless there is one already.
    fn answer(&mut self, answer: Option<Move>) {
        if self.stage != Stage::Open {
            return;
        }
        self.message.clear();
        if let Some(mv) = answer
            && let Err(why) = self.task.game.clone().play(self.task.color, mv)
        {
            self.message = format!("{} is illegal: {why}.", self.task.game.size().show(mv));
            return;
        }
        self.stage = Stage::Judging {
            answer,
            is_drawn: false,
        };
    }

    /// Does this key belong to the line? A letter of a column begins a point while an answer is waited for.
    fn is_typed(&self, key: KeyEvent) -> bool {
        let is_column = |letter: char| {
            let size = self.task.game.size();
            size.parse_vertex(&format!("{letter}1")).is_some()
        };
        let begins = matches!(key.code, KeyCode::Char(letter) if is_column(letter));
        self.line.is_open() || (begins && self.stage == Stage::Open)
    }

    /// A key of the line. A lone letter that is a key, too, is that key with Enter.
    fn type_key(&mut self, key: KeyEvent) {
        let letter = self.line.lone_letter();
        self.message.clear();
        let Entered::Line(line) = self.line.type_key(key) else {
            return;
        };
        match letter.and_then(|letter| command_of(BINDINGS, KeyCode::Char(letter))) {
            Some(action) => self.act(action),
            None => self.run_line(&line),
        }
    }

    fn run_line(&mut self, line: &str) {
        match typed(line, &self.task.game, self.task.color) {
            Ok(Typed::Play(mv)) => {
                self.pane.cursor = mv.point().unwrap_or(self.pane.cursor);
                self.answer(Some(mv));
            }
            Ok(Typed::Skip) => self.answer(None),
            Ok(Typed::Quit) => self.is_done = true,
            Ok(Typed::Nothing | Typed::Board) => {}
            Err(why) => why.trim_end().clone_into(&mut self.message),
        }
    }

    /// The position of the task, with the solution once it is told.
    fn shown(&self) -> Game {
        let mut game = self.task.game.clone();
        if let Stage::Explained {
            solution: Some(mv), ..
        } = self.stage
        {
            // A solution that cannot be played is in the text.
            let _ = game.play(self.task.color, mv);
        }
        game
    }

    fn judge(&mut self, answer: Option<Move>) {
        match self.exercise.take(answer) {
            Ok(Explanation { text, solution, .. }) => self.stage = Stage::Explained { text, solution },
            Err(error) => self.fail(error),
        }
    }

    fn go_on(&mut self) {
        match self.exercise.task() {
            Ok(Some(task)) => {
                if task.game.size() != self.task.game.size() {
                    self.pane.cursor = middle(task.game.size());
                }
                self.task = task;
                self.stage = Stage::Open;
                self.pane.scroll = 0;
            }
            Ok(None) => self.is_done = true,
            Err(error) => self.fail(error),
        }
    }

    fn fail(&mut self, error: anyhow::Error) {
        self.failed = Some(error);
        self.is_done = true;
    }

    /// The task, what is to be done, and the keys.
    fn panel(&self, width: usize) -> Vec<Vec<Span>> {
        let keys: Vec<String> = help_of(BINDINGS).collect();
        let middle = match &self.stage {
            Stage::Open => format!("{}: your answer?\n{}", self.task.prompt, self.message),
            Stage::Judging { .. } => "Your answer is judged ...".to_owned(),
            Stage::Explained { text, .. } => format!("{text}\nEnter: go on"),
        };
        let parts = [&self.task.heading, &middle, &keys.join("\n")];
        let parts = parts
            .map(|part| part.trim_end())
            .into_iter()
            .filter(|part| !part.is_empty());
        let text = parts.collect::<Vec<_>>().join("\n \n");
        let wrap = |line: &str| {
            let rows = textwrap::wrap(line, width.max(12)).into_iter();
            rows.map(|row| vec![Span::plain(row)]).collect::<Vec<_>>()
        };
        text.lines().flat_map(wrap).collect()
    }

    /// The last line: what is typed, what Enter does, or a message.
    fn last_line(&self) -> String {
        let text = match &self.stage {
            Stage::Open if self.line.is_open() => return format!("> {}", self.line.text()),
            Stage::Open if self.message.is_empty() => "Enter: answer  s: show the answer  q: leave",
            Stage::Open => &self.message,
            Stage::Judging { .. } => "Your answer is judged ...",
            Stage::Explained { .. } => "Enter: go on  Tab: more  q: leave",
        };
        text.to_owned()
    }

    fn draw_last_line(&self, frame: &mut Frame<'_>, area: Rect) {
        if self.line.is_open() {
            let column = (self.line.column() + 2).min(usize::from(area.width.saturating_sub(1)));
            frame.set_cursor_position(Position::new(area.x + column as u16, area.y));
        }
        frame.render_widget(self.last_line(), area);
    }
}

impl<E: Exercise> Application for ExerciseScreen<E> {
    const WAIT: Duration = Duration::from_millis(80);

    fn tick(&mut self) {
        if let Stage::Judging {
            answer,
            is_drawn: true,
        } = self.stage
        {
            self.judge(answer);
        }
    }

    fn render(&mut self, frame: &mut Frame<'_>) {
        let shown = self.shown();
        let picture = Picture::plain(&shown, Some(self.pane.cursor));
        let title = text::title(&self.task.game);
        match self.pane.draw(frame, &shown, &picture, title) {
            Ok(places) => {
                if let Some(area) = places.panel {
                    let lines = self.panel(usize::from(area.width));
                    self.pane.draw_panel(frame, area, lines, "PgUp, PgDn");
                }
                self.draw_last_line(frame, places.message);
            }
            Err(needs) => {
                let [width, height] = needs.least();
                let text = format!(
                    "This terminal is too small for a {} board: it needs {width}x{height}. Make it larger, or use --plain.",
                    needs.size
                );
                frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
            }
        }
        if let Stage::Judging { is_drawn, .. } = &mut self.stage {
            *is_drawn = true;
        }
    }

    fn handle(&mut self, key: KeyEvent) {
        match command_of(BINDINGS, key.code) {
            _ if is_interrupt(key) => self.is_done = true,
            _ if self.is_typed(key) => self.type_key(key),
            Some(action) => self.act(action),
            None => {}
        }
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::Down(_) => {
                let at = Position::new(mouse.column, mouse.row);
                if let Some(point) = self.pane.point_at(self.task.game.size(), at) {
                    self.pane.cursor = point;
                    self.line.close();
                    self.act(Action::Put);
                }
            }
            MouseEventKind::ScrollUp => self.pane.scroll_lines(-1),
            MouseEventKind::ScrollDown => self.pane.scroll_lines(1),
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}

#[cfg(test)]
mod tests;
