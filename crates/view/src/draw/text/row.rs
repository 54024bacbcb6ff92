// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of text by their columns, each with a style.

use std::fmt::Write as _;

use anstyle::Style;

/// A piece of a line in one style.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Its text.
    pub text: String,
    /// Its style.
    pub style: Style,
}

impl Span {
    /// Creates a span in a style.
    pub fn new(text: impl Into<String>, style: Style) -> Self {
        Self {
            text: text.into(),
            style,
        }
    }

    /// Creates a span without a style.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(text, Style::new())
    }
}

/// Returns a line with escape sequences for its styles, without trailing spaces, with a newline.
pub fn written(line: &[Span]) -> String {
    let mut text = String::new();
    for Span { text: piece, style } in line {
        let _ = write!(text, "{style}{piece}{style:#}");
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Returns the columns of a line. All characters of this crate take one.
pub fn columns(line: &[Span]) -> usize {
    line.iter().map(|span| span.text.chars().count()).sum()
}

/// A line under construction. Characters can be laid over it.
#[derive(Debug, Default)]
pub(crate) struct Row {
    columns: Vec<(char, Style)>,
}

impl Row {
    pub(crate) fn push(&mut self, text: impl ToString, style: Style) {
        let text = text.to_string();
        self.columns.extend(text.chars().map(|glyph| (glyph, style)));
    }

    /// Adds spaces until the row has that many columns.
    pub(crate) fn fill(&mut self, width: usize, style: Style) {
        let width = width.max(self.len());
        self.columns.resize(width, (' ', style));
    }

    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    pub(crate) fn is_one_of(&self, column: usize, characters: &str) -> bool {
        let character = self.columns.get(column);
        character.is_some_and(|(glyph, _)| characters.contains(*glyph))
    }

    /// Replaces the character of a column. The ground stays if the style has none.
    pub(crate) fn mark(&mut self, column: usize, mark: char, ink: Style) {
        if let Some((glyph, style)) = self.columns.get_mut(column) {
            *glyph = mark;
            *style = ink.bg_color(ink.get_bg_color().or(style.get_bg_color()));
        }
    }

    pub(crate) fn restyle(&mut self, column: usize, change: impl FnOnce(Style) -> Style) {
        if let Some((_, style)) = self.columns.get_mut(column) {
            *style = change(*style);
        }
    }

    /// Joins neighbours of the same style.
    pub(crate) fn into_spans(self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for (glyph, style) in self.columns {
            match spans.last_mut() {
                Some(span) if span.style == style => span.text.push(glyph),
                _ => spans.push(Span::new(glyph, style)),
            }
        }
        spans
    }
}
