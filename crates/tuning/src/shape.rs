// SPDX-License-Identifier: MIT OR Apache-2.0

//! Learned shapes of the move-prediction model as entries of a database, in memory and as text.

use std::fmt::Write as _;

use katachi_engine::Engine;
use katachi_engine::learn::BoardClass;
use katachi_engine::model::LearnedShape;
use katachi_rules::quantity;

use crate::change::{ChangeError, unknown};

/// Returns the engine with a learned shape as an entry of its database, so that it can be tuned like all
/// patterns. The entry means the same as the shape. An engine that has a pattern of the name stays as it is.
///
/// # Errors
/// Another entry is in the place of the shape, or there is neither a pattern nor a shape of the name.
pub fn with_shape(engine: &Engine, name: &str) -> Result<Engine, ChangeError> {
    let database = engine.database();
    if database.patterns.iter().any(|pattern| pattern.name == name) {
        return Ok(engine.clone());
    }
    let is_in_its_place = |pattern: &&mkpat::Pattern| pattern.shape_name() == Some(name);
    if let Some(entry) = database.patterns.iter().find(is_in_its_place) {
        let entry = &entry.name;
        let text = format!("{entry} is in the place of the learned shape {name}: change that");
        return Err(ChangeError(text));
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

/// The letter of a cell with O for the side that moves, as in all entries of databases. The model has X.
fn as_in_entries(letter: char) -> char {
    match letter {
        'X' => 'O',
        'O' => 'X',
        'x' => 'o',
        'o' => 'x',
        '1' => '0',
        '0' => '1',
        other => other,
    }
}

/// Returns a learned shape as a drawing, with its weights and the entry that takes its place.
pub fn shape_text(shape: &LearnedShape) -> String {
    let points: usize = shape.rows.iter().map(String::len).sum();
    let (points, times) = (quantity(points, "point"), quantity(shape.played, "time"));
    let mut text = format!("{}: {points}, move made {times} in it\n\n", shape.name);
    let width = shape.rows.iter().map(String::len).max().unwrap_or(0);
    for row in &shape.rows {
        let cells: Vec<String> = row.chars().map(|letter| as_in_entries(letter).into()).collect();
        let blanks = " ".repeat(width - row.len());
        let _ = writeln!(text, "  {blanks}{}", cells.join(" "));
    }
    let weights = BoardClass::ALL.iter().zip(shape.weights);
    let weights: Vec<String> = weights
        .map(|(class, weight)| format!("{weight:+.2} on {}", class.name()))
        .collect();
    let _ = writeln!(
        text,
        "\n* the move; O own, X enemy stones; beside the move o x with two liberties, 0 1 in atari; # beyond the edge\n\n\
         adds to the logit of the move, in nats: {}; the weights of its smaller shapes come on top\n\n\
         An entry of a database that takes its place and means the same; here O moves:\n\n{}",
        weights.join(", "),
        mkpat::entry(&shape.pattern()).trim_end()
    );
    text
}
