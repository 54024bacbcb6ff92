// SPDX-License-Identifier: MIT OR Apache-2.0

//! The two sides of a question of life and death, ko threats in searches, and the answer that searches with
//! different threats give together.
//!
//! | success | answer |
//! |---|---|
//! | with unlimited threats for the other side | yes, whoever wins a ko |
//! | with threats for nobody, not for the other side | a ko, in which the other side has to find the first threat |
//! | only with unlimited threats for the own side | a ko, in which the own side has to find the first threat |
//! | none, or a failure in which no ko mattered | no |

use katachi_rules::Color;

/// A side by its aim: the attacker kills the group in question, its owner makes it live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    Attacker,
    Owner,
}

impl Role {
    /// Both, in the order of tables.
    pub(crate) const BOTH: [Self; 2] = [Self::Attacker, Self::Owner];

    pub(crate) fn of_owner(is_owner: bool) -> Self {
        Self::BOTH[usize::from(is_owner)]
    }

    pub(crate) fn is_owner(self) -> bool {
        self == Self::Owner
    }

    pub(crate) fn is_attacker(self) -> bool {
        self == Self::Attacker
    }

    pub(crate) fn opposite(self) -> Self {
        Self::of_owner(self.is_attacker())
    }

    /// Its colour, for a group of that colour.
    pub(crate) fn color(self, of_owner: Color) -> Color {
        match self {
            Self::Owner => of_owner,
            Self::Attacker => of_owner.opposite(),
        }
    }
}

/// The side with unlimited ko threats, which may ignore the rule of ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KoThreats {
    /// Neither: a ko is retaken after a move in between.
    None,
    /// The attacker retakes at once.
    Attacker,
    /// The defender retakes at once.
    Defender,
}

impl KoThreats {
    pub(crate) fn for_role(role: Role) -> Self {
        match role {
            Role::Attacker => Self::Attacker,
            Role::Owner => Self::Defender,
        }
    }

    /// Returns whether that side may retake a ko at once.
    #[inline]
    pub(crate) fn favour(self, role: Role) -> bool {
        self == Self::for_role(role)
    }
}
