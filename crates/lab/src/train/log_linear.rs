// SPDX-License-Identifier: MIT OR Apache-2.0

//! A log-linear model that is fitted to examples, one by one, by stochastic gradient ascent of the
//! likelihood.

use katachi_engine::learn::softmax;

use super::adagrad::AdaGrad;
use super::evaluation::Evaluation;

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

/// Candidates, of which one is to be chosen.
#[derive(Clone, Debug)]
pub(super) struct Example {
    target: Target,
    /// Factor of its gradient.
    weight: f32,
    /// Features of all candidates, one candidate after the other.
    features: Vec<u32>,
    /// End of the features of each candidate, and its share of the target.
    candidates: Vec<(u32, f32)>,
    /// What each candidate has besides the weights of its features. Empty: nothing.
    offsets: Vec<f32>,
}

impl Example {
    /// An example without candidates.
    pub(super) fn new(target: Target, weight: f32) -> Self {
        Self {
            target,
            weight,
            features: Vec::new(),
            candidates: Vec::new(),
            offsets: Vec::new(),
        }
    }

    /// Adds a candidate. A share of 0 means that it is wrong.
    pub(super) fn add(&mut self, features: impl IntoIterator<Item = u32>, share: f32) {
        self.features.extend(features);
        self.candidates.push((self.features.len() as u32, share));
    }

    /// Adds a candidate that has an offset besides the weights of its features. All candidates need one.
    pub(super) fn add_with_offset(
        &mut self,
        features: impl IntoIterator<Item = u32>,
        offset: f32,
        share: f32,
    ) {
        self.add(features, share);
        self.offsets.push(offset);
    }

    /// Features of each candidate.
    pub(super) fn candidates(&self) -> impl Iterator<Item = &[u32]> {
        let starts = [0]
            .into_iter()
            .chain(self.candidates.iter().map(|c| c.0 as usize));
        let ends = self.candidates.iter().map(|c| c.0 as usize);
        starts.zip(ends).map(|(start, end)| &self.features[start..end])
    }

    /// Share of each candidate.
    pub(super) fn targets(&self) -> impl Iterator<Item = f32> {
        self.candidates.iter().map(|candidate| candidate.1)
    }

    /// Share of each candidate that the gradient goes towards.
    fn shares(&self, probabilities: &[f32]) -> Vec<f32> {
        let shares = self.candidates.iter().map(|c| c.1);
        match self.target {
            Target::Distribution => shares.collect(),
            Target::AnyOf => {
                let sum = self.right(probabilities).sum::<f32>().max(1e-9);
                let of = |(share, p): (f32, &f32)| if share > 0.0 { p / sum } else { 0.0 };
                shares.zip(probabilities).map(of).collect()
            }
        }
    }

    /// Probabilities of the right candidates.
    fn right<'a>(&'a self, probabilities: &'a [f32]) -> impl Iterator<Item = f32> + 'a {
        let all = self.candidates.iter().zip(probabilities);
        all.filter(|(candidate, _)| candidate.1 > 0.0).map(|(_, &p)| p)
    }

    /// Probability of the right candidate that counts for the rank: the one with the largest share, or where
    /// any is right the most probable one.
    fn best(&self, probabilities: &[f32]) -> f32 {
        match self.target {
            Target::AnyOf => self.right(probabilities).fold(0.0, f32::max),
            Target::Distribution => {
                let all = self.candidates.iter().zip(probabilities);
                let largest = all.max_by(|a, b| a.0.1.total_cmp(&b.0.1));
                largest.map_or(0.0, |(_, &p)| p)
            }
        }
    }

    fn log_likelihood(&self, probabilities: &[f32]) -> f64 {
        let log = |p: f32| f64::from(p.max(f32::MIN_POSITIVE)).ln();
        match self.target {
            Target::AnyOf => log(self.right(probabilities).sum()),
            Target::Distribution => {
                let all = self.candidates.iter().zip(probabilities);
                let right = all.filter(|(candidate, _)| candidate.1 > 0.0);
                right.map(|(candidate, &p)| f64::from(candidate.1) * log(p)).sum()
            }
        }
    }
}

