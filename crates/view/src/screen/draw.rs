// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen drawn: the board, the panel beside or below it, a line about what goes on.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Text;
use ratatui::widgets::{List, ListState, Paragraph, Wrap};

use super::application::help_of;
use super::keys::BINDINGS;
use super::layout::Places;
use super::state::{Mode, Screen};
use crate::picture::{Layers, Picture};
use crate::position::PositionView;
use crate::text;

/// The keys that are needed first.
const KEYS: &str = "?: help  q: leave  Left/Right: step  hjkl: look  Enter: try  m e v g n: layers";
const KEYS_OF_SMALL: &str = "?: help  Tab: panel or board  q: leave  Left/Right: step  hjkl: look";

impl Screen {
    /// Draws what is known: all of it after a tick.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        self.pane.places = None;
        match self.mode {
            Mode::Help => {
                let lines =
                    std::iter::once("Keys; any of them leads back:".to_owned()).chain(help_of(BINDINGS));
                frame.render_widget(Text::from_iter(lines), frame.area());
            }
            Mode::Games(chosen) => self.draw_games(frame, chosen),
            Mode::Board | Mode::Number(_) => self.draw_position(frame),
        }
    }

    fn draw_games(&self, frame: &mut Frame<'_>, chosen: usize) {
        let [first, rest, last] = lines_around(frame.area());
        frame.render_widget(format!("The file has {} games:", self.games.len()), first);
        // A mark, too: not every terminal shows what is reversed.
        let list = List::new(self.titles())
            .highlight_symbol("> ")
            .highlight_style(Modifier::REVERSED);
        let mut state = ListState::default().with_selected(Some(chosen));
        frame.render_stateful_widget(list, rest, &mut state);
        let keys = "Up, Down: choose  Enter: open  Esc: back to the board";
        frame.render_widget(self.message.as_deref().unwrap_or(keys), last);
    }

    fn draw_position(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let Some(view) = &self.view else {
            frame.render_widget("Thinking ...", area);
            return;
        };
        let picture = view.picture(&Layers {
            cursor: Some(self.pane.cursor),
            ..self.pane.layers
        });
        let title = self.title();
        match self.pane.draw(frame, &self.game, &picture, title) {
            Ok(places) => {
                if let Some(panel) = places.panel {
                    let lines = self.panel_lines(view, &picture, usize::from(panel.width));
                    self.pane.draw_panel(frame, panel, lines, "Space, b");
                }
                frame.render_widget(self.last_line(&places), places.message);
            }
            Err(needs) => {
                let [width, height] = needs.least();
                let text = format!(
                    "This terminal is too small: {}x{}. The board needs {width}x{height}. Make it larger, or leave with q.",
                    area.width, area.height,
                );
                frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            }
        }
    }

    fn title(&self) -> String {
        let title = format!("{} ({})", text::title(&self.game), self.place());
        match self.place_of_game() {
            Some(place) => format!("{title}; {place}"),
            None => title,
        }
    }

    /// The point under the cursor, the whole board in short, the marks.
    fn panel_lines(&self, view: &PositionView, picture: &Picture, width: usize) -> Vec<Vec<text::Span>> {
        let about = self.about.as_ref();
        let mut lines = about.map_or_else(Vec::new, |panel| text::panel_lines(panel, width, self.pane.look));
        lines.push(Vec::new());
        lines.extend(text::panel_lines(
            &view.summary(&self.pane.layers),
            width,
            self.pane.look,
        ));
        lines.extend(text::legend(picture, self.pane.look, width));
        lines
    }

    /// The typed text, a message, or some of the keys.
    fn last_line(&self, places: &Places) -> String {
        match (&self.mode, &self.message) {
            (Mode::Number(typed), _) => format!("To the position before move {typed}_  (Enter, Esc)"),
            (_, Some(message)) => message.clone(),
            _ if places.is_small => KEYS_OF_SMALL.to_owned(),
            _ => KEYS.to_owned(),
        }
    }
}

/// The first line of an area, those between, and the last.
fn lines_around(area: Rect) -> [Rect; 3] {
    use ratatui::layout::{Constraint, Layout};

    let lines = [Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)];
    Layout::vertical(lines).areas(area)
}
