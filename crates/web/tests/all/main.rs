// SPDX-License-Identifier: MIT OR Apache-2.0

//! The server from outside: by requests of HTTP, and through the page in a browser. One test program, so that
//! it is linked once.

mod browser;
mod documents;
mod exercises;
mod hostile;
mod judge;
mod learning;
mod play;
mod site;
mod teaching;
#[path = "../../../../tests/webdriver/mod.rs"]
mod webdriver;
