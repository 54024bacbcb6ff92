// SPDX-License-Identifier: MIT OR Apache-2.0

//! One worm as a list of fields and as JSON.

use std::fmt;

use katachi_rules::{BoardSize, Point};
use serde::Serialize;

use katachi_engine::analysis::{Cavity, Worm};
use katachi_engine::reading::Verdict;

use crate::facts::fields::{code, points};

/// A worm with points as vertices. `Display` writes a line for each field; JSON has the same names.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum WormData {
    /// Stones.
    String(Box<StringData>),
    /// Empty points.
    Cavity(CavityData),
}

/// A string. [`Worm`] explains the fields. Codes are numbers of [`Verdict::code`], and null where the budget
/// ran out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of a worm")]
pub struct StringData {
    pub origin: String,
    pub color: String,
    pub size: u32,
    pub effective_size: f32,
    pub liberties: [u32; 4],
    pub attack_code: Option<u8>,
    pub attack_points: Vec<String>,
    pub attack_threats: Vec<String>,
    pub defense_code: Option<u8>,
    pub defense_points: Vec<String>,
    pub defense_threats: Vec<String>,
    pub lunch: Option<String>,
    pub cutstone: u32,
    pub genus: u32,
    pub ko: Option<String>,
    pub inessential: bool,
    pub invincible: bool,
    pub vital_regions: Vec<String>,
    pub stones: Vec<String>,
}

/// A cavity. [`Cavity`] explains the fields. The border is black, white or gray.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of a cavity")]
pub struct CavityData {
    pub origin: String,
    pub border: String,
    pub size: u32,
    pub genus: u32,
    pub ko: bool,
    pub points: Vec<String>,
}

impl WormData {
    /// Creates the data of a string.
    pub fn of_string(worm: &Worm, size: BoardSize) -> Self {
        let vertex = |point: Point| size.vertex(point).to_string();
        let vertices = |points: &[Point]| points.iter().copied().map(vertex).collect();
        let code = |verdict: Verdict| (verdict != Verdict::Unknown).then(|| verdict.code());
        // Without an attack there is no defense: 0, as in the answers of other programs.
        let defense = if worm.attack == Verdict::No {
            Verdict::No
        } else {
            worm.defense
        };
        Self::String(Box::new(StringData {
            origin: vertex(worm.origin),
            color: worm.color.to_string().to_lowercase(),
            size: worm.size,
            effective_size: worm.effective_size,
            liberties: worm.liberties,
            attack_code: code(worm.attack),
            attack_points: vertices(&worm.attack_points),
            attack_threats: vertices(&worm.attack_threats),
            defense_code: code(defense),
            defense_points: vertices(&worm.defense_points),
            defense_threats: vertices(&worm.defense_threats),
            lunch: worm.lunch.map(vertex),
            cutstone: worm.cutstone,
            genus: worm.genus,
            ko: worm.ko.map(vertex),
            inessential: worm.inessential,
            invincible: worm.invincible,
            vital_regions: vertices(&worm.vital_regions),
            stones: worm.stones.iter().map(vertex).collect(),
        }))
    }

    /// Creates the data of a cavity.
    pub fn of_cavity(cavity: &Cavity, size: BoardSize) -> Self {
        let vertex = |point: Point| size.vertex(point).to_string();
        Self::Cavity(CavityData {
            origin: vertex(cavity.origin),
            border: cavity
                .border
                .map_or("gray".to_string(), |c| c.to_string().to_lowercase()),
            size: cavity.size,
            genus: cavity.genus,
            ko: cavity.is_ko,
            points: cavity.points.iter().map(vertex).collect(),
        })
    }

    /// Returns JSON on one line.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("a worm is plain data")
    }
}

/// Writes a line for each field, with the name padded to 20 columns. `PASS` stands for no point, `?` for an
/// unknown code.
impl fmt::Display for WormData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, value: String| writeln!(f, "{name:<20} {value}");
        match self {
            Self::String(data) => {
                line("origin", data.origin.clone())?;
                line("color", data.color.clone())?;
                line("size", data.size.to_string())?;
                line("effective_size", format!("{:.2}", data.effective_size))?;
                for (name, count) in ["liberties", "liberties2", "liberties3", "liberties4"]
                    .iter()
                    .zip(data.liberties)
                {
                    line(name, count.to_string())?;
                }
                line("attack_code", code(data.attack_code))?;
                line("attack_point", points(&data.attack_points))?;
                line("attack_threats", points(&data.attack_threats))?;
                line("defense_code", code(data.defense_code))?;
                line("defense_point", points(&data.defense_points))?;
                line("defense_threats", points(&data.defense_threats))?;
                line("lunch", points(&data.lunch))?;
                line("cutstone", data.cutstone.to_string())?;
                line("genus", data.genus.to_string())?;
                line("ko", points(&data.ko))?;
                line("inessential", u8::from(data.inessential).to_string())?;
                line("invincible", u8::from(data.invincible).to_string())?;
                line("vital_regions", points(&data.vital_regions))
            }
            Self::Cavity(data) => {
                line("origin", data.origin.clone())?;
                line("color", "empty".to_string())?;
                line("border", data.border.clone())?;
                line("size", data.size.to_string())?;
                line("genus", data.genus.to_string())?;
                line("ko", u8::from(data.ko).to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;
    use katachi_engine::analysis::Worms;
    use katachi_engine::reading::Reader;

    #[test]
    fn the_fields_are_lines_and_json() {
        let board = Board::from_diagram(
            ". . . . .
             . . . . .
             . . X X .
             . X O O .
             . . X X .",
        );
        let worms = Worms::new(&board, &mut Reader::new(&board, 1000));
        let size = board.size();
        let at = |vertex| size.parse_vertex(vertex).unwrap();
        let caught = WormData::of_string(worms.get(at("C2")).unwrap(), size);
        assert!(
            caught
                .to_string()
                .starts_with("origin               C2\ncolor                white\n")
        );
        let json: serde_json::Value = serde_json::from_str(&caught.json()).unwrap();
        assert_eq!(json["size"], 2);
        let outside = WormData::of_cavity(worms.cavity(at("A1")).unwrap(), size);
        let json: serde_json::Value = serde_json::from_str(&outside.json()).unwrap();
        assert_eq!(
            (json["border"].as_str(), json["size"].as_u64()),
            (Some("gray"), Some(18))
        );
        assert!(outside.to_string().contains("color                empty"));
    }
}
