// SPDX-License-Identifier: MIT OR Apache-2.0

//! Analysis of many positions, asked for and answered as JSON, a line each: the protocol of KataGo's analysis engine, on
//! which KaTrain and tools for whole games rely.
//!
//! [`serve`] reads queries until the end of its input and answers all of them, several positions at once and not in their
//! order. A query names a game and the turns to be analysed; each turn is a task, which a thread takes by its priority.
//! Each task has a tree of its own, so that an answer depends on its query and the settings alone, unless a time or a
//! `terminate` cuts it short.

mod answer;
mod fields;
mod query;
mod record;
mod serve;
mod tasks;

pub use answer::Perspective;
pub use serve::{Options, serve};

#[cfg(test)]
mod tests;
