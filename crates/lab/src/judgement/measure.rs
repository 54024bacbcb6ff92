// SPDX-License-Identifier: MIT OR Apache-2.0

//! Predicted probabilities against results.

use serde::{Deserialize, Serialize};

/// Predictions of about the same probability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// How many.
    pub count: u64,
    /// How often it happened.
    pub happened: u64,
    /// The sum of the probabilities.
    pub predicted: f64,
}

impl Bin {
    pub(super) fn add(&mut self, predicted: f64, happened: bool) {
        self.count += 1;
        self.happened += u64::from(happened);
        self.predicted += predicted;
    }

    /// The mean of the probabilities.
    pub fn mean_predicted(&self) -> f64 {
        self.predicted / self.count.max(1) as f64
    }

    /// Share of the cases in which it happened.
    pub fn share_happened(&self) -> f64 {
        self.happened as f64 / self.count.max(1) as f64
    }
}

/// Quality of predictions of yes or no.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    loss: f64,
    brier: f64,
    right: f64,
    bins: [Bin; 10],
}

impl Measure {
    /// Adds a prediction, a probability above 0 and below 1, and the result.
    pub fn add(&mut self, predicted: f64, happened: bool) {
        debug_assert!(predicted > 0.0 && predicted < 1.0, "{predicted} has no log-loss");
        let of_truth = if happened { predicted } else { 1.0 - predicted };
        self.loss -= of_truth.ln();
        self.brier += (1.0 - of_truth) * (1.0 - of_truth);
        self.right += match of_truth {
            p if p > 0.5 => 1.0,
            p if p < 0.5 => 0.0,
            _ => 0.5,
        };
        let last = self.bins.len() - 1;
        self.bins[((predicted * 10.0) as usize).min(last)].add(predicted, happened);
    }

    /// Adds all predictions of another measure.
    pub fn merge(&mut self, other: &Self) {
        self.loss += other.loss;
        self.brier += other.brier;
        self.right += other.right;
        for (bin, other) in self.bins.iter_mut().zip(&other.bins) {
            bin.count += other.count;
            bin.happened += other.happened;
            bin.predicted += other.predicted;
        }
    }

    /// How many predictions.
    pub fn count(&self) -> u64 {
        self.bins.iter().map(|bin| bin.count).sum()
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.count().max(1) as f64
    }

    /// Log-loss in nats: 0 is perfect, 0.693 a coin.
    pub fn log_loss(&self) -> f64 {
        self.mean(self.loss)
    }

    /// Brier score: 0 is perfect, 0.25 a coin.
    pub fn brier(&self) -> f64 {
        self.mean(self.brier)
    }

    /// Share of results with the larger probability; ties count half.
    pub fn share_right(&self) -> f64 {
        self.mean(self.right)
    }

    /// Ten bins: probabilities from 0 to 0.1, and so on.
    pub fn bins(&self) -> &[Bin; 10] {
        &self.bins
    }
}

/// The probability of an event that happened `count` times (perhaps in halves) in `playouts` playouts: never
/// 0 or 1.
pub(super) fn probability(count: f64, playouts: u32) -> f64 {
    (count + 0.5) / (f64::from(playouts) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }

    #[test]
    fn loss_brier_and_share_are_means_over_predictions() {
        let mut measure = Measure::default();
        assert_eq!((measure.count(), measure.log_loss()), (0, 0.0));
        for (predicted, happened) in [(0.8, true), (0.8, false), (0.5, true), (0.1, false)] {
            measure.add(predicted, happened);
        }
        assert_eq!(measure.count(), 4);
        is_near(
            measure.log_loss(),
            -(0.8f64.ln() + 0.2f64.ln() + 0.5f64.ln() + 0.9f64.ln()) / 4.0,
        );
        is_near(measure.brier(), (0.04 + 0.64 + 0.25 + 0.01) / 4.0);
        is_near(measure.share_right(), 2.5 / 4.0);
    }

    #[test]
    fn bins_have_predictions_and_results() {
        let mut measure = Measure::default();
        for (predicted, happened) in [
            (0.71, true),
            (0.79, false),
            (0.79, true),
            (0.999, true),
            (0.001, false),
        ] {
            measure.add(predicted, happened);
        }
        let bins = measure.bins();
        assert_eq!((bins[7].count, bins[7].happened), (3, 2));
        is_near(bins[7].mean_predicted(), 2.29 / 3.0);
        is_near(bins[7].share_happened(), 2.0 / 3.0);
        assert_eq!((bins[0].count, bins[9].count), (1, 1));
        assert_eq!(bins[4].share_happened(), 0.0);
    }

    #[test]
    fn merging_is_as_good_as_adding() {
        let predictions = [(0.25, true), (0.75, true), (0.5, false)];
        let (mut whole, mut first, mut second) = (Measure::default(), Measure::default(), Measure::default());
        for (i, (predicted, happened)) in predictions.into_iter().enumerate() {
            whole.add(predicted, happened);
            if i == 0 { &mut first } else { &mut second }.add(predicted, happened);
        }
        first.merge(&second);
        is_near(first.log_loss(), whole.log_loss());
        assert_eq!(first.bins(), whole.bins());
    }

    #[test]
    fn probabilities_are_never_certain() {
        is_near(probability(0.0, 4), 0.1);
        is_near(probability(4.0, 4), 0.9);
        is_near(probability(2.0, 4), 0.5);
    }
}