/// How weights follow gradients.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// See [`AdaGrad::new`].
    pub(super) rate: f32,
    /// See [`AdaGrad::new`].
    pub(super) first_square: f32,
    /// Pull of a weight towards its start at each of its steps.
    pub(super) decay: f32,
}

/// Candidates with a smaller gradient change no weight: most are that improbable.
const MIN_GRADIENT: f32 = 1e-4;

/// A log-linear model while it is fitted.
#[derive(Clone, Debug)]
pub(super) struct LogLinear {
    weights: AdaGrad,
    /// The weights before the first example.
    start: Vec<f32>,
    /// Pull of each weight towards its start at each of its steps.
    decay: Vec<f32>,
    /// Gradient of each weight in one example; 0 between examples.
    gradient: Vec<f32>,
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
            decay: vec![rates.decay; start.len()],
            start,
        }
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

    /// The weights of the features.
    pub(super) fn weights(&self) -> &[f32] {
        self.weights.weights()
    }

    fn probabilities(&self, example: &Example) -> Vec<f32> {
        let weights = self.weights();
        let logit = |features: &[u32]| features.iter().map(|&f| weights[f as usize]).sum();
        let mut probabilities: Vec<f32> = example.candidates().map(logit).collect();
        for (probability, offset) in probabilities.iter_mut().zip(&example.offsets) {
            *probability += offset;
        }
        softmax(&mut probabilities, |p| p);
        probabilities
    }

    /// Takes a step along the gradient of an example.
    pub(super) fn learn(&mut self, example: &Example) {
        let probabilities = self.probabilities(example);
        let shares = example.shares(&probabilities);
        let mut touched: Vec<u32> = Vec::new();
        for ((features, p), share) in example.candidates().zip(probabilities).zip(shares) {
            let gradient = example.weight * (share - p);
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
            let pull = self.decay[index] * (self.weights.weights()[index] - self.start[index]);
            self.weights.step(index, gradient - pull);
        }
    }

    /// Adds the prediction of an example that was held out to an evaluation.
    pub(super) fn evaluate(&self, example: &Example, evaluation: &mut Evaluation) {
        let probabilities = self.probabilities(example);
        let best = example.best(&probabilities);
        let rank = probabilities.iter().filter(|&&p| p > best).count();
        evaluation.add(rank, example.log_likelihood(&probabilities));
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
            example.add([feature, 3], share);
        }
        for (p, share) in fitted(&example, 4).into_iter().zip(shares) {
            assert!((p - share).abs() < 0.01, "{p} for {share}");
        }
    }

    #[test]
    fn right_candidates_share_the_probability_as_they_please() {
        let mut example = Example::new(Target::AnyOf, 1.0);
        // The first two have the same feature; the wrong one has the feature of the third right one, too.
        example.add([0], 1.0);
        example.add([0], 1.0);
        example.add([1], 1.0);
        example.add([1], 0.0);
        let p = fitted(&example, 2);
        assert!(p[0] + p[1] > 0.98, "{p:?}");
    }

    #[test]
    fn an_example_counts_by_the_rank_of_its_best_right_candidate() {
        let mut model = LogLinear::new(3, RATES);
        let mut example = Example::new(Target::Distribution, 1.0);
        for feature in 0..3 {
            example.add([feature], if feature == 0 { 1.0 } else { 0.0 });
        }
        model.learn(&example);
        let mut evaluation = Evaluation::default();
        model.evaluate(&example, &mut evaluation);
        let mut other = Example::new(Target::Distribution, 1.0);
        for feature in 0..3 {
            other.add([feature], if feature == 0 { 0.0 } else { 0.5 });
        }
        model.evaluate(&other, &mut evaluation);
        let Evaluation {
            positions,
            first,
            third,
            ..
        } = evaluation;
        assert_eq!((positions, first, third), (2, 1, 2));
        assert!(evaluation.mean_log_likelihood() < 0.0);
    }
}
