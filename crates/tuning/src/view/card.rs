// SPDX-License-Identifier: MIT OR Apache-2.0

//! A pattern of the page: its diagram, its numbers, and places in the games. White stones of a diagram are
//! the side that moves, `O` in a database.

use std::collections::BTreeSet;

use crate::report::{Example, PatternReport};
use katachi_pages::diagram::{self, Mark};
use maud::{Markup, PreEscaped, html};
use mkpat::{Cell, Edges, Kind, Labels, Offset, Pattern, colon_line};

use super::{ReportGame, ReportView, words};

/// Distance of lines.
const STEP: i32 = 24;
/// Distance from the border to the first line.
const MARGIN: i32 = 16;

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
        let examples = report.examples();
        html! {
            section.card id=(format!("p{}", report.pattern)) {
                (drawing(pattern))
                div {
                    h3 { (pattern.name) " " small.soft { (file.map_or("?", String::as_str)) ":" (pattern.line) } }
                    pre {
                        (colon_line(pattern, Kind::Moves))
                        @if let Some(c) = constraint { "\n;" (Labels::new(c, pattern).expression(c)) }
                    }
                    (self.numbers(report))
                    @if let Some(split) = report.counts.facts.best_split(pattern) {
                        p { "Split: " (words::fact(split.fact, pattern)) "." }
                    }
                    @if let Some(example) = examples.first() {
                        p { code { (self.explain_command(example, &pattern.name)) } }
                    }
                    ul { @for example in &examples {
                        li { (self.place(example)) br; code { (self.command(example)) } }
                    } }
                }
                @if let Some(example) = examples.first() { (self.board(example)) }
            }
        }
    }

    fn numbers(&self, report: &PatternReport) -> Markup {
        let holds = &report.counts.holds;
        let [_, of_one, meaning] = words::verdict(report.verdict());
        html! {
            p {
                b { (of_one[..1].to_uppercase()) (of_one[1..]) } ": " (meaning) ". "
                "Matches at " (report.counts.matches.places) " places, played at " (report.counts.matches.played) ". "
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

/// Draws a pattern as it is written, with the letters of its constraint.
fn drawing(pattern: &Pattern) -> Markup {
    let (columns, rows) = (i32::from(pattern.size.0), i32::from(pattern.size.1));
    let (width, height) = (2 * MARGIN + STEP * (columns - 1), 2 * MARGIN + STEP * (rows - 1));
    let labels = pattern.constraint.as_ref().map(|c| Labels::new(c, pattern));
    let labels = labels.unwrap_or_default();
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    html! {
        svg.pattern viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="img"
            aria-label=(format!("Pattern {}", pattern.name)) {
            @for (x, y) in cells { (cell(pattern, &labels, x, y)) }
        }
    }
}

fn cell(pattern: &Pattern, labels: &Labels, x: i32, y: i32) -> Markup {
    let step = |at: i32, origin: u8| (at - i32::from(origin)) as i8;
    let at = Offset::new(step(x, pattern.move_at.0), step(y, pattern.move_at.1));
    let element = pattern.elements.iter().find(|element| element.at == at);
    let (cx, cy) = (MARGIN + STEP * x, MARGIN + STEP * y);
    let content = element.map(|element| element.cell);
    let is_move = at == Offset::ZERO && pattern.has_move;
    html! {
        @if content.is_none() {
            rect.any x=(cx - STEP / 2) y=(cy - STEP / 2) width=(STEP) height=(STEP) {}
        }
        path.line d=(lines(pattern, x, y)) {}
        @match content {
            Some(Cell::Friend) => { circle.friend cx=(cx) cy=(cy) r="10.5" {} }
            Some(Cell::Enemy) => { circle.enemy cx=(cx) cy=(cy) r="10.5" {} }
            Some(Cell::NotEnemy) => { circle.friend cx=(cx) cy=(cy) r="5" {} }
            Some(Cell::NotFriend) => { circle.enemy cx=(cx) cy=(cy) r="5" {} }
            _ => {}
        }
        @if is_move { circle.move cx=(cx) cy=(cy) r="7" {} }
        @if let Some(letter) = labels.get(at) {
            text class=(letter_class(content)) x=(cx) y=(cy + 5) { (letter) }
        }
    }
}

fn letter_class(content: Option<Cell>) -> &'static str {
    match content {
        Some(Cell::Friend) => "on-friend",
        Some(Cell::Enemy) => "on-enemy",
        _ => "on-board",
    }
}

/// Half lines from a cell to its neighbours, none across an edge of the board.
fn lines(pattern: &Pattern, x: i32, y: i32) -> String {
    let (last_x, last_y) = (i32::from(pattern.size.0) - 1, i32::from(pattern.size.1) - 1);
    let is_open = |edge, is_last: bool| !(is_last && pattern.edges.contains(edge));
    let (cx, cy, half) = (MARGIN + STEP * x, MARGIN + STEP * y, STEP / 2);
    let end = |open: bool, sign: i32| if open { sign * half } else { 0 };
    let left = cx + end(is_open(Edges::LEFT, x == 0), -1);
    let right = cx + end(is_open(Edges::RIGHT, x == last_x), 1);
    let top = cy + end(is_open(Edges::TOP, y == 0), -1);
    let bottom = cy + end(is_open(Edges::BOTTOM, y == last_y), 1);
    format!("M{left} {cy}H{right}M{cx} {top}V{bottom}")
}
