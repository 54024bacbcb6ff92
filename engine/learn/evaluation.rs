// SPDX-License-Identifier: MIT OR Apache-2.0

//! Quality of predictions.

/// How well a model predicts examples that were held out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Number of examples.
    pub positions: u32,
    /// Examples whose most probable candidate is right.
    pub first: u32,
    /// Examples with a right candidate among the three most probable ones.
    pub third: u32,
    /// Examples with a right candidate among the ten most probable ones.
    pub tenth: u32,
    /// Sum of the log-likelihoods of the examples, in nats: 0 is perfect.
    pub log_likelihood: f64,
}

impl Evaluation {
    /// Adds an example by the rank of its best right candidate, from 0.
    pub(super) fn add(&mut self, rank: usize, log_likelihood: f64) {
        self.positions += 1;
        self.first += u32::from(rank < 1);
        self.third += u32::from(rank < 3);
        self.tenth += u32::from(rank < 10);
        self.log_likelihood += log_likelihood;
    }

    /// Share of a number of the examples, in percent.
    pub fn percent(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(self.positions.max(1))
    }

    /// Mean log-likelihood of an example, in nats.
    pub fn mean_log_likelihood(&self) -> f64 {
        self.log_likelihood / f64::from(self.positions.max(1))
    }
}
