// SPDX-License-Identifier: MIT OR Apache-2.0

//! One eye space as a list of fields and as JSON.

use std::fmt;

use katachi_rules::{BoardSize, Point};
use serde::Serialize;

use katachi_engine::analysis::eye::{Diagonals, EyeSpace, Source};

use crate::facts::fields::points;

/// An eye space with points as vertices. [`EyeSpace`] explains the fields. `Display` writes a line for each
/// field; JSON has the names below.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of an eye space")]
pub struct EyeData {
    pub origin: String,
    pub color: String,
    pub points: Vec<String>,
    pub margins: Vec<String>,
    pub half_eyes: Vec<HalfEyeData>,
    pub false_eyes: Vec<String>,
    pub min: u8,
    pub max: u8,
    pub attack_points: Vec<String>,
    pub defense_points: Vec<String>,
    pub ko: bool,
    pub source: &'static str,
}

/// The diagonals of an eye point. [`Diagonals`] explains the fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of the diagonals")]
pub struct HalfEyeData {
    pub point: String,
    pub sum: u8,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub attack_points: Vec<String>,
    pub defense_points: Vec<String>,
}

fn vertices(size: BoardSize, points: impl IntoIterator<Item = Point>) -> Vec<String> {
    let vertex = |point: Point| size.vertex(point).to_string();
    points.into_iter().map(vertex).collect()
}

impl EyeData {
    /// Creates the data of an eye space.
    pub fn new(space: &EyeSpace, size: BoardSize) -> Self {
        let false_eyes = space.diagonals.iter().filter(|d| d.is_false());
        Self {
            origin: size.vertex(space.origin).to_string(),
            color: space.color.to_string().to_lowercase(),
            points: vertices(size, space.points.iter()),
            margins: vertices(size, space.margins.iter()),
            half_eyes: space.halves().map(|half| HalfEyeData::new(half, size)).collect(),
            false_eyes: vertices(size, false_eyes.map(|d| d.point)),
            min: space.min,
            max: space.max,
            attack_points: vertices(size, space.attack.iter().copied()),
            defense_points: vertices(size, space.defense.iter().copied()),
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

    /// Returns JSON on one line.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("an eye space is plain data")
    }
}

impl HalfEyeData {
    /// Creates the data of an eye point.
    pub fn new(diagonals: &Diagonals, size: BoardSize) -> Self {
        Self {
            point: size.vertex(diagonals.point).to_string(),
            sum: diagonals.sum,
            kind: match diagonals {
                d if d.is_false() => "FALSE_EYE",
                d if d.is_half() => "HALF_EYE",
                _ => "PROPER_EYE",
            },
            attack_points: vertices(size, diagonals.attack.iter().copied()),
            defense_points: vertices(size, diagonals.defense.iter().copied()),
        }
    }
}

/// Writes a line for each field, with the name padded to 20 columns. `PASS` stands for no point.
impl fmt::Display for EyeData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, value: &str| writeln!(f, "{name:<20} {value}");
        line("origin", &self.origin)?;
        line("color", &self.color)?;
        line("esize", &self.points.len().to_string())?;
        line("msize", &self.margins.len().to_string())?;
        line("min", &self.min.to_string())?;
        line("max", &self.max.to_string())?;
        line("attack_point", &points(&self.attack_points))?;
        line("defense_point", &points(&self.defense_points))?;
        line("points", &points(&self.points))?;
        line("margins", &points(&self.margins))?;
        line(
            "half_eyes",
            &points(self.half_eyes.iter().map(|half| &half.point)),
        )?;
        line("false_eyes", &points(&self.false_eyes))?;
        line("ko", &u8::from(self.ko).to_string())?;
        line("source", self.source)
    }
}

/// Writes a line for each field, with the name padded to 20 columns.
impl fmt::Display for HalfEyeData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<20} {:.2}", "value", f32::from(self.sum))?;
        writeln!(f, "{:<20} {}", "type", self.kind)?;
        for (moves, name, points) in [
            ("num_attacks", "attack_point", &self.attack_points),
            ("num_defenses", "defense_point", &self.defense_points),
        ] {
            writeln!(f, "{moves:<20} {}", points.len())?;
            for (index, point) in points.iter().enumerate() {
                writeln!(f, "{:<20} {point}", format!("{name}[{index}]"))?;
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
