// SPDX-License-Identifier: MIT OR Apache-2.0

//! Counts: written in words, and read from options.

use std::fmt::Display;
use std::num::NonZeroUsize;

use katachi_view::reason::quantity;

/// `1 game not on 19x19 was passed over`, with any reason.
pub fn passed_over(games: u32, reason: impl Display) -> String {
    let was = if games == 1 { "was" } else { "were" };
    format!("{} {reason} {was} passed over", quantity(games, "game"))
}

/// Parses the number of a game for `--game`.
///
/// # Errors
/// A text for the user, unless it is a number from 1 on.
pub fn parse_number_of_game(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "expected a number: games are counted from 1".to_owned())
}

/// Maximum number of positions or suites at the same time: each has a thread, and a system has not many more.
const MAX_THREADS: usize = 1024;

/// Parses a number of threads.
///
/// # Errors
/// A text for the user, unless it is a number from 1 to 1024.
pub fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok();
    threads
        .filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS)
        .ok_or_else(|| format!("expected a number from 1 to {MAX_THREADS}"))
}
