// SPDX-License-Identifier: MIT OR Apache-2.0

//! What all screens share: their loop, their state, the effect of keys and the mouse, and how they are drawn.

use std::io;
use std::time::Duration;

use katachi_engine::search::Clock;
use katachi_rules::{BoardSize, Game, Point};
use katachi_view::Look;
use katachi_view::picture::{Layers, Picture};
use katachi_view::text::{self, Span};
use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::Text;
use ratatui::widgets::{Paragraph, Wrap};

use super::keys::{Command, Row, command_of, help_of};
use super::layout::{Places, least};
use super::line::CommandLine;
use super::paint::drawn;
use super::terminal::Terminal;

/// A lone letter in the typed line acts as a key after this time, unless it is a column of the board.
const PAUSE: Duration = Duration::from_millis(600);

/// What is special in a screen.
pub(crate) trait App {
    /// Its keys with their help.
    const KEYS: &'static [Row];
    /// The first line of the help.
    const HELP: &'static str;
    /// The keys that scroll the panel.
    const SCROLLS: &'static str = "PgUp, PgDn";
    /// What else can be done if the terminal is too small.
    const OR: &'static str;
    /// Longest time without an event until the next tick.
    const WAIT: Duration = Duration::from_millis(80);

    fn shell(&mut self) -> &mut Shell;

    fn game(&self) -> &Game;

    /// Does what goes on without a key.
    fn tick(&mut self);

    /// Obeys a key whose command is not that of every screen.
    fn act(&mut self, command: Command);

    fn run_line(&mut self, line: &str);

    fn begins_line(&self, letter: char) -> bool;

    /// A key while there is a list, or a question without a word.
    fn answer(&mut self, _key: KeyCode) {}

    fn look_at(&mut self, point: Point) {
        self.shell().cursor = point;
    }

    /// A click on the board has moved the cursor.
    fn click(&mut self) {
        self.act(Command::Put);
    }

    fn wheel(&mut self, lines: isize) {
        self.shell().scroll_lines(lines);
    }

    fn title(&self) -> String {
        text::title(self.game())
    }

    fn picture(&mut self) -> Picture;

    /// The panel, on that number of columns and lines.
    fn panel(&self, picture: &Picture, size: [usize; 2]) -> Vec<Vec<Span>>;

    /// The last line if there is no message and nothing is typed.
    fn status(&self) -> String;

    /// What stands before and after the typed line.
    fn prompt(&self) -> [&'static str; 2] {
        ["> ", ""]
    }

    /// Lines of the help below the keys.
    fn more_help(&self) -> String {
        String::new()
    }

    fn draw_list(&self, _chosen: usize, _frame: &mut Frame<'_>) {}
}

/// The purpose of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The board and the typed line.
    Board,
    /// The help, from that line on.
    Help(usize),
    /// A list, with the row that is chosen.
    List(usize),
    /// A question with the word that `y` stands for; if it is empty, the screen knows the answers.
    Question(&'static str, &'static str),
}

/// The state that all screens have.
#[derive(Debug)]
pub(crate) struct Shell {
    pub(crate) mode: Mode,
    pub(crate) look: Look,
    /// Layers over the board, without the cursor.
    pub(crate) layers: Layers,
    /// The point that keys are about.
    pub(crate) cursor: Point,
    pub(crate) line: CommandLine,
    pub(crate) message: String,
    /// Whether the panel is away, or there in place of the board.
    pub(crate) is_turned: bool,
    /// The first line of the panel that is seen.
    pub(crate) scroll: usize,
    /// Lines by which the panel or the help scrolls; 0 if all of the help is seen.
    page: usize,
    /// Where everything was drawn last.
    pub(crate) places: Option<Places>,
    pub(crate) is_done: bool,
    now: Clock,
    typed_at: Duration,
}

impl Shell {
    /// Stones are plain, and the cursor is in the middle of the board.
    pub(crate) fn new(size: BoardSize, look: Look, now: Clock) -> Self {
        let layers = Layers {
            groups: false,
            ..Layers::default()
        };
        Self {
            mode: Mode::Board,
            look,
            layers,
            cursor: middle(size),
            line: CommandLine::default(),
            message: String::new(),
            is_turned: false,
            scroll: 0,
            page: 1,
            places: None,
            is_done: false,
            now,
            typed_at: Duration::ZERO,
        }
    }

    pub(crate) fn layers(&self) -> Layers {
        Layers {
            cursor: Some(self.cursor),
            ..self.layers
        }
    }

    fn scroll_lines(&mut self, lines: isize) {
        self.scroll = self.scroll.saturating_add_signed(lines);
    }

