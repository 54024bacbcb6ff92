// SPDX-License-Identifier: MIT OR Apache-2.0

//! Classes of boards. Each class adds its own differences to the weights that all boards share.

use katachi_rules::BoardSize;

/// A class of boards, by the longer side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardClass {
    /// Up to 11 lines.
    Small,
    /// 12 to 15 lines.
    Medium,
    /// 16 lines and more.
    Large,
}

impl BoardClass {
    /// All classes, the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Returns the class of a board.
    pub fn new(size: BoardSize) -> Self {
        match size.width().max(size.height()) {
            ..12 => Self::Small,
            12..16 => Self::Medium,
            16.. => Self::Large,
        }
    }

    /// Returns the name, which is the usual size of its boards.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "9x9",
            Self::Medium => "13x13",
            Self::Large => "19x19",
        }
    }

    /// Splits the name of a class off the name of a weight: `9x9/last=2`. `None` for the class: all boards
    /// share the weight.
    pub(super) fn split(name: &str) -> Option<(Option<Self>, &str)> {
        let head = name.split('=').next()?;
        let Some((class, _)) = head.split_once('/') else {
            return Some((None, name));
        };
        let class = Self::ALL.into_iter().find(|known| known.name() == class)?;
        Some((Some(class), &name[class.name().len() + 1..]))
    }
}
