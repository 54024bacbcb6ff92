// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game to step through, with what is known of each position in colour.

mod reading;

use std::io;

use katachi_engine::answers::{Aim, MORE_NODES, Question};
use katachi_engine::play::lines::{self, PointDetails};
use katachi_engine::play::{Engine, Player, Request};
use katachi_engine::reading::Reader;
use katachi_engine::search::Clock;
use katachi_rules::sgf::{Record, Replay, SgfError};
use katachi_rules::{Color, Game, Move, Point, Rules, printable_line, quantity};
use katachi_view::groups::{Group, GroupStatus};
use katachi_view::panel::Panel;
use katachi_view::picture::{Layers, Map, Picture};
use katachi_view::text::{self, Span};
use katachi_view::{Look, PositionView};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::Modifier;
use ratatui::widgets::{List, ListState};

use super::keys::Command::{self, *};
use super::keys::{Row, table};
use super::shell::{App, Mode, Shell, middle, show};
use super::terminal::on_terminal;
use reading::StoneReading;

/// Lines that PgUp and PgDn go in the list of games.
const PAGE: usize = 10;

/// A game of a file with its rules, or why it cannot be read.
pub type Entry = Result<(Record, Rules), SgfError>;

/// A game, the shown position, and its layers.
#[derive(Debug)]
pub struct StepScreen {
    shell: Shell,
    player: Player,
    /// The games of a file, at least one.
    games: Vec<Entry>,
    /// Index of the shown game.
    number: usize,
    /// Moves of the record that can be made.
    end: usize,
    /// Moves of the record that have been made.
    at: usize,
    /// Moves that were tried after them.
    tried: Vec<(Color, Move)>,
    game: Game,
    /// The analysed position. None before the analysis.
    view: Option<PositionView>,
    /// Facts about the point under the cursor, once there is a view.
    about: Option<Panel>,
    /// The last question of the position.
    reading: Option<StoneReading>,
}

impl StepScreen {
    /// Begins at the end of the game of that index, with the cursor on the last move. If none is chosen and
    /// there are several, it begins with a list of them.
    ///
    /// # Errors
    /// An unreadable game, or an impossible first position. Without a chosen game, only if this is true of
    /// all games.
    ///
    /// # Panics
    /// If there is no game of that index.
    pub fn new(
        engine: Engine,
        games: Vec<Entry>,
        chosen: Option<usize>,
        layers: Layers,
        look: Look,
    ) -> Result<Self, SgfError> {
        let first = || games.iter().position(|entry| replayed(entry).is_ok());
        let number = chosen.or_else(first).unwrap_or(0);
        let is_listed = chosen.is_none() && games.len() > 1;
        let game = replayed(&games[number])?.game;
        let mut screen = Self {
            shell: Shell::new(game.size(), look, Clock::default()),
            player: Player::new(engine),
            games,
            number,
            end: 0,
            at: 0,
            tried: Vec::new(),
            game,
            view: None,
            about: None,
            reading: None,
        };
        screen.shell.layers = layers;
        screen.open(number)?;
        if is_listed {
            screen.shell.mode = Mode::List(number);
        }
        Ok(screen)
    }

    /// Shows the screen until the person leaves it, or a signal ends the program.
    ///
    /// # Errors
    /// A terminal that cannot be read or written.
    pub fn run(&mut self) -> io::Result<()> {
        on_terminal(|terminal| show(terminal, self))
    }

    /// To the end of that game, or to its first illegal move.
    fn open(&mut self, number: usize) -> Result<(), SgfError> {
        let replay = replayed(&self.games[number])?;
        let why = replay.stopped();
        self.shell.message = why.map_or_else(String::new, |why| format!("Note: {why}."));
        self.shell.mode = Mode::Board;
        (self.number, self.end, self.at) = (number, replay.played, replay.played);
        self.tried.clear();
        self.game = replay.game;
        self.view = None;
        let last = self.game.moves().next_back().and_then(|(_, mv)| mv.point());
        self.look_at(last.unwrap_or(middle(self.game.size())));
        Ok(())
    }

    fn say(&mut self, message: impl Into<String>) {
        self.shell.message = message.into();
    }

    fn step(&mut self, moves: isize) {
        if self.tried.is_empty() {
            self.go_to(self.at.saturating_add_signed(moves).min(self.end));
        } else if moves < 0 {
            let undone = moves.unsigned_abs().min(self.tried.len());
            (0..undone).for_each(|_| self.undo());
        } else {
            self.say("These are moves that you tried: u takes them back.");
        }
    }

    /// To a position of the record; what was tried is given up.
    fn go_to(&mut self, moves: usize) {
        self.tried.clear();
        self.at = moves;
        self.replay();
    }

