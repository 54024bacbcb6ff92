// SPDX-License-Identifier: MIT OR Apache-2.0

//! State of the screen, and the effect of keys.

use std::time::Duration;

use katachi_engine::answers::{Aim, Question, TreeLimits};
use katachi_engine::play::lines::{self, PointDetails};
use katachi_engine::play::{Engine, Player, Request};
use katachi_rules::sgf::{Record, Replay, SgfError};
use katachi_rules::{Color, Game, Move, Point, Rules};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::application::{Application, BoardPane, is_interrupt, middle};
use super::keys::{self, Command};
use crate::PositionView;
use crate::groups::GroupStatus;
use crate::lines::text as line_text;
use crate::look::Look;
use crate::panel::Panel;
use crate::picture::{Layers, Map};
use crate::reading_tree;

/// The purpose of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The board and the panel.
    Board,
    /// The list of keys.
    Help,
    /// The list of games, with the one that is chosen.
    Games(usize),
    /// The typed part of the number of a move.
    Number(String),
}

/// A game of a file with its rules, or why it cannot be read.
pub type Entry = Result<(Record, Rules), SgfError>;

/// A game, the shown position, and its layers.
#[derive(Debug)]
pub struct Screen {
    player: Player,
    /// The games of a file, at least one.
    pub(super) games: Vec<Entry>,
    /// Index of the shown game.
    pub(super) number: usize,
    /// Its record.
    pub(super) record: Record,
    rules: Rules,
    /// Moves of the record that can be made.
    pub(super) end: usize,
    /// Moves of the record that have been made.
    at: usize,
    /// Moves that were tried after them.
    tried: Vec<(Color, Move)>,
    pub(super) game: Game,
    /// The analysed position. None before the analysis.
    pub(super) view: Option<PositionView>,
    /// Facts about the point under the cursor, once there is a view.
    pub(super) about: Option<Panel>,
    /// The last question about the shown position.
    asked: Option<Question>,
    pub(super) pane: BoardPane,
    pub(super) message: Option<String>,
    pub(super) mode: Mode,
    pub(super) is_done: bool,
}

/// Factor of the nodes of a question that is asked again; 2 to 10.
const MORE_NODES: u32 = 4;

