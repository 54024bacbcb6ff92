// SPDX-License-Identifier: MIT OR Apache-2.0

//! A comparison with an earlier run: tests that newly pass or fail.

use std::collections::BTreeMap;

use katachi_rules::quantity;

use super::outcome::{Outcome, Report, TestResult};

/// A comparison of two runs. Tests that one of them skipped are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Tests that pass now and did not, a line each.
    pub newly_pass: Vec<String>,
    /// Tests that passed and do not now.
    pub newly_fail: Vec<String>,
    /// Number of tests in both runs.
    pub compared: usize,
    /// Number of tests in this run only.
    pub only_now: usize,
    /// Number of tests in the earlier run only.
    pub only_before: usize,
    /// Nodes of the tests in both runs, before and now; none if a run does not know them.
    pub nodes: Option<(u64, u64)>,
    /// Wall seconds of the tests in both runs, before and now.
    pub seconds: (f64, f64),
}

/// A suite's file, the number of a test, and the count of earlier tests with that number in the suite.
type Key<'a> = (&'a str, u64, usize);

fn run_tests(report: &Report) -> BTreeMap<Key<'_>, &TestResult> {
    let mut tests = BTreeMap::new();
    for (name, suite) in &report.suites {
        // A run of some tests of a suite has the same keys as a run of all.
        let file = name.split(':').next().unwrap_or(name);
        let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
        for test in &suite.results {
            let count = seen.entry(test.test).or_default();
            if test.outcome != Outcome::Skipped {
                tests.insert((file, test.test, *count), test);
            }
            *count += 1;
        }
    }
    tests
}

impl Comparison {
    /// Compares two runs.
    pub fn new(before: &Report, now: &Report) -> Self {
        let (before, now) = (run_tests(before), run_tests(now));
        let mut comparison = Self {
            nodes: Some((0, 0)),
            ..Self::default()
        };
        for (key, &test) in &now {
            let Some(old) = before.get(key) else {
                comparison.only_now += 1;
                continue;
            };
            comparison.compared += 1;
            comparison.seconds.0 += old.seconds;
            comparison.seconds.1 += test.seconds;
            comparison.nodes = match (comparison.nodes, old.nodes, test.nodes) {
                (Some((a, b)), Some(old), Some(new)) => Some((a + old, b + new)),
                _ => None,
            };
            let list = match (old.outcome == Outcome::Pass, test.outcome == Outcome::Pass) {
                (false, true) => &mut comparison.newly_pass,
                (true, false) => &mut comparison.newly_fail,
                _ => continue,
            };
            let (word, got) = (old.outcome.word(), old.got.as_deref().unwrap_or("nothing"));
            list.push(format!("{}:{} (before: {word}, {got})", key.0, test.line()));
        }
        comparison.only_before = before.keys().filter(|key| !now.contains_key(*key)).count();
        comparison
    }

    /// Returns the lists and the sums, a line each.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (title, changes) in [
            ("newly passes", &self.newly_pass),
            ("newly fails", &self.newly_fail),
        ] {
            for change in changes {
                text += &format!("{title}: {change}\n");
            }
        }
        let compared = quantity(self.compared, "test");
        let (pass, fail) = (self.newly_pass.len(), self.newly_fail.len());
        let (before, now) = self.seconds;
        text += &format!("of {compared} in both runs {pass} newly pass and {fail} newly fail; ");
        text += &format!("{before:.1} s before, {now:.1} s now");
        if let Some((before, now)) = self.nodes {
            text += &format!("; {before} nodes before, {now} now");
        }
        if self.only_now + self.only_before > 0 {
            let (now, before) = (quantity(self.only_now, "test"), self.only_before);
            text += &format!("; {now} in this run only, {before} in the earlier one only");
        }
        text + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::SuiteResult;
    use super::*;

    fn report(name: &str, outcomes: &[(u64, Outcome)]) -> Report {
        let results = outcomes
            .iter()
            .map(|&(test, outcome)| TestResult {
                test,
                command: "attack D4".to_string(),
                expected: Some("[1 C3]".to_string()),
                got: Some("0".to_string()),
                outcome,
                seconds: 0.5,
                nodes: Some(test),
            })
            .collect();
        let mut report = Report::new("it".to_string());
        report.add(name.to_string(), SuiteResult::new(results, None, 0.0));
        report
    }

    #[test]
    fn tests_are_compared_by_suite_number_and_count() {
        use Outcome::{Error, Fail, Pass, Skipped};
        let before = report(
            "a.tst",
            &[
                (1, Pass),
                (2, Fail),
                (3, Pass),
                (3, Error),
                (4, Skipped),
                (5, Pass),
            ],
        );
        let now = report(
            "a.tst:1-4",
            &[(1, Fail), (2, Pass), (3, Pass), (3, Pass), (4, Pass)],
        );
        let comparison = Comparison::new(&before, &now);
        let line = |test, now, before| {
            format!("a.tst:{test} attack D4: {now}, expected [1 C3], got 0 (before: {before}, 0)")
        };
        assert_eq!(
            comparison.newly_pass,
            [line(2, "pass", "fail"), line(3, "pass", "error")]
        );
        assert_eq!(comparison.newly_fail, [line(1, "fail", "pass")]);
        assert_eq!(
            (comparison.compared, comparison.only_now, comparison.only_before),
            (4, 1, 1)
        );
        assert_eq!((comparison.nodes, comparison.seconds), (Some((9, 9)), (2.0, 2.0)));
        assert!(
            comparison
                .text()
                .contains("newly fails: a.tst:1 attack D4: fail, expected [1 C3], got 0")
        );
    }

    #[test]
    fn a_run_against_itself_has_no_changes() {
        let run = report("a.tst", &[(1, Outcome::Pass), (2, Outcome::Fail)]);
        let comparison = Comparison::new(&run, &run);
        assert_eq!((comparison.newly_pass.len(), comparison.newly_fail.len()), (0, 0));
        assert_eq!(
            (comparison.compared, comparison.only_now, comparison.only_before),
            (2, 0, 0)
        );
    }
}
