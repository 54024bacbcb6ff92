// SPDX-License-Identifier: MIT OR Apache-2.0

//! Shared parts of both modes of the full screen, stepping through a game and playing one: the loop, the
//! table of keys, and the board with its panel.

use std::io;
use std::time::Duration;

use katachi_rules::{BoardSize, Game, Point};
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use ratatui::{DefaultTerminal, Frame};

use super::layout::{Needs, Places};
use super::paint::drawn;
use super::terminal::Signals;
#[cfg(unix)]
use super::terminal::suspend;
use crate::look::Look;
use crate::picture::{Layers, Map, Picture};
use crate::text::{self, Span};

/// A full screen. It takes keys and the mouse, draws itself, and knows no terminal.
pub trait Application {
    /// Longest time without an event until the next [`Application::tick`].
    const WAIT: Duration;

    /// Does what goes on without a key.
    fn tick(&mut self);

    /// Draws everything.
    fn render(&mut self, frame: &mut Frame<'_>);

    /// Does what a key asks for. Other keys do nothing.
    fn handle(&mut self, key: KeyEvent);

    /// Does what a click or the wheel asks for.
    fn handle_mouse(&mut self, mouse: MouseEvent);

    /// Has the person left?
    fn is_done(&self) -> bool;
}

/// Shows a screen until the person leaves it or a signal ends it.
///
/// # Errors
/// A terminal that cannot be read or written.
pub fn show<A: Application>(
    terminal: &mut DefaultTerminal,
    application: &mut A,
    signals: &Signals,
) -> io::Result<()> {
    while !application.is_done() && !signals.has_ended() {
        application.tick();
        signals.draw(terminal, |frame| application.render(frame))?;
        // Events that wait are taken together, so that a key held down does not run behind.
        let mut wait = A::WAIT;
        while event::poll(wait)? {
            wait = Duration::ZERO;
            match event::read()? {
                // Some terminals report keys that are let go, too.
                #[cfg(unix)]
                Event::Key(key) if is_suspend(key) => suspend()?,
                Event::Key(key) if key.is_press() => application.handle(key),
                Event::Mouse(mouse) if is_of_interest(mouse) => application.handle_mouse(mouse),
                _ => {}
            }
        }
    }
    Ok(())
}

/// The mouse reports every column that it crosses; clicks and the wheel mean something.
fn is_of_interest(mouse: MouseEvent) -> bool {
    matches!(
        mouse.kind,
        MouseEventKind::Down(MouseButton::Left) | MouseEventKind::ScrollUp | MouseEventKind::ScrollDown
    )
}

/// Ctrl-C, which leaves from everywhere.
pub fn is_interrupt(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

/// Ctrl-Z, which gives the terminal back to the shell until `fg`.
#[cfg(unix)]
fn is_suspend(key: KeyEvent) -> bool {
    key.is_press() && key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('z')
}

/// Keys of one command, or of commands that belong together.
#[derive(Debug)]
pub struct Binding<C: 'static> {
    /// The keys as the help names them.
    pub names: &'static str,
    /// The keys with their commands.
    pub keys: &'static [(KeyCode, C)],
    /// Their help.
    pub doc: &'static str,
}

/// A row of a table of keys.
pub const fn binding<C>(names: &'static str, keys: &'static [(KeyCode, C)], doc: &'static str) -> Binding<C> {
    Binding { names, keys, doc }
}

/// The command of a key in a table.
pub fn command_of<C: Copy>(table: &[Binding<C>], code: KeyCode) -> Option<C> {
    let mut all = table.iter().flat_map(|binding| binding.keys);
    all.find(|(key, _)| *key == code).map(|&(_, command)| command)
}

/// A line of help for each row of a table.
pub fn help_of<C>(table: &'static [Binding<C>]) -> impl Iterator<Item = String> {
    let width = table.iter().map(|row| row.names.len()).max().unwrap_or(0);
    table
        .iter()
        .map(move |row| format!("  {:<width$}  {}", row.names, row.doc))
}

/// Checks a table of keys: no key is there twice, and the help fits a terminal of 80 columns and 24 lines.
///
/// # Panics
/// If a check fails.
pub fn check_keys<C: Copy>(table: &'static [Binding<C>]) {
    let keys: Vec<KeyCode> = table
        .iter()
        .flat_map(|row| row.keys)
        .map(|&(key, _)| key)
        .collect();
    for (i, key) in keys.iter().enumerate() {
        assert!(!keys[..i].contains(key), "{key} has two meanings");
    }
    assert!(help_of(table).count() <= 22);
    assert!(help_of(table).all(|line| line.len() <= 80));
}

/// The board and the panel beside it or below it.
#[derive(Debug)]
pub struct BoardPane {
    /// Characters and colours.
    pub look: Look,
    /// Layers over the board.
    pub layers: Layers,
    /// The point that keys are about.
    pub cursor: Point,
    /// Is the panel away, or there in place of the board?
    pub is_turned: bool,
    /// The first line of the panel that is seen.
    pub scroll: usize,
    /// Lines by which the panel scrolls.
    pub page: usize,
    /// Where everything was drawn last.
    pub places: Option<Places>,
}

impl BoardPane {
    /// A pane with the cursor in the middle of the board.
    pub fn new(size: BoardSize, layers: Layers, look: Look) -> Self {
        Self {
            look,
            layers,
            cursor: middle(size),
            is_turned: false,
            scroll: 0,
            page: 1,
            places: None,
        }
    }

