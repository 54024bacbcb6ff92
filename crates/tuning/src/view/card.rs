// SPDX-License-Identifier: MIT OR Apache-2.0

//! A pattern of the page: its diagram, its numbers, and places in the games.

use std::collections::BTreeSet;

use crate::report::{Example, PatternReport};
use katachi_pages::diagram::{self, Mark};
use maud::{Markup, PreEscaped, html};
use mkpat::{Kind, Labels, colon_line};

use super::{ReportGame, ReportView, words};

/// The parts of all boards.
pub(super) fn definitions(games: &[ReportGame]) -> Markup {
    let sizes = games.iter().map(|game| game.record.size);
    let sizes: BTreeSet<(u8, u8)> = sizes.map(|size| (size.width(), size.height())).collect();
    html! { (PreEscaped(diagram::definitions(&sizes))) }
}

impl ReportView<'_> {
    /// A pattern with its first example on a board.
    pub(super) fn card(&self, report: &PatternReport) -> Markup {
        let pattern = self.pattern(report);
        let file = self.database.files.get(usize::from(pattern.file));
        let constraint = pattern.constraint.as_ref();
        html! {
            section.card id=(format!("p{}", report.pattern)) {
                (super::diagram::pattern(pattern))
                div {
                    h3 { (pattern.name) " " small.soft { (file.map_or("?", String::as_str)) ":" (pattern.line) } }
                    pre {
                        (colon_line(pattern, Kind::Moves))
                        @if let Some(c) = constraint { "\n;" (Labels::new(c, pattern).expression(c)) }
                    }
                    (self.numbers(report))
                    @if let Some(split) = &report.split {
                        p { "Split: " (words::fact(split.fact, pattern)) "." }
                    }
                    @if let Some(example) = report.examples.first() {
                        p { code { (self.explain_command(example, &pattern.name)) } }
                    }
                    ul { @for example in &report.examples {
                        li { (self.place(example)) br; code { (self.command(example)) } }
                    } }
                }
                @if let Some(example) = report.examples.first() { (self.board(example)) }
            }
        }
    }

    /// The verdict on a pattern, with its numbers.
    fn numbers(&self, report: &PatternReport) -> Markup {
        let holds = &report.holds;
        let [_, of_one, meaning] = words::verdict(report.verdict);
        html! {
            p {
                b { (of_one[..1].to_uppercase()) (of_one[1..]) } ": " (meaning) ". "
                "Matches at " (report.matches.places) " places, played at " (report.matches.played) ". "
                @if holds.places > 0 {
                    "Holds at " (holds.places) ", played at " (holds.played) ", expected "
                    (format!("{:.1}", holds.expected)) ". Value " (self.pattern(report).weight) ", measured "
                    (format!("{:.0}", report.measured())) " (" (words::interval(report)) ")."
                } @else { "Most matches are rejected by: " (words::main_cause(report)) "." }
                @if let Some(value) = report.suggested { " Suggested value " (value) "." }
            }
        }
    }

    /// The board before the move of an example, with the move of the pattern and the played one.
    fn board(&self, example: &Example) -> Markup {
        let game = &self.games[example.game];
        let Some((board, played)) = game.position(example.number) else {
            return html! {};
        };
        let mut marks = vec![(example.point, Mark::Question)];
        marks.extend(played.map(|played| (played, Mark::Expected)));
        html! { div.board { (PreEscaped(diagram::render(&board, &marks))) } }
    }
}
