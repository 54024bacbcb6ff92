// SPDX-License-Identifier: MIT OR Apache-2.0

//! Errors of texts and values that are read as rules.

use thiserror::Error;

/// Why a text or value cannot be read as rules.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RulesError {
    /// Neither a name nor KataGo's text nor JSON.
    #[error("unknown rules '{0}'")]
    Unknown(String),
    /// It begins like KataGo's text but does not continue like it.
    #[error("cannot read the rules from '{rest}' on: expected {expected}")]
    Text {
        /// Rest of the text from the error on.
        rest: String,
        /// What is allowed there.
        expected: &'static str,
    },
    /// It begins like JSON but is not valid JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// An unknown key of the JSON object.
    #[error("unknown key '{0}' in the rules")]
    Key(String),
    /// A value that the key does not allow.
    #[error("bad value {value} of '{key}' in the rules: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value as JSON.
        value: String,
        /// Allowed values.
        expected: &'static str,
    },
    /// A komi that is not a multiple of half a point from -150 to 150.
    #[error("komi {0} is no whole or half number from -150 to 150")]
    Komi(f32),
}

/// The largest komi of either side, in points, as in KataGo. Records of servers give larger ones in
/// hundredths of stones or points.
pub const MAX_KOMI: f32 = 150.0;

/// Checks that KataGo's rules allow a komi: a multiple of half a point from -150 to 150.
///
/// # Errors
/// If they do not.
///
/// ```
/// use katachi_rules::check_komi;
/// assert_eq!(check_komi(6.5), Ok(6.5));
/// assert!(check_komi(3.75).is_err() && check_komi(f32::NAN).is_err());
/// ```
pub fn check_komi(komi: f32) -> Result<f32, RulesError> {
    if komi.abs() <= MAX_KOMI && (komi * 2.0).fract() == 0.0 {
        Ok(komi)
    } else {
        Err(RulesError::Komi(komi))
    }
}
