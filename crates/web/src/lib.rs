// SPDX-License-Identifier: MIT OR Apache-2.0

//! A board in the browser: a page, and the server that answers it.
//!
//! A [`Server`] owns one game, which any number of pages show and play. Closing a page loses nothing. The
//! page is plain HTML, CSS and JavaScript in the folder `page/`, which is a part of the program ([`ASSETS`]).
//! Its requests (`routes`) reach the server in one of two ways:
//!
//! - a [`Listener`] takes them over HTTP, with access control and limits (feature `serve`, on by default);
//! - a worker of the browser itself runs a server without threads, as WebAssembly.

mod advice;
mod analyst;
mod answer;
mod assets;
mod candidates;
mod exercise;
mod graph;
mod position;
mod request;
mod review;
mod routes;
#[cfg(feature = "serve")]
mod serve;
mod server;
mod shared;
mod state;
mod values;

pub use answer::{Answer, bad_request};
pub use assets::{ASSETS, Asset};
pub use review::make_review;
#[cfg(feature = "serve")]
pub use serve::{Listener, Stopper, Token};
pub use server::{Server, State};
