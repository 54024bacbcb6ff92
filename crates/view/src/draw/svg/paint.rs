// SPDX-License-Identifier: MIT OR Apache-2.0

//! Shapes and letters, by their middle.

use std::f32::consts::TAU;

use itertools::Itertools as _;
use katachi_rules::Color;
use svg::node::element::{Circle, Polygon, Rectangle, Text};

use crate::palette::{BLACK, Rgb, WHITE};

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

/// Returns the ink for marks on a stone.
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
    let placed = set!(
        Rectangle::new(),
        "x" = rounded(x),
        "y" = rounded(y),
        "fill" = hex(fill)
    );
    set!(placed, "width" = rounded(width), "height" = rounded(height))
}

pub(super) fn square(x: f32, y: f32, side: f32, fill: Rgb) -> Rectangle {
    rectangle(x - side / 2.0, y - side / 2.0, side, side, fill)
}

pub(super) fn circle(x: f32, y: f32, radius: f32) -> Circle {
    set!(
        Circle::new(),
        "cx" = rounded(x),
        "cy" = rounded(y),
        "r" = rounded(radius)
    )
}

/// Draws a polygon from corners relative to its middle.
pub(super) fn polygon(x: f32, y: f32, corners: &[(f32, f32)]) -> Polygon {
    let corner = |&(dx, dy): &(f32, f32)| format!("{},{}", rounded(x + dx), rounded(y + dy));
    Polygon::new().set("points", corners.iter().map(corner).join(" "))
}

/// Returns the corners of a regular polygon, the first at the top. Corners alternate between the radii; two
/// radii make a star.
pub(super) fn regular(corners: u8, radii: &[f32]) -> Vec<(f32, f32)> {
    let corner = |(number, radius): (u8, &f32)| {
        let (sine, cosine) = (TAU / f32::from(corners) * f32::from(number)).sin_cos();
        (radius * sine, -radius * cosine)
    };
    (0..corners).zip(radii.iter().cycle()).map(corner).collect()
}

/// Returns the corners of a plus with arms of that length and half that width.
pub(super) fn plus(arm: f32, half: f32) -> [(f32, f32); 12] {
    let mut corners = [(-half, -arm), (half, -arm), (half, -half)].repeat(4);
    for i in 3..corners.len() {
        let (x, y) = corners[i - 3];
        corners[i] = (-y, x);
    }
    std::array::from_fn(|i| corners[i])
}

/// Returns the corners of a cross, a plus turned by 45 degrees.
pub(super) fn cross(arm: f32, half: f32) -> [(f32, f32); 12] {
    let scale = std::f32::consts::FRAC_1_SQRT_2;
    plus(arm, half).map(|(x, y)| (scale * (x - y), scale * (x + y)))
}

/// Draws bold letters around a point, in a font that distinguishes I and l. Not every program centres text
/// vertically, so the text is moved by hand.
pub(super) fn letters(x: f32, y: f32, size: f32, ink: Rgb, text: &str) -> Text {
    let placed = set!(
        Text::new(text),
        "x" = rounded(x),
        "y" = rounded(y + 0.36 * size),
        "fill" = hex(ink)
    );
    let placed = set!(
        placed,
        "font-family" = "monospace",
        "font-size" = rounded(size),
        "font-weight" = "bold"
    );
    placed.set("text-anchor", "middle")
}