    /// Shows the next map of influence in that order, and none after the last.
    pub fn next_map(&mut self, order: [Map; 4]) {
        let next = match self.layers.influence {
            None => 0,
            Some(map) => order.iter().position(|&other| other == map).map_or(0, |i| i + 1),
        };
        self.layers.influence = order.get(next).copied();
    }

    /// Scrolls the panel by pages.
    pub fn scroll_pages(&mut self, pages: isize) {
        self.scroll_lines(pages.saturating_mul(self.page as isize));
    }

    /// Scrolls the panel by lines.
    pub fn scroll_lines(&mut self, lines: isize) {
        self.scroll = self.scroll.saturating_add_signed(lines);
    }

    /// The point that is drawn there.
    pub fn point_at(&self, size: BoardSize, at: Position) -> Option<Point> {
        self.places.as_ref()?.point_at(size, at)
    }

    /// Draws title, board and prisoners. Returns the places of all parts.
    ///
    /// # Errors
    /// If there is too little room: the needs.
    pub fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        game: &Game,
        picture: &Picture,
        title: String,
    ) -> Result<Places, Needs> {
        let needs = Needs {
            size: picture.size,
            cells: text::widths(picture, self.look),
        };
        self.places = Places::within(frame.area(), &needs, self.is_turned);
        let places = self.places.ok_or(needs)?;
        frame.render_widget(title, places.title);
        let prisoners = text::prisoners_line(game, self.look);
        frame.render_widget(drawn([prisoners]), places.prisoners);
        if let Some(area) = places.board {
            frame.render_widget(drawn(text::board_lines(picture, self.look, places.cell)), area);
        }
        // Without colours the cursor of the terminal is seen best.
        if self.look.is_plain()
            && let Some(position) = places.position_of(self.cursor)
        {
            frame.set_cursor_position(position);
        }
        Ok(places)
    }

    /// Draws the part of the panel that is seen; `keys` scroll it.
    pub fn draw_panel(&mut self, frame: &mut Frame<'_>, area: Rect, lines: Vec<Vec<Span>>, keys: &str) {
        let seen = self.seen(lines, usize::from(area.height), keys);
        frame.render_widget(drawn(seen), area);
    }

    /// The visible part of the panel, with its place if there is more.
    fn seen(&mut self, mut lines: Vec<Vec<Span>>, height: usize, keys: &str) -> Vec<Vec<Span>> {
        let count = lines.len();
        self.page = height.saturating_sub(1).max(1);
        if count <= height {
            self.scroll = 0;
            return lines;
        }
        // The last page is a full one.
        self.scroll = self.scroll.min(count - self.page);
        lines.drain(..self.scroll);
        lines.truncate(self.page);
        let place = format!(
            "[{}-{} of {count}; {keys}]",
            self.scroll + 1,
            self.scroll + lines.len()
        );
        lines.push(vec![Span::plain(place)]);
        lines
    }
}

/// The point in the middle of a board.
pub fn middle(size: BoardSize) -> Point {
    Point::new(size.width() / 2, size.height() / 2)
}