impl Screen {
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
        let first = || games.iter().position(|entry| opened(entry).is_ok()).unwrap_or(0);
        let number = chosen.unwrap_or_else(first);
        let is_open = chosen.is_some() || games.len() == 1;
        let (record, rules, replay) = opened(&games[number])?;
        let game = replay.game;
        let mut screen = Self {
            record: record.clone(),
            rules,
            end: 0,
            at: 0,
            tried: Vec::new(),
            pane: BoardPane::new(game.size(), layers, look),
            game,
            view: None,
            about: None,
            asked: None,
            message: None,
            mode: if is_open { Mode::Board } else { Mode::Games(number) },
            is_done: false,
            player: Player::new(engine),
            games,
            number,
        };
        screen.begin()?;
        Ok(screen)
    }

    /// To the end of the game that is chosen, or to the first illegal move.
    pub(super) fn begin(&mut self) -> Result<(), SgfError> {
        let (record, rules, replay) = opened(&self.games[self.number])?;
        self.message = replay.stopped().map(|why| format!("Note: {why}."));
        (self.record, self.rules, self.game) = (record.clone(), rules, replay.game);
        (self.end, self.at) = (replay.played, replay.played);
        self.tried.clear();
        let size = self.game.size();
        let last = self.game.moves().next_back().and_then(|(_, mv)| mv.point());
        self.look_at(last.unwrap_or(middle(size)));
        self.view = None;
        Ok(())
    }

    /// The shown position.
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Quit => self.is_done = true,
            Command::Help => self.mode = Mode::Help,
            Command::Games => self.list_games(),
            Command::Jump(digit) => self.mode = Mode::Number(digit.into_iter().collect()),
            Command::Turn => self.pane.is_turned = !self.pane.is_turned,
            Command::Scroll(pages) => self.pane.scroll_pages(pages),
            Command::Step(moves) => self.step(moves),
            Command::First => self.go_to(0),
            Command::Last => self.go_to(self.end),
            Command::Move(dx, dy) => {
                if let Some(point) = self.game.size().offset(self.pane.cursor, dx, dy) {
                    self.look_at(point);
                }
            }
            Command::NextCritical => self.next_critical(),
            Command::Play => self.try_move(Move::Play(self.pane.cursor)),
            Command::Pass => self.try_move(Move::Pass),
            Command::Undo => self.undo(),
            Command::Lines => self.next_line(),
            Command::Read => self.read_next(),
            Command::ReadMore => self.read_more(),
            Command::WhyNot => self.why_not(),
            Command::Influence | Command::Eyes | Command::Values | Command::Groups => self.switch(command),
        }
    }

    /// Switches a layer.
    fn switch(&mut self, command: Command) {
        match command {
            Command::Influence => {
                let order = [Map::Area, Map::Moyo, Map::Territory, Map::Ownership];
                self.pane.next_map(order);
            }
            Command::Eyes => self.pane.layers.eyes = !self.pane.layers.eyes,
            Command::Values => {
                self.pane.layers.values = !self.pane.layers.values;
                self.view = None;
            }
            Command::Groups => self.pane.layers.groups = !self.pane.layers.groups,
            _ => {}
        }
    }

    /// Moves made of those of the record, and how many were tried then: `31/240 +2`.
    pub(super) fn place(&self) -> String {
        let place = format!("{}/{}", self.at, self.end);
        match self.tried.len() {
            0 => place,
            tried => format!("{place} +{tried}"),
        }
    }

    pub(super) fn look_at(&mut self, point: Point) {
        self.pane.cursor = point;
        self.forget_lines();
        self.about = None;
        self.pane.scroll = 0;
    }

    pub(super) fn step(&mut self, moves: isize) {
        if self.tried.is_empty() {
            self.go_to(self.at.saturating_add_signed(moves).min(self.end));
        } else if moves < 0 {
            for _ in 0..moves.unsigned_abs().min(self.tried.len()) {
                self.undo();
            }
        } else {
            self.message = Some("These are moves that you tried: u takes them back.".to_owned());
        }
    }

    /// To a position of the record; what was tried is given up.
    pub(super) fn go_to(&mut self, moves: usize) {
        self.tried.clear();
        self.at = moves;
        self.replay();
    }

    fn replay(&mut self) {
        // Every move was legal once, so that this cannot fail.
        if let Ok(mut game) = self.record.game_after(self.at, self.rules, self.game.komi()) {
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
                self.message = Some(format!("{color} cannot play {shown}: {why}."));
            }
        }
    }

    fn undo(&mut self) {
        if self.tried.pop().is_some() {
            self.replay();
        } else {
            self.message = Some("You have tried no move; Left goes back in the game.".to_owned());
        }
    }

    /// The next line of play of the string and the group under the cursor, or of the board if there is no
    /// stone; none after the last.
    fn next_line(&mut self) {
        let Some(view) = &mut self.view else { return };
        let next = self.pane.layers.line.map_or(0, |line| line + 1);
        if next == 0 {
            let mut answers = self.player.answers(&self.game);
            view.lines = match view.game.board().is_empty(self.pane.cursor) {
                true => lines::decisive(&mut answers, view.game.to_move(), view.choice.as_ref()),
                false => lines::at(&mut answers, self.pane.cursor),
            };
        }
        if next < view.lines.len() {
            self.pane.layers.line = Some(next);
            self.message = Some(line_text(&view.lines[next], self.game.size()));
        } else {
            let is_none = view.lines.is_empty();
            self.message =
                is_none.then(|| "Nothing here is captured, killed or saved by one move.".to_owned());
            self.forget_lines();
        }
        self.about = None;
    }

    fn forget_lines(&mut self) {
        self.pane.layers.line = None;
        if let Some(view) = &mut self.view {
            view.lines.clear();
        }
    }

    /// Asks the next question about the stone under the cursor.
    fn read_next(&mut self) {
        const AIMS: [Aim; 4] = [Aim::Kill, Aim::Save, Aim::Capture, Aim::Rescue];
        let stone = self.pane.cursor;
        let before = self
            .asked
            .filter(|asked| asked.stones().any(|p| self.is_of_one_group(p, stone)));
        let last = before.and_then(|asked| AIMS.iter().position(|&aim| aim == asked.aim()));
        let aim = AIMS[last.map_or(0, |last| (last + 1) % AIMS.len())];
        match self.player.answers(&self.game).question(aim, stone, None) {
            Ok(question) => self.read(question, &[]),
            Err(_) => self.message = Some("Move the cursor to a stone: reading is about stones.".to_owned()),
        }
    }

    fn is_of_one_group(&self, a: Point, b: Point) -> bool {
        let group = |point| self.view.as_ref()?.groups.get(point).map(|group| group.origin);
        group(a).is_some() && group(a) == group(b)
    }

    fn read_more(&mut self) {
        match self.asked {
            Some(question) => {
                self.player.question_nodes = self.player.question_nodes.saturating_mul(MORE_NODES);
                self.read(question, &[]);
            }
            None => self.message = Some("r on a stone asks a question first.".to_owned()),
        }
    }

    fn why_not(&mut self) {
        let point = self.pane.cursor;
        match self.asked {
            Some(question) if self.game.board().is_legal(question.first(), point) => {
                self.read(question, &[point]);
            }
            Some(question) => {
                self.message = Some(format!("{} cannot play here.", question.first()));
            }
            None => self.message = Some("r on a stone asks a question first.".to_owned()),
        }
    }

    /// Shows the answer to a question in the panel.
    fn read(&mut self, question: Question, wanted: &[Point]) {
        let mut answers = self.player.answers(&self.game);
        let mut tree = answers.tree(&question, wanted, TreeLimits::default());
        let cursor = self.pane.cursor;
        if question.stones().any(|stone| self.is_of_one_group(stone, cursor)) {
            tree.named = Some(cursor);
        }
        self.asked = Some(question);
        self.pane.scroll = 0;
        self.about = Some(reading_tree::panel(&tree, self.game.size()));
    }

    fn next_critical(&mut self) {
        let Some(view) = &self.view else { return };
        let origins: Vec<Point> = view
            .groups
            .iter()
            .filter(|group| group.status.plain() == GroupStatus::Critical)
            .map(|group| group.origin)
            .collect();
        let here = view
            .groups
            .get(self.pane.cursor)
            .map_or(self.pane.cursor, |group| group.origin);
        match origins.iter().find(|&&p| p > here).or(origins.first()) {
            Some(&point) => self.look_at(point),
            None => self.message = Some("No group is critical.".to_owned()),
        }
    }
}

