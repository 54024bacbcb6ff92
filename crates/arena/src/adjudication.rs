// SPDX-License-Identifier: MIT OR Apache-2.0

//! When a judge ends games because one side is far ahead.

use serde::{Deserialize, Serialize};

/// When a game is decided by the judge's `estimate_score`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// Points by which one side has to lead.
    pub lead: f32,
    /// How often in a row the judge has to see it lead.
    #[serde(default = "three")]
    pub times: u32,
    /// Moves from one look to the next.
    #[serde(default = "ten")]
    pub every: u32,
    /// Moves before the first look.
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
    /// What is wrong with the numbers, if anything is.
    ///
    /// # Errors
    /// That, in words.
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