    fn turn_help(&mut self, first: usize, key: KeyCode) {
        self.mode = match key {
            _ if self.page == 0 => Mode::Board,
            KeyCode::Down => Mode::Help(first + 1),
            KeyCode::Up => Mode::Help(first.saturating_sub(1)),
            KeyCode::PageDown | KeyCode::Char(' ') => Mode::Help(first + self.page),
            KeyCode::PageUp => Mode::Help(first.saturating_sub(self.page)),
            _ => Mode::Board,
        };
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
        let (first, last) = (self.scroll + 1, self.scroll + lines.len());
        lines.push(vec![Span::plain(format!("[{first}-{last} of {count}; {keys}]"))]);
        lines
    }
}

pub(crate) fn middle(size: BoardSize) -> Point {
    Point::new(size.width() / 2, size.height() / 2)
}

pub(crate) fn is_column(size: BoardSize, letter: char) -> bool {
    size.parse_vertex(&format!("{letter}1")).is_some()
}

/// Shows a screen until the person leaves it or a signal ends it.
pub(crate) fn show<A: App>(terminal: &mut Terminal, app: &mut A) -> io::Result<()> {
    while !app.shell().is_done && !terminal.has_ended() {
        tick(app);
        terminal.draw(|frame| render(app, frame))?;
        // Events that wait are taken together, so that a key held down does not run behind.
        let mut wait = A::WAIT;
        while let Some(event) = terminal.event(wait)? {
            wait = Duration::ZERO;
            match event {
                // Some terminals report keys that are let go, too.
                Event::Key(key) if key.is_press() => handle(app, key),
                Event::Mouse(mouse) => handle_mouse(app, mouse),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Does what goes on without a key.
pub(crate) fn tick<A: App>(app: &mut A) {
    app.tick();
    if let Some((_, command, _)) = lone_key(app, false)
        && app.shell().now.get().saturating_sub(app.shell().typed_at) >= PAUSE
    {
        app.shell().line.close();
        obey(app, command);
    }
}

/// The lone letter in the line if it is a key, with its command and the help. A letter of a column of the
/// board waits for Enter; any other one acts if nothing follows it at once.
fn lone_key<A: App>(app: &mut A, is_of_column: bool) -> Option<(char, Command, &'static str)> {
    let letter = app.shell().line.lone_letter()?;
    let (command, doc) = command_of(A::KEYS, KeyCode::Char(letter).into())?;
    (is_column(app.game().size(), letter) == is_of_column).then_some((letter, command, doc))
}

/// Ctrl-C, which leaves from everywhere.
pub(crate) fn is_interrupt(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

/// Does what a key asks for. Other keys do nothing.
pub(crate) fn handle<A: App>(app: &mut A, key: KeyEvent) {
    let shell = app.shell();
    match shell.mode {
        _ if is_interrupt(key) => shell.is_done = true,
        Mode::Help(first) => shell.turn_help(first, key.code),
        Mode::Question("", _) | Mode::List(_) => app.answer(key.code),
        Mode::Question(word, _) => {
            shell.mode = Mode::Board;
            if matches!(key.code, KeyCode::Char('y' | 'Y')) {
                app.run_line(word);
            }
        }
        Mode::Board => {
            let is_open = shell.line.is_open();
            if is_open || matches!(key.code, KeyCode::Char(letter) if app.begins_line(letter)) {
                type_key(app, key);
            } else if let Some((command, _)) = command_of(A::KEYS, key) {
                obey(app, command);
            }
        }
    }
}

/// A key of the line. A lone letter that is a key, too, is that key with Enter.
fn type_key<A: App>(app: &mut A, key: KeyEvent) {
    let shell = app.shell();
    shell.message.clear();
    shell.typed_at = shell.now.get();
    let letter = shell.line.lone_letter();
    if let Some(line) = shell.line.type_key(key) {
        match letter.and_then(|letter| command_of(A::KEYS, KeyCode::Char(letter).into())) {
            Some((command, _)) => obey(app, command),
            None => app.run_line(&line),
        }
    }
}

fn obey<A: App>(app: &mut A, command: Command) {
    let size = app.game().size();
    let shell = app.shell();
    shell.message.clear();
    match command {
        Command::Cursor(dx, dy) => {
            if let Some(point) = size.offset(shell.cursor, dx, dy) {
                app.look_at(point);
            }
        }
        Command::Word(word) => app.run_line(word),
        Command::Line(text) => shell.line.open(text),
        Command::Turn => shell.is_turned = !shell.is_turned,
        Command::Scroll(pages) => shell.scroll_lines(pages.saturating_mul(shell.page as isize)),
        Command::Maps(order) => {
            let shown = order.iter().position(|&map| shell.layers.influence == Some(map));
            shell.layers.influence = order.get(shown.map_or(0, |shown| shown + 1)).copied();
        }
        Command::Groups => shell.layers.groups = !shell.layers.groups,
        Command::Eyes => shell.layers.eyes = !shell.layers.eyes,
        Command::Help => shell.mode = Mode::Help(0),
        Command::Quit => shell.is_done = true,
        other => app.act(other),
    }
}

/// Does what a click or the wheel asks for. The mouse reports every column that it crosses, too.
pub(crate) fn handle_mouse<A: App>(app: &mut A, mouse: MouseEvent) {
    let at = Position::new(mouse.column, mouse.row);
    let size = app.game().size();
    let shell = app.shell();
    let lines = match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => 0,
        MouseEventKind::ScrollUp => -1,
        MouseEventKind::ScrollDown => 1,
        _ => return,
    };
    match (shell.mode, shell.places) {
        (Mode::List(_), _) if lines < 0 => app.answer(KeyCode::Up),
        (Mode::List(_), _) if lines > 0 => app.answer(KeyCode::Down),
        (Mode::Board, Some(places)) => {
            shell.message.clear();
            if lines == 0 {
                if let Some(point) = places.point_at(size, at) {
                    shell.line.close();
                    app.look_at(point);
                    app.click();
                }
            } else if places.panel.is_some_and(|panel| panel.contains(at)) {
                shell.scroll_lines(lines);
            } else {
                app.wheel(lines);
            }
        }
        _ => {}
    }
}

/// Draws what is known: all of it after a tick.
pub(crate) fn render<A: App>(app: &mut A, frame: &mut Frame<'_>) {
    app.shell().places = None;
    match app.shell().mode {
        Mode::Help(first) => draw_help(app, first, frame),
        Mode::List(chosen) => app.draw_list(chosen, frame),
        Mode::Board | Mode::Question(..) => draw_board(app, frame),
    }
}

fn draw_help<A: App>(app: &mut A, first: usize, frame: &mut Frame<'_>) {
    let more = app.more_help();
    let lines: Vec<String> = help_of(A::KEYS).chain(more.lines().map(str::to_owned)).collect();
    let height = usize::from(frame.area().height.saturating_sub(1)).max(1);
    let last = lines.len().saturating_sub(height);
    let first = first.min(last);
    app.shell().page = if last == 0 { 0 } else { height };
    app.shell().mode = Mode::Help(first);
    let lines = std::iter::once(A::HELP.to_owned()).chain(lines.into_iter().skip(first));
    frame.render_widget(Text::from_iter(lines), frame.area());
}

/// The title, the board, the panel beside or below it, the prisoners, the last line.
fn draw_board<A: App>(app: &mut A, frame: &mut Frame<'_>) {
    let (area, title, picture) = (frame.area(), app.title(), app.picture());
    let look = app.shell().look;
    let prisoners = text::prisoners_line(app.game(), look);
    let (size, cells) = (picture.size, text::widths(&picture, look));
    let shell = app.shell();
    shell.places = Places::within(area, size, cells, shell.is_turned);
    let Some(places) = shell.places else {
        let [rest, last] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(area);
        let [width, height] = least(size, cells[1]);
        let (columns, lines) = (area.width, area.height);
        let text = format!(
            "This terminal is too small: {columns}x{lines}. The board needs {width}x{height}. Make it larger, or {}.\n\n{title}",
            A::OR
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), rest);
        draw_last_line(app, frame, last);
        return;
    };
    frame.render_widget(title, places.title);
    frame.render_widget(drawn([prisoners]), places.prisoners);
    if let Some(area) = places.board {
        frame.render_widget(drawn(text::board_lines(&picture, look, places.cell)), area);
    }
    // Without colours the cursor of the terminal is seen best.
    if look.is_plain()
        && let Some(position) = places.position_of(shell.cursor)
    {
        frame.set_cursor_position(position);
    }
    if let Some(area) = places.panel {
        let [width, height] = [area.width, area.height].map(usize::from);
        let lines = app.panel(&picture, [width, height]);
        let seen = app.shell().seen(lines, height, A::SCROLLS);
        frame.render_widget(drawn(seen), area);
    }
    draw_last_line(app, frame, places.last);
}

/// A question, the typed line, a message, or the status.
fn draw_last_line<A: App>(app: &mut A, frame: &mut Frame<'_>, area: Rect) {
    let [before, after] = app.prompt();
    let help = lone_key(app, true).map_or_else(String::new, |(letter, _, doc)| {
        format!("     Enter: {doc}; or type a point such as {letter}4")
    });
    let shell = app.shell();
    let text = match shell.mode {
        Mode::Question("", question) => question.to_owned(),
        Mode::Question(_, question) => format!("{question} y: yes, any other key: no"),
        _ if shell.line.is_open() => {
            let column = (before.len() + shell.line.column()).min(usize::from(area.width.saturating_sub(1)));
            frame.set_cursor_position(Position::new(area.x + column as u16, area.y));
            format!("{before}{}{after}{help}", shell.line.text())
        }
        _ if !shell.message.is_empty() => shell.message.clone(),
        _ => app.status(),
    };
    frame.render_widget(text, area);
}
