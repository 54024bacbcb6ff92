// SPDX-License-Identifier: MIT OR Apache-2.0

//! A log-linear model that is fitted to examples, one by one, by stochastic gradient ascent of the
//! likelihood, and the quality of its predictions.

use std::fmt;

use katachi_engine::learn::softmax;
use katachi_rules::quantity;

/// Distance from one example or game to the next in the order of learning, as neighbours come from the same
/// source: a prime, so that all are met.
pub(super) const STRIDE: usize = 7_919;

/// Meaning of the shares of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The probabilities of the candidates are to be the shares, whose sum is 1.
    Distribution,
    /// All candidates with a share are right; the probability of all of them together is to be 1.
    AnyOf,
}

#[derive(Clone, Debug)]
pub(super) struct Example {
    target: Target,
    weight: f32,
    /// Features of all candidates, one candidate after the other.
    features: Vec<u32>,
    candidates: Vec<Candidate>,
}

#[derive(Clone, Debug)]
struct Candidate {
    end: u32,
    share: f32,
    /// What it has besides the weights of its features.
    offset: f32,
}

impl Example {
    pub(super) fn new(target: Target, weight: f32) -> Self {
        Self {
            target,
            weight,
            features: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Adds a candidate. A share of 0 means that it is wrong. The offset adds to the weights of its features.
    pub(super) fn add(&mut self, features: impl IntoIterator<Item = u32>, share: f32, offset: f32) {
        self.features.extend(features);
        self.candidates.push(Candidate {
            end: self.features.len() as u32,
            share,
            offset,
        });
    }

    pub(super) fn candidates(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.candidates.iter().map(|candidate| candidate.end as usize);
        let starts = [0].into_iter().chain(ends.clone());
        starts.zip(ends).map(|(start, end)| &self.features[start..end])
    }

    pub(super) fn shares(&self) -> impl Iterator<Item = f32> + Clone {
        self.candidates.iter().map(|candidate| candidate.share)
    }

    /// The probabilities of the candidates by what each has besides its offset.
    pub(super) fn probabilities(&self, logits: impl Iterator<Item = f32>) -> Vec<f32> {
        let offsets = self.candidates.iter().map(|candidate| candidate.offset);
        let mut probabilities: Vec<f32> = offsets
            .zip(logits)
            .map(|(offset, logit)| offset + logit)
            .collect();
        softmax(&mut probabilities, |p| p);
        probabilities
    }

    /// Adds the prediction of an example that was held out to an evaluation.
    pub(super) fn evaluate(&self, probabilities: &[f32], evaluation: &mut Evaluation) {
        let (rank, log_likelihood) = self.quality(probabilities);
        evaluation.add(rank, log_likelihood);
    }

    /// Shares and probabilities of the right candidates.
    fn right(&self, probabilities: &[f32]) -> impl Iterator<Item = (f32, f32)> {
        let all = self.shares().zip(probabilities.iter().copied());
        all.filter(|&(share, _)| share > 0.0)
    }

    /// Share of each candidate that the gradient goes towards.
    fn targets(&self, probabilities: &[f32]) -> Vec<f32> {
        if self.target == Target::Distribution {
            return self.shares().collect();
        }
        let sum: f32 = self.right(probabilities).map(|(_, p)| p).sum();
        let of = |(share, p): (f32, &f32)| if share > 0.0 { p / sum.max(1e-9) } else { 0.0 };
        self.shares().zip(probabilities).map(of).collect()
    }

    /// The rank of the right candidate that counts, from 0, and the log-likelihood: of the candidate with the
    /// largest share, or where any is right of the most probable one.
    fn quality(&self, probabilities: &[f32]) -> (usize, f64) {
        let log = |p: f32| f64::from(p.max(f32::MIN_POSITIVE)).ln();
        let (best, log_likelihood) = match self.target {
            Target::AnyOf => {
                let best = self.right(probabilities).map(|(_, p)| p).fold(0.0, f32::max);
                let sum = self.right(probabilities).map(|(_, p)| p).sum();
                (best, log(sum))
            }
            Target::Distribution => {
                let largest = self.right(probabilities).max_by(|a, b| a.0.total_cmp(&b.0));
                let terms = self
                    .right(probabilities)
                    .map(|(share, p)| f64::from(share) * log(p));
                (largest.map_or(0.0, |(_, p)| p), terms.sum())
            }
        };
        let rank = probabilities.iter().filter(|&&p| p > best).count();
        (rank, log_likelihood)
    }
}

/// How weights follow gradients.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    pub(super) rate: f32,
    pub(super) first_square: f32,
    /// Pull of a weight towards its start at each of its steps.
    pub(super) decay: f32,
}

/// Candidates with a smaller gradient change no weight: most are that improbable.
pub(super) const MIN_GRADIENT: f32 = 1e-4;

/// A log-linear model while it is fitted.
#[derive(Clone, Debug)]
pub(super) struct LogLinear {
    weights: AdaGrad,
    start: Vec<f32>,
    /// Pull of each weight towards its start at each of its steps.
    decay: Vec<f32>,
    /// Gradient of each weight in one example; 0 between examples.
    gradient: Vec<f32>,
    /// The first weight that follows gradients; those before it are held.
    pub(super) first: usize,
}

impl LogLinear {
    /// A model of features from 0 to `count`, all of weight 0.
    pub(super) fn new(count: usize, rates: Rates) -> Self {
        Self::starting_at(vec![0.0; count], rates)
    }

