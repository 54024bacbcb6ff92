// SPDX-License-Identifier: MIT OR Apache-2.0

//! The results as JUnit XML, which build servers read.

use maud::{Markup, PreEscaped, html};

use super::outcome::{Outcome, Report, SuiteResult, TestResult};

/// Returns the whole document. An expected failure counts as skipped, and so does a test that was not asked.
pub fn render(report: &Report) -> String {
    let document = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name="katachi regress" tests=(report.total.tests) {
            @for (name, suite) in &report.suites { (suite_element(name, suite)) }
        }
    };
    document.into_string()
}

fn suite_element(name: &str, suite: &SuiteResult) -> Markup {
    let count = |element: &str| {
        let results = suite.results.iter();
        results.filter(|test| element_of(test) == Some(element)).count()
    };
    html! {
        testsuite name=(name) tests=(suite.results.len()) failures=(count("failure")) errors=(count("error"))
            skipped=(count("skipped")) time=(format!("{:.3}", suite.wall)) {
            @for test in &suite.results {
                testcase name=(xml(&format!("{} {}", test.test, test.command))) classname=(name)
                    time=(format!("{:.3}", test.seconds)) {
                    @if let Some(nodes) = test.nodes { properties { property name="nodes" value=(nodes) {} } }
                    @match element_of(test) {
                        Some("failure") => failure message=(xml(&test.line())) type=(test.outcome.word()) {},
                        Some("error") => error message=(xml(&test.line())) type=(test.outcome.word()) {},
                        Some(_) if test.outcome == Outcome::Skipped => skipped {},
                        Some(_) => skipped message=(xml(&format!("expected to fail: {}", test.line()))) {},
                        None => {}
                    }
                }
            }
        }
    }
}

/// Returns the element that tells why a test did not pass.
fn element_of(test: &TestResult) -> Option<&'static str> {
    match test.outcome {
        Outcome::Pass => None,
        Outcome::Skipped => Some("skipped"),
        _ if test.is_expected_to_fail() => Some("skipped"),
        Outcome::Fail => Some("failure"),
        _ => Some("error"),
    }
}

fn xml(text: &str) -> String {
    let is_unknown = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace(is_unknown, " ")
}
