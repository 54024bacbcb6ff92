// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of text with the styles of this crate, as the terminal library takes them.

use anstyle::{Ansi256Color, AnsiColor, Color as Ink, Effects, RgbColor, Style as Look};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};

use crate::text;

/// Lines of a board or a panel, to be rendered.
pub(super) fn drawn(lines: impl IntoIterator<Item = Vec<text::Span>>) -> Text<'static> {
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
