// SPDX-License-Identifier: MIT OR Apache-2.0

//! The facts of one worm: a string, or a cavity.

use katachi_engine::analysis::{Cavity, Worm};
use katachi_rules::{BoardSize, Color, Point, PointSet};

use super::fields::{FactRow, Field as _, ReadingData, defense, facts, rows, some, yes};
use super::named::Named;

facts! {
    /// A string. [`Worm`] explains the fields.
    #[expect(missing_docs, reason = "they are the fields of a worm")]
    pub struct StringData, 20 {
        origin: Named<Point> = "origin",
        color: Color = "color",
        size: u32 = "size",
        effective_size: f32 = "effective_size",
        liberties: [u32; 4] = "liberties",
        attack: ReadingData = "attack",
        attack_threats: Named<Vec<Point>> = "attack_threats",
        defense: ReadingData = "defense",
        defense_threats: Named<Vec<Point>> = "defense_threats",
        lunch: Option<Named<Point>> = "lunch",
        cutstone: u32 = "cutstone",
        genus: u32 = "genus",
        ko: Option<Named<Point>> = "ko",
        inessential: bool = "inessential",
        invincible: bool = "invincible",
        vital_regions: Named<Vec<Point>> = "vital_regions",
        stones: Named<PointSet>,
    }
}

facts! {
    /// A cavity. [`Cavity`] explains the fields. The colour is empty, the border black, white or gray.
    #[expect(missing_docs, reason = "they are the fields of a cavity")]
    pub struct CavityData, 20 {
        origin: Named<Point> = "origin",
        color: &'static str = "color",
        border: String = "border",
        size: u32 = "size",
        genus: u32 = "genus",
        ko: bool = "ko",
        points: Named<PointSet>,
    }
}

impl StringData {
    /// Creates the data of a string.
    pub fn new(worm: &Worm, size: BoardSize) -> Self {
        let named = |points: &[Point]| Named::new(points.to_vec(), size);
        let point = |point: Option<Point>| point.map(|point| Named::new(point, size));
        let defense = defense(worm.attack, worm.defense);
        Self {
            origin: Named::new(worm.origin, size),
            color: worm.color,
            size: worm.size,
            effective_size: worm.effective_size,
            liberties: worm.liberties,
            attack: ReadingData::new(worm.attack, &worm.attack_points, None, size),
            attack_threats: named(&worm.attack_threats),
            defense: ReadingData::new(defense, &worm.defense_points, None, size),
            defense_threats: named(&worm.defense_threats),
            lunch: point(worm.lunch),
            cutstone: worm.cutstone,
            genus: worm.genus,
            ko: point(worm.ko),
            inessential: worm.inessential,
            invincible: worm.invincible,
            vital_regions: named(&worm.vital_regions),
            stones: Named::new(worm.stones, size),
        }
    }

    /// Returns the facts for people, the most important first.
    pub(crate) fn rows(&self) -> Vec<FactRow> {
        let name = |point: Option<Named<Point>>| point.map(|point| point.to_string());
        let threats = [self.attack_threats.as_slice(), &self.defense_threats].concat();
        let cuts = match self.cutstone {
            0 => None,
            2 => Some("enemy strings without a common liberty".to_owned()),
            _ => Some("enemy strings with a common liberty".to_owned()),
        };
        rows([
            (
                "worth",
                Some(format!("{:.1} stones with liberties", self.effective_size)),
            ),
            ("liberties", Some(self.liberties.text())),
            ("attack", Some(self.attack.text())),
            (
                "defense",
                (self.attack.code != Some(0)).then(|| self.defense.text()),
            ),
            ("threats", some(&self.origin.beside(threats))),
            ("prey", name(self.lunch)),
            ("ko", name(self.ko)),
            ("cuts", cuts),
            ("invincible", yes(self.invincible)),
            ("vital", some(&self.vital_regions)),
            ("no loss", yes(self.inessential)),
        ])
    }
}

impl CavityData {
    /// Creates the data of a cavity.
    pub fn new(cavity: &Cavity, size: BoardSize) -> Self {
        Self {
            origin: Named::new(cavity.origin, size),
            color: "empty",
            border: cavity
                .border
                .map_or_else(|| "gray".to_owned(), |color| color.text()),
            size: cavity.size,
            genus: cavity.genus,
            ko: cavity.is_ko,
            points: Named::new(cavity.points, size),
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
        let caught = StringData::new(worms.get(at("C2")).unwrap(), size);
        assert!(
            caught
                .to_string()
                .starts_with("origin               C2\ncolor                white\n")
        );
        let json: serde_json::Value = serde_json::from_str(&caught.json()).unwrap();
        assert_eq!(json["size"], 2);
        let outside = CavityData::new(worms.cavity(at("A1")).unwrap(), size);
        let json: serde_json::Value = serde_json::from_str(&outside.json()).unwrap();
        assert_eq!(
            (json["border"].as_str(), json["size"].as_u64()),
            (Some("gray"), Some(18))
        );
        assert!(outside.to_string().contains("color                empty"));
    }
}
