// SPDX-License-Identifier: MIT OR Apache-2.0

//! A board in the browser: a page, and the server behind it.
//!
//! The server owns one game, which any number of pages look at and play in; a page that is closed loses nothing. [`Listener`] is
//! the way in. Below it stand the routes (`api`), what they may be asked for and by whom (`guard`), and the game with its engine
//! (`server`). The page is plain HTML, CSS and JavaScript in the folder `page/`, which the program carries within it (`assets`).
//!
//! HTTP is left to axum, the smallest of the maintained crates that stream events: tiny_http, which is smaller, has had no
//! release since 2022 and knows no time limits.

mod analyst;
mod api;
mod assets;
mod error;
mod guard;
mod listener;
mod request;
mod review;
mod server;
mod state;
mod values;

pub use listener::{Listener, Stopper};
pub use server::Server;
