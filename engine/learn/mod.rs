// SPDX-License-Identifier: MIT OR Apache-2.0

//! Log-linear models: their training and their files of weights.
//!
//! A model gives each candidate a logit, the sum of the weights of its features; the softmax of the logits is
//! the probability of each candidate. The models of the engine differ in their features and tables. They
//! share what is here:
//!
//! - `text`: the format of files of weights, with one parser and one writer;
//! - `adagrad`: steps of weights along gradients;
//! - `log_linear`: examples, softmax, fitting;
//! - `evaluation`: quality of the predictions of examples that were held out.

mod adagrad;
mod evaluation;
mod log_linear;
mod text;

pub(crate) use adagrad::AdaGrad;
pub use evaluation::Evaluation;
pub(crate) use log_linear::{Example, LogLinear, Rates, Target, softmax};
pub use text::WeightError;
#[cfg(feature = "runtime-db")]
pub(crate) use text::model;
pub(crate) use text::{Line, parse, write};

/// Units of value for each nat of a logarithm of probability. A nat is a factor of 2.7.
pub(crate) const VALUE_PER_NAT: f32 = 16.0;
/// The value of a move for which nothing but the move-prediction model speaks, before the model adds to it,
/// in units of value; 0 to 30.
pub(crate) const BARE_VALUE: i32 = 12;
