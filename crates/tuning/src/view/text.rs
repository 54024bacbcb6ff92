// SPDX-License-Identifier: MIT OR Apache-2.0

//! A report as text for a terminal.

use std::fmt::Write as _;

use crate::report::Quality;

use super::ReportView;
use super::lists::List;
use katachi_rules::{percent, quantity};

impl ReportView<'_> {
    /// Returns the report as text: a summary, the lists, and the effect of the suggested values.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for line in self.summary() {
            let _ = writeln!(text, "{line}");
        }
        for list in self.lists() {
            text.push('\n');
            text += &self.list_text(&list);
        }
        text.push('\n');
        for line in self.effect_lines() {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// Numbers of games, positions and patterns.
    pub(super) fn summary(&self) -> Vec<String> {
        let report = self.report;
        let holding = report
            .patterns
            .iter()
            .filter(|p| p.counts.holds.places > 0)
            .count();
        let positions = quantity(report.positions, "position");
        let games = quantity(report.games, "game");
        let all = quantity(report.database_patterns, "pattern");
        let matching = report.patterns.len();
        let mut lines = vec![
            format!("{positions} of {games}"),
            format!("{all}: {matching} match somewhere, {holding} hold somewhere"),
        ];
        if report.left_out > 0 {
            let left_out = quantity(report.left_out, "position");
            lines[0] += &format!(
                "; {left_out} left out, where a pass was played or a move that the model never predicts"
            );
        }
        lines
    }

    fn list_text(&self, list: &List<'_>) -> String {
        if list.rows.is_empty() {
            return format!("{}: none\n", list.name);
        }
        let entries = quantity(list.rows.len(), list.unit);
        let mut text = format!("{}: {entries}, {}\n", list.name, list.meaning);
        let shown = &list.rows[..self.shown(list, self.top)];
        let mut table = vec![[&["pattern"], list.columns].concat()];
        for row in shown {
            let mut cells = vec![self.pattern(row.reports[0]).name.as_str()];
            cells.extend(row.cells.iter().map(String::as_str));
            table.push(cells);
        }
        text += &columns(&table, |column| column > 0 && list.is_numeric(column - 1));
        if list.rows.len() > shown.len() {
            let _ = writeln!(text, "  and {} more", list.rows.len() - shown.len());
        }
        text
    }

    /// Number of the entries of a list that are shown: `most`, or all patterns of a name.
    pub(super) fn shown(&self, list: &List<'_>, most: usize) -> usize {
        match list.is_whole() {
            true => list.rows.len(),
            false => list.rows.len().min(most),
        }
    }

    pub(super) fn effect_lines(&self) -> Vec<String> {
        let Some(effect) = &self.report.effect else {
            let none = "No values are suggested: that takes two games, one to compute them from and one to \
                        test them on.";
            return vec![none.to_owned()];
        };
        let line = |name: &str, quality: &Quality| {
            let (nats, first) = (quality.log_likelihood, percent(quality.first, 1));
            format!("  {name:20} {nats:.3} nats a move, {first} of moves predicted first")
        };
        let (gain, half_width) = (effect.gain, effect.half_width);
        let verdict = match () {
            () if gain > half_width => "predict better:",
            () if gain < -half_width => "predict worse:",
            () => "make no clear difference:",
        };
        vec![
            format!(
                "Prediction of {} of {}, nearer to 0 is better; the values are computed from {}:",
                quantity(effect.positions, "move"),
                quantity(effect.games, "game"),
                quantity(effect.fitted_games, "other game")
            ),
            line("model alone", &effect.model),
            line("with today's values", &effect.before),
            line("with suggested ones", &effect.after),
            format!("  The suggested values {verdict} {gain:+.3} nats a move, +-{half_width:.3} (95 %)."),
        ]
    }
}

/// Aligned columns: the first to the left, numbers to the right, other texts to the left.
fn columns(table: &[Vec<&str>], is_numeric: impl Fn(usize) -> bool) -> String {
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..table[0].len()).filter_map(width).collect();
    let mut text = String::new();
    for row in table {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = match is_numeric(column) {
                true => write!(line, "  {cell:>width$}"),
                false => write!(line, "  {cell:width$}"),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
