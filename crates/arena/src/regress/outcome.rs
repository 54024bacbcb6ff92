// SPDX-License-Identifier: MIT OR Apache-2.0

//! Results of tests and their sums: the data that `--json` writes and `--baseline` reads.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The verdict on a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The answer was expected.
    Pass,
    /// The answer is wrong.
    Fail,
    /// The engine died, gave no answer in time, refused the command, or could not set up the position.
    Error,
    /// The engine does not know the command, or one that sets up the position.
    Unsupported,
    /// The test was not run: it has no expectation, or other tests were chosen.
    Skipped,
}

impl Outcome {
    /// All verdicts, the best first.
    pub const ALL: [Self; 5] = [
        Self::Pass,
        Self::Fail,
        Self::Error,
        Self::Unsupported,
        Self::Skipped,
    ];

    /// Returns the name, such as `pass`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Error => "error",
            Self::Unsupported => "unsupported",
            Self::Skipped => "skipped",
        }
    }

    /// Returns whether the test was run without passing.
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Fail | Self::Error | Self::Unsupported)
    }
}

/// One test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// Its number in the suite.
    pub test: u64,
    /// The question.
    pub command: String,
    /// The expectation as in the suite.
    pub expected: Option<String>,
    /// The first line of the answer, or the reason why there is none; none if the test was not run.
    pub got: Option<String>,
    /// The verdict.
    pub outcome: Outcome,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Moves played in readings; none if the engine does not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl TestResult {
    /// Returns whether the suite marks the test as failing.
    pub fn is_expected_to_fail(&self) -> bool {
        self.expected
            .as_deref()
            .is_some_and(|text| text.trim_end_matches('&').ends_with('*'))
    }

    /// Returns the result in one line without the suite.
    pub fn line(&self) -> String {
        let Self { test, command, .. } = self;
        let outcome = self.outcome.word();
        let [expected, got] = [&self.expected, &self.got].map(|text| text.as_deref().unwrap_or("nothing"));
        format!("{test} {command}: {outcome}, expected {expected}, got {got}")
    }
}

/// The sums over tests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Number of tests.
    pub tests: usize,
    /// Number of tests that passed.
    pub pass: usize,
    /// Number of tests with a wrong answer.
    pub fail: usize,
    /// Number of tests without an answer.
    pub error: usize,
    /// Number of tests with a command that the engine does not know.
    pub unsupported: usize,
    /// Number of tests that were not run.
    pub skipped: usize,
    /// CPU seconds of the engine; 0 if not known.
    pub cpu: f64,
    /// Moves played in readings; 0 if not known.
    #[serde(default)]
    pub nodes: u64,
}

impl Totals {
    /// Returns the number of tests with that verdict.
    pub fn count(&self, outcome: Outcome) -> usize {
        *self.clone().count_mut(outcome)
    }

    fn count_mut(&mut self, outcome: Outcome) -> &mut usize {
        match outcome {
            Outcome::Pass => &mut self.pass,
            Outcome::Fail => &mut self.fail,
            Outcome::Error => &mut self.error,
            Outcome::Unsupported => &mut self.unsupported,
            Outcome::Skipped => &mut self.skipped,
        }
    }

    fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        for outcome in Outcome::ALL {
            *self.count_mut(outcome) += other.count(outcome);
        }
        self.cpu = hundredths(self.cpu + other.cpu);
        self.nodes += other.nodes;
    }
}

/// A suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteResult {
    /// The sums.
    #[serde(flatten)]
    pub totals: Totals,
    /// Seconds from its first command to its last answer.
    pub wall: f64,
    /// The tests in their order.
    pub results: Vec<TestResult>,
}

impl SuiteResult {
    /// The tests that were run and did not pass.
    pub(super) fn failures(&self) -> impl Iterator<Item = &TestResult> {
        self.results.iter().filter(|test| test.outcome.is_bad())
    }

    /// Returns whether the sums are those of the tests.
    pub fn adds_up(&self) -> bool {
        let sums = Self::new(self.results.clone(), None, self.wall).totals;
        let is_same = |&outcome: &Outcome| sums.count(outcome) == self.totals.count(outcome);
        sums.tests == self.totals.tests && Outcome::ALL.iter().all(is_same)
    }

    /// Sums up the tests.
    pub fn new(results: Vec<TestResult>, cpu: Option<f64>, wall: f64) -> Self {
        let mut totals = Totals {
            tests: results.len(),
            cpu: hundredths(cpu.unwrap_or_default()),
            nodes: results.iter().filter_map(|result| result.nodes).sum(),
            ..Totals::default()
        };
        for result in &results {
            *totals.count_mut(result.outcome) += 1;
        }
        Self {
            totals,
            wall: hundredths(wall),
            results,
        }
    }
}

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The engine that answered.
    pub engine: String,
    /// The suites by name, in the order of the command line.
    pub suites: IndexMap<String, SuiteResult>,
    /// The sums over all.
    #[serde(default)]
    pub total: Totals,
}

impl Report {
    /// Makes an empty report.
    pub fn new(engine: String) -> Self {
        Self {
            engine,
            ..Self::default()
        }
    }

    /// Adds a suite.
    pub fn add(&mut self, name: String, suite: SuiteResult) {
        self.total.add(&suite.totals);
        self.suites.insert(name, suite);
    }

    /// Returns all tests with the names of their suites.
    pub fn tests(&self) -> impl Iterator<Item = (&str, &TestResult)> {
        let suites = self.suites.iter();
        suites.flat_map(|(name, suite)| suite.results.iter().map(move |test| (name.as_str(), test)))
    }
}

fn hundredths(seconds: f64) -> f64 {
    (seconds * 100.0).round() / 100.0
}
