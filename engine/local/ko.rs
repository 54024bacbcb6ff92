// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ko threats in searches, and the answer that searches with different threats give together.
//!
//! | success | answer |
//! |---|---|
//! | with unlimited threats for the other side | yes, whoever wins a ko |
//! | with threats for nobody, not for the other side | a ko, in which the other side has to find the first threat |
//! | only with unlimited threats for the own side | a ko, in which the own side has to find the first threat |
//! | none, or a failure in which no ko mattered | no |

use super::Role;

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

    /// May that side retake a ko at once?
    #[inline]
    pub(crate) fn favour(self, role: Role) -> bool {
        self == Self::for_role(role)
    }
}
