// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a side wants with stones: the questions that readers answer, and that reading patterns are about.

use core::str::FromStr;

use crate::geometry::Offset;

/// What the side that moves first wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// To capture a string; `A` in a reading pattern.
    Capture,
    /// To save a string from capture; `a`.
    Rescue,
    /// To kill a group; `G`.
    Kill,
    /// To make a group live; `g`.
    Save,
    /// To join two strings; `a` and `b`.
    Connect,
    /// To cut two strings apart; `A` and `B`.
    Cut,
}

impl Aim {
    /// All aims.
    pub const ALL: [Self; 6] = [
        Self::Capture,
        Self::Rescue,
        Self::Kill,
        Self::Save,
        Self::Connect,
        Self::Cut,
    ];

    /// Its name, one word.
    pub fn word(self) -> &'static str {
        ["capture", "rescue", "kill", "save", "connect", "cut"][self as usize]
    }

    /// Returns whether the side of the stones moves first.
    pub fn is_of_owner(self) -> bool {
        matches!(self, Self::Rescue | Self::Save | Self::Connect)
    }

    /// Returns whether it is about two strings.
    pub fn is_about_pair(self) -> bool {
        matches!(self, Self::Connect | Self::Cut)
    }

    /// Returns whether it is about a group.
    pub fn is_about_group(self) -> bool {
        matches!(self, Self::Kill | Self::Save)
    }

    /// The aim of the other side.
    pub fn opposite(self) -> Self {
        // The aims of both sides stand side by side.
        Self::ALL[self as usize ^ 1]
    }

    /// The labels of the stones in a reading pattern. Capitals stand on stones of the other side.
    pub fn letters(self) -> &'static str {
        ["A", "a", "G", "g", "ab", "AB"][self as usize]
    }

    /// Returns whether a label of a reading pattern stands on stones in question.
    pub fn is_letter(label: char) -> bool {
        Self::ALL.into_iter().any(|aim| aim.letters().contains(label))
    }

    /// The aim that labels tell; `None` if they tell none or several.
    pub fn by_labels(labels: &[(Offset, char)]) -> Option<Self> {
        let mut letters: Vec<char> = labels.iter().map(|label| label.1).collect();
        letters.retain(|&letter| Self::is_letter(letter));
        letters.sort_unstable();
        let mut all = Self::ALL.into_iter();
        all.find(|aim| aim.letters().chars().eq(letters.iter().copied()))
    }
}

impl FromStr for Aim {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        all.find(|aim| aim.word() == word)
            .ok_or_else(|| format!("expected {}", Self::ALL.map(Self::word).join(", ")))
    }
}
