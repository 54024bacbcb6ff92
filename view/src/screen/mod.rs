// SPDX-License-Identifier: MIT OR Apache-2.0

//! The interactive screen: a game to step through, with what is known of each position in colour.
//!
//! [`Screen`] is the state: it takes keys and the mouse and draws itself, and knows no terminal. [`run`] brings it to one.

mod draw;
mod games;
mod keys;
mod layout;
mod mouse;
mod number;
mod state;
mod terminal;

pub use state::{Action, Entry, Screen};
pub use terminal::run;

#[cfg(test)]
mod tests;
