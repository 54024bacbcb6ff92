// SPDX-License-Identifier: MIT OR Apache-2.0

//! Size, komi and rules as a person writes them in options and commands.

use crate::{BoardSize, MAX_KOMI, Rules};

/// Reads lines such as 9, or columns and rows as in 19x13.
///
/// # Errors
/// A text for the user.
pub fn parse_size(text: &str) -> Result<BoardSize, String> {
    BoardSize::parse(text).ok_or_else(|| "expected 1 to 25 lines, or WIDTHxHEIGHT".to_string())
}

/// Reads komi.
///
/// # Errors
/// A text for the user.
pub fn parse_komi(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(komi) if komi.abs() <= MAX_KOMI => Ok(komi),
        _ => Err(format!(
            "expected a number of points from -{MAX_KOMI} to {MAX_KOMI}"
        )),
    }
}

/// Reads rules: a name, or KataGo's text or JSON.
///
/// # Errors
/// A text for the user.
pub fn parse_rules(text: &str) -> Result<Rules, String> {
    text.parse().map_err(|_| {
        let names: Vec<_> = Rules::PRESETS.iter().map(|&(name, _)| name).collect();
        format!("expected one of {}, or KataGo's text", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_is_a_square_board() {
        assert_eq!(parse_size("9"), Ok(BoardSize::square(9)));
        assert_eq!(parse_size("19x13"), Ok(BoardSize::new(19, 13).unwrap()));
        for bad in ["", "0", "26", "9x", "9x9x9", "-9", "nine"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn bad_komi_is_refused() {
        for bad in ["nan", "inf", "2000", "seven"] {
            assert!(parse_komi(bad).is_err(), "{bad}");
        }
    }
}
