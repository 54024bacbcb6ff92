// SPDX-License-Identifier: MIT OR Apache-2.0

//! The marks alone, for a board that another program draws on the same grid.

use serde::Serialize;
use svg::node::element::Group;

use super::board::place;
use super::legend::Legend;
use super::mark::{Mark, marks_on};
use crate::picture::Picture;

/// The marks of a picture as elements of SVG, on [`katachi_pages::grid`], without the last move and the
/// cursor.
#[derive(Clone, Debug, Serialize)]
pub struct Overlay {
    /// A group of the marks below the lines and the stones.
    pub grounds: String,
    /// A group of the marks above the lines and the stones.
    pub marks: String,
    /// A group with a sample and the meaning of each mark, from the upper left corner.
    pub legend: String,
    /// Width and height of the legend.
    pub legend_size: (f32, f32),
}

impl Overlay {
    /// Creates the overlay of a picture, with a legend of at most that width unless a word is longer.
    pub fn new(picture: &Picture, legend_width: f32) -> Self {
        let (mut grounds, mut marks) = (Group::new(), Group::new());
        for point in picture.size.points() {
            let shown = marks_on(picture, point)
                .into_iter()
                .filter(|&mark| is_shown(mark));
            let (low, high): (Vec<Mark>, Vec<Mark>) =
                shown.partition(|mark| matches!(mark, Mark::Ground(..)));
            grounds = place(&low, point).into_iter().fold(grounds, Group::add);
            marks = place(&high, point).into_iter().fold(marks, Group::add);
        }
        let legend = Legend::of_shown(picture, is_shown);
        Self {
            grounds: grounds.to_string(),
            marks: marks.to_string(),
            legend_size: (legend.width(legend_width), legend.height(legend_width)),
            legend: legend.draw(0.0, 0.0, legend_width).to_string(),
        }
    }
}

fn is_shown(mark: Mark) -> bool {
    !matches!(mark, Mark::Last(_) | Mark::Cursor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Layers, Map};
    use crate::position::tests::{ATARI, view};

    #[test]
    fn an_overlay_has_the_marks_and_no_stones() {
        let view = view(ATARI);
        let layers = Layers {
            influence: Some(Map::Area),
            cursor: view.game.size().parse_vertex("A1"),
            ..Layers::default()
        };
        let overlay = Overlay::new(&view.picture(&layers), 200.0);
        let classes = |text: &str| {
            let document = roxmltree::Document::parse(text).unwrap();
            let classes = document.descendants().filter_map(|node| node.attribute("class"));
            classes.map(str::to_owned).collect::<Vec<_>>()
        };
        assert!(
            classes(&overlay.grounds)
                .iter()
                .all(|class| class.starts_with("ground-"))
        );
        let marks = classes(&overlay.marks);
        assert_eq!(
            marks.iter().filter(|class| *class == "letter").count(),
            6,
            "one on each stone"
        );
        assert!(marks.contains(&"decides".to_owned()));
        assert!(!marks.contains(&"cursor".to_owned()));
        assert!(overlay.legend.contains("kills or saves it"));
    }
}
