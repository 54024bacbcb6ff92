// SPDX-License-Identifier: MIT OR Apache-2.0

//! Shapes: the named patterns of the database that propose a move.

use katachi_engine::movegen::EvaluatedPattern;
use mkpat::{Classes, Database};
use serde::Serialize;

/// A pattern that holds at a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Its name in the database.
    pub name: String,
    /// What it is for: the note of its author in quotes, or its name as words if it has none.
    pub words: String,
    /// Its value: 5 are about one point.
    pub value: i32,
    /// Its theme.
    #[serde(skip)]
    pub theme: Theme,
}

/// The theme of a pattern in a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// It cuts enemy stones.
    Cut,
    /// It connects own stones.
    Connection,
    /// Anything else.
    Other,
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
                    theme: Theme::new(&value.name, pattern.classes),
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

impl Theme {
    /// Returns the theme by the classes of a pattern, or by the first word of its name
    /// (`patterns/README.md`).
    fn new(name: &str, classes: Classes) -> Self {
        let group = name.split('_').next().unwrap_or_default();
        if classes.contains(Classes::BREAKS) || group == "Cut" {
            Self::Cut
        } else if classes.contains(Classes::CONNECTS)
            || matches!(group, "Connect" | "Bamboo" | "Link" | "Join")
        {
            Self::Connection
        } else {
            Self::Other
        }
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
            theme: Theme::Other,
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
    fn classes_or_the_name_give_the_theme() {
        assert_eq!(Theme::new("Cut_keima", Classes::empty()), Theme::Cut);
        assert_eq!(Theme::new("Push_between", Classes::BREAKS), Theme::Cut);
        assert_eq!(Theme::new("Connect_solid", Classes::empty()), Theme::Connection);
        assert_eq!(Theme::new("Extend_base", Classes::CONNECTS), Theme::Connection);
        assert_eq!(Theme::new("Hane_head_of_two", Classes::empty()), Theme::Other);
    }
}
