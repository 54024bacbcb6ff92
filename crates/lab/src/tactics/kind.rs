// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kinds of questions.

use std::fmt;
use std::str::FromStr;

use katachi_rules::{Color, Point};
use thiserror::Error;

/// A kind of question.
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
    /// Can a surrounded group be killed if the other side moves first?
    Kill,
    /// Can a surrounded group that can be killed be made to live if its side moves first?
    Live,
    /// How does the capturing race of two groups end if the side of the first moves first? Two questions in
    /// one: can the first be saved ([`Kind::Save`]), and can the second be captured ([`Kind::Capture`])?
    Race,
    /// Can the first of two groups that race be saved if its side moves first? A part of [`Kind::Race`].
    Save,
    /// Can it be captured if the other side moves first? A part of [`Kind::Race`].
    Capture,
    /// How many eyes is an eye space, if the other side moves first and if its owner does? Four questions in
    /// one, for the first eye and the second: [`Kind::TakeEyes`] and [`Kind::MakeEyes`]. A stone of the wall
    /// and a point of the space are named.
    Eye,
    /// Can the other side, moving first, prevent one or two eyes? A part of [`Kind::Eye`].
    TakeEyes(u8),
    /// Can the owner, moving first, make one or two eyes? A part of [`Kind::Eye`].
    MakeEyes(u8),
}

/// No kind has that name.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("expected attack, defend, connect, disconnect, kill, live, race or eye")]
pub struct UnknownKind;

impl Kind {
    /// Kinds with a data file.
    pub const ALL: [Self; 8] = [
        Self::Attack,
        Self::Defend,
        Self::Connect,
        Self::Disconnect,
        Self::Kill,
        Self::Live,
        Self::Race,
        Self::Eye,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Defend => "defend",
            Self::Connect => "connect",
            Self::Disconnect => "disconnect",
            Self::Kill => "kill",
            Self::Live => "live",
            Self::Race => "race",
            Self::Save => "save",
            Self::Capture => "capture",
            Self::Eye => "eye",
            Self::TakeEyes(_) => "take eyes",
            Self::MakeEyes(_) => "make eyes",
        }
    }

    /// The GTP command that asks it.
    pub fn command(self) -> &'static str {
        match self {
            Self::Kill => "owl_attack",
            Self::Live => "owl_defend",
            Self::Race | Self::Save | Self::Capture => "analyze_semeai",
            Self::Eye | Self::TakeEyes(_) | Self::MakeEyes(_) => "eval_eye",
            _ => self.name(),
        }
    }

    /// The question of the other side after the first move.
    pub fn counter(self) -> Self {
        match self {
            Self::Attack => Self::Defend,
            Self::Defend => Self::Attack,
            Self::Connect => Self::Disconnect,
            Self::Disconnect => Self::Connect,
            Self::Kill => Self::Live,
            Self::Live => Self::Kill,
            Self::Race => Self::Race,
            Self::Save => Self::Capture,
            Self::Capture => Self::Save,
            Self::Eye => Self::Eye,
            Self::TakeEyes(eyes) => Self::MakeEyes(eyes),
            Self::MakeEyes(eyes) => Self::TakeEyes(eyes),
        }
    }

    /// The question of the other side that has to be a yes before this one is asked.
    pub(super) fn needs(self) -> Option<Self> {
        matches!(self, Self::Defend | Self::Live).then(|| self.counter())
    }

    /// The side that moves first, of an eye space its owner, by the colour of the first of the stones that
    /// are asked about.
    pub fn first(self, stones: Color) -> Color {
        match self {
            Self::Attack | Self::Disconnect | Self::Kill | Self::Capture | Self::TakeEyes(_) => {
                stones.opposite()
            }
            Self::Defend | Self::Connect | Self::Live | Self::Race | Self::Save => stones,
            Self::Eye | Self::MakeEyes(_) => stones,
        }
    }

    /// How many stones are named; of an eye space a stone and a point.
    pub fn stones(self) -> usize {
        match self {
            Self::Connect | Self::Disconnect | Self::Race | Self::Save | Self::Capture => 2,
            Self::Eye | Self::TakeEyes(_) | Self::MakeEyes(_) => 2,
            _ => 1,
        }
    }

    /// Are the two stones of different colours?
    pub(super) fn is_of_both_colors(self) -> bool {
        matches!(self, Self::Race | Self::Save | Self::Capture)
    }

    /// Is it about an eye space?
    pub(super) fn is_of_eyes(self) -> bool {
        matches!(self, Self::Eye | Self::TakeEyes(_) | Self::MakeEyes(_))
    }

    /// The questions with one answer each that it stands for, with their stones: itself, both of a race, or
    /// the four of an eye space.
    pub fn parts(self, stones: &[Point]) -> Vec<(Self, Vec<Point>)> {
        match (self, stones) {
            (Self::Race, &[own, other]) => {
                vec![(Self::Save, vec![own, other]), (Self::Capture, vec![other, own])]
            }
            (Self::Eye, stones) => {
                let parts = [
                    Self::TakeEyes(1),
                    Self::TakeEyes(2),
                    Self::MakeEyes(1),
                    Self::MakeEyes(2),
                ];
                parts.map(|part| (part, stones.to_vec())).into()
            }
            _ => vec![(self, stones.to_vec())],
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or(UnknownKind)
    }
}
