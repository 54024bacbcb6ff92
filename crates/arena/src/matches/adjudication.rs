// SPDX-License-Identifier: MIT OR Apache-2.0

//! Conditions of adjudication.

use serde::{Deserialize, Serialize};

/// Conditions under which the judge's `estimate_score` decides a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// Minimum lead in points.
    pub lead: f32,
    /// Number of successive estimates with that lead for one side.
    #[serde(default = "three")]
    pub times: u32,
    /// Moves from one estimate to the next.
    #[serde(default = "ten")]
    pub every: u32,
    /// Moves before the first estimate.
    #[serde(default)]
    pub after: u32,
}

fn three() -> u32 {
    3
}
fn ten() -> u32 {
    10
}

impl Adjudication {
    /// Checks the numbers.
    ///
    /// # Errors
    /// A text for the user.
    pub fn check(&self) -> Result<(), String> {
        if !(self.lead > 0.0 && self.lead.is_finite()) {
            return Err(format!("lead: expected more than 0 points, found {}", self.lead));
        }
        if self.times == 0 || self.every == 0 {
            return Err("times and every are at least 1".to_string());
        }
        Ok(())
    }
}
