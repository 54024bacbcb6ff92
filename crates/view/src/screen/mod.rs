// SPDX-License-Identifier: MIT OR Apache-2.0

//! The interactive screen: a game to step through, with what is known of each position in colour.
//!
//! [`Screen`] steps through a game. It shares loop, keys and drawing ([`Application`], [`BoardPane`]) with
//! the screen on which a person plays, which the command line has, as it needs the interactive session.

mod application;
mod draw;
mod games;
mod keys;
mod layout;
mod number;
mod paint;
mod state;
mod terminal;

pub use application::{
    Application, Binding, BoardPane, binding, check_keys, command_of, help_of, is_interrupt, middle, show,
};
pub use layout::{Needs, Places};
pub use state::{Entry, Screen};
pub use terminal::{Signals, on_terminal, run};

#[cfg(test)]
mod tests;
