// SPDX-License-Identifier: MIT OR Apache-2.0

//! Quality of predictions.

use std::fmt;

use katachi_view::reason::quantity;

/// How well a model predicts examples that were held out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Evaluation {
    pub(super) positions: u32,
    /// Examples with a right candidate first, among the three and among the ten most probable ones.
    pub(super) among: [u32; 3],
    /// Sum of the log-likelihoods of the examples, in nats: 0 is perfect.
    pub(super) log_likelihood: f64,
}

impl Evaluation {
    /// Adds an example by the rank of its best right candidate, from 0.
    pub(super) fn add(&mut self, rank: usize, log_likelihood: f64) {
        self.positions += 1;
        for (count, most) in self.among.iter_mut().zip([1, 3, 10]) {
            *count += u32::from(rank < most);
        }
        self.log_likelihood += log_likelihood;
    }

    /// Mean log-likelihood of an example, in nats.
    pub(super) fn mean_log_likelihood(&self) -> f64 {
        self.log_likelihood / f64::from(self.positions.max(1))
    }
}

/// `of 9 positions held out the most probable move ...`
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(self.positions.max(1));
        let [first, third, tenth] = self.among.map(percent);
        write!(
            f,
            "of {} held out the most probable move {first:.1} %, one of the three most probable {third:.1} %, one of the ten most probable {tenth:.1} %, mean log-likelihood {:.3}",
            quantity(self.positions, "position"),
            self.mean_log_likelihood()
        )
    }
}
