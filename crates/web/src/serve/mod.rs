// SPDX-License-Identifier: MIT OR Apache-2.0

//! The server over HTTP.
//!
//! hyper is the smallest well-kept crate for HTTP with streams of events and time limits of its own.
//! tiny_http is smaller, but has had no release since 2022 and no time limits.

mod guard;
mod listener;
mod places;
mod respond;
mod token;
mod waiting;

pub use listener::{Listener, Stopper};
pub use token::Token;
