// SPDX-License-Identifier: MIT OR Apache-2.0

//! A change of one value of a pattern.

use std::fmt;
use std::str::FromStr;

use mkpat::{Database, Pattern};
use thiserror::Error;

/// Access to one number of a pattern.
type Number = fn(&mut Pattern) -> &mut i32;

/// The numbers of a colon line that can be changed, by name.
const NUMBERS: &[(&str, Number)] = &[
    ("value", |p| &mut p.weight),
    ("obonus", |p| &mut p.obonus),
    ("xbonus", |p| &mut p.xbonus),
    ("splitbonus", |p| &mut p.splitbonus),
    ("minrand", |p| &mut p.minrand),
    ("maxrand", |p| &mut p.maxrand),
];

/// A change of one number of a pattern: `Hane_head_of_one=60`, or `Hane_head_of_one.xbonus=10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The pattern.
    pub pattern: String,
    /// Place of the number in the list.
    number: usize,
    /// The new number.
    pub value: i32,
}

/// Why a change is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ChangeError(pub(crate) String);

/// Numbers of a pattern that can be changed, with their names. The value is the first.
pub fn numbers(pattern: &Pattern) -> impl Iterator<Item = (&'static str, i32)> {
    let mut pattern = pattern.clone();
    NUMBERS
        .iter()
        .map(move |&(name, number)| (name, *number(&mut pattern)))
}

fn number_names() -> String {
    NUMBERS.iter().map(|n| n.0).collect::<Vec<_>>().join(", ")
}

impl FromStr for Change {
    type Err = ChangeError;

    fn from_str(text: &str) -> Result<Self, ChangeError> {
        let malformed = || {
            let numbers = number_names();
            ChangeError(format!(
                "expected NAME=VALUE, or NAME.NUMBER=VALUE with one of {numbers}"
            ))
        };
        let (name, value) = text.split_once('=').ok_or_else(malformed)?;
        let value = value.parse().map_err(|_| malformed())?;
        // Names may have dots in them.
        let numbered = name.rsplit_once('.').and_then(|(pattern, end)| {
            let number = NUMBERS.iter().position(|n| n.0 == end)?;
            Some((pattern, number))
        });
        let (pattern, number) = numbered.unwrap_or((name, 0));
        let pattern = pattern.to_owned();
        match pattern.is_empty() {
            true => Err(malformed()),
            false => Ok(Self {
                pattern,
                number,
                value,
            }),
        }
    }
}

/// The form that is parsed.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pattern, value) = (&self.pattern, self.value);
        match self.number() {
            "value" => write!(f, "{pattern}={value}"),
            other => write!(f, "{pattern}.{other}={value}"),
        }
    }
}

impl Change {
    pub(super) fn value_of(pattern: &str, value: i32) -> Self {
        Self {
            pattern: pattern.to_owned(),
            number: 0,
            value,
        }
    }

    /// Name of the number that it changes, as in [`numbers`].
    pub fn number(&self) -> &'static str {
        NUMBERS[self.number].0
    }

    /// Makes the change in every pattern of the name. Returns the old number of the first of them.
    ///
    /// # Errors
    /// No pattern has the name, or its lowest random addition would be above the highest.
    pub fn make(&self, database: &mut Database) -> Result<i32, ChangeError> {
        let number = NUMBERS[self.number].1;
        let mut before = None;
        let mut is_sound = true;
        database.change(&self.pattern, |pattern| {
            let number = number(pattern);
            before.get_or_insert(*number);
            *number = self.value;
            is_sound &= pattern.minrand <= pattern.maxrand;
        });
        match before {
            None => Err(unknown(&self.pattern, database)),
            Some(_) if !is_sound => {
                let name = &self.pattern;
                Err(ChangeError(format!(
                    "minrand would be above maxrand in pattern {name}"
                )))
            }
            Some(before) => Ok(before),
        }
    }
}

/// The error for an unknown name, with some names that have the same beginning. What follows a dot may be
/// meant as a number of the pattern before it.
pub(crate) fn unknown(name: &str, database: &Database) -> ChangeError {
    if let Some((pattern, number)) = name.rsplit_once('.')
        && database.patterns.iter().any(|p| p.name == pattern)
    {
        let numbers = number_names();
        return ChangeError(format!(
            "{number} of {pattern} cannot be changed: NAME.NUMBER is for one of {numbers}"
        ));
    }
    let near = near_names(name, database);
    ChangeError(format!("there is no pattern {name}{near}"))
}

/// Returns some names of a database that have the same beginning as a name: `; there are Hane, Hane2`. Empty
/// if there are none.
pub fn near_names(name: &str, database: &Database) -> String {
    const MAX_SUGGESTIONS: usize = 5;
    let lower = name.to_lowercase();
    let common = |other: &str| {
        let other = other.to_lowercase();
        let pairs = lower.chars().zip(other.chars());
        pairs.take_while(|(a, b)| a == b).count()
    };
    let names = database.patterns.iter().map(|p| p.name.as_str());
    let mut near: Vec<_> = names
        .map(|name| (std::cmp::Reverse(common(name)), name))
        .collect();
    near.retain(|(common, _)| common.0 >= 3);
    near.sort();
    near.dedup();
    let near: Vec<&str> = near.into_iter().take(MAX_SUGGESTIONS).map(|n| n.1).collect();
    match near[..] {
        [] => String::new(),
        _ => format!("; there are {}", near.join(", ")),
    }
}
