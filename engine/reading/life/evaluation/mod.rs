// SPDX-License-Identifier: MIT OR Apache-2.0

//! Evaluation of a position without search: whether it is decided, or its initial proof and disproof numbers.

mod initial;
mod outcome;
mod static_eval;

pub(crate) use initial::InitialNumbers;
pub use outcome::{GroupOutcome, LifeGrounds};
pub(crate) use static_eval::StaticEval;
