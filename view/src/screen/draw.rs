// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen drawn: the board, the panel beside or below it, a line about what goes on.

use anstyle::{Ansi256Color, AnsiColor, Color as Ink, Effects, RgbColor, Style as Look};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::keys;
use super::state::Screen;
use crate::board;
use crate::colours::Depth;
use crate::picture::{Layers, Picture};
use crate::text::{self, GAP, NARROWEST_PANEL};

/// A panel below the board needs that many lines to be of use.
const LOWEST_PANEL: u16 = 6;
/// Columns that the lines around the board need.
const NARROWEST: u16 = 50;
/// Lines around the board: title, prisoners, message.
const OTHER_LINES: u16 = 3;

impl Screen {
    /// Draws what is known: all of it after [`Screen::refresh`].
    pub fn render(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if self.shows_help {
            let lines = std::iter::once("Keys; any of them leads back:".to_owned()).chain(keys::help());
            frame.render_widget(Text::from_iter(lines), area);
            return;
        }
        let Some(view) = &self.view else {
            frame.render_widget("Thinking ...", area);
            return;
        };
        let layers = Layers {
            cursor: Some(self.cursor),
            ..self.layers
        };
        let picture = view.picture(&layers);
        let needs = Needs::of(&picture);
        let Some(places) = Places::within(area, needs) else {
            let text = format!(
                "This terminal is too small: {}x{}. The board and its panel need {}x{} or {}x{}. Make it larger, or \
                 leave with q.",
                area.width,
                area.height,
                needs.width + GAP as u16 + NARROWEST_PANEL as u16,
                needs.height,
                needs.width.max(NARROWEST),
                needs.height + LOWEST_PANEL,
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        };

        let title = format!("{} ({})", board::title(&self.game), self.place());
        frame.render_widget(title, places.title);
        let lines = text::board_lines(&picture, self.depth);
        frame.render_widget(drawn(lines), places.board);
        frame.render_widget(board::prisoners(&self.game).trim_end(), places.prisoners);

        let width = usize::from(places.panel.width);
        let summary = text::panel_lines(&view.summary(&self.layers), width, self.depth);
        let about = self.about.as_ref();
        let about = about.map_or_else(Vec::new, |panel| text::panel_lines(panel, width, self.depth));
        let lines = about.into_iter().chain([Vec::new()]).chain(summary);
        frame.render_widget(drawn(lines), places.panel);

        let message = self.message.as_deref();
        let keys = "?: help  q: leave  Left/Right: step  hjkl: look  Enter: try  m e v g: layers";
        frame.render_widget(message.unwrap_or(keys), places.message);
        // Without colours the cursor of the terminal is the only one.
        if self.depth == Depth::Plain {
            let column = 3 + usize::from(self.cursor.x()) * picture.cell_width();
            frame.set_cursor_position(Position {
                x: places.board.x + column as u16,
                y: places.board.y + 1 + u16::from(self.cursor.y()),
            });
        }
    }
}

/// Columns and lines of a board, with the lines around it.
#[derive(Clone, Copy)]
struct Needs {
    width: u16,
    height: u16,
}

impl Needs {
    fn of(picture: &Picture) -> Self {
        Self {
            width: text::board_width(picture) as u16,
            height: u16::from(picture.size.height()) + 2 + OTHER_LINES,
        }
    }
}

/// Where everything goes.
struct Places {
    title: Rect,
    board: Rect,
    panel: Rect,
    prisoners: Rect,
    message: Rect,
}

impl Places {
    /// The panel beside the board if there is room, or below it; none if there is no room at all.
    fn within(area: Rect, needs: Needs) -> Option<Self> {
        let is_wide = area.width >= needs.width + GAP as u16 + NARROWEST_PANEL as u16;
        let lines = if is_wide { 0 } else { LOWEST_PANEL };
        if area.width < needs.width.max(NARROWEST) || area.height < needs.height + lines {
            return None;
        }
        let [title, rest, prisoners, message] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(0),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        let layout = if is_wide {
            Layout::horizontal([Constraint::Length(needs.width), Constraint::Min(0)]).spacing(GAP as u16)
        } else {
            Layout::vertical([Constraint::Length(needs.height - OTHER_LINES), Constraint::Min(0)])
        };
        let [board, panel] = layout.areas(rest);
        Some(Self {
            title,
            board,
            panel,
            prisoners,
            message,
        })
    }
}

fn drawn(lines: impl IntoIterator<Item = Vec<text::Span>>) -> Text<'static> {
    lines
        .into_iter()
        .map(|line| {
            let spans = line
                .into_iter()
                .map(|span| Span::styled(span.text, style(span.style)));
            Line::from_iter(spans)
        })
        .collect()
}

fn style(look: Look) -> Style {
    let effects = [
        (Effects::BOLD, Modifier::BOLD),
        (Effects::DIMMED, Modifier::DIM),
        (Effects::UNDERLINE, Modifier::UNDERLINED),
        (Effects::INVERT, Modifier::REVERSED),
    ];
    let modifiers = effects
        .into_iter()
        .filter(|&(effect, _)| look.get_effects().contains(effect))
        .map(|(_, modifier)| modifier);
    let mut style = Style::new().add_modifier(modifiers.collect::<Modifier>());
    style.fg = look.get_fg_color().map(color);
    style.bg = look.get_bg_color().map(color);
    style
}

fn color(ink: Ink) -> Color {
    match ink {
        Ink::Ansi(ansi) => color_of_sixteen(ansi),
        Ink::Ansi256(Ansi256Color(index)) => Color::Indexed(index),
        Ink::Rgb(RgbColor(red, green, blue)) => Color::Rgb(red, green, blue),
    }
}

/// The first 16 of 256 colours are the 16.
fn color_of_sixteen(color: AnsiColor) -> Color {
    Color::Indexed(Ansi256Color::from_ansi(color).0)
}
