// SPDX-License-Identifier: MIT OR Apache-2.0

//! The facts of one eye space, and the kinds of its points.

use std::fmt;

use itertools::Itertools as _;
use katachi_engine::analysis::eye::{Diagonals, EyeSpace, Eyes};
use katachi_rules::{Board, BoardSize, Color, Point, PointSet};

use super::fields::{Field, data, facts, or_pass};
use super::named::Named;

facts! {
    /// An eye space. [`EyeSpace`] explains the fields.
    #[expect(missing_docs, reason = "they are the fields of an eye space")]
    pub struct EyeData(space: &EyeSpace, size: BoardSize), 20 {
        origin: Named<Point> = Named::new(space.origin, size) => "origin",
        color: Color = space.color => "color",
        /// Number of points.
        size: usize = space.points.len() => "esize",
        /// Number of margins.
        margin_size: usize = space.margins.len() => "msize",
        min: u8 = space.min => "min",
        max: u8 = space.max => "max",
        attack_points: Named<Vec<Point>> = Named::list(&space.attack, size) => "attack_point",
        defense_points: Named<Vec<Point>> = Named::list(&space.defense, size) => "defense_point",
        points: Named<PointSet> = Named::new(space.points, size) => "points",
        margins: Named<PointSet> = Named::new(space.margins, size) => "margins",
        half_eyes: Vec<HalfEyeData> = space.halves().map(|half| HalfEyeData::new(half, size)).collect() => "half_eyes",
        false_eyes: Named<Vec<Point>> = Named::new(false_eyes(space).collect(), size) => "false_eyes",
        ko: bool = space.is_ko => "ko",
    }
}

data! {
    /// The diagonals of an eye point. [`Diagonals`] explains the fields.
    #[expect(missing_docs, reason = "they are the fields of the diagonals")]
    #[derive(Clone, PartialEq)]
    pub struct HalfEyeData(diagonals: &Diagonals, size: BoardSize) {
        point: Named<Point> = Named::new(diagonals.point, size),
        sum: u8 = diagonals.sum,
        #[serde(rename = "type")]
        kind: &'static str = match diagonals {
            d if d.is_false() => "FALSE_EYE",
            d if d.is_half() => "HALF_EYE",
            _ => "PROPER_EYE",
        },
        attack_points: Named<Vec<Point>> = Named::list(&diagonals.attack, size),
        defense_points: Named<Vec<Point>> = Named::list(&diagonals.defense, size),
    }
}

fn false_eyes(space: &EyeSpace) -> impl Iterator<Item = Point> {
    space.diagonals.iter().filter(|d| d.is_false()).map(|d| d.point)
}

/// Their points.
impl Field for Vec<HalfEyeData> {
    fn text(&self) -> String {
        or_pass(self.iter().map(|half| half.point).join(" "))
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

crate::worded! {
    /// The kind of a point of an eye space.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum EyeKind {
        /// An ordinary point.
        Proper = "proper",
        /// A point at the border with open space.
        Marginal = "marginal",
        /// A half eye.
        Half = "a half eye",
        /// A false eye.
        False = "a false eye",
        /// A vital point: a move there decides the number of eyes.
        Vital = "vital",
    }
}

pub(crate) fn is_shown(space: &EyeSpace) -> bool {
    space.max > 0 && space.is_certain()
}

/// Returns the owner of the eye space of an empty point and the kind of the point. `None` for stones and for
/// points of large or worthless spaces.
pub fn shown_kind(eyes: &Eyes, board: &Board, point: Point) -> Option<(Color, EyeKind)> {
    let space = eyes.around(point).filter(|space| is_shown(space))?;
    let is_empty = board.is_empty(point);
    is_empty.then(|| (space.color, eye_kind(space, point)))
}

pub(crate) fn eye_kind(space: &EyeSpace, point: Point) -> EyeKind {
    match space.diagonals.iter().find(|d| d.point == point) {
        _ if space.attack.contains(&point) || space.defense.contains(&point) => EyeKind::Vital,
        Some(diagonals) if diagonals.is_false() => EyeKind::False,
        Some(diagonals) if diagonals.is_half() => EyeKind::Half,
        _ if space.margins.contains(point) => EyeKind::Marginal,
        _ => EyeKind::Proper,
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
        let json = data.json();
        assert!(json.contains("\"min\":1,\"max\":2,"), "{json}");
        assert!(json.contains("\"points\":[\"A3\",\"B3\",\"C3\"]"), "{json}");
    }
}
