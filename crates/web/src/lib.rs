// SPDX-License-Identifier: MIT OR Apache-2.0

//! A board in the browser: a page and its server.
//!
//! A [`Server`] owns one game, which any number of pages show and play. Closing a page loses nothing. A
//! [`Listener`] makes it available over HTTP: routes (`api`) behind access control (`guard`). The page is
//! plain HTML, CSS and JavaScript in the folder `page/`, which is a part of the program (`assets`).
//!
//! axum is the smallest maintained crate for HTTP with streams of events. tiny_http is smaller, but has had
//! no release since 2022 and no time limits.

mod analyst;
mod api;
mod assets;
mod at;
mod candidates;
mod error;
mod exercise;
mod graph;
mod guard;
mod listener;
mod marks;
mod request;
mod review;
mod server;
mod state;
mod values;
mod variations;

pub use listener::{Listener, Stopper};
pub use server::Server;
