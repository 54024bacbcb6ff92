// SPDX-License-Identifier: MIT OR Apache-2.0

//! Marks that a click draws on the points of a position.

use katachi_rules::Point;
use katachi_rules::sgf::Mark;
use serde::Deserialize;

/// What a click draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shape {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// The first letter that is free.
    Letter,
    /// The first number that is free.
    Number,
}

/// Returns the mark that a click on a point leaves. `None`: the same mark was there and is removed.
pub(crate) fn clicked(marks: &[(Point, Mark)], point: Point, shape: Shape) -> Option<Mark> {
    let there = marks.iter().find(|(at, _)| *at == point).map(|(_, mark)| mark);
    let is_label = matches!(there, Some(Mark::Label(_)));
    let drawn = match shape {
        Shape::Letter | Shape::Number if is_label => None,
        Shape::Letter => first_free(marks, ('A'..='Z').map(String::from)),
        Shape::Number => first_free(marks, (1..1000).map(|number: u32| number.to_string())),
        Shape::Triangle => Some(Mark::Triangle),
        Shape::Square => Some(Mark::Square),
        Shape::Circle => Some(Mark::Circle),
        Shape::Cross => Some(Mark::Cross),
    };
    drawn.filter(|mark| there != Some(mark))
}

/// Returns the first text that is on no point.
fn first_free(marks: &[(Point, Mark)], mut texts: impl Iterator<Item = String>) -> Option<Mark> {
    let is_free = |text: &String| {
        marks
            .iter()
            .all(|(_, mark)| !matches!(mark, Mark::Label(label) if label == text))
    };
    texts.find(is_free).map(Mark::Label)
}

#[cfg(test)]
mod tests {
    use katachi_rules::BoardSize;

    use super::*;

    #[test]
    fn a_click_draws_the_next_label_and_the_same_mark_goes_away() {
        let size = BoardSize::square(5);
        let point = |vertex| size.parse_vertex(vertex).unwrap();
        let marks = [
            (point("A1"), Mark::Label("A".to_owned())),
            (point("B1"), Mark::Triangle),
        ];
        let label = |text: &str| Some(Mark::Label(text.to_owned()));
        assert_eq!(clicked(&marks, point("C1"), Shape::Letter), label("B"));
        assert_eq!(clicked(&marks, point("C1"), Shape::Number), label("1"));
        assert_eq!(clicked(&marks, point("A1"), Shape::Letter), None);
        assert_eq!(clicked(&marks, point("B1"), Shape::Triangle), None);
        assert_eq!(clicked(&marks, point("B1"), Shape::Cross), Some(Mark::Cross));
    }
}
