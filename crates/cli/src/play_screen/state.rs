// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the screen shows, and what keys and clicks make of it.

use std::time::Duration;

use katachi::Engine;
use katachi::search::Now;
use katachi_rules::{Move, Point};
use katachi_session::{self as session, Command, Event, Input, InteractiveGame, Shown, Stage};
use katachi_view::Look;
use katachi_view::picture::{Layers, Map};
use katachi_view::screen::Places;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::analyst::Analyst;
use super::keys::{self, Action};
use super::line::{CommandLine, Entered};

/// A lone letter in the command line acts as a key after this time.
const PAUSE: Duration = Duration::from_millis(600);

/// What keys are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The board, the panel and the command line.
    Board,
    /// The list of keys and words, from that line on.
    Help(usize),
    /// A question that `y` answers.
    Question(Question),
}

/// What is asked before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Resign,
    New,
    Quit,
}

/// A game on the whole screen of a terminal, which it does not know: keys go in, and it draws itself.
#[derive(Debug)]
pub(super) struct PlayScreen {
    pub(super) play: InteractiveGame,
    pub(super) analyst: Analyst,
    pub(super) look: Look,
    pub(super) layers: Layers,
    pub(super) cursor: Point,
    pub(super) line: CommandLine,
    /// What has happened last, in paragraphs.
    pub(super) said: Vec<String>,
    pub(super) mode: Mode,
    /// Is the panel away, or there in place of the board?
    pub(super) is_turned: bool,
    /// The first line of the panel that is seen, and the lines by which it scrolls.
    pub(super) scroll: usize,
    pub(super) page: usize,
    /// Where everything was drawn last.
    pub(super) places: Option<Places>,
    now: Now,
    /// When the last letter was typed.
    typed_at: Duration,
    is_done: bool,
}

impl PlayScreen {
    pub(super) fn new(play: InteractiveGame, engine: Engine, look: Look, now: Now) -> Self {
        let size = play.game().size();
        Self {
            cursor: Point::new(size.width() / 2, size.height() / 2),
            play,
            analyst: Analyst::new(engine),
            look,
            layers: Layers {
                groups: false,
                ..Layers::default()
            },
            line: CommandLine::default(),
            said: Vec::new(),
            mode: Mode::Board,
            is_turned: false,
            scroll: 0,
            page: 1,
            places: None,
            now,
            typed_at: Duration::ZERO,
            is_done: false,
        }
    }

    /// Has the person left?
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Leaves the game; what there is to say about it, in lines.
    pub(super) fn close(self) -> Vec<String> {
        let size = self.play.game().size();
        let events = self.play.close();
        events.iter().map(|event| event.text(size)).collect()
    }

    /// Says that, and nothing else.
    pub(super) fn say(&mut self, texts: Vec<String>) {
        self.said = texts;
        self.scroll = 0;
    }

    /// What goes on without a key: the engine, the clocks, a letter that was a key. Called several times a second.
    pub(super) fn tick(&mut self) {
        let events = self.play.poll();
        self.told(&events);
        if let Some(letter) = self.line.lone_letter()
            && self.now.get().saturating_sub(self.typed_at) >= PAUSE
            && let Some(action) = keys::action(KeyCode::Char(letter))
        {
            self.line.close();
            self.act(action);
        }
    }

    /// Does what a key asks for. Keys that mean nothing do nothing.
    pub(super) fn handle(&mut self, key: KeyEvent) {
        if keys::is_interrupt(key) {
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

    /// Does what a click or the wheel asks for, by the places of what was drawn last.
    pub(super) fn handle_mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        let places = self.places.as_ref().filter(|_| self.mode == Mode::Board);
        let Some(places) = places else { return };
        match mouse.kind {
            MouseEventKind::Down(_) => {
                if let Some(point) = places.point_at(self.play.game().size(), at) {
                    self.line.close();
                    self.cursor = point;
                    self.act(Action::Put);
                }
            }
            MouseEventKind::ScrollUp => self.scroll = self.scroll.saturating_sub(1),
            MouseEventKind::ScrollDown => self.scroll += 1,
            _ => {}
        }
    }

    fn act(&mut self, action: Action) {
        let stage = self.play.stage();
        match action {
            Action::Move(dx, dy) => {
                let next = self.play.game().size().offset(self.cursor, dx, dy);
                self.cursor = next.unwrap_or(self.cursor);
            }
            Action::Put if stage == Stage::Agreement => self.command(Command::ToggleDead(self.cursor)),
            Action::Put => self.command(Command::Play(Move::Play(self.cursor))),
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
                self.layers.influence = match self.layers.influence {
                    None => Some(Map::Territory),
                    Some(Map::Territory) => Some(Map::Moyo),
                    Some(Map::Moyo) => Some(Map::Area),
                    Some(Map::Area) => Some(Map::Ownership),
                    Some(Map::Ownership) => None,
                };
            }
            Action::Groups => self.layers.groups = !self.layers.groups,
            Action::Turn => self.is_turned = !self.is_turned,
            Action::Scroll(pages) => {
                let lines = pages.saturating_mul(self.page as isize);
                self.scroll = self.scroll.saturating_add_signed(lines);
            }
            Action::Line => self.line.open(""),
            Action::Help => self.mode = Mode::Help(0),
            Action::Quit => self.mode = Mode::Question(Question::Quit),
        }
    }

    fn answer(&mut self, question: Question, key: KeyCode) {
        self.mode = Mode::Board;
        if !matches!(key, KeyCode::Char('y' | 'Y')) {
            return;
        }
        match question {
            Question::Resign => self.command(Command::Resign),
            Question::New => self.command(Command::New(None)),
            Question::Quit => self.is_done = true,
        }
    }

    fn turn_help(&mut self, first: usize, key: KeyCode) {
        let page = self.page.max(1);
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
            Some(Ok(Input::Show(Shown::Board))) => self.is_turned = false,
            Some(Ok(Input::Show(Shown::Clocks))) => self.say(vec![match self.play.setup().time {
                katachi::play::TimeSystem::Unlimited => "No clocks; such as: clock 10m+3x30s".to_owned(),
                system => format!("Both have {}.", session::time_system_text(system)),
            }]),
            Some(Ok(Input::Command(command))) => self.command(command),
        }
    }

    fn command(&mut self, command: Command) {
        let events = self.play.execute(command);
        self.said.clear();
        self.told(&events);
    }

    pub(super) fn told(&mut self, events: &[Event]) {
        if events.is_empty() {
            return;
        }
        let size = self.play.game().size();
        // What was said of an earlier position is of no use any more.
        if events.iter().any(|event| matches!(event, Event::Moved { .. })) {
            self.said.clear();
        }
        for event in events {
            if let Event::Hint {
                mv: Move::Play(point),
                ..
            } = event
            {
                self.cursor = *point;
            }
            let text = event.text(size);
            if !text.is_empty() {
                self.said.push(text);
            }
        }
        self.scroll = 0;
        if !size.contains(self.cursor) {
            self.cursor = Point::new(size.width() / 2, size.height() / 2);
        }
    }
}
