// SPDX-License-Identifier: MIT OR Apache-2.0

//! Time systems as people write them, for callers that need owned texts.

use katachi_engine::play::{TimeLeft, TimeSystem};

pub use katachi_rules::TIME_EXPECTED as EXPECTED;

/// Parses a time system.
///
/// # Errors
/// Description of the expected text.
pub fn parse_time_system(text: &str) -> Result<TimeSystem, String> {
    text.parse().map_err(str::to_owned)
}

/// Returns the text that [`parse_time_system`] parses.
pub fn time_system_text(system: TimeSystem) -> String {
    system.to_string()
}

/// Returns the display of a clock: `9:58`, `1:02:03`, `0:25 (3 periods)`, `4:10 (12 stones)`.
pub fn time_left_text(system: TimeSystem, left: TimeLeft) -> String {
    left.text(system)
}
