// SPDX-License-Identifier: MIT OR Apache-2.0

//! Points of eye spaces: an eye in the colour of its owner. No other mark has this shape.

use katachi_rules::Color;
use svg::node::element::{Group, Path};

use super::paint::{INK, WOOD, circle, cross, hex, ink_on, polygon, regular, square, stone_colour};
use crate::EyeKind;

/// Half the width and half the height of an eye.
const WIDE: f32 = 10.5;
const HIGH: f32 = 6.4;

pub(super) fn eye(x: f32, y: f32, owner: Color, kind: EyeKind) -> Group {
    let (fill, ink) = (hex(stone_colour(owner)), hex(ink_on(owner)));
    let whole = almond(x, y).set("fill", fill.as_str()).set("stroke", hex(INK));
    let pupil = circle(x, y, 2.8).set("fill", ink.as_str());
    match kind {
        EyeKind::Proper => Group::new().add(whole).add(pupil),
        EyeKind::Marginal => {
            let slit = square(x, y, 8.4, ink_on(owner))
                .set("x", x - 1.1)
                .set("width", 2.2);
            Group::new().add(whole).add(slit)
        }
        EyeKind::Half => {
            let outline = almond(x, y).set("fill", hex(WOOD)).set("stroke", hex(INK));
            Group::new().add(outline).add(left_half(x, y).set("fill", fill))
        }
        EyeKind::False => {
            let lines = polygon(x, y, &cross(7.5, 1.3)).set("fill", ink);
            Group::new().add(whole).add(
                lines
                    .set("stroke", hex(stone_colour(owner)))
                    .set("stroke-width", 0.6),
            )
        }
        EyeKind::Vital => {
            let star = polygon(x, y, &regular(10, &[5.4, 2.2])).set("fill", ink);
            Group::new().add(whole).add(star)
        }
    }
}

fn almond(x: f32, y: f32) -> Path {
    let (left, right) = (x - WIDE, x + WIDE);
    let (top, bottom) = (y - 2.0 * HIGH, y + 2.0 * HIGH);
    Path::new().set(
        "d",
        format!("M{left} {y}Q{x} {top} {right} {y}Q{x} {bottom} {left} {y}Z"),
    )
}

fn left_half(x: f32, y: f32) -> Path {
    let (left, middle) = (x - WIDE, x - WIDE / 2.0);
    let (top, bottom) = (y - HIGH, y + HIGH);
    Path::new().set(
        "d",
        format!("M{left} {y}Q{middle} {top} {x} {top}L{x} {bottom}Q{middle} {bottom} {left} {y}Z"),
    )
}
