// SPDX-License-Identifier: MIT OR Apache-2.0

//! The results as JUnit XML, which build servers read.

use std::time::Duration;

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::outcome::{Outcome, Report, TestResult};
use crate::error::Result;

/// A whole document. A failure that was expected counts as skipped, as does a test that was not asked.
///
/// # Errors
/// Those of the XML writer.
pub fn render(report: &Report) -> Result<String> {
    let mut document = quick_junit::Report::new("katachi regress");
    for (name, suite) in &report.suites {
        let mut group = TestSuite::new(name.as_str());
        group.set_time(duration(suite.wall));
        for test in &suite.results {
            let title = format!("{} {}", test.test, test.command);
            let mut case = TestCase::new(title, status(test));
            case.set_classname(name.as_str());
            case.set_time(duration(test.seconds));
            if let Some(nodes) = test.nodes {
                case.add_property(("nodes", nodes.to_string().as_str()));
            }
            group.add_test_case(case);
        }
        document.add_test_suite(group);
    }
    Ok(document.to_string()?)
}

fn status(test: &TestResult) -> TestCaseStatus {
    let message = |mut status: TestCaseStatus, text: String| {
        status.set_message(text);
        status
    };
    match test.outcome {
        Outcome::Pass => TestCaseStatus::success(),
        Outcome::Skipped => TestCaseStatus::skipped(),
        _ if test.is_expected_to_fail() => message(
            TestCaseStatus::skipped(),
            format!("expected to fail: {}", test.line()),
        ),
        outcome => {
            let kind = match outcome {
                Outcome::Fail => NonSuccessKind::Failure,
                _ => NonSuccessKind::Error,
            };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_type(outcome.word());
            message(status, test.line())
        }
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}
