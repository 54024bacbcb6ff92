// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which generators of evidence the classical choice asks.

/// The generators that the classical choice asks. With fewer than all of them the opinion of the pattern
/// database is seen alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generators {
    /// All of them.
    #[default]
    All,
    /// All but the move-prediction model.
    WithoutModel,
    /// The patterns alone: a move has the value of its best pattern. There is no blunder check, and no
    /// playouts overrule anything, exclude moves in settled area or fill dame.
    Patterns,
}

impl Generators {
    /// Does the move-prediction model count?
    pub fn has_model(self) -> bool {
        self == Self::All
    }

    /// Does anything count besides patterns and the model: readings, the endgame search, playouts?
    pub(crate) fn has_readings(self) -> bool {
        self != Self::Patterns
    }
}
