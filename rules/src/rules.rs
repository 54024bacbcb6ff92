//! What players agree on before the game.

use std::fmt;

/// Which repetitions are forbidden. Passes are always allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// A stone may not retake at once the single stone that took it.
    Simple,
    /// A stone may not bring back any earlier arrangement of stones.
    Positional,
    /// A stone may not bring back any earlier arrangement of stones with the same side to move.
    Situational,
}

/// Rules of a game with area scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Forbidden repetitions.
    pub ko: KoRule,
    /// May a move remove several own stones that are left without liberties? A single stone never may.
    pub suicide: bool,
}

impl Rules {
    /// Simple ko, no suicide.
    pub const CHINESE: Self = Self {
        ko: KoRule::Simple,
        suicide: false,
    };
    /// Positional superko, suicide.
    pub const TROMP_TAYLOR: Self = Self {
        ko: KoRule::Positional,
        suicide: true,
    };
    /// Situational superko, no suicide.
    pub const AGA: Self = Self {
        ko: KoRule::Situational,
        suicide: false,
    };
    /// Situational superko, suicide.
    pub const NEW_ZEALAND: Self = Self {
        ko: KoRule::Situational,
        suicide: true,
    };

    /// The rule sets that have a name.
    pub const PRESETS: [(&'static str, Self); 4] = [
        ("chinese", Self::CHINESE),
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("aga", Self::AGA),
        ("new-zealand", Self::NEW_ZEALAND),
    ];

    /// The rules of that name, in any case, `_` as good as `-`.
    pub fn preset(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase().replace('_', "-");
        Self::PRESETS
            .iter()
            .find(|(preset, _)| *preset == name)
            .map(|&(_, rules)| rules)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::CHINESE
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = Self::PRESETS
            .iter()
            .find(|(_, rules)| rules == self)
            .copied()
            .unwrap_or(("custom", *self));
        f.write_str(name)
    }
}
