// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game against a person on the whole screen of a terminal, after the question whether to continue an
//! unfinished game. The game is kept at every move, so that nothing is lost at any end of the program.

mod draw;
#[cfg(test)]
mod tests;

use std::io;
use std::thread::{Builder, JoinHandle};

use katachi_engine::Engine;
use katachi_engine::play::Player;
use katachi_engine::search::Clock;
use katachi_rules::{Game, Move, PositionId, TimeSystem, area_owner};
use katachi_session::{self as session, Event, Input, InteractiveGame, Shown, Stage};
use katachi_view::picture::{Map, Picture};
use katachi_view::text::Span;
use katachi_view::{Look, PositionView};
use ratatui::crossterm::event::KeyCode;
use ratatui::widgets::{Paragraph, Wrap};

use super::keys::Command::{self, *};
use super::keys::{Row, table};
use super::shell::{App, Mode, Shell, is_interrupt, middle, show};
use super::terminal::{Terminal, on_terminal};

/// Plays on the terminal until the person leaves. Returns messages to print then.
///
/// `question` describes an unfinished game and a new one; without it there is no unfinished one. `begin` is
/// told whether to continue, and begins the game with messages.
///
/// # Errors
/// A terminal that cannot be read or written.
pub fn play(
    question: Option<[String; 2]>,
    begin: impl FnOnce(bool) -> (InteractiveGame, Vec<String>),
    engine: Engine,
    look: Look,
) -> io::Result<Vec<String>> {
    on_terminal(|terminal| {
        let answer = question.map(|games| ask(terminal, games)).transpose()?;
        let Some(goes_on) = answer.unwrap_or(Some(false)) else {
            return Ok(Vec::new());
        };
        let (play, messages) = begin(goes_on);
        let mut screen = PlayScreen::new(play, engine, look, Clock::default());
        screen.say(messages);
        show(terminal, &mut screen)?;
        let size = screen.play.game().size();
        Ok(screen.play.close().iter().map(|event| event.text(size)).collect())
    })
}

/// Asks whether to continue a game. None if the person leaves.
fn ask(terminal: &mut Terminal, [left, new]: [String; 2]) -> io::Result<Option<bool>> {
    let text = format!(
        "{left}\n\nGo on with it?\n\n  Enter: yes, on its board and at its level\n  n: no, a new game ({new}); the old one is kept as a record\n  q: leave, and decide later"
    );
    while !terminal.has_ended() {
        terminal.draw(|frame| {
            let paragraph = Paragraph::new(text.as_str()).wrap(Wrap { trim: false });
            frame.render_widget(paragraph, frame.area());
        })?;
        let event = terminal.event(PlayScreen::WAIT)?;
        let Some(key) = event.and_then(|event| event.as_key_press_event()) else {
            continue;
        };
        match key.code {
            KeyCode::Enter | KeyCode::Char('y' | 'Y') => return Ok(Some(true)),
            KeyCode::Char('n' | 'N') => return Ok(Some(false)),
            KeyCode::Char('q') | KeyCode::Esc => break,
            _ if is_interrupt(key) => break,
            _ => {}
        }
    }
    Ok(None)
}

/// The question whether to take back a move that is criticised.
const TAKE_BACK: Mode = Mode::Question(
    "",
    "Take it back? y: yes, n: no, b: the better move, Esc: look at the board",
);

#[derive(Debug)]
pub(crate) struct PlayScreen {
    shell: Shell,
    play: InteractiveGame,
    analyst: Analyst,
    /// The last messages, in paragraphs.
    messages: Vec<String>,
    /// A message that a move of Katachi does not replace.
    notice: Option<String>,
}

impl PlayScreen {
    fn new(play: InteractiveGame, engine: Engine, look: Look, now: Clock) -> Self {
        Self {
            shell: Shell::new(play.game().size(), look, now),
            play,
            analyst: Analyst::new(engine),
            messages: Vec::new(),
            notice: None,
        }
    }

    fn say(&mut self, texts: Vec<String>) {
        self.messages = texts;
        self.shell.scroll = 0;
    }

