// SPDX-License-Identifier: MIT OR Apache-2.0

//! Running suites: each with an engine of its own, several at the same time, reported in their order.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::engine::{GtpEngine, InProcess, LocalEngine, TestedEngine};
use super::outcome::{Outcome, SuiteResult, TestResult};
use super::position::Position;
use super::suite::Suite;
use crate::jobs;

/// The engine under test.
#[derive(Clone)]
pub enum Subject {
    /// An engine in this process.
    InProcess(Arc<LocalEngine>),
    /// A program that speaks GTP, by the words of its command, and the time limit of each answer.
    Program(Vec<String>, Duration),
}

/// The conditions of a run.
#[derive(Clone)]
pub struct Conditions {
    /// The engine under test.
    pub subject: Subject,
    /// The commands whose tests are run; all if empty.
    pub only: BTreeSet<String>,
}

/// Runs suites, `jobs` at the same time, the longest first, and hands each to `take` in their order.
///
/// # Errors
/// Errors of `take`. Running suites then stop between two commands.
pub fn run<E>(
    suites: &[Suite],
    conditions: &Conditions,
    jobs: usize,
    mut take: impl FnMut(&Suite, SuiteResult) -> Result<(), E>,
) -> Result<(), E> {
    let mut order: Vec<usize> = (0..suites.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(suites[i].weight()));
    let mut waiting: Vec<Option<SuiteResult>> = vec![None; suites.len()];
    let mut taken = 0;
    jobs::run(
        &order,
        jobs,
        |&index, stop| run_suite(&suites[index], conditions, stop).map(|result| (index, result)),
        |(index, result)| {
            waiting[index] = Some(result);
            while let Some(result) = waiting.get_mut(taken).and_then(Option::take) {
                take(&suites[taken], result)?;
                taken += 1;
            }
            Ok(())
        },
    )
}

/// Runs one suite; none if the flag was set.
pub fn run_suite(suite: &Suite, conditions: &Conditions, stop: &AtomicBool) -> Option<SuiteResult> {
    let mut engine: Box<dyn TestedEngine> = match &conditions.subject {
        Subject::InProcess(engine) => Box::new(InProcess::new(Arc::clone(engine), suite.folder())),
        Subject::Program(words, patience) => {
            Box::new(GtpEngine::new(words.clone(), suite.folder(), *patience))
        }
    };
    let started = Instant::now();
    let mut results = Vec::new();
    let mut position = Position::new(&mut *engine);
    let mut nodes = Some(0);
    for step in &suite.steps {
        if stop.load(Relaxed) {
            return None;
        }
        let Some(number) = step.number else {
            position.change(&step.command);
            continue;
        };
        if !suite.wants(number) {
            continue;
        }
        let name = step.command.split_whitespace().next().unwrap_or_default();
        let expectation = step.expectation.as_ref().filter(|expectation| {
            expectation.is_compared() && (conditions.only.is_empty() || conditions.only.contains(name))
        });
        let mut result = TestResult {
            test: number,
            command: step.command.clone(),
            expected: step.expectation.as_ref().map(|e| e.text.clone()),
            got: None,
            outcome: Outcome::Skipped,
            seconds: 0.0,
            nodes: None,
        };
        if let Some(expectation) = expectation {
            let begin = Instant::now();
            let (got, outcome) = match position.test(&format!("{number} {}", step.command)) {
                Ok(answer) if expectation.fits(&answer) => (answer, Outcome::Pass),
                Ok(answer) => (answer, Outcome::Fail),
                Err(failure) => failure,
            };
            result.seconds = (begin.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
            result.got = Some(got);
            result.outcome = outcome;
            let before = nodes;
            nodes = nodes.and_then(|_| position.nodes());
            // A restarted engine counts from 0.
            result.nodes = nodes
                .zip(before)
                .map(|(now, before)| now.checked_sub(before).unwrap_or(now));
        }
        results.push(result);
    }
    let cpu = engine.cpu_seconds();
    Some(SuiteResult::new(results, cpu, started.elapsed().as_secs_f64()))
}
