// SPDX-License-Identifier: MIT OR Apache-2.0

//! Numbers in words.

use std::fmt;

/// Formats a number with its unit in the singular or plural: `1 game`, `2 games`.
pub fn quantity<N: fmt::Display + PartialEq + From<u8>>(number: N, unit: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {unit}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular() {
        let texts = [0_u32, 1, 2].map(|number| quantity(number, "game"));
        assert_eq!(texts, ["0 games", "1 game", "2 games"]);
    }
}
