// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kinds of questions, and answers to them.

use clap::ValueEnum;
use katachi_rules::{Color, Point};
use serde::{Deserialize, Serialize};

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

    /// Returns whether two stones of different colours are named.
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Given {
    /// `None` if the engine does not know.
    pub(super) truth: Option<Truth>,
    pub(super) point: Option<Point>,
}

/// The answers to the four questions about an eye space that has `min` eyes if the other side moves first,
/// and `max` if the owner does: whether the other side, moving first, can prevent one eye, and two; whether
/// the owner, moving first, can make one eye, and two. None for more than two eyes, or for fewer with the
/// owner first.
pub(super) fn truths_of_eyes(min: u8, max: u8) -> Option<Vec<Truth>> {
    let truths = [min < 1, min < 2, max >= 1, max >= 2].map(Truth::from_success);
    (min <= max && max <= 2).then(|| truths.to_vec())
}

/// The eyes for either first move, by such answers. None if these contradict each other or a ko decides.
pub(super) fn eyes_of_truths(truths: &[Truth]) -> Option<(u8, u8)> {
    let count = |truths: &[Truth], truth| truths.iter().filter(|&&t| t == truth).count() as u8;
    let (taken, made) = truths.split_at_checked(2)?;
    let (min, max) = (count(taken, Truth::No), count(made, Truth::Yes));
    (truths_of_eyes(min, max)? == truths).then_some((min, max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_are_four_answers() {
        for (min, max) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
            let truths = truths_of_eyes(min, max).unwrap();
            assert_eq!(eyes_of_truths(&truths), Some((min, max)));
        }
        let [yes, no] = [Truth::Yes, Truth::No];
        assert_eq!(eyes_of_truths(&[no, yes, yes, no]), Some((1, 1)));
        assert_eq!(eyes_of_truths(&[no, no, yes, no]), None, "two become one");
        assert_eq!(eyes_of_truths(&[yes, no, yes, yes]), None, "none is one");
        assert_eq!(eyes_of_truths(&[Truth::Ko, yes, yes, no]), None);
    }
}
