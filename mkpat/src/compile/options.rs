// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the compiler may take for granted.

use crate::helpers::HELPERS;

/// A helper function of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Helper {
    /// Its name in colon lines.
    pub name: String,
    /// The highest value that it returns, unless it returns the value of the pattern.
    pub highest: Option<i32>,
}

impl From<&str> for Helper {
    fn from(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            highest: None,
        }
    }
}

/// What the compiler may take for granted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The existing helpers; none if names are not checked.
    pub helpers: Option<Vec<Helper>>,
    /// An unknown helper causes only a warning. Its pattern never holds.
    pub allow_unknown_helpers: bool,
    /// Every warning is an error.
    pub strict: bool,
}

impl Options {
    /// Options for the databases of the engine, with the helpers [`HELPERS`].
    pub fn for_engine() -> Self {
        Self {
            helpers: Some(HELPERS.iter().map(|&name| name.into()).collect()),
            ..Self::default()
        }
    }
}
