// SPDX-License-Identifier: MIT OR Apache-2.0

//! Facts, moves and choices in words.

pub mod advice;
pub mod choice;
pub mod consequence;
pub(crate) mod considered;
pub mod explain;
pub mod judged;
pub mod lines;
pub mod move_name;
pub mod panel;
pub mod reading_tree;
pub mod reason;
pub mod search;
pub mod status_reason;
