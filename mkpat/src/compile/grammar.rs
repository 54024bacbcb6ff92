// SPDX-License-Identifier: MIT OR Apache-2.0

//! The parser that `pest` generates from the grammar file.
#![allow(missing_docs, reason = "the grammar file documents its rules")]

#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
pub(super) struct Grammar;

/// Byte of an error in the parsed text.
pub(super) fn error_column(error: &pest::error::Error<Rule>) -> usize {
    match error.location {
        pest::error::InputLocation::Pos(at) => at,
        pest::error::InputLocation::Span((from, _)) => from,
    }
}
