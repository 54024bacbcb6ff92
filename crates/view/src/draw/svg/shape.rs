// SPDX-License-Identifier: MIT OR Apache-2.0

//! Shapes of marks. No two kinds of marks have the same shape: an eye in the colour of its owner for a point
//! of an eye space, a badge for the status of a group, a diamond or a plus for a decisive move.

use katachi_rules::Color;
use svg::node::element::{Group, Path};

use super::paint::{
    INK, WOOD, circle, cross, hex, ink_on, letters, plus, polygon, regular, set, square, stone_colour,
};
use crate::EyeKind;
use crate::groups::GroupStatus;
use crate::palette::{self, BLACK, Rgb};
use crate::picture::Effect;

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
        EyeKind::Marginal => whole.add(set!(
            square(x, y, 8.4, ink_on(owner)),
            "x" = x - 1.1,
            "width" = 2.2
        )),
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
    let group = set!(
        Group::new(),
        "fill" = hex(fill),
        "stroke" = hex(ink_on(on)),
        "stroke-width" = 0.8
    );
    let group = group.set("stroke-linejoin", "round");
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
        return group
            .add(shape)
            .add(set!(hole, "stroke" = hex(ink_on(on)), "stroke-width" = 0.6));
    }
    let (dy, size) = match status {
        GroupStatus::Unknown => (0.0, 1.8 * r),
        GroupStatus::Weak => (-0.2 * r, 1.8 * r),
        GroupStatus::Critical => (0.2 * r, 1.6 * r),
        _ => return shape,
    };
    group
        .add(shape)
        .add(letters(x, y + dy, size, BLACK, &status.mark().to_string()))
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
    group.add(letters(x, y, 1.15 * radius, BLACK, &letter.to_string()))
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
