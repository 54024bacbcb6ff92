// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pages of HTML that need no other file, and pictures of positions in them.
//!
//! The crate knows the rules and not the engine, so that the arena, which draws tables and failed tests,
//! compiles no engine. `katachi-view` draws evaluations of positions on the same [`grid`].

pub mod diagram;
pub mod grid;
pub mod page;

/// The script of the board that pages share: a module of JavaScript that exports `Board` and `svg`.
pub const BOARD_SCRIPT: &str = include_str!("board.js");
