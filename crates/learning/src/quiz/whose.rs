// SPDX-License-Identifier: MIT OR Apache-2.0

//! The side whose mistakes are asked.

use katachi_rules::Color;

/// Whose mistakes are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of the player whose name is `You`, of both where there is none.
    Yours,
    /// Those of a side; of both if there is none.
    Side(Option<Color>),
}

impl Whose {
    /// Returns the side in a game with these names of Black and White.
    pub fn side(self, names: [Option<&str>; 2]) -> Option<Color> {
        match (self, names.map(|name| name == Some("You"))) {
            (Self::Side(side), _) => side,
            (Self::Yours, [true, false]) => Some(Color::Black),
            (Self::Yours, [false, true]) => Some(Color::White),
            (Self::Yours, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn your_side_is_known_by_its_name() {
        let side = |names| Whose::Yours.side(names);
        assert_eq!(side([Some("You"), Some("Katachi")]), Some(Color::Black));
        assert_eq!(side([Some("Katachi"), Some("You")]), Some(Color::White));
        assert_eq!(
            (side([Some("You"), Some("You")]), side([None, Some("Ann")])),
            (None, None)
        );
        assert_eq!(
            Whose::Side(Some(Color::White)).side([Some("You"), None]),
            Some(Color::White)
        );
    }
}
