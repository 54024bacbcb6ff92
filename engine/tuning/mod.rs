//! Tuning: what a pattern does in a set of games, and which moves change when a value changes.

mod change;
mod study;

pub use change::{Change, ChangeError};
pub use study::{Changed, Found, Standing, Turn, turns, what_changes, where_it_lies};

#[cfg(test)]
mod tests;
