//! The tactical reader against plain twins.

mod small_boards;
mod solver;
