// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tactical reader against plain twins.

mod ladders;
mod memory;
mod small_boards;
mod solver;