    /// A model of features that begin with these weights.
    pub(super) fn starting_at(start: Vec<f32>, rates: Rates) -> Self {
        Self {
            weights: AdaGrad::new(start.clone(), rates.rate, rates.first_square),
            gradient: vec![0.0; start.len()],
            first: 0,
            decay: vec![rates.decay; start.len()],
            start,
        }
    }

    /// Pulls the weights from an index on with this decay instead.
    pub(super) fn with_decay_from(mut self, first: usize, decay: f32) -> Self {
        self.decay[first..].fill(decay);
        self
    }

    /// Pulls each weight towards its start by a normal prior; `precision` is the inverse of its variance, if
    /// each pass learns these examples. Weights of rare features stay nearer to their start.
    pub(super) fn with_prior<'a>(
        mut self,
        precision: impl Fn(usize) -> f32,
        examples: impl Iterator<Item = &'a Example>,
    ) -> Self {
        let mut counts = vec![0u32; self.start.len()];
        for example in examples {
            let mut features: Vec<u32> = example.features.clone();
            features.sort_unstable();
            features.dedup();
            features.into_iter().for_each(|f| counts[f as usize] += 1);
        }
        for (index, count) in counts.into_iter().enumerate() {
            self.decay[index] = precision(index) / count.max(1) as f32;
        }
        self
    }

    pub(super) fn weights(&self) -> &[f32] {
        &self.weights.weights
    }

    fn probabilities(&self, example: &Example) -> Vec<f32> {
        let weights = self.weights();
        let sum = |features: &[u32]| features.iter().map(|&f| weights[f as usize]).sum::<f32>();
        example.probabilities(example.candidates().map(sum))
    }