impl Application for Screen {
    // Nothing goes on without a key, but a signal may ask for an end.
    const WAIT: Duration = Duration::from_millis(500);

    /// Analyses the position if that has not been done, and chooses a move if values are shown.
    fn tick(&mut self) {
        if matches!(self.mode, Mode::Games(_)) {
            return;
        }
        if self.view.is_none() {
            self.asked = None;
            let analysis = self.player.analyse(&self.game);
            let request = Request::new(&self.game, self.game.to_move());
            let choice = self.pane.layers.values.then(|| self.player.weigh(&request));
            self.view = Some(PositionView::new(&self.game, analysis, choice));
            self.pane.layers.line = None;
            self.about = None;
        }
        if let (None, Some(view)) = (&self.about, &self.view) {
            let details = PointDetails::new(
                &mut self.player.answers(&self.game),
                &view.game,
                &view.analysis,
                self.pane.cursor,
            );
            self.about = Some(view.about(self.pane.cursor, &details));
        }
    }

    fn render(&mut self, frame: &mut Frame<'_>) {
        self.draw(frame);
    }

    fn handle(&mut self, key: KeyEvent) {
        if is_interrupt(key) {
            self.is_done = true;
            return;
        }
        match std::mem::replace(&mut self.mode, Mode::Board) {
            // Any key leads back.
            Mode::Help => {}
            Mode::Games(chosen) => {
                self.message = None;
                self.choose_game(chosen, key.code);
            }
            Mode::Number(typed) => self.type_number(typed, key.code),
            Mode::Board => {
                if let Some(command) = keys::command(key) {
                    self.message = None;
                    self.obey(command);
                }
            }
        }
    }

    /// A click moves the cursor, the wheel steps, or scrolls the panel.
    fn handle_mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        self.message = None;
        match (&self.mode, mouse.kind) {
            (Mode::Board, MouseEventKind::Down(_)) => {
                if let Some(point) = self.pane.point_at(self.game.size(), at) {
                    self.look_at(point);
                }
            }
            (Mode::Board, MouseEventKind::ScrollUp) => self.wheel(at, -1),
            (Mode::Board, MouseEventKind::ScrollDown) => self.wheel(at, 1),
            (&Mode::Games(chosen), MouseEventKind::ScrollUp) => self.choose_game(chosen, KeyCode::Up),
            (&Mode::Games(chosen), MouseEventKind::ScrollDown) => self.choose_game(chosen, KeyCode::Down),
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}

impl Screen {
    fn wheel(&mut self, at: Position, lines: isize) {
        let panel = self.pane.places.and_then(|places| places.panel);
        match panel.is_some_and(|panel| panel.contains(at)) {
            true => self.pane.scroll_lines(lines),
            false => self.step(lines),
        }
    }
}

/// A game that can be looked at, with the position at its end.
fn opened(entry: &Entry) -> Result<(&Record, Rules, Replay), SgfError> {
    let (record, rules) = entry.as_ref().map_err(SgfError::clone)?;
    let replay = record.replay(usize::MAX, *rules, record.komi_under(*rules))?;
    Ok((record, *rules, replay))
}
