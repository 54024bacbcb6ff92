// SPDX-License-Identifier: MIT OR Apache-2.0

//! The facts of one eye space.

use std::fmt;

use itertools::Itertools as _;
use katachi_engine::analysis::eye::{Diagonals, EyeSpace, Source};
use katachi_rules::{BoardSize, Color, Point, PointSet};
use serde::Serialize;

use super::fields::{FactRow, Field, Range, facts, rows, some, yes};
use super::named::Named;

facts! {
    /// An eye space. [`EyeSpace`] explains the fields.
    #[expect(missing_docs, reason = "they are the fields of an eye space")]
    pub struct EyeData, 20 {
        origin: Named<Point> = "origin",
        color: Color = "color",
        /// Number of points.
        size: usize = "esize",
        /// Number of margins.
        margin_size: usize = "msize",
        min: u8 = "min",
        max: u8 = "max",
        attack_points: Named<Vec<Point>> = "attack_point",
        defense_points: Named<Vec<Point>> = "defense_point",
        points: Named<PointSet> = "points",
        margins: Named<PointSet> = "margins",
        half_eyes: Vec<HalfEyeData> = "half_eyes",
        false_eyes: Named<Vec<Point>> = "false_eyes",
        ko: bool = "ko",
        source: &'static str = "source",
    }
}

/// The diagonals of an eye point. [`Diagonals`] explains the fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of the diagonals")]
pub struct HalfEyeData {
    pub point: Named<Point>,
    pub sum: u8,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub attack_points: Named<Vec<Point>>,
    pub defense_points: Named<Vec<Point>>,
}

impl EyeData {
    /// Creates the data of an eye space.
    pub fn new(space: &EyeSpace, size: BoardSize) -> Self {
        let false_eyes = space.diagonals.iter().filter(|d| d.is_false());
        Self {
            origin: Named::new(space.origin, size),
            color: space.color,
            size: space.points.len(),
            margin_size: space.margins.len(),
            points: Named::new(space.points, size),
            margins: Named::new(space.margins, size),
            half_eyes: space.halves().map(|half| HalfEyeData::new(half, size)).collect(),
            false_eyes: Named::new(false_eyes.map(|d| d.point).collect(), size),
            min: space.min,
            max: space.max,
            attack_points: Named::new(space.attack.clone(), size),
            defense_points: Named::new(space.defense.clone(), size),
            ko: space.is_ko,
            source: match space.source {
                Source::Shape => "shape",
                Source::LocalGame => "local game",
                Source::Exact => "exact",
                Source::Size => "size",
                Source::Reading => "reading",
            },
        }
    }

    /// Returns the facts for people, the most important first.
    pub(crate) fn rows(&self) -> Vec<FactRow> {
        let halves = self.half_eyes.iter().map(|half| half.point).join(" ");
        rows([
            ("points", Some(self.size.to_string())),
            ("eyes", Some(Range(self.min.into(), self.max.into()).to_string())),
            ("half eyes", Some(halves).filter(|halves| !halves.is_empty())),
            ("false eyes", some(&self.false_eyes)),
            ("spoils", some(&self.attack_points)),
            ("makes", some(&self.defense_points)),
            ("ko", yes(self.ko)),
        ])
    }
}

impl HalfEyeData {
    /// Creates the data of an eye point.
    pub fn new(diagonals: &Diagonals, size: BoardSize) -> Self {
        Self {
            point: Named::new(diagonals.point, size),
            sum: diagonals.sum,
            kind: match diagonals {
                d if d.is_false() => "FALSE_EYE",
                d if d.is_half() => "HALF_EYE",
                _ => "PROPER_EYE",
            },
            attack_points: Named::new(diagonals.attack.clone(), size),
            defense_points: Named::new(diagonals.defense.clone(), size),
        }
    }
}

/// Their points.
impl Field for Vec<HalfEyeData> {
    fn text(&self) -> String {
        match self.iter().map(|half| half.point).join(" ") {
            none if none.is_empty() => "PASS".to_owned(),
            points => points,
        }
    }
}

/// Writes a line for each field, with the name padded to 20 columns.
impl fmt::Display for HalfEyeData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, text: String| writeln!(f, "{name:<20} {text}");
        line("value", f32::from(self.sum).text())?;
        line("type", self.kind.text())?;
        for (moves, name, points) in [
            ("num_attacks", "attack_point", &self.attack_points),
            ("num_defenses", "defense_point", &self.defense_points),
        ] {
            line(moves, points.len().text())?;
            for (index, &point) in points.iter().enumerate() {
                line(&format!("{name}[{index}]"), points.beside(point).to_string())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Color};

    use super::*;
    use katachi_engine::analysis::Worms;
    use katachi_engine::analysis::eye::Eyes;
    use katachi_engine::reading::Reader;

    #[test]
    fn the_fields_are_lines_and_json() {
        let board = Board::from_diagram(
            "X X X X X X
             . . . X . .
             X X X X . .
             . . . . . .",
        );
        let reader = &mut Reader::new(&board, 1000);
        let worms = Worms::new(&board, reader);
        let eyes = Eyes::new(
            reader,
            &worms,
            &worms.dead_stones(),
            &katachi_rules::ByColor::default(),
            &katachi_engine::knowledge::Knowledge::default(),
        );
        let size = board.size();
        let space = eyes.get(Color::Black, size.parse_vertex("A3").unwrap()).unwrap();
        let data = EyeData::new(space, size);
        let text = data.to_string();
        assert!(
            text.starts_with("origin               A3\ncolor                black\nesize                3\n"),
            "{text}"
        );
        assert!(text.contains("attack_point         B3\n"));
        let json: serde_json::Value = serde_json::from_str(&data.json()).unwrap();
        assert_eq!((json["min"].as_u64(), json["max"].as_u64()), (Some(1), Some(2)));
        assert_eq!(json["points"], serde_json::json!(["A3", "B3", "C3"]));
    }
}