    fn replay(&mut self) {
        // Every move was legal once, so that this cannot fail.
        if let Ok((record, rules)) = &self.games[self.number]
            && let Ok(mut game) = record.game_after(self.at, *rules, self.game.komi())
        {
            for &(color, mv) in &self.tried {
                let _ = game.play(color, mv);
            }
            self.game = game;
        }
        self.view = None;
    }

    fn try_move(&mut self, mv: Move) {
        let color = self.game.to_move();
        match self.game.play(color, mv) {
            Ok(()) => {
                self.tried.push((color, mv));
                self.view = None;
            }
            Err(why) => {
                let shown = self.game.size().show(mv);
                self.say(format!("{color} cannot play {shown}: {why}."));
            }
        }
    }

    fn undo(&mut self) {
        if self.tried.pop().is_some() {
            self.replay();
        } else {
            self.say("You have tried no move; Left goes back in the game.");
        }
    }

    /// The next line of play of the string and the group under the cursor, or of the board if there is no
    /// stone; none after the last.
    fn next_line(&mut self) {
        let Some(view) = &mut self.view else { return };
        let next = self.shell.layers.line.map_or(0, |line| line + 1);
        if next == 0 {
            let mut answers = self.player.answers(&self.game);
            view.lines = match view.game.board().is_empty(self.shell.cursor) {
                true => lines::decisive(&mut answers, view.game.to_move(), view.choice.as_ref()),
                false => lines::at(&mut answers, self.shell.cursor),
            };
        }
        self.about = None;
        if let Some(line) = view.lines.get(next) {
            self.shell.layers.line = Some(next);
            self.shell.message = katachi_view::lines::text(line, self.game.size());
            return;
        }
        if view.lines.is_empty() {
            self.say("Nothing here is captured, killed or saved by one move.");
        }
        self.forget_lines();
    }

    fn forget_lines(&mut self) {
        self.shell.layers.line = None;
        if let Some(view) = &mut self.view {
            view.lines.clear();
        }
    }

    /// Begins to read the next question about the stone under the cursor.
    fn read_next(&mut self) {
        const AIMS: [Aim; 4] = [Aim::Kill, Aim::Save, Aim::Capture, Aim::Rescue];
        let stone = self.shell.cursor;
        let asked = self.reading.as_ref().map(|reading| reading.question);
        let before = asked.filter(|before| self.is_about(before, stone));
        let last = before.and_then(|before| AIMS.iter().position(|&aim| aim == before.aim()));
        let aim = AIMS[last.map_or(0, |last| (last + 1) % AIMS.len())];
        match self.player.answers(&self.game).question(aim, stone, None) {
            Ok(question) => {
                let nodes = Reader::QUESTION_NODES;
                self.read(
                    StoneReading::new(question, Some(stone), nodes, self.game.size()),
                    Vec::new(),
                );
            }
            Err(_) => self.say("Move the cursor to a stone: reading is about stones."),
        }
    }

    fn is_about(&self, question: &Question, stone: Point) -> bool {
        let group = |point| self.view.as_ref()?.groups.get(point).map(|group| group.origin);
        group(stone).is_some() && question.stones().any(|other| group(other) == group(stone))
    }

    /// Asks the last question again: with more nodes, or why not the move under the cursor.
    fn read_again(&mut self, command: Command) {
        let point = self.shell.cursor;
        let Some(mut reading) = self.reading.take() else {
            return self.say("r on a stone asks a question first.");
        };
        let first = reading.question.first();
        if command == Command::ReadMore {
            reading.nodes = reading.nodes.saturating_mul(MORE_NODES);
            self.read(reading, Vec::new());
        } else if self.game.board().is_legal(first, point) {
            reading.answers.clear();
            self.read(reading, vec![point]);
        } else {
            self.reading = Some(reading);
            self.say(format!("{first} cannot play here."));
        }
    }

    /// Begins a reading, or goes on with it, and shows it in the panel.
    fn read(&mut self, mut reading: StoneReading, wanted: Vec<Point>) {
        reading.start(self.player.engine.clone(), &self.game, wanted);
        self.shell.scroll = 0;
        self.about = Some(reading.panel());
        self.reading = Some(reading);
    }

    fn next_critical(&mut self) {
        let Some(view) = &self.view else { return };
        let is_critical = |group: &&Group| group.status.plain() == GroupStatus::Critical;
        let critical = view.groups.iter().filter(is_critical);
        let origins: Vec<Point> = critical.map(|group| *group.origin).collect();
        let here = view.groups.get(self.shell.cursor);
        let here = here.map_or(self.shell.cursor, |group| *group.origin);
        match origins.iter().find(|&&p| p > here).or(origins.first()) {
            Some(&point) => self.look_at(point),
            None => self.say("No group is critical."),
        }
    }
}

