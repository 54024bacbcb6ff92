// SPDX-License-Identifier: MIT OR Apache-2.0

//! Marks and labels on points (`TR`, `SQ`, `CR`, `MA`, `LB`).

use super::points::point_text;
use serde::Serialize;

use super::tree::{NodeId, Tree};
use super::value::escape;
use crate::point::{BoardSize, Point};

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A short text.
    Label(String),
}

const LABEL: &str = "LB";

impl Mark {
    /// The marks without text, with their properties.
    const SHAPES: [(Self, &'static str); 4] = [
        (Self::Triangle, "TR"),
        (Self::Square, "SQ"),
        (Self::Circle, "CR"),
        (Self::Cross, "MA"),
    ];
}

impl Tree {
    /// Returns the marks of a node. Values that are no point of the board are left out.
    pub fn marks(&self, node: NodeId, size: BoardSize) -> Vec<(Point, Mark)> {
        let values = |name: &'static str| {
            let properties = self
                .properties(node)
                .filter(move |property| property.name() == name);
            properties.flat_map(|property| property.values())
        };
        let mut found = Vec::new();
        for (mark, name) in &Mark::SHAPES {
            let points = values(name).flat_map(|value| value.points(size).unwrap_or_default());
            found.extend(points.map(|point| (point, mark.clone())));
        }
        for (point, label) in values(LABEL).filter_map(|value| value.composed()) {
            if let Some(&[point]) = point.points(size).as_deref() {
                found.push((point, Mark::Label(label.simple_text().into_owned())));
            }
        }
        found
    }

    /// Replaces the marks on a point of a node; `None` removes them.
    pub fn set_mark(&mut self, node: NodeId, size: BoardSize, point: Point, mark: Option<Mark>) {
        let mut marks = self.marks(node, size);
        marks.retain(|(at, _)| *at != point);
        marks.extend(mark.map(|mark| (point, mark)));
        let mut replace = |name: &str, value: &dyn Fn(&(Point, Mark)) -> Option<String>| {
            self.remove(node, name);
            let values: Vec<String> = marks.iter().filter_map(value).collect();
            if !values.is_empty() {
                self.add(node, name, values.iter().map(String::as_str));
            }
        };
        for (shape, name) in &Mark::SHAPES {
            replace(name, &|(at, mark)| (mark == shape).then(|| point_text(*at)));
        }
        replace(LABEL, &|(at, mark)| match mark {
            Mark::Label(text) => Some(format!("{}:{}", point_text(*at), escape(text))),
            _ => None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Move;
    use crate::sgf::read;

    const SIZE: BoardSize = BoardSize::square(5);

    fn shown(tree: &Tree) -> String {
        let marks = tree.marks(tree.root(), SIZE).into_iter();
        let texts = marks.map(|(point, mark)| format!("{} {mark:?}", SIZE.show(Move::Play(point))));
        texts.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn marks_are_read_with_rectangles_and_without_points_beyond_the_edge() {
        let text = b"(;SZ[5]TR[aa:ba]SQ[zz]MA[cc]LB[bb:A][cc:x:y][dd])";
        let tree = read(text).unwrap().trees.remove(0);
        assert_eq!(
            shown(&tree),
            "A5 Triangle, B5 Triangle, C3 Cross, B4 Label(\"A\"), C3 Label(\"x:y\")"
        );
    }

    #[test]
    fn a_mark_replaces_those_on_its_point_and_keeps_the_others() {
        let mut tree = read(b"(;SZ[5]TR[aa:ba]LB[cc:A]C[Kept])").unwrap().trees.remove(0);
        let (root, point) = (tree.root(), |vertex| SIZE.parse_vertex(vertex).unwrap());
        tree.set_mark(root, SIZE, point("A5"), Some(Mark::Circle));
        tree.set_mark(root, SIZE, point("C3"), Some(Mark::Label("]\\:".to_owned())));
        let tree = read(tree.to_sgf().as_bytes()).unwrap().trees.remove(0);
        assert_eq!(shown(&tree), "B5 Triangle, A5 Circle, C3 Label(\"]\\\\:\")");
        let mut tree = tree;
        for vertex in ["A5", "B5", "C3"] {
            tree.set_mark(root, SIZE, point(vertex), None);
        }
        assert_eq!(tree.to_sgf(), "(;SZ[5]C[Kept])\n");
    }
}
