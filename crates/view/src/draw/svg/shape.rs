// SPDX-License-Identifier: MIT OR Apache-2.0

//! Shapes and letters, by their middle.
//!
//! No two kinds of marks have the same shape: an eye in the colour of its owner for a point of an eye space,
//! a badge for the status of a group, a diamond or a plus for a decisive move.

use std::f32::consts::TAU;

use itertools::Itertools as _;
use katachi_rules::Color;
use svg::node::element::{Circle, Group, Path, Polygon, Rectangle, Text};

use crate::EyeKind;
use crate::groups::GroupStatus;
use crate::palette::{self, BLACK, Rgb, WHITE};
use crate::picture::Effect;

/// Lines, stars and the edge of stones.
pub(super) const INK: Rgb = [0x24, 0x20, 0x1c];
pub(super) const WOOD: Rgb = [0xdd, 0xb8, 0x75];
const BLACK_STONE: Rgb = [0x10; 3];
const WHITE_STONE: Rgb = [0xfb; 3];

pub(super) fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The ground under a side's influence; its size shows the strength.
pub(super) const fn ground(color: Color) -> Rgb {
    match color {
        Color::Black => [0x3a, 0x34, 0x30],
        Color::White => [0xf6, 0xf3, 0xec],
    }
}

pub(super) const fn stone_colour(color: Color) -> Rgb {
    match color {
        Color::Black => BLACK_STONE,
        Color::White => WHITE_STONE,
    }
}

pub(super) const fn ink_on(color: Color) -> Rgb {
    match color {
        Color::Black => WHITE,
        Color::White => BLACK,
    }
}

/// Sets attributes of an element.
macro_rules! set {
    ($element:expr, $($name:literal = $value:expr),+) => {
        $element$(.set($name, $value))+
    };
}
pub(super) use set;

/// Rounds to tenths, which keeps the numbers short.
fn rounded(number: f32) -> f32 {
    (number * 10.0).round() / 10.0
}

/// Draws a rectangle from its upper left corner.
pub(super) fn rectangle(x: f32, y: f32, width: f32, height: f32, fill: Rgb) -> Rectangle {
    let [x, y, width, height] = [x, y, width, height].map(rounded);
    let placed = set!(Rectangle::new(), "x" = x, "y" = y, "fill" = hex(fill));
    set!(placed, "width" = width, "height" = height)
}

pub(super) fn square(x: f32, y: f32, side: f32, fill: Rgb) -> Rectangle {
    rectangle(x - side / 2.0, y - side / 2.0, side, side, fill)
}

pub(super) fn circle(x: f32, y: f32, radius: f32) -> Circle {
    let [x, y, r] = [x, y, radius].map(rounded);
    set!(Circle::new(), "cx" = x, "cy" = y, "r" = r)
}

/// Draws a polygon from corners relative to its middle.
fn polygon(x: f32, y: f32, corners: &[(f32, f32)]) -> Polygon {
    let corner = |&(dx, dy): &(f32, f32)| format!("{},{}", rounded(x + dx), rounded(y + dy));
    Polygon::new().set("points", corners.iter().map(corner).join(" "))
}

/// Returns the corners of a regular polygon, the first at the top. Corners alternate between the radii; two
/// radii make a star.
fn regular(corners: u8, radii: &[f32]) -> Vec<(f32, f32)> {
    let corner = |(number, radius): (u8, &f32)| {
        let (sine, cosine) = (TAU / f32::from(corners) * f32::from(number)).sin_cos();
        (radius * sine, -radius * cosine)
    };
    (0..corners).zip(radii.iter().cycle()).map(corner).collect()
}

/// Returns the corners of a plus with arms of that length and half that width.
fn plus(arm: f32, half: f32) -> [(f32, f32); 12] {
    let mut corners = [(-half, -arm), (half, -arm), (half, -half)].repeat(4);
    for i in 3..corners.len() {
        let (x, y) = corners[i - 3];
        corners[i] = (-y, x);
    }
    std::array::from_fn(|i| corners[i])
}

/// Returns the corners of a cross, a plus turned by 45 degrees.
fn cross(arm: f32, half: f32) -> [(f32, f32); 12] {
    let scale = std::f32::consts::FRAC_1_SQRT_2;
    plus(arm, half).map(|(x, y)| (scale * (x - y), scale * (x + y)))
}

/// Draws bold letters around a point, in a font that distinguishes I and l. Not every program centres text
/// vertically, so the text is moved by hand.
pub(super) fn letters(x: f32, y: f32, size: f32, ink: Rgb, text: impl ToString) -> Text {
    let text = text_at(x, rounded(y + 0.36 * size), rounded(size), ink, text.to_string());
    set!(text, "font-weight" = "bold", "text-anchor" = "middle")
}

/// Draws a text from its left end on its base line.
pub(super) fn text_at(x: f32, y: f32, size: f32, ink: Rgb, text: impl Into<String>) -> Text {
    let (x, fill) = (rounded(x), hex(ink));
    let placed = set!(Text::new(text), "x" = x, "y" = y, "fill" = fill);
    set!(placed, "font-family" = "monospace", "font-size" = size)
}

/// The corners around the cursor.
pub(super) const CURSOR: Rgb = [0x00, 0x4a, 0x8f];
/// Half the width and half the height of an eye.
const WIDE: f32 = 10.5;
const HIGH: f32 = 6.4;

