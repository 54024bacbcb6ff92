// SPDX-License-Identifier: MIT OR Apache-2.0

//! The results as a page: sums, changes against an earlier run, and a diagram of each test that failed.

use std::collections::{BTreeMap, BTreeSet};

use katachi_pages::diagram::{Mark, Marked, definitions, render as draw};
use katachi_pages::page;
use katachi_rules::{Board, BoardSize};
use maud::{Markup, PreEscaped, html};

use super::baseline::Comparison;
use super::engine::LocalEngine;
use super::outcome::{Outcome, Report, TestResult, Totals};
use super::position::{begins_anew, changes_board};
use super::suite::Suite;

/// Returns the whole document. Diagrams come from `suites`, whose commands the engine obeys; a result without
/// its suite has text alone.
pub fn render(
    report: &Report,
    suites: &[Suite],
    comparison: Option<&Comparison>,
    engine: &LocalEngine,
) -> String {
    let drawn: BTreeMap<&str, BTreeMap<u64, Board>> = suites
        .iter()
        .filter_map(|suite| {
            let result = report.suites.get(&suite.name)?;
            let wanted: BTreeSet<u64> = result.failures().map(|test| test.test).collect();
            let boards = (!wanted.is_empty()).then(|| boards(suite, &wanted, engine));
            Some((suite.name.as_str(), boards.unwrap_or_default()))
        })
        .collect();
    let sizes = drawn.values().flat_map(BTreeMap::values).map(|board| {
        let size = board.size();
        (size.width(), size.height())
    });
    let body = html! {
        (PreEscaped(definitions(&sizes.collect())))
        p { "Engine: " code { (report.engine) } }
        @if let Some(comparison) = comparison { (changes(comparison)) }
        (sums(report))
        h2 { "Tests that did not pass" }
        p { @for mark in Mark::ALL { (mark.legend()) ". " } }
        @for (name, suite) in &report.suites {
            @if suite.failures().next().is_some() {
                h3 id=(name) { (name) }
                div.tests {
                    @for test in suite.failures() {
                        (figure(test, drawn.get(name.as_str()).and_then(|boards| boards.get(&test.test))))
                    }
                }
            }
        }
    };
    page::render("Regression", &body)
}

fn figure(test: &TestResult, board: Option<&Board>) -> Markup {
    let drawing = board.map(|board| draw(board, &marks(test, board.size())));
    html! {
        figure {
            @if let Some(drawing) = drawing { (PreEscaped(drawing)) }
            figcaption {
                b { (test.test) } " " code { (test.command) } ": "
                span.bad { (test.outcome.word()) }
                ", expected " code { (test.expected.as_deref().unwrap_or_default()) }
                ", got " code { (test.got.as_deref().unwrap_or_default()) }
                @if let Some(nodes) = test.nodes { ", " (nodes) " nodes" }
                @if test.is_expected_to_fail() { " (a failure was expected)" }
            }
        }
    }
}

fn sums(report: &Report) -> Markup {
    let cells = |totals: &Totals| {
        html! {
            td { (totals.tests) }
            @for outcome in Outcome::ALL { td { (totals.count(outcome)) } }
            td { (format!("{:.2}", totals.cpu)) }
            td { (totals.nodes) }
        }
    };
    html! {
        div.scroll { table {
            tr {
                th { "suite" } th { "tests" }
                @for outcome in Outcome::ALL { th { (outcome.word()) } }
                th { "CPU s" } th { "nodes" }
            }
            @for (name, suite) in &report.suites {
                tr { td { a href=(format!("#{name}")) { (name) } } (cells(&suite.totals)) }
            }
            tr { th { "total" } (cells(&report.total)) }
        } }
    }
}

fn changes(comparison: &Comparison) -> Markup {
    let lists = [
        ("good", "Newly passes", &comparison.newly_pass),
        ("bad", "Newly fails", &comparison.newly_fail),
    ];
    html! {
        p {
            "Against the earlier run: of " (comparison.compared) " tests "
            (comparison.newly_pass.len()) " newly pass and " (comparison.newly_fail.len()) " newly fail."
        }
        @for (class, title, changes) in lists {
            @if !changes.is_empty() {
                h2 class=(class) { (title) }
                ul { @for change in changes { li { (change) } } }
            }
        }
    }
}

/// Returns the boards of these tests of a suite. The engine in this process obeys the commands for the board
/// alone. A test without a position has no board.
fn boards(suite: &Suite, wanted: &BTreeSet<u64>, engine: &LocalEngine) -> BTreeMap<u64, Board> {
    let mut session = engine(suite.folder());
    let mut is_broken = false;
    let mut boards = BTreeMap::new();
    for step in &suite.steps {
        match step.number {
            Some(number) if wanted.contains(&number) && !is_broken => {
                boards.entry(number).or_insert_with(|| session.board());
            }
            Some(_) => {}
            None => {
                let is_new = begins_anew(&step.command);
                if is_new || changes_board(&step.command) && !is_broken {
                    let reply = session.answer(&step.command);
                    is_broken = reply.is_none_or(|reply| !reply.starts_with('='));
                }
            }
        }
    }
    boards
}

/// Returns the marks for a board: the points of the question, of the expectation and of the answer.
fn marks(test: &TestResult, size: BoardSize) -> Vec<Marked> {
    let sources = [
        (Mark::Question, Some(test.command.as_str())),
        (Mark::Expected, test.expected.as_deref()),
        (Mark::Answer, test.got.as_deref()),
    ];
    sources
        .into_iter()
        .flat_map(|(mark, text)| {
            let words = text
                .unwrap_or_default()
                .split(|c: char| !c.is_ascii_alphanumeric());
            words.filter_map(move |word| Some((size.parse_vertex(word)?, mark)))
        })
        .collect()
}
