// SPDX-License-Identifier: MIT OR Apache-2.0

//! Log-linear models: what those of the engine share, whatever their features and tables are.
//!
//! A model gives each candidate a logit, the sum of the weights of its features; the softmax of the logits is
//! the probability of each candidate. `text` reads files of weights; `katachi-lab train` fits and writes
//! them.

mod text;

#[cfg(feature = "runtime-db")]
pub(crate) use text::model;
pub use text::{Line, WeightError, parse};

/// Units of value for each nat of a logarithm of probability. A nat is a factor of 2.7.
pub const VALUE_PER_NAT: f32 = 16.0;
/// The value of a move for which nothing but the move-prediction model speaks, before the model adds to it,
/// in units of value; 0 to 30.
pub const BARE_VALUE: i32 = 12;

/// Turns the logits of all candidates into probabilities.
pub fn softmax<T>(candidates: &mut [T], value: impl Fn(&mut T) -> &mut f32) {
    let max = candidates.iter_mut().map(|c| *value(c)).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for c in candidates.iter_mut() {
        let value = value(c);
        *value = (*value - max).exp();
        sum += *value;
    }
    for c in candidates {
        *value(c) /= sum;
    }
}