pub(super) fn eye(x: f32, y: f32, owner: Color, kind: EyeKind) -> Group {
    let (fill, ink) = (hex(stone_colour(owner)), hex(ink_on(owner)));
    let outline = |fill: &str| set!(almond(x, y), "fill" = fill, "stroke" = hex(INK));
    let whole = Group::new().add(outline(&fill));
    match kind {
        EyeKind::Proper => whole.add(circle(x, y, 2.8).set("fill", ink)),
        EyeKind::Marginal => {
            let bar = square(x, y, 8.4, ink_on(owner));
            whole.add(set!(bar, "x" = x - 1.1, "width" = 2.2))
        }
        EyeKind::Half => {
            let half = left_half(x, y).set("fill", fill);
            Group::new().add(outline(&hex(WOOD))).add(half)
        }
        EyeKind::False => {
            let lines = polygon(x, y, &cross(7.5, 1.3));
            whole.add(set!(lines, "fill" = ink, "stroke" = fill, "stroke-width" = 0.6))
        }
        EyeKind::Vital => whole.add(polygon(x, y, &regular(10, &[5.4, 2.2])).set("fill", ink)),
    }
}

fn almond(x: f32, y: f32) -> Path {
    let (left, right) = (x - WIDE, x + WIDE);
    let (top, bottom) = (y - 2.0 * HIGH, y + 2.0 * HIGH);
    let line = format!("M{left} {y}Q{x} {top} {right} {y}Q{x} {bottom} {left} {y}Z");
    Path::new().set("d", line)
}

fn left_half(x: f32, y: f32) -> Path {
    let (left, middle) = (x - WIDE, x - WIDE / 2.0);
    let (top, bottom) = (y - HIGH, y + HIGH);
    let line = format!("M{left} {y}Q{middle} {top} {x} {top}L{x} {bottom}Q{middle} {bottom} {left} {y}Z");
    Path::new().set("d", line)
}

/// Draws a badge of about that radius on a stone of that colour. That of a likely status has a hole.
pub(super) fn badge(x: f32, y: f32, radius: f32, on: Color, status: GroupStatus) -> Group {
    let (fill, r) = (palette::status(status), radius);
    let group = set!(Group::new(), "fill" = hex(fill), "stroke" = hex(ink_on(on)));
    let group = set!(group, "stroke-width" = 0.8, "stroke-linejoin" = "round");
    let up = [(0.0, -1.25 * r), (1.2 * r, 0.9 * r), (-1.2 * r, 0.9 * r)];
    let shape = match status.plain() {
        GroupStatus::Alive | GroupStatus::LikelyAlive => group.add(circle(x, y, r)),
        GroupStatus::Unknown => group.add(square(x, y, 1.9 * r, fill)),
        GroupStatus::Weak => group.add(polygon(x, y, &up.map(|(x, y)| (x, -y)))),
        GroupStatus::Critical | GroupStatus::LikelyCritical => group.add(polygon(x, y, &up)),
        GroupStatus::Dead | GroupStatus::LikelyDead => group.add(polygon(x, y, &cross(1.35 * r, 0.42 * r))),
    };
    let group = Group::new();
    if status.is_likely() {
        let hole = circle(x, y, 0.5 * r).set("fill", hex(stone_colour(on)));
        let hole = set!(hole, "stroke" = hex(ink_on(on)), "stroke-width" = 0.6);
        return group.add(shape).add(hole);
    }
    let (dy, size) = match status {
        GroupStatus::Unknown => (0.0, 1.8 * r),
        GroupStatus::Weak => (-0.2 * r, 1.8 * r),
        GroupStatus::Critical => (0.2 * r, 1.6 * r),
        _ => return shape,
    };
    let mark = letters(x, y + dy, size, BLACK, status.mark());
    group.add(shape).add(mark)
}

/// Draws a decisive move: a diamond kills, a plus saves, a plus on a diamond does both.
pub(super) fn decides(x: f32, y: f32, radius: f32, effect: Effect, letter: char) -> Group {
    let shape = |corners: &[(f32, f32)], status| {
        let shape = polygon(x, y, corners).set("fill", hex(palette::status(status)));
        set!(shape, "stroke" = hex(BLACK), "stroke-width" = 0.8)
    };
    let diamond = |r: f32| shape(&[(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)], GroupStatus::Critical);
    let cross = |r: f32| shape(&plus(r, 0.52 * r), GroupStatus::Alive);
    let group = match effect {
        Effect::Kills => Group::new().add(diamond(1.1 * radius)),
        Effect::Saves => Group::new().add(cross(0.95 * radius)),
        Effect::Decides => Group::new().add(diamond(1.28 * radius)).add(cross(0.84 * radius)),
    };
    group.add(letters(x, y, 1.15 * radius, BLACK, letter))
}

pub(super) fn corners(x: f32, y: f32) -> Path {
    let (far, near) = (12.2, 6.5);
    let corner = |sx: f32, sy: f32| {
        let (left, up) = (x + sx * far, y + sy * far);
        format!("M{} {up}L{left} {up}L{left} {}", x + sx * near, y + sy * near)
    };
    let path = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(sx, sy)| corner(sx, sy));
    let path = set!(Path::new(), "d" = path.concat(), "fill" = "none");
    set!(path, "stroke" = hex(CURSOR), "stroke-width" = 2.6)
}
