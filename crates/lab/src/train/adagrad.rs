// SPDX-License-Identifier: MIT OR Apache-2.0

//! Steps of weights along gradients, with a rate for each weight (J. Duchi, E. Hazan, Y. Singer, "Adaptive
//! Subgradient Methods", 2011).

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
