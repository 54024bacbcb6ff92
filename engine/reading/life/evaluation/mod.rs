// SPDX-License-Identifier: MIT OR Apache-2.0

//! Evaluation of a position without search: whether it is decided, or its initial proof and disproof numbers.

mod initial;
mod static_eval;

pub(crate) use initial::InitialNumbers;
pub(crate) use static_eval::StaticEval;
