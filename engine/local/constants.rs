// SPDX-License-Identifier: MIT OR Apache-2.0

//! The heuristic constants of small searches. The end of each comment says where the value comes from, as in `reading/constants.rs`.

/// The threshold of a move exceeds the number of the second best one by that number divided by this; 2 to 8.
/// 1+epsilon trick (Pawlewicz and Lew 2007); life-and-death.md, "Dropped at 296": 298 questions stay open, with 2
/// 302, with 8 292.
pub(super) const EPSILON_PART: u32 = 4;
/// It exceeds it at least by this; 1 to 5. life-and-death.md, "Dropped at 296": 298 questions stay open, with 3
/// 288, with 5 303.
pub(super) const MIN_THRESHOLD_STEP: u32 = 1;
