// SPDX-License-Identifier: MIT OR Apache-2.0

//! The interactive screen: a game to step through, with what is known of each position in colour.
//!
//! [`Screen`] is the state: it takes keys and the mouse and draws itself, and knows no terminal. [`run`] brings it to one.
//! What other screens with a board need is here, too: [`Places`], [`drawn`], [`on_terminal`].

mod draw;
mod games;
mod keys;
mod layout;
mod mouse;
mod number;
mod paint;
mod state;
mod terminal;

pub use layout::{Needs, Places};
pub use mouse::is_of_interest;
pub use paint::drawn;
pub use state::{Action, Entry, Screen};
pub use terminal::{on_terminal, run};

#[cfg(test)]
mod tests;