    /// Takes a step along the gradient of an example.
    pub(super) fn learn(&mut self, example: &Example) {
        let probabilities = self.probabilities(example);
        let targets = example.targets(&probabilities);
        let mut touched: Vec<u32> = Vec::new();
        for ((features, p), target) in example.candidates().zip(probabilities).zip(targets) {
            let gradient = example.weight * (target - p);
            if gradient.abs() >= MIN_GRADIENT {
                touched.extend(features);
                for &feature in features {
                    self.gradient[feature as usize] += gradient;
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        for index in touched.into_iter().map(|feature| feature as usize) {
            let gradient = std::mem::take(&mut self.gradient[index]);
            let pull = self.decay[index] * (self.weights.weights[index] - self.start[index]);
            if index >= self.first {
                self.weights.step(index, gradient - pull);
            }
        }
    }

    /// Takes that many passes over examples. Neighbours, which come from the same source, are not learned one
    /// after the other.
    pub(super) fn pass(&mut self, examples: &[Example], passes: usize) {
        for _ in 0..passes {
            for i in 0..examples.len() {
                self.learn(&examples[i * STRIDE % examples.len()]);
            }
        }
    }

    /// Adds the prediction of an example that was held out to an evaluation.
    pub(super) fn evaluate(&self, example: &Example, evaluation: &mut Evaluation) {
        example.evaluate(&self.probabilities(example), evaluation);
    }
}

/// Steps of weights along gradients, with a rate for each weight (J. Duchi, E. Hazan, Y. Singer, "Adaptive
/// Subgradient Methods", 2011).
#[derive(Clone, Debug)]
pub(super) struct AdaGrad {
    pub(super) weights: Vec<f32>,
    /// Sum of the squared gradients of each weight.
    squares: Vec<f32>,
    rate: f32,
}

impl AdaGrad {
    /// Begins with those weights. `rate` is the step along a first gradient that is large against the root of
    /// `first_square`.
    pub(super) fn new(weights: Vec<f32>, rate: f32, first_square: f32) -> Self {
        Self {
            squares: vec![first_square; weights.len()],
            weights,
            rate,
        }
    }

    #[inline]
    pub(super) fn step(&mut self, index: usize, gradient: f32) {
        self.squares[index] += gradient * gradient;
        self.weights[index] += self.rate * gradient / self.squares[index].sqrt();
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    const RATES: Rates = Rates {
        rate: 0.2,
        first_square: 1.0,
        decay: 0.0,
    };

    /// The probabilities of an example after many steps.
    fn fitted(example: &Example, features: usize) -> Vec<f32> {
        let mut model = LogLinear::new(features, RATES);
        for _ in 0..3000 {
            model.learn(example);
        }
        model.probabilities(example)
    }

    #[test]
    fn probabilities_become_the_distribution_of_the_target() {
        let shares = [0.6, 0.3, 0.1];
        let mut example = Example::new(Target::Distribution, 1.0);
        for (feature, share) in (0..).zip(shares) {
            example.add([feature, 3], share, 0.0);
        }
        for (p, share) in fitted(&example, 4).into_iter().zip(shares) {
            assert!((p - share).abs() < 0.01, "{p} for {share}");
        }
    }

    #[test]
    fn weights_that_are_fitted_first_keep_what_others_could_tell() {
        let mut example = Example::new(Target::Distribution, 1.0);
        example.add([0, 2], 0.8, 0.0);
        example.add([1], 0.2, 0.0);
        let mut model = LogLinear::new(3, RATES);
        for first in [2, 0] {
            model.first = first;
            for _ in 0..300 {
                model.learn(&example);
            }
            let [other, _, fitted] = model.weights() else {
                panic!("three weights")
            };
            assert!((fitted - 4.0f32.ln()).abs() < 0.05, "{fitted}");
            assert!(other.abs() < 0.05, "{other}");
        }
    }

    #[test]
    fn right_candidates_share_the_probability_as_they_please() {
        let mut example = Example::new(Target::AnyOf, 1.0);
        // The first two have the same feature; the wrong one has the feature of the third right one, too.
        example.add([0], 1.0, 0.0);
        example.add([0], 1.0, 0.0);
        example.add([1], 1.0, 0.0);
        example.add([1], 0.0, 0.0);
        let p = fitted(&example, 2);
        assert!(p[0] + p[1] > 0.98, "{p:?}");
    }

    #[test]
    fn an_example_counts_by_the_rank_of_its_best_right_candidate() {
        let mut model = LogLinear::new(3, RATES);
        let mut example = Example::new(Target::Distribution, 1.0);
        for feature in 0..3 {
            example.add([feature], if feature == 0 { 1.0 } else { 0.0 }, 0.0);
        }
        model.learn(&example);
        let mut evaluation = Evaluation::default();
        model.evaluate(&example, &mut evaluation);
        let mut other = Example::new(Target::Distribution, 1.0);
        for feature in 0..3 {
            other.add([feature], if feature == 0 { 0.0 } else { 0.5 }, 0.0);
        }
        model.evaluate(&other, &mut evaluation);
        assert_eq!((evaluation.positions, evaluation.among), (2, [1, 2, 2]));
        assert!(evaluation.mean_log_likelihood() < 0.0);
    }
}
