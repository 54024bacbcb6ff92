// SPDX-License-Identifier: MIT OR Apache-2.0

//! State of the screen, and the effect of keys and clicks.

use std::time::Duration;

use katachi_engine::Engine;
use katachi_engine::search::Clock;
use katachi_rules::Move;
use katachi_session::{self as session, Command, Event, Input, InteractiveGame, Shown, Stage};
use katachi_view::Look;
use katachi_view::picture::{Layers, Map};
use katachi_view::screen::{Application, BoardPane, is_interrupt, middle};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::LOOK;
use super::analyst::Analyst;
use super::keys::{self, Action};
use super::line::{CommandLine, Entered};

/// A lone letter in the command line acts as a key after this time, unless it is a column of the board.
const PAUSE: Duration = Duration::from_millis(600);

/// The purpose of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The board, the panel and the command line.
    Board,
    /// The list of keys and words, from that line on.
    Help(usize),
    /// A question that `y` answers.
    Question(Question),
}

/// Questions before an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Pass,
    Resign,
    New,
    Quit,
    /// Whether to take back a move that is criticised.
    TakeBack,
}

/// A game on the whole screen of a terminal, which it does not know: keys go in, and it draws itself.
#[derive(Debug)]
pub(super) struct PlayScreen {
    pub(super) play: InteractiveGame,
    pub(super) analyst: Analyst,
    pub(super) pane: BoardPane,
    pub(super) line: CommandLine,
    /// The last messages, in paragraphs.
    pub(super) messages: Vec<String>,
    /// A message that a move of Katachi does not replace.
    notice: Option<String>,
    pub(super) mode: Mode,
    now: Clock,
    /// When the last letter was typed.
    typed_at: Duration,
    is_done: bool,
}

impl PlayScreen {
    pub(super) fn new(play: InteractiveGame, engine: Engine, look: Look, now: Clock) -> Self {
        let layers = Layers {
            groups: false,
            ..Layers::default()
        };
        Self {
            pane: BoardPane::new(play.game().size(), layers, look),
            play,
            analyst: Analyst::new(engine),
            line: CommandLine::default(),
            messages: Vec::new(),
            notice: None,
            mode: Mode::Board,
            now,
            typed_at: Duration::ZERO,
            is_done: false,
        }
    }

    /// Leaves the game. Returns messages about it, in lines.
    pub(super) fn close(self) -> Vec<String> {
        let size = self.play.game().size();
        let events = self.play.close();
        events.iter().map(|event| event.text(size)).collect()
    }

    /// Replaces the messages.
    pub(super) fn say(&mut self, texts: Vec<String>) {
        self.messages = texts;
        self.pane.scroll = 0;
    }

    fn type_key(&mut self, key: KeyEvent) {
        let letter = self.line.lone_letter();
        self.typed_at = self.now.get();
        let Entered::Line(line) = self.line.type_key(key) else {
            return;
        };
        match letter.and_then(|letter| keys::action(KeyCode::Char(letter))) {
            Some(action) => self.act(action),
            None => self.run_line(&line),
        }
    }

    fn act(&mut self, action: Action) {
        let stage = self.play.stage();
        match action {
            Action::Move(dx, dy) => {
                let next = self.play.game().size().offset(self.pane.cursor, dx, dy);
                self.pane.cursor = next.unwrap_or(self.pane.cursor);
            }
            Action::Put if stage == Stage::Agreement => self.command(Command::ToggleDead(self.pane.cursor)),
            Action::Put => self.command(Command::Play(Move::Play(self.pane.cursor))),
            // A second pass is what everybody expects.
            Action::Pass if matches!(stage, Stage::Person(_)) && !self.was_passed() => {
                self.mode = Mode::Question(Question::Pass);
            }
            Action::Pass => self.command(Command::Play(Move::Pass)),
            Action::Undo => self.command(Command::Undo(1)),
            Action::Redo => self.command(Command::Redo(1)),
            Action::Hint => self.command(Command::Hint),
            Action::Why => self.command(Command::Why),
            Action::Score => self.command(Command::Score),
            Action::Done => self.command(Command::Done),
            Action::Go => self.command(Command::Go),
            Action::Resign if stage == Stage::Agreement => self.command(Command::Resume),
            Action::Resign => self.mode = Mode::Question(Question::Resign),
            Action::New if matches!(stage, Stage::Over(_)) => self.command(Command::New(None)),
            Action::New => self.mode = Mode::Question(Question::New),
            Action::Save => self.line.open("save game.sgf"),
            Action::Level => self.line.open("level "),
            Action::Territory => {
                let order = [Map::Territory, Map::Moyo, Map::Area, Map::Ownership];
                self.pane.next_map(order);
            }
            Action::Groups => self.pane.layers.groups = !self.pane.layers.groups,
            Action::Turn => self.pane.is_turned = !self.pane.is_turned,
            Action::Scroll(pages) => self.pane.scroll_pages(pages),
            Action::Line => self.line.open(""),
            Action::Help => self.mode = Mode::Help(0),
            Action::Quit => self.mode = Mode::Question(Question::Quit),
        }
    }

    fn answer(&mut self, question: Question, key: KeyCode) {
        self.mode = Mode::Board;
        if question == Question::TakeBack {
            self.take_back_or_keep(key);
            return;
        }
        if !matches!(key, KeyCode::Char('y' | 'Y')) {
            return;
        }
        match question {
            Question::Pass => self.command(Command::Play(Move::Pass)),
            Question::Resign => self.command(Command::Resign),
            Question::New => self.command(Command::New(None)),
            Question::Quit => self.is_done = true,
            Question::TakeBack => {}
        }
    }

