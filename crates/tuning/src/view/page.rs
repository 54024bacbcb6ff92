// SPDX-License-Identifier: MIT OR Apache-2.0

//! A report as one page of HTML, which needs no other file and no script.

use std::collections::BTreeMap;

use crate::report::{MIN_PLACES, PatternReport, Verdict};
use katachi_pages::page::head;
use maud::{DOCTYPE, Markup, html};
use mkpat::Pattern;

use super::lists::{List, Row};
use super::plot::{Axis, Dot, scatter};
use super::{ReportView, card, words};
use katachi_rules::quantity;

const STYLE: &str = include_str!("page.css");
/// Entries of a list of the page for each of the text.
const MORE: usize = 5;
/// Captions of the plots.
const VALUES: &str =
    "Measured value against value by hand, with the interval of 99 % of patterns that predict or misfire.";
const COUNTS: &str =
    "Played moves against moves that the model alone expects. Less than 0.1 is drawn as 0.1.";

impl ReportView<'_> {
    /// Returns the report as a page of HTML: summary, plots, lists, and the listed patterns with examples.
    pub fn to_html(&self) -> String {
        let lists = self.lists();
        let shown = |list: &List<'_>| self.shown(list, self.top.saturating_mul(MORE));
        let rows = lists.iter().flat_map(|list| &list.rows[..shown(list)]);
        let listed: BTreeMap<&str, Vec<&PatternReport>> = self.listed(rows);
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                (head("Patterns in games", STYLE, false))
                body { main {
                    h1 { "Patterns in games" }
                    @for line in self.summary() { p { (line) "." } }
                    h2 { "Effect of the suggested values" }
                    pre { (self.effect_lines().join("\n")) }
                    (self.plots())
                    p.soft {
                        "A pattern holds at a place if picture, classes, constraint and helper accept it. Expected is the \
                         number of these moves that the move-prediction model alone expects to be played. The measured \
                         value is the value in the database with which pattern and model together expect the played \
                         number; 16 units are a factor of 2.7 in the odds. The interval is one of 99 %, with - for no bound."
                    }
                    @for list in &lists { (self.list_html(list, shown(list))) }
                    h2 #patterns { "Patterns" }
                    p.soft {
                        "White stones are the side that moves (O in a database), black ones its opponent (X). A small \
                         stone may be missing; a darker cell is any (?). A ring is the move. On a board the blue square \
                         is the move of the pattern, the green ring the move that was played."
                    }
                    (card::definitions(self.games))
                    @for report in listed.values().flatten() { (self.card(report)) }
                } }
            }
        };
        page.into_string() + "\n"
    }

    /// The patterns of some rows by name, each once.
    fn listed<'a>(
        &'a self,
        rows: impl Iterator<Item = &'a Row<'a>>,
    ) -> BTreeMap<&'a str, Vec<&'a PatternReport>> {
        let mut listed: BTreeMap<&str, Vec<&PatternReport>> = BTreeMap::new();
        for report in rows.flat_map(|row| &row.reports) {
            let named = listed.entry(&self.pattern(report).name).or_default();
            if !named.iter().any(|other| other.pattern == report.pattern) {
                named.push(report);
            }
        }
        listed
    }

    fn list_html(&self, list: &List<'_>, shown: usize) -> Markup {
        let is_numeric = |column: usize| list.is_numeric(column).then_some("number");
        html! {
            h2 { (list.name) }
            @if list.rows.is_empty() { p.soft { "None." } } @else {
                p { (quantity(list.rows.len(), list.unit)) ": " (list.meaning) "." }
                div.scroll { table {
                    tr {
                        th scope="col" { "pattern" }
                        @for (i, name) in list.columns.iter().enumerate() {
                            th scope="col" class=[is_numeric(i)] { (name) }
                        }
                    }
                    @for row in &list.rows[..shown] { tr {
                        td { (self.link(row.reports[0])) }
                        @for (i, cell) in row.cells.iter().enumerate() {
                            td class=[is_numeric(i)] {
                                @match row.reports.get(1) {
                                    Some(other) if i == 0 => { (self.link(other)) }
                                    _ => { (cell) }
                                }
                            }
                        }
                    } }
                } }
                @if list.rows.len() > shown { p.soft { "And " (list.rows.len() - shown) " more." } }
            }
        }
    }

    fn link(&self, report: &PatternReport) -> Markup {
        html! { a href=(format!("#p{}", report.pattern)) { (self.pattern(report).name) } }
    }

    fn plots(&self) -> Markup {
        let patterns = self.report.patterns.iter();
        let seen: Vec<&PatternReport> = patterns.filter(|p| p.counts.holds.places >= MIN_PLACES).collect();
        let value = |name, low, high| Axis {
            name,
            low,
            high,
            is_log: false,
            ticks: vec![0.0, 20.0, 40.0, 60.0, 80.0, 100.0],
        };
        let count = |name| count_axis(name, &seen);
        let values: Vec<Dot> = seen.iter().map(|report| self.value_dot(report)).collect();
        let counts: Vec<Dot> = seen.iter().map(|report| self.count_dot(report)).collect();
        let by_hand = value("value by hand", 0.0, 110.0);
        let measured = value("measured value", -40.0, 150.0);
        let by_value = scatter("Value by hand and measured value", &by_hand, &measured, &values);
        let axes = (count("moves that the model expects"), count("played moves"));
        let by_count = scatter("Expected and played moves", &axes.0, &axes.1, &counts);
        html! {
            div.plots {
                figure { (by_value) figcaption { (VALUES) } }
                figure { (by_count) figcaption { (COUNTS) } }
            }
            p {
                span.predicts { "● predicts " } span.misfires { "● misfires " }
                span.nothing { "● adds nothing " } span.unclear { "● unclear " }
                "(patterns that hold at " (MIN_PLACES) " places or more; a dot at the border may lie beyond it)"
            }
        }
    }

    fn value_dot(&self, report: &PatternReport) -> Dot {
        let Pattern { name, weight, .. } = self.pattern(report);
        let (measured, interval) = (report.measured(), words::interval(report));
        let base = f64::from(report.baseline);
        let is_clear = matches!(report.verdict(), Verdict::Predicts | Verdict::Misfires);
        let range = (base + report.estimate.low, base + report.estimate.high);
        Dot {
            x: f64::from(*weight),
            y: measured,
            range: is_clear.then_some(range),
            class: class(report.verdict()),
            title: format!("{name}: value {weight}, measured {measured:.0} ({interval})"),
        }
    }

    fn count_dot(&self, report: &PatternReport) -> Dot {
        let (holds, name) = (&report.counts.holds, &self.pattern(report).name);
        Dot {
            x: holds.expected,
            y: f64::from(holds.played),
            range: None,
            class: class(report.verdict()),
            title: format!("{name}: played {}, expected {:.1}", holds.played, holds.expected),
        }
    }
}

/// A logarithmic axis of played or expected moves, up to a power of ten.
fn count_axis(name: &'static str, seen: &[&PatternReport]) -> Axis {
    let holds = seen.iter().map(|report| &report.counts.holds);
    let largest = holds.fold(1.0, |most: f64, holds| {
        most.max(holds.expected).max(holds.played.into())
    });
    let mut ticks = vec![0.1, 1.0];
    while ticks[ticks.len() - 1] < largest {
        ticks.push(10.0 * ticks[ticks.len() - 1]);
    }
    Axis {
        name,
        low: ticks[0],
        high: ticks[ticks.len() - 1],
        is_log: true,
        ticks,
    }
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Predicts => "predicts",
        Verdict::Misfires => "misfires",
        Verdict::AddsNothing => "nothing",
        Verdict::NeverHolds | Verdict::Unclear => "unclear",
    }
}
