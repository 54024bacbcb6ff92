// SPDX-License-Identifier: MIT OR Apache-2.0

//! Texts and values that say no rules.

use thiserror::Error;

/// Why a text or value does not say rules.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RulesError {
    /// Neither a name nor KataGo's text nor JSON.
    #[error("unknown rules '{0}'")]
    Unknown(String),
    /// It starts like KataGo's text but goes on otherwise.
    #[error("cannot read the rules from '{rest}' on: expected {expected}")]
    Text {
        /// What is left of the text where it goes wrong.
        rest: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// It starts like JSON and is none.
    #[error("not JSON: {0}")]
    Json(String),
    /// A key of the JSON object that no rule has.
    #[error("unknown key '{0}' in the rules")]
    Key(String),
    /// A value that the key does not have.
    #[error("bad value {value} of '{key}' in the rules: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value as JSON.
        value: String,
        /// What would do.
        expected: &'static str,
    },
    /// A komi that leaves scores neither whole nor half, or that is no number within 150 points.
    #[error("komi {0} is no whole or half number from -150 to 150")]
    Komi(f32),
}

/// A komi that KataGo's rules admit: whole or half, and at most 150 either way.
///
/// # Errors
/// If it is not.
///
/// ```
/// use katachi_rules::check_komi;
/// assert_eq!(check_komi(6.5), Ok(6.5));
/// assert!(check_komi(3.75).is_err() && check_komi(f32::NAN).is_err());
/// ```
pub fn check_komi(komi: f32) -> Result<f32, RulesError> {
    if komi.abs() <= 150.0 && (komi * 2.0).fract() == 0.0 {
        Ok(komi)
    } else {
        Err(RulesError::Komi(komi))
    }
}