    /// Answers the question about a criticised move. Esc leaves it open, for the keys of the board.
    fn take_back_or_keep(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('y' | 'Y') => self.command(Command::Undo(1)),
            KeyCode::Char('n' | 'N') => self.command(Command::Go),
            KeyCode::Char('b' | 'B') => {
                self.command(Command::Better);
                self.mode = Mode::Question(Question::TakeBack);
            }
            KeyCode::Esc => {}
            _ => self.mode = Mode::Question(Question::TakeBack),
        }
    }

    /// Was the last move a pass?
    fn was_passed(&self) -> bool {
        let last = self.play.game().moves().next_back();
        last.is_some_and(|(_, mv)| mv == Move::Pass)
    }

    /// The lone letter in the line if it is a key, and whether it is a column of the board as well. A letter
    /// of a column waits for Enter.
    pub(super) fn letter_key(&self) -> Option<(char, Action, bool)> {
        let letter = self.line.lone_letter()?;
        let action = keys::action(KeyCode::Char(letter))?;
        let is_column = self
            .play
            .game()
            .size()
            .parse_vertex(&format!("{letter}1"))
            .is_some();
        Some((letter, action, is_column))
    }

    fn turn_help(&mut self, first: usize, key: KeyCode) {
        let page = self.pane.page.max(1);
        self.mode = match key {
            KeyCode::Down => Mode::Help(first + 1),
            KeyCode::Up => Mode::Help(first.saturating_sub(1)),
            KeyCode::PageDown | KeyCode::Char(' ') => Mode::Help(first + page),
            KeyCode::PageUp => Mode::Help(first.saturating_sub(page)),
            _ => Mode::Board,
        };
    }

    /// Obeys a line of the command line.
    fn run_line(&mut self, line: &str) {
        match session::parse(line, self.play.game().size()) {
            None => {}
            Some(Err(misread)) => self.say(vec![format!("{misread}.")]),
            Some(Ok(Input::Quit)) => self.is_done = true,
            Some(Ok(Input::Show(Shown::Help))) => self.mode = Mode::Help(0),
            Some(Ok(Input::Show(Shown::Board))) => self.pane.is_turned = false,
            Some(Ok(Input::Show(Shown::Clocks))) => self.say(vec![match self.play.setup().time {
                katachi_engine::play::TimeSystem::Unlimited => {
                    "No clocks; such as: clock 10m+3x30s".to_owned()
                }
                system => format!("Both have {}.", session::time_system_text(system)),
            }]),
            Some(Ok(Input::Command(command))) => self.command(command),
        }
    }

    fn command(&mut self, command: Command) {
        let events = self.play.execute(command);
        self.messages.clear();
        self.notice = None;
        self.report(&events);
    }

    pub(super) fn report(&mut self, events: &[Event]) {
        if events.is_empty() {
            return;
        }
        let size = self.play.game().size();
        // Messages about an earlier position are obsolete.
        if events.iter().any(|event| matches!(event, Event::Moved { .. })) {
            self.messages = self.notice.iter().cloned().collect();
        }
        for event in events {
            match event {
                Event::Hint { mv, .. } | Event::Better { mv, .. } => {
                    self.pane.cursor = mv.point().unwrap_or(self.pane.cursor);
                }
                Event::Warned(_) => self.mode = Mode::Question(Question::TakeBack),
                Event::JudgeFailed(text) => self.notice = Some(text.clone()),
                _ => {}
            }
            let text = event.text(size);
            if !text.is_empty() {
                self.messages.push(text);
            }
        }
        self.pane.scroll = 0;
        if !size.contains(self.pane.cursor) {
            self.pane.cursor = middle(size);
        }
    }
}

impl Application for PlayScreen {
    // The engine and the clocks are looked at between events.
    const WAIT: Duration = LOOK;

    /// Looks at the engine, the clocks, and a letter that was a key.
    fn tick(&mut self) {
        let events = self.play.poll();
        self.report(&events);
        if let Some((_, action, false)) = self.letter_key()
            && self.now.get().saturating_sub(self.typed_at) >= PAUSE
        {
            self.line.close();
            self.act(action);
        }
    }

    fn handle(&mut self, key: KeyEvent) {
        if is_interrupt(key) {
            self.is_done = true;
            return;
        }
        match self.mode {
            Mode::Question(question) => self.answer(question, key.code),
            Mode::Help(first) => self.turn_help(first, key.code),
            Mode::Board if self.line.is_open() => self.type_key(key),
            Mode::Board => match (key.code, keys::action(key.code)) {
                // Letters wait for what follows them.
                (KeyCode::Char(letter), _) if letter.is_alphanumeric() => self.type_key(key),
                (_, Some(action)) => self.act(action),
                _ => {}
            },
        }
    }

    fn render(&mut self, frame: &mut Frame<'_>) {
        self.draw(frame);
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        if self.mode != Mode::Board || self.pane.places.is_none() {
            return;
        }
        match mouse.kind {
            MouseEventKind::Down(_) => {
                if let Some(point) = self.pane.point_at(self.play.game().size(), at) {
                    self.line.close();
                    self.pane.cursor = point;
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