const KEYS: &[Row] = table! {
    "Left, Right" Step(-1), Step(1) => "one move back or forward; so do Up and Down";
    "Up Down" Step(-1), Step(1) => "";
    "PgUp, PgDn" Step(-10), Step(10) => "ten moves back or forward";
    "Home, End" First, Last => "to the first or the last position";
    "94 Enter" => "to the position before move 94; : begins a number, too";
    ":" Line("") => "";
    "h l k j" Cursor(-1, 0), Cursor(1, 0), Cursor(0, -1), Cursor(0, 1) => "";
    "h j k l" => "move the cursor; or Shift and an arrow";
    "c" NextCritical => "to the next critical group";
    "Enter" Put => "try a move at the cursor";
    "p" Word("pass") => "try a pass";
    "u" Word("undo") => "take a tried move back";
    "Backspace" Word("undo") => "";
    "m" Maps([Map::Area, Map::Moyo, Map::Territory, Map::Ownership]) => "area, moyo, territory, ownership, none";
    "e" Eyes => "eye spaces";
    "v" Values => "values of proposals";
    "g" Groups => "groups, or plain stones";
    "n" Lines => "the next line of play of the point, or of the board; then none";
    "r, +, w" Read, ReadMore, WhyNot => "read the stone; ten times the nodes; why not the move here?";
    "Tab" Turn => "the board alone, or the panel where both have no room";
    "Space, b" Scroll(1), Scroll(-1) => "the next part of the panel, and the one before";
    "o" Games => "another game of the file";
    "mouse" => "click: the cursor; wheel: one move, or a line of the panel";
    "?" Help => "this list";
    "q" Quit => "leave";
    "Esc" Quit => "";
};

impl App for StepScreen {
    const KEYS: &'static [Row] = KEYS;
    const HELP: &'static str = "Keys; any of them leads back:";
    const SCROLLS: &'static str = "Space, b";
    const OR: &'static str = "leave with q";

    fn shell(&mut self) -> &mut Shell {
        &mut self.shell
    }

    fn game(&self) -> &Game {
        &self.game
    }

    /// Analyses the position if that has not been done, and chooses a move if values are shown.
    fn tick(&mut self) {
        if matches!(self.shell.mode, Mode::List(_)) {
            return;
        }
        if self.view.is_none() {
            self.reading = None;
            let analysis = self.player.analyse(&self.game);
            let request = Request::new(&self.game, self.game.to_move());
            let choice = self.shell.layers.values.then(|| self.player.weigh(&request));
            self.view = Some(PositionView::new(&self.game, analysis, choice));
            self.shell.layers.line = None;
            self.about = None;
        }
        if let Some(reading) = &mut self.reading
            && reading.poll()
        {
            self.about = Some(reading.panel());
        }
        if let (None, Some(view)) = (&self.about, &self.view) {
            let (answers, point) = (&mut self.player.answers(&self.game), self.shell.cursor);
            let details = PointDetails::new(answers, &view.game, &view.analysis, point, false);
            self.about = Some(view.about(point, &details));
        }
    }

    fn act(&mut self, command: Command) {
        match command {
            Command::Step(moves) => self.step(moves),
            Command::First => self.go_to(0),
            Command::Last => self.go_to(self.end),
            Command::Games if self.games.len() > 1 => self.shell.mode = Mode::List(self.number),
            Command::Games => self.say("There is one game only."),
            Command::NextCritical => self.next_critical(),
            Command::Put => self.try_move(Move::Play(self.shell.cursor)),
            Command::Lines => self.next_line(),
            Command::Read => self.read_next(),
            Command::ReadMore | Command::WhyNot => self.read_again(command),
            Command::Values => {
                self.shell.layers.values = !self.shell.layers.values;
                self.view = None;
            }
            _ => {}
        }
    }

    /// The number of a move leads to the position before it.
    fn run_line(&mut self, line: &str) {
        let last = self.end + 1;
        match (line, line.trim().parse::<usize>()) {
            ("pass", _) => self.try_move(Move::Pass),
            ("undo", _) => self.undo(),
            (_, Ok(number)) if (1..=last).contains(&number) => self.go_to(number - 1),
            (_, Ok(number)) => self.say(format!(
                "There is no position before move {number}: use 1 to {last}."
            )),
            (_, Err(_)) => self.say(format!("Type the number of a move, 1 to {last}.")),
        }
    }

    fn begins_line(&self, letter: char) -> bool {
        letter.is_ascii_digit()
    }

