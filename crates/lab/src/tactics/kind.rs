// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kinds of questions, and answers to them.

use std::fmt;

use clap::ValueEnum;
use katachi_rules::{Color, Point};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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
    /// How does the capturing race of two groups end if the side of the first moves first?
    Race,
    /// How many eyes is an eye space, if the other side moves first and if its owner does?
    Eye,
    /// Can the first of two groups that race be saved if its side moves first? A part of [`Kind::Race`].
    #[value(skip)]
    Save,
    /// Can it be captured if the other side moves first? A part of [`Kind::Race`].
    #[value(skip)]
    Capture,
}

/// The true answer for the side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
pub enum Truth {
    /// It cannot be done.
    No,
    /// It takes a ko, with the first threat by either side.
    Ko,
    /// It can be done without a ko.
    Yes,
}

crate::names::display_names!(Kind, Truth);

impl Kind {
    /// The GTP command that asks it.
    pub(super) fn command(self) -> String {
        match self {
            Self::Kill => "owl_attack".to_owned(),
            Self::Live => "owl_defend".to_owned(),
            _ if self.is_of_both_colors() => "analyze_semeai".to_owned(),
            Self::Eye => "eval_eye".to_owned(),
            _ => self.to_string(),
        }
    }

    /// The question of the other side after the first move.
    pub(super) fn counter(self) -> Self {
        match self {
            Self::Attack => Self::Defend,
            Self::Defend => Self::Attack,
            Self::Connect => Self::Disconnect,
            Self::Disconnect => Self::Connect,
            Self::Kill => Self::Live,
            Self::Live => Self::Kill,
            Self::Save => Self::Capture,
            Self::Capture => Self::Save,
            Self::Race | Self::Eye => self,
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
            Self::Attack | Self::Disconnect | Self::Kill | Self::Capture => stones.opposite(),
            _ => stones,
        }
    }

    /// Are two stones of different colours named?
    pub(super) fn is_of_both_colors(self) -> bool {
        matches!(self, Self::Race | Self::Save | Self::Capture)
    }

    /// The questions with one answer each that it stands for, with their stones: both of a race, or itself.
    pub(super) fn parts(self, stones: &[Point]) -> Vec<(Self, Vec<Point>)> {
        match (self, stones) {
            (Self::Race, &[own, other]) => {
                vec![(Self::Save, vec![own, other]), (Self::Capture, vec![other, own])]
            }
            _ => vec![(self, stones.to_vec())],
        }
    }
}

impl Truth {
    /// The truth from the other side.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Ko => Self::Ko,
            Self::Yes => Self::No,
        }
    }

    pub(super) fn from_success(succeeds: bool) -> Self {
        if succeeds { Self::Yes } else { Self::No }
    }
}

/// The answer of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Given {
    /// `None` if the engine does not know.
    pub(crate) truth: Option<Truth>,
    /// A first move.
    #[serde(serialize_with = "write_point", deserialize_with = "read_point")]
    pub(crate) point: Option<Point>,
}

fn write_point<S: Serializer>(point: &Option<Point>, serializer: S) -> Result<S::Ok, S::Error> {
    point.map(Point::index).serialize(serializer)
}

fn read_point<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Point>, D::Error> {
    Ok(Option::deserialize(deserializer)?.map(Point::from_index))
}

/// Eyes of an eye space, two at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Eyes {
    /// If the other side moves first.
    min: u8,
    /// If the owner does: `min` or more.
    max: u8,
}

impl Eyes {
    /// Returns none for more than two eyes, or for fewer eyes with the owner first.
    pub(super) fn new(min: u8, max: u8) -> Option<Self> {
        (min <= max && max <= 2).then_some(Self { min, max })
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let (min, max) = text.split_once(',')?;
        Self::new(min.parse().ok()?, max.parse().ok()?)
    }

    /// Does the number depend on the side that moves first?
    pub(super) fn are_open(self) -> bool {
        self.min < self.max
    }

    /// The answers to four questions: can the other side, moving first, prevent one eye, and two; can the
    /// owner, moving first, make one eye, and two?
    pub(super) fn truths(self) -> [Truth; 4] {
        let Self { min, max } = self;
        [min < 1, min < 2, max >= 1, max >= 2].map(Truth::from_success)
    }

    /// Derives the eyes from answers to the parts. None if the answers contradict each other or a ko decides.
    pub(super) fn of_truths(truths: &[Truth]) -> Option<Self> {
        let count = |truths: &[Truth], truth| truths.iter().filter(|&&t| t == truth).count() as u8;
        let (taken, made) = truths.split_at_checked(2)?;
        let eyes = Self::new(count(taken, Truth::No), count(made, Truth::Yes))?;
        (eyes.truths() == truths).then_some(eyes)
    }
}

impl fmt::Display for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.min, self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_are_four_answers() {
        for (min, max) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
            let eyes = Eyes::new(min, max).unwrap();
            assert_eq!(Eyes::of_truths(&eyes.truths()), Some(eyes));
            assert_eq!(Eyes::parse(&eyes.to_string()), Some(eyes));
        }
        let [yes, no] = [Truth::Yes, Truth::No];
        assert_eq!(Eyes::of_truths(&[no, yes, yes, no]), Eyes::new(1, 1));
        assert_eq!(Eyes::of_truths(&[no, no, yes, no]), None, "two become one");
        assert_eq!(Eyes::of_truths(&[yes, no, yes, yes]), None, "none is one");
        assert_eq!(Eyes::of_truths(&[Truth::Ko, yes, yes, no]), None);
    }
}
