// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board: wood, lines, stones, and the marks of each point.

use katachi_pages::grid::{STEP, at, coordinates, grid};
use katachi_rules::{Color, Point};
use svg::node::element::{Circle, Group};

use super::mark::{Mark, marks_on};
use super::shape::{INK, WOOD, circle, hex, rectangle, stone_colour};
use crate::palette::Rgb;
use crate::picture::{Content, Picture};

/// Letters of columns and numbers of rows, on white.
pub(super) const COORDINATES: Rgb = [0x6a, 0x6a, 0x6a];
/// Distance from the first line to the edge of the wood.
const EDGE: f32 = 14.0;
const STONE: f32 = 12.2;

pub(super) fn board(picture: &Picture) -> Group {
    let size = picture.size;
    let side = |points: u8| STEP * f32::from(points - 1) + 2.0 * EDGE;
    let (width, height) = (side(size.width()), side(size.height()));
    let wood = rectangle(at(0) - EDGE, at(0) - EDGE, width, height, WOOD);
    let is_ground = |mark: &Mark| matches!(mark, Mark::Ground(..));
    let mut grounds = Group::new();
    let mut spots = Group::new();
    for p in size.points() {
        let (low, high): (Vec<Mark>, Vec<Mark>) = marks_on(picture, p).into_iter().partition(is_ground);
        grounds = place(&low, p).into_iter().fold(grounds, Group::add);
        if let Some(element) = spot(picture, p, &high) {
            spots = spots.add(element);
        }
    }
    // Lines are drawn over grounds.
    let board = Group::new().set("id", "board");
    let board = board.add(wood.set("rx", 3)).add(grounds);
    let coordinates = coordinates(size).set("fill", hex(COORDINATES));
    board.add(grid(size)).add(coordinates).add(spots)
}

/// Draws a stone or a star with marks. `None` for a bare point.
fn spot(picture: &Picture, point: Point, marks: &[Mark]) -> Option<Group> {
    let (x, y) = (at(point.x()), at(point.y()));
    let content = picture.spot(point).content;
    let star = || circle(x, y, 2.6).set("fill", hex(INK));
    let stone = content.stone().map(|color| stone(x, y, STONE, color));
    let below = stone.or_else(|| (content == Content::Star).then(star));
    let placed = place(marks, point);
    if below.is_none() && placed.is_empty() {
        return None;
    }
    let group = below.into_iter().fold(Group::new(), Group::add);
    Some(placed.into_iter().fold(group, Group::add))
}

pub(super) fn stone(x: f32, y: f32, radius: f32, color: Color) -> Circle {
    let filled = circle(x, y, radius).set("fill", hex(stone_colour(color)));
    filled.set("stroke", hex(INK))
}

/// Draws the marks of a point side by side: letters in the middle of a stone, a badge at its lower right, a
/// value above the decisive moves.
pub(super) fn place(marks: &[Mark], point: Point) -> Vec<Group> {
    let (x, y) = (at(point.x()), at(point.y()));
    let deciding = marks.iter();
    let deciding = deciding.filter(|mark| matches!(mark, Mark::Decides(..))).count();
    let mut is_valued = marks.iter();
    let is_valued = is_valued.any(|mark| matches!(mark, Mark::Value(_) | Mark::Best(_)));
    let mut slots = slots(deciding, is_valued).into_iter();
    let place = |&mark: &Mark| {
        let (dx, dy, size) = match mark {
            Mark::Letter(..) => (-1.8, -1.4, 1.0),
            Mark::Status(..) => (6.8, 6.8, 1.0),
            Mark::Lost(_) => (6.0, -6.6, 1.0),
            Mark::Value(_) | Mark::Best(_) if deciding > 0 => (0.0, -8.0, 0.74),
            Mark::Decides(..) => slots.next()?,
            _ => (0.0, 0.0, 1.0),
        };
        Some(mark.draw(x + dx, y + dy, size))
    };
    marks.iter().filter_map(place).collect()
}

/// Returns places and sizes for a number of decisive moves.
fn slots(count: usize, is_valued: bool) -> Vec<(f32, f32, f32)> {
    let row = |count: usize, y: f32, size: f32| -> Vec<_> {
        // A gap is left between two points.
        let step = 0.86 * STEP / count as f32;
        let first = -step * (count as f32 - 1.0) / 2.0;
        let x = |number| first + step * number as f32;
        (0..count).map(|number| (x(number), y, size)).collect()
    };
    match (count, is_valued) {
        (0, _) => Vec::new(),
        (1, true) => row(1, 4.9, 0.78),
        (count, true) => row(count, 6.4, 1.16 / count as f32),
        (1, false) => row(1, 0.0, 1.0),
        (2, false) => row(2, 0.0, 0.62),
        (count, false) => [row(2, -5.8, 0.58), row(count - 2, 5.8, 0.58)].concat(),
    }
}