    /// A key in the list of games.
    fn answer(&mut self, key: KeyCode) {
        let Mode::List(chosen) = self.shell.mode else {
            return;
        };
        self.shell.message.clear();
        let last = self.games.len() - 1;
        self.shell.mode = Mode::List(match key {
            KeyCode::Up | KeyCode::Char('k') => chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => last.min(chosen + 1),
            KeyCode::PageUp => chosen.saturating_sub(PAGE),
            KeyCode::PageDown => last.min(chosen + PAGE),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Esc | KeyCode::Char('q' | 'o') => return self.shell.mode = Mode::Board,
            KeyCode::Enter => {
                if let Err(why) = self.open(chosen) {
                    self.say(format!("Game {} cannot be used: {why}.", chosen + 1));
                }
                return;
            }
            _ => chosen,
        });
    }

    fn look_at(&mut self, point: Point) {
        self.shell.cursor = point;
        if let Some(reading) = &mut self.reading {
            reading.stop();
        }
        self.forget_lines();
        self.about = None;
        self.shell.scroll = 0;
    }

    fn click(&mut self) {}

    fn wheel(&mut self, lines: isize) {
        self.step(lines);
    }

    /// The next move, moves made of those of the record, and how many were tried then: `31/240 +2`.
    fn title(&self) -> String {
        let tried = match self.tried.len() {
            0 => String::new(),
            count => format!(" +{count}"),
        };
        let title = format!("{} ({}/{}{tried})", text::title(&self.game), self.at, self.end);
        match self.games.len() {
            1 => title,
            count => format!("{title}; game {} of {count}", self.number + 1),
        }
    }

    fn picture(&mut self) -> Picture {
        match &self.view {
            Some(view) => view.picture(&self.shell.layers()),
            None => Picture::plain(&self.game, Some(self.shell.cursor)),
        }
    }

    /// The point under the cursor, the whole board in short, the marks.
    fn panel(&self, picture: &Picture, [width, _]: [usize; 2]) -> Vec<Vec<Span>> {
        let lines = |panel: &Panel| text::panel_lines(panel, width, self.shell.look);
        let mut all = self.about.as_ref().map_or_else(Vec::new, lines);
        all.push(Vec::new());
        if let Some(view) = &self.view {
            all.extend(lines(&view.summary(&self.shell.layers)));
        }
        all.extend(text::legend(picture, self.shell.look, width));
        all
    }

    fn status(&self) -> String {
        match self.shell.places.is_some_and(|places| places.is_small) {
            true => "?: help  Tab: panel or board  q: leave  Left/Right: step  hjkl: look",
            false => "?: help  q: leave  Left/Right: step  hjkl: look  Enter: try  m e v g n: layers",
        }
        .to_owned()
    }

    fn prompt(&self) -> [&'static str; 2] {
        ["To the position before move ", "_  (Enter, Esc)"]
    }

    /// The games of the file: number, board, players, length, result, date.
    fn draw_list(&self, chosen: usize, frame: &mut Frame<'_>) {
        let lines = [Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)];
        let [first, rest, last] = Layout::vertical(lines).areas(frame.area());
        frame.render_widget(format!("The file has {} games:", self.games.len()), first);
        let digits = self.games.len().to_string().len();
        let titles = self.games.iter().enumerate().map(|(i, entry)| {
            let text = match entry {
                Ok((record, _)) => about(record),
                Err(why) => format!("cannot be used: {why}"),
            };
            format!("{:>digits$}  {text}", i + 1)
        });
        // A mark, too: not every terminal shows what is reversed.
        let list = List::new(titles).highlight_symbol("> ");
        let list = list.highlight_style(Modifier::REVERSED);
        let mut state = ListState::default().with_selected(Some(chosen));
        frame.render_stateful_widget(list, rest, &mut state);
        let message = match self.shell.message.as_str() {
            "" => "Up, Down: choose  Enter: open  Esc: back to the board",
            message => message,
        };
        frame.render_widget(message, last);
    }
}

/// A game that can be looked at, with the position at its end.
fn replayed(entry: &Entry) -> Result<Replay, SgfError> {
    let (record, rules) = entry.as_ref().map_err(SgfError::clone)?;
    record.replay(usize::MAX, *rules, record.komi_under(*rules))
}

fn about(record: &Record) -> String {
    let text = |name: &str| {
        let text = record.get(name).map(printable_line);
        text.filter(|text| !text.trim().is_empty())
    };
    let player = |name| text(name).unwrap_or_else(|| "?".to_owned());
    let (size, moves) = (record.size.to_string(), quantity(record.move_count(), "move"));
    let about = format!("{size:<5}  {} - {}, {moves}", player("PB"), player("PW"));
    let more = ["RE", "DT"].into_iter().filter_map(text);
    more.fold(about, |about, more| format!("{about}, {more}"))
}

#[cfg(test)]
mod tests;
