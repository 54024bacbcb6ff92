// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of text with the styles of views, as the terminal library takes them.

use anstyle::{Ansi256Color, Color as Ink, Effects, RgbColor};
use katachi_view::text;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};

pub(crate) fn drawn(lines: impl IntoIterator<Item = Vec<text::Span>>) -> Text<'static> {
    let span = |span: text::Span| Span::styled(span.text, style(span.style));
    let line = |line: Vec<text::Span>| line.into_iter().map(span).collect::<Line<'_>>();
    lines.into_iter().map(line).collect()
}

fn style(look: anstyle::Style) -> Style {
    let effects = [
        (Effects::BOLD, Modifier::BOLD),
        (Effects::DIMMED, Modifier::DIM),
        (Effects::UNDERLINE, Modifier::UNDERLINED),
        (Effects::INVERT, Modifier::REVERSED),
    ];
    let has = |effect: &(Effects, Modifier)| look.get_effects().contains(effect.0);
    let modifiers = effects.into_iter().filter(has).map(|(_, modifier)| modifier);
    let mut style = Style::new().add_modifier(modifiers.collect::<Modifier>());
    style.fg = look.get_fg_color().map(color);
    style.bg = look.get_bg_color().map(color);
    style
}

fn color(ink: Ink) -> Color {
    match ink {
        // The first 16 of 256 colours are the 16.
        Ink::Ansi(ansi) => Color::Indexed(Ansi256Color::from_ansi(ansi).0),
        Ink::Ansi256(Ansi256Color(index)) => Color::Indexed(index),
        Ink::Rgb(RgbColor(red, green, blue)) => Color::Rgb(red, green, blue),
    }
}

/// Lines of plain text, at most `width` columns wide. Indents stay.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<Vec<text::Span>> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent = " ".repeat(line.len() - line.trim_start().len());
        let options = textwrap::Options::new(width.max(12)).subsequent_indent(&indent);
        let rows = textwrap::wrap(line, options).into_iter();
        lines.extend(rows.map(|row| vec![text::Span::plain(row)]));
    }
    lines
}
