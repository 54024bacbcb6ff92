// SPDX-License-Identifier: MIT OR Apache-2.0

//! Analysis of many positions by JSON in lines: a server of the protocol of KataGo's analysis engine, which
//! KaTrain and tools for whole games use.
//!
//! [`serve`] reads queries until the end of its input and answers all of them, several positions at once and
//! in any order. A query has a game and turns to analyse. Each turn is a task, which threads take by
//! priority. Each task has its own tree, so that an answer depends on its query and the settings alone,
//! unless a time or a `terminate` ends it.
//!
//! [`answer_one`] answers a single query, for programs that hold the engine themselves.
//!
//! [`relay`] hands queries to another engine of the protocol and adds reasons in words to its answers.

mod answer;
mod query;
mod record;
mod relay;
mod serve;
mod tasks;

pub use query::Perspective;
pub use relay::relay;
pub use serve::{Options, answer_one, serve};

#[cfg(test)]
mod tests;
