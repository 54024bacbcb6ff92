// SPDX-License-Identifier: MIT OR Apache-2.0

//! The two sides of a question of life and death, and the ko threats of its searches.

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
pub(crate) type KoThreats = Option<Role>;
