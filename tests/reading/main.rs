//! The tactical reader against plain twins.

mod memory;
mod small_boards;
mod solver;
