// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the value of a pattern says to the players.

use mkpat::{FitSource, Pattern};

use crate::Engine;

/// Returns the value at which the search has no bonus for the first pattern of a name. `None` if it has none
/// at any value, or there is no such pattern.
pub fn value_without_bonus(engine: &Engine, name: &str) -> Option<i32> {
    let names = engine.database().patterns.iter().map(|pattern| &pattern.name);
    let mut values = names.zip(engine.knowledge.values_without_bonus());
    values.find(|value| value.0 == name).and_then(|value| value.1)
}

/// Has a pattern of a name a weight of its author, so that with the move-prediction model its value says
/// nothing?
pub fn has_weight_of_author(engine: &Engine, name: &str) -> bool {
    let is_of_author = |p: &Pattern| p.fit.is_some_and(|fit| fit.source == FitSource::Author);
    let mut named = engine.database().patterns.iter().filter(|p| p.name == name);
    engine.settings.generators.has_model() && named.any(is_of_author)
}
