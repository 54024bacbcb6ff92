// SPDX-License-Identifier: MIT OR Apache-2.0

//! Shapes: the named patterns of the database that propose a move.

use katachi_engine::movegen::EvaluatedPattern;
use mkpat::{Classes, Database};
use serde::Serialize;

use super::weakness::Weakness;

/// A pattern that holds at a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Its name in the database.
    pub name: String,
    /// What it is for: the note of its author in quotes, or its name as words if it has none.
    pub words: String,
    /// Its value: 5 are about one point.
    pub value: i32,
    /// The mistake of a move that does not follow it, of a pattern that cuts or connects.
    #[serde(skip)]
    pub missed: Option<Weakness>,
}

impl Shape {
    /// Returns the patterns that hold, best first, each name once.
    pub(crate) fn all(database: &Database, found: &[EvaluatedPattern]) -> Vec<Self> {
        let mut shapes: Vec<Self> = Vec::new();
        for evaluated in found {
            let Ok(value) = &evaluated.verdict else { continue };
            let variant = &database.variants[evaluated.variant as usize];
            let pattern = &database.patterns[variant.pattern as usize];
            if shapes.iter().all(|shape| shape.name != value.name) {
                shapes.push(Self {
                    name: value.name.clone(),
                    words: match &pattern.note {
                        Some(note) => format!("“{note}”"),
                        None => value.name.replace('_', " ").to_lowercase(),
                    },
                    value: value.value,
                    missed: missed(&value.name, pattern.classes),
                });
            }
        }
        shapes.sort_by_key(|shape| -shape.value);
        shapes
    }
}

/// Returns the best pattern of the better move if the played move does not follow it.
pub(crate) fn left_out<'a>(better: &'a [Shape], played: &[Shape]) -> Option<&'a Shape> {
    let best = better.first().filter(|shape| shape.value > 0)?;
    played.iter().all(|other| other.name != best.name).then_some(best)
}

/// Returns the mistake of a move that does not follow a pattern, by the classes of the pattern or by the
/// first word of its name (`patterns/README.md`).
fn missed(name: &str, classes: Classes) -> Option<Weakness> {
    match name.split('_').next().unwrap_or_default() {
        _ if classes.contains(Classes::BREAKS) => Some(Weakness::MissedCut),
        "Cut" => Some(Weakness::MissedCut),
        _ if classes.contains(Classes::CONNECTS) => Some(Weakness::Separated),
        "Connect" | "Bamboo" | "Link" | "Join" => Some(Weakness::Separated),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_left_out_if_the_played_move_does_not_follow_it() {
        let shape = |name: &str, value| Shape {
            words: String::new(),
            name: name.to_owned(),
            value,
            missed: None,
        };
        let better = [shape("Hane_head_of_two", 40), shape("Extend_base", 20)];
        assert_eq!(left_out(&better, &[]), Some(&better[0]));
        assert_eq!(left_out(&better, &better[1..]), Some(&better[0]));
        assert_eq!(
            left_out(&better, &better[..1]),
            None,
            "the played move follows the best one"
        );
        assert_eq!(left_out(&[], &better), None);
        assert_eq!(
            left_out(&[shape("Bad", 0)], &[]),
            None,
            "a pattern without value speaks for nothing"
        );
    }

    #[test]
    fn classes_or_the_name_give_the_mistake() {
        for (name, classes, expected) in [
            ("Cut_keima", Classes::empty(), Some(Weakness::MissedCut)),
            ("Push_between", Classes::BREAKS, Some(Weakness::MissedCut)),
            ("Connect_solid", Classes::empty(), Some(Weakness::Separated)),
            ("Extend_base", Classes::CONNECTS, Some(Weakness::Separated)),
            ("Hane_head_of_two", Classes::empty(), None),
        ] {
            assert_eq!(missed(name, classes), expected, "{name}");
        }
    }
}
