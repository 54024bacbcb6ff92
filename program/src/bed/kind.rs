// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is asked.

use std::fmt;
use std::str::FromStr;

use katachi_rules::Color;
use thiserror::Error;

/// A kind of question, named as the GTP command that asks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Can a string be captured if the other side moves first?
    Attack,
    /// Can a string that can be captured be saved if its side moves first?
    Defend,
    /// Can two strings of one colour be joined if their side moves first?
    Connect,
    /// Can they be kept apart if the other side moves first?
    Disconnect,
}

/// No kind has that name.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("expected attack, defend, connect or disconnect")]
pub struct UnknownKind;

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Attack, Self::Defend, Self::Connect, Self::Disconnect];

    /// The GTP command.
    pub fn command(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Defend => "defend",
            Self::Connect => "connect",
            Self::Disconnect => "disconnect",
        }
    }

    /// What the other side asks after a move of the first one.
    pub fn counter(self) -> Self {
        match self {
            Self::Attack => Self::Defend,
            Self::Defend => Self::Attack,
            Self::Connect => Self::Disconnect,
            Self::Disconnect => Self::Connect,
        }
    }

    /// The side that moves first, by the colour of the stones that are asked about.
    pub fn first(self, stones: Color) -> Color {
        match self {
            Self::Attack | Self::Disconnect => stones.opposite(),
            Self::Defend | Self::Connect => stones,
        }
    }

    /// How many stones are named.
    pub fn stones(self) -> usize {
        match self {
            Self::Attack | Self::Defend => 1,
            Self::Connect | Self::Disconnect => 2,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.command())
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.command() == text)
            .ok_or(UnknownKind)
    }
}
