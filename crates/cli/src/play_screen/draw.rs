// SPDX-License-Identifier: MIT OR Apache-2.0

//! Drawing of the screen: the board, the panel with players and advice, the command line.

use katachi_engine::play::TimeSystem;
use katachi_katago_json::SharedJudge;
use katachi_rules::{Color, GameResult, area_owner};
use katachi_session::{Stage, help, time_left_text};
use katachi_view::colours::Part;
use katachi_view::judged::capital;
use katachi_view::picture::{Layers, Map, Picture};
use katachi_view::screen::{Needs, help_of};
use katachi_view::text::{self, Span};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::Text;
use ratatui::widgets::{Paragraph, Wrap};

use super::keys::{self, BINDINGS};
use super::state::{Mode, PlayScreen, Question};

/// The first of the lines of the help.
const HELP: &str = "Keys and words; Down and PgDn: further, any other key: back";

/// A panel of fewer lines has room for the players and little else.
const LOW: usize = 12;

impl PlayScreen {
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        self.pane.places = None;
        match self.mode {
            Mode::Help(first) => self.draw_help(frame, first),
            Mode::Board | Mode::Question(_) => self.draw_game(frame),
        }
    }

    fn draw_help(&mut self, frame: &mut Frame<'_>, first: usize) {
        let lines: Vec<String> = help_lines().collect();
        let height = usize::from(frame.area().height.saturating_sub(1)).max(1);
        let first = first.min(lines.len().saturating_sub(height));
        self.pane.page = height;
        self.mode = Mode::Help(first);
        let shown = lines.into_iter().skip(first).take(height);
        frame.render_widget(
            Text::from_iter(std::iter::once(HELP.to_owned()).chain(shown)),
            frame.area(),
        );
    }

    fn draw_game(&mut self, frame: &mut Frame<'_>) {
        let picture = self.picture();
        let title = self.title();
        match self.pane.draw(frame, self.play.game(), &picture, title) {
            Ok(places) => {
                if let Some(area) = places.panel {
                    let size = [area.width, area.height].map(usize::from);
                    let lines = self.panel_lines(size, &picture);
                    self.pane.draw_panel(frame, area, lines, "PgUp, PgDn");
                }
                self.draw_last_line(frame, places.message, places.panel.is_some());
            }
            Err(needs) => self.draw_too_small(frame, &needs),
        }
    }

    fn draw_too_small(&self, frame: &mut Frame<'_>, needs: &Needs) {
        let [rest, last] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(frame.area());
        let [width, height] = needs.least();
        let text = format!(
            "{}\n\nThis terminal is too small for a {} board: {}x{}, and it needs {width}x{height}. Make it larger, or type: new 9",
            self.title(),
            needs.size,
            frame.area().width,
            frame.area().height,
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), rest);
        self.draw_last_line(frame, last, false);
    }

    /// The board, with its layers once they are known.
    fn picture(&mut self) -> Picture {
        let game = self.play.game();
        let is_analysed = self.pane.layers.groups || self.pane.layers.influence.is_some();
        let view = match is_analysed {
            true => self.analyst.view(game),
            false => None,
        };
        let mut picture = match view {
            Some(view) => view.picture(&Layers {
                cursor: Some(self.pane.cursor),
                ..self.pane.layers
            }),
            None => Picture::plain(game, Some(self.pane.cursor)),
        };
        if let Some(dead) = self.play.dead() {
            picture.mark_dead(dead);
            picture.mark_territory(&area_owner(self.play.game().board(), dead));
        }
        picture
    }

    fn title(&self) -> String {
        let title = text::title(self.play.game());
        match self.play.stage() {
            Stage::Over(result) => format!("The game is over: {result}"),
            Stage::Agreement => "Both sides have passed".to_owned(),
            Stage::Person(_) | Stage::Thinking(_) | Stage::Waiting(_) => title,
        }
    }

    /// The players with their clocks, what can be done, what has happened, what the layers show.
    fn panel_lines(&self, [width, height]: [usize; 2], picture: &Picture) -> Vec<Vec<Span>> {
        let mut lines: Vec<Vec<Span>> = Color::BOTH.into_iter().map(|color| self.player(color)).collect();
        let mut add = |text: &str| {
            for line in text.lines() {
                let indent = " ".repeat(line.len() - line.trim_start().len());
                let options = textwrap::Options::new(width.max(12)).subsequent_indent(&indent);
                let wrapped = textwrap::wrap(line, options).into_iter();
                lines.extend(wrapped.map(|line| vec![Span::plain(line)]));
            }
        };
        if height < LOW {
            // News come first where not everything is seen.
            self.messages.iter().for_each(|text| add(text));
            add(&self.advice());
        } else {
            let settings = self.play.settings();
            let game = self.play.game();
            add(&format!(
                "Level {}, komi {}, {}",
                settings.level,
                game.komi(),
                game.rules()
            ));
            if let Some(judge) = self.play.judge() {
                add(&format!("{} advises", capital(judge.name())));
            }
            for text in std::iter::once(&self.advice()).chain(&self.messages) {
                add(" ");
                add(text);
            }
            // The count stays visible.
            if let (Stage::Agreement, Some(count)) = (self.play.stage(), self.play.count())
                && !self.messages.iter().any(|text| text.ends_with(&count))
            {
                add(" ");
                add(&count);
            }
        }
        if let Some(map) = self.pane.layers.influence {
            add(" ");
            add(&format!("t: {}", name(map)));
        }
        if self.pane.layers.groups || picture.map.is_some() {
            lines.extend(text::legend(picture, self.pane.look, width));
        }
        lines
    }

    /// A side: its stone, who plays it, its clock, and a mark if it is to move.
    fn player(&self, color: Color) -> Vec<Span> {
        let is_next = match self.play.stage() {
            Stage::Person(next) | Stage::Thinking(next) | Stage::Waiting(next) => next == color,
            Stage::Agreement | Stage::Over(_) => false,
        };
        let mark = if is_next { '>' } else { ' ' };
        let look = self.pane.look;
        let heading = look.style(Part::Heading);
        let mut text = format!(": {}", self.play.sides().player(color));
        if let Some(left) = self.play.time_left(color) {
            text += &format!("  {}", time_left_text(self.time(), left));
        }
        vec![
            Span::new(format!("{mark} {color} "), heading),
            Span::new(look.stone(color), look.style(Part::BareStone(color))),
            Span::new(text, heading),
        ]
    }

    /// Who judges.
    fn judge(&self) -> &'static str {
        self.play.judge().map_or("Katachi", SharedJudge::name)
    }

    fn time(&self) -> TimeSystem {
        self.play.setup().time
    }

    /// Advice for the person.
    fn advice(&self) -> String {
        match self.play.stage() {
            Stage::Person(_) if self.play.is_busy() && self.play.judge().is_some() => {
                format!("{} is asked ...", capital(self.judge()))
            }
            Stage::Person(_) if self.play.game().move_count() < 4 => "Your turn.\n\
                Enter plays at the cursor, the arrows move it. Or click a point, or type its name: d4 Enter.\n\
                h is a hint, w says why Katachi moved so, ? lists all keys."
                .to_owned(),
            Stage::Person(_) => "Your turn.".to_owned(),
            Stage::Thinking(_) if self.play.is_judging() => {
                format!("Your move is judged by {} ...\nm: keep it, u: take it back", self.judge())
            }
            Stage::Thinking(_) => "Katachi is thinking ...\nm: it moves now, u: take your move back".to_owned(),
            Stage::Waiting(_) if self.play.warning().is_some() => "Your last move is in question.\n\
                u: take it back, m: Katachi answers".to_owned(),
            Stage::Waiting(_) => "Moves were taken back.\ny: forward again, m: Katachi moves, u: further back".to_owned(),
            Stage::Agreement if self.play.is_busy() => {
                "Both have passed. Katachi is reading which stones are dead ...".to_owned()
            }
            Stage::Agreement => "Both have passed. Small letters (x, o) are dead stones. Is that right?\n\
                d: yes, count so\n\
                Enter or a click on a stone: it is dead, or alive\n\
                r: no, play on"
                .to_owned(),
            Stage::Over(result) => format!(
                "{}\nn: a new game, s: save this one, u: take your last move back, q: leave\n\
                 Its mistakes, once it is saved: katachi review FILE; to find better moves: katachi quiz FILE",
                in_words(result)
            ),
        }
    }

    /// The question, the typed line, or the keys.
    fn draw_last_line(&self, frame: &mut Frame<'_>, area: Rect, has_panel: bool) {
        let text = match self.mode {
            Mode::Question(Question::Pass) => "Pass? y: yes, any other key: no".to_owned(),
            Mode::Question(Question::Resign) => "Resign? y: yes, any other key: no".to_owned(),
            Mode::Question(Question::New) => "Begin a new game? y: yes, any other key: no".to_owned(),
            Mode::Question(Question::TakeBack) => {
                "Take it back? y: yes, n: no, b: the better move, Esc: look at the board".to_owned()
            }
            Mode::Question(Question::Quit) => "Leave? The game is kept. y: yes, any other key: no".to_owned(),
            _ if self.line.is_open() => {
                let text = format!("> {}{}", self.line.text(), self.letter_help());
                let column = (self.line.column() + 2).min(usize::from(area.width.saturating_sub(1)));
                frame.set_cursor_position(Position::new(area.x + column as u16, area.y));
                text
            }
            _ if has_panel => self.keys_line().to_owned(),
            _ => self.short_line(),
        };
        frame.render_widget(text, area);
    }

    /// After a letter that is a key and a column: what Enter does.
    fn letter_help(&self) -> String {
        let doc = |letter| keys::doc(KeyCode::Char(letter));
        match self.letter_key() {
            Some((letter, _, true)) => doc(letter).map_or_else(String::new, |doc| {
                format!("     Enter: {doc}; or type a point such as {letter}4")
            }),
            _ => String::new(),
        }
    }

    /// The keys that are needed first.
    fn keys_line(&self) -> &'static str {
        match self.play.stage() {
            Stage::Person(_) => "Enter: play  p: pass  u: undo  h: hint  t: territory  ?: help  q: leave",
            Stage::Thinking(_) => "m: Katachi moves now  u: undo  t: territory  ?: help  q: leave",
            Stage::Waiting(_) => "y: forward  u: back  m: Katachi moves  ?: help  q: leave",
            Stage::Agreement => "Enter: dead or alive  d: count so  r: play on  ?: help  q: leave",
            Stage::Over(_) => "n: new game  s: save  u: undo  ?: help  q: leave",
        }
    }

    /// Without a panel: the last message, or advice.
    fn short_line(&self) -> String {
        let message = self.messages.last().and_then(|text| text.lines().next());
        let next = match self.play.stage() {
            Stage::Person(_) => "Your turn.",
            Stage::Thinking(_) => "Katachi is thinking.",
            Stage::Waiting(_) => "y: forward, m: Katachi moves.",
            Stage::Agreement => "d: count, r: play on.",
            Stage::Over(_) => "n: new game, q: leave.",
        };
        format!("{} {next} Tab: more, ?: help", message.unwrap_or_default())
            .trim_start()
            .to_owned()
    }
}

/// The keys, and the words of the command line.
pub(super) fn help_lines() -> impl Iterator<Item = String> {
    let words: Vec<String> = help().lines().map(str::to_owned).collect();
    let between = ["".to_owned(), "Words, typed with Enter behind them:".to_owned()];
    help_of(BINDINGS).chain(between).chain(words)
}

fn name(map: Map) -> &'static str {
    match map {
        Map::Area => "area",
        Map::Moyo => "moyo",
        Map::Territory => "territory",
        Map::Ownership => "ownership at the end of playouts",
    }
}

fn in_words(result: GameResult) -> String {
    let how = match result {
        GameResult::Score(0.0) => return "A draw.".to_owned(),
        GameResult::NoResult => return "No result: the position came back too often.".to_owned(),
        GameResult::Score(lead) => format!("by {} points", (lead.abs() * 100.0).round() / 100.0),
        GameResult::Resignation(_) => "by resignation".to_owned(),
        GameResult::Time(_) => "on time".to_owned(),
        GameResult::Forfeit(_) => "by forfeit".to_owned(),
    };
    match result.winner() {
        Some(winner) => format!("{winner} wins {how}."),
        None => "A draw.".to_owned(),
    }
}