    fn command(&mut self, command: session::Command) {
        let events = self.play.execute(command);
        self.messages.clear();
        self.notice = None;
        self.report(&events);
    }

    fn report(&mut self, events: &[Event]) {
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
                    self.shell.cursor = mv.point().unwrap_or(self.shell.cursor);
                }
                Event::Warned(_) => self.shell.mode = TAKE_BACK,
                Event::JudgeFailed(text) => self.notice = Some(text.clone()),
                _ => {}
            }
            let text = event.text(size);
            if !text.is_empty() {
                self.messages.push(text);
            }
        }
        self.shell.scroll = 0;
        if !size.contains(self.shell.cursor) {
            self.shell.cursor = middle(size);
        }
    }
}

/// Most letters are columns of the board as well, so that a letter stands in the typed line first.
const KEYS: &[Row] = table! {
    "arrows" => "move the cursor";
    "Enter, Space" Put, Put => "play at the cursor, like a click; at the end: dead or alive";
    "d4 Enter" => "a point, or a word below; keys that are columns: with Enter";
    "p" Ask("pass", "Pass?") => "pass";
    "u" Word("undo") => "take your last move back";
    "y" Word("redo") => "make it again";
    "h" Word("hint") => "hint: what Katachi would play for you";
    "w" Word("why") => "why was the last move made?";
    "c" Word("score") => "count: who leads?";
    "t" Maps([Map::Territory, Map::Moyo, Map::Area, Map::Ownership]) => "territory, moyo, area, ownership, none";
    "g" Groups => "groups and their status, or plain stones";
    "m" Word("go") => "Katachi moves now";
    "d" Word("done") => "after two passes: the marks are right";
    "r" Ask("resign", "Resign?") => "resign; after two passes: play on";
    "l" Line("level ") => "another level";
    "s" Line("save game.sgf") => "save the game";
    "n" Ask("new", "Begin a new game?") => "a new game";
    "Tab, PgUp, PgDn" Turn, Scroll(-1), Scroll(1) => "board or panel; the panel scrolls";
    ":" Line("") => "the command line; Up: what was typed before";
    "?" Help => "this list";
    "F1" Help => "";
    "q" Ask("quit", "Leave? The game is kept.") => "leave; the game is kept";
};

impl App for PlayScreen {
    const KEYS: &'static [Row] = KEYS;
    const HELP: &'static str = "Keys and words; Down and PgDn: further, any other key: back";
    const OR: &'static str = "type: new 9";

    fn shell(&mut self) -> &mut Shell {
        &mut self.shell
    }

    fn game(&self) -> &Game {
        self.play.game()
    }

    fn tick(&mut self) {
        let events = self.play.poll();
        self.report(&events);
    }

    fn act(&mut self, command: Command) {
        let cursor = self.shell.cursor;
        let last = self.play.game().moves().next_back();
        let was_passed = last.is_some_and(|(_, mv)| mv == Move::Pass);
        match (command, self.play.stage()) {
            (Command::Put, Stage::Agreement) => self.command(session::Command::ToggleDead(cursor)),
            (Command::Put, _) => self.command(session::Command::Play(Move::Play(cursor))),
            (Command::Ask("resign", _), Stage::Agreement) => self.run_line("resume"),
            (Command::Ask(word @ "new", _), Stage::Over(_)) => self.run_line(word),
            // A second pass is what everybody expects.
            (Command::Ask(word @ "pass", question), Stage::Person(_)) if !was_passed => {
                self.shell.mode = Mode::Question(word, question);
            }
            (Command::Ask(word @ "pass", _), _) => self.run_line(word),
            (Command::Ask(word, question), _) => self.shell.mode = Mode::Question(word, question),
            _ => {}
        }
    }

    /// A key for the question whether to take a move back. Esc leaves it open, for the keys of the board.
    fn answer(&mut self, key: KeyCode) {
        if key == KeyCode::Esc {
            self.shell.mode = Mode::Board;
        }
        let KeyCode::Char(letter) = key else { return };
        if let Some(command) = session::parse_reply(&letter.to_string()) {
            self.shell.mode = Mode::Board;
            self.command(command);
        } else if letter.eq_ignore_ascii_case(&'b') {
            self.command(session::Command::Better);
        }
    }

