// SPDX-License-Identifier: MIT OR Apache-2.0

//! Learned shapes of the move-prediction model as entries of a database, in memory.

use super::change::{ChangeError, unknown};
use crate::Engine;

/// Returns the engine with a learned shape as an entry of its database, so that it can be tuned like all
/// patterns. The entry means the same as the shape. An engine that has a pattern of the name stays as it is.
///
/// # Errors
/// [`ChangeError::Replaced`] if another entry is in the place of the shape, [`ChangeError::Unknown`] if there
/// is neither a pattern nor a shape of the name.
pub fn with_shape(engine: &Engine, name: &str) -> Result<Engine, ChangeError> {
    let database = engine.database();
    if database.patterns.iter().any(|pattern| pattern.name == name) {
        return Ok(engine.clone());
    }
    let is_in_its_place = |pattern: &&mkpat::Pattern| pattern.shape_name() == Some(name);
    if let Some(entry) = database.patterns.iter().find(is_in_its_place) {
        return Err(ChangeError::Replaced {
            shape: name.to_owned(),
            entry: entry.name.clone(),
        });
    }
    let shape = engine.knowledge.move_model().shape(name);
    let entry = shape.and_then(|shape| compiled(&shape.pattern()));
    let entry = entry.ok_or_else(|| unknown(name, database))?;
    let mut database = database.clone();
    database.add(entry);
    Ok(Engine {
        knowledge: engine.knowledge.clone().with_database(database),
        settings: engine.settings,
    })
}

/// Is the pattern of a name in the place of a learned shape?
pub fn is_in_place_of_shape(engine: &Engine, name: &str) -> bool {
    let patterns = (0..).zip(&engine.database().patterns);
    let mut named = patterns.filter(|(_, pattern)| pattern.name == name);
    named.any(|(i, _)| engine.knowledge.patterns.takes_place(i))
}

/// The database of one pattern. `None` without the feature `runtime-db`.
#[cfg(feature = "runtime-db")]
fn compiled(pattern: &mkpat::Pattern) -> Option<mkpat::Database> {
    let source = mkpat::Source::new("learned-shapes.db", mkpat::entry(pattern));
    let compiled = mkpat::compile(&[source], &mkpat::Options::default());
    (!compiled.has_errors()).then_some(compiled.database)
}

#[cfg(not(feature = "runtime-db"))]
fn compiled(_: &mkpat::Pattern) -> Option<mkpat::Database> {
    None
}
