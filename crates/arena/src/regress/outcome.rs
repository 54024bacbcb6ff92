// SPDX-License-Identifier: MIT OR Apache-2.0

//! What came of tests, and the sums. As data this is what `--json` writes and `--baseline` reads.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What came of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The answer is what was expected.
    Pass,
    /// It is not.
    Fail,
    /// The engine died, gave no answer in time, refused the command, or could not set up the position.
    Error,
    /// It does not know the command, or one that sets up.
    Unsupported,
    /// It was not asked: nothing is expected, or other tests were wanted.
    Skipped,
}

impl Outcome {
    /// All, the best first.
    pub const ALL: [Self; 5] = [
        Self::Pass,
        Self::Fail,
        Self::Error,
        Self::Unsupported,
        Self::Skipped,
    ];

    /// Its name, such as `pass`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Error => "error",
            Self::Unsupported => "unsupported",
            Self::Skipped => "skipped",
        }
    }

    /// Was it asked, and not passed?
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Fail | Self::Error | Self::Unsupported)
    }
}

/// One test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// Its number in the suite.
    pub test: u64,
    /// What was asked.
    pub command: String,
    /// What was expected, as it stands in the suite.
    pub expected: Option<String>,
    /// The first line of the answer, or what went wrong; none if it was not asked.
    pub got: Option<String>,
    /// The verdict.
    pub outcome: Outcome,
    /// Wall time.
    pub seconds: f64,
    /// Moves played in readings; none if the engine does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl TestResult {
    /// Is it marked as one that fails?
    pub fn is_expected_to_fail(&self) -> bool {
        self.expected
            .as_deref()
            .is_some_and(|text| text.trim_end_matches('&').ends_with('*'))
    }

    /// In one line, but for the suite.
    pub fn line(&self) -> String {
        format!(
            "{} {}: {}, expected {}, got {}",
            self.test,
            self.command,
            self.outcome.word(),
            self.expected.as_deref().unwrap_or("nothing"),
            self.got.as_deref().unwrap_or("nothing")
        )
    }
}

/// The sums over tests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Tests.
    pub tests: usize,
    /// Of these passed.
    pub pass: usize,
    /// Answered wrongly.
    pub fail: usize,
    /// Not answered.
    pub error: usize,
    /// With a command that the engine does not know.
    pub unsupported: usize,
    /// Not asked.
    pub skipped: usize,
    /// CPU seconds of the engine; 0 where that is not known.
    pub cpu: f64,
    /// Moves played in readings; 0 where that is not known.
    #[serde(default)]
    pub nodes: u64,
}

impl Totals {
    /// The number of tests with that outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        match outcome {
            Outcome::Pass => self.pass,
            Outcome::Fail => self.fail,
            Outcome::Error => self.error,
            Outcome::Unsupported => self.unsupported,
            Outcome::Skipped => self.skipped,
        }
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
    /// Its sums.
    #[serde(flatten)]
    pub totals: Totals,
    /// Seconds from its first command to its last answer.
    pub wall: f64,
    /// Its tests in their order.
    pub results: Vec<TestResult>,
}

impl SuiteResult {
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
    /// Who answered.
    pub engine: String,
    /// The suites by name, in the order in which they were named.
    pub suites: IndexMap<String, SuiteResult>,
    /// The sums over all.
    #[serde(default)]
    pub total: Totals,
}

impl Report {
    /// Of nothing so far.
    pub fn new(engine: String) -> Self {
        Self {
            engine,
            ..Self::default()
        }
    }

    /// Takes a suite up.
    pub fn add(&mut self, name: String, suite: SuiteResult) {
        self.total.add(&suite.totals);
        self.suites.insert(name, suite);
    }

    /// All tests with the names of their suites.
    pub fn tests(&self) -> impl Iterator<Item = (&str, &TestResult)> {
        self.suites
            .iter()
            .flat_map(|(name, suite)| suite.results.iter().map(move |test| (name.as_str(), test)))
    }
}

fn hundredths(seconds: f64) -> f64 {
    (seconds * 100.0).round() / 100.0
}
