// SPDX-License-Identifier: MIT OR Apache-2.0

//! The results as text: a line for each suite, failures, and the sums.

use super::outcome::{Outcome, Report, SuiteResult, TestResult, Totals};

/// Returns the titles of the columns.
pub fn head() -> String {
    let titles = ["tests", "pass", "fail", "error", "unsup", "skipped", "cpu s"];
    let titles: String = titles.iter().map(|title| format!("{title:>8}")).collect();
    format!("{:<20}{titles}{:>13}", "suite", "nodes")
}

/// Returns the sums of a suite, or of all.
pub fn row(name: &str, totals: &Totals) -> String {
    let counts: String = [totals.tests]
        .into_iter()
        .chain(Outcome::ALL.map(|outcome| totals.count(outcome)))
        .map(|count| format!("{count:>8}"))
        .collect();
    format!("{name:<20}{counts}{:>8.2}{:>13}", totals.cpu, totals.nodes)
}

/// Returns a line for each test that did not pass.
pub fn failures(suite: &SuiteResult) -> impl Iterator<Item = String> + '_ {
    suite.failures().map(|test| {
        let end = ["", " (as expected)"][usize::from(test.is_expected_to_fail())];
        format!("    {}{end}", test.line())
    })
}

/// Compares the verdicts with the marks for expected failures.
pub fn expectations(report: &Report) -> String {
    let count =
        |wanted: &dyn Fn(&TestResult) -> bool| report.tests().filter(|(_, test)| wanted(test)).count();
    let marked = |test: &TestResult| test.is_expected_to_fail();
    format!(
        "{} fail that are not marked *; of the marked {} fail and {} pass",
        count(&|test| test.outcome.is_bad() && !marked(test)),
        count(&|test| test.outcome.is_bad() && marked(test)),
        count(&|test| test.outcome == Outcome::Pass && marked(test)),
    )
}