    fn run_line(&mut self, line: &str) {
        match session::parse(line, self.play.game().size()) {
            None => {}
            Some(Err(misread)) => self.say(vec![format!("{misread}.")]),
            Some(Ok(Input::Quit)) => self.shell.is_done = true,
            Some(Ok(Input::Show(Shown::Help))) => self.shell.mode = Mode::Help(0),
            Some(Ok(Input::Show(Shown::Board))) => self.shell.is_turned = false,
            Some(Ok(Input::Show(Shown::Clocks))) => self.say(vec![match self.play.setup().time {
                TimeSystem::Unlimited => "No clocks; such as: clock 10m+3x30s".to_owned(),
                system => format!("Both have {}.", system),
            }]),
            Some(Ok(Input::Command(command))) => self.command(command),
        }
    }

    fn begins_line(&self, letter: char) -> bool {
        letter.is_alphanumeric()
    }

    fn title(&self) -> String {
        match self.play.stage() {
            Stage::Over(result) => format!("The game is over: {result}"),
            Stage::Agreement => "Both sides have passed".to_owned(),
            Stage::Person(_) | Stage::Thinking(_) | Stage::Waiting(_) => {
                katachi_view::text::title(self.play.game())
            }
        }
    }

    /// The board, with its layers once they are known.
    fn picture(&mut self) -> Picture {
        let game = self.play.game();
        let layers = self.shell.layers();
        let is_analysed = layers.groups || layers.influence.is_some();
        let view = is_analysed.then(|| self.analyst.view(game)).flatten();
        let mut picture = match view {
            Some(view) => view.picture(&layers),
            None => Picture::plain(game, layers.cursor),
        };
        if let Some(dead) = self.play.dead() {
            picture.mark_dead(dead);
            picture.mark_territory(&area_owner(game.board(), dead));
        }
        picture
    }

    fn panel(&self, picture: &Picture, size: [usize; 2]) -> Vec<Vec<Span>> {
        self.panel_lines(size, picture)
    }

    fn status(&self) -> String {
        match self.shell.places.is_some_and(|places| places.panel.is_some()) {
            true => self.keys_line().to_owned(),
            false => self.short_line(),
        }
    }

    fn more_help(&self) -> String {
        format!("\nWords, typed with Enter behind them:\n{}", session::help())
    }
}

/// Groups and influence of the position on the screen, found in a thread of its own when their layers are on.
#[derive(Debug)]
struct Analyst {
    /// None while the thread has it.
    player: Option<Player>,
    thread: Option<JoinHandle<(Player, PositionView)>>,
    known: Option<(PositionId, PositionView)>,
}

impl Analyst {
    fn new(engine: Engine) -> Self {
        Self {
            player: Some(Player::new(engine)),
            thread: None,
            known: None,
        }
    }

    /// The view of that position, if it is known already; else it is asked for.
    fn view(&mut self, game: &Game) -> Option<&PositionView> {
        let id = |game: &Game| game.position_id(game.to_move());
        if let Some(thread) = self.thread.take_if(|thread| thread.is_finished())
            && let Ok((player, view)) = thread.join()
        {
            self.player = Some(player);
            self.known = Some((id(&view.game), view));
        }
        let wanted = id(game);
        if self.known.as_ref().is_none_or(|(of, _)| *of != wanted)
            && let Some(mut player) = self.player.take()
        {
            let game = game.clone();
            let work = move || {
                let view = PositionView::new(&game, player.analyse(&game), None);
                (player, view)
            };
            // Without a thread there are no layers, and the game goes on.
            self.thread = Builder::new().name("analyst".to_owned()).spawn(work).ok();
        }
        let known = self.known.as_ref().filter(|(of, _)| *of == wanted);
        known.map(|(_, view)| view)
    }
}
